package rules

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// ruleFlags are the flags that change a rule of any kind. Kinds share a flag for a common field, such as the project.
type ruleFlags struct {
	question questionFlags
	tool     toolRuleFlags
	line     lineFlags
}

func (f *ruleFlags) flags(cmd *cobra.Command) {
	words := map[string][]string{}
	f.tool.flags(cmd, toolrule.Fields(), words)
	f.question.flags(cmd, question.Fields(), words)
	f.line.flags(cmd)
}

// Flags of one kind of rule, besides those for its fields.
var (
	onlyQuestions = []string{"answer", "labels", "text"}
	onlyTools     = []string{"when", "set", "delete", "replace"}
)

// given returns a flag from the command line that only question rules have, and one that only tool rules have.
func (f *ruleFlags) given(cmd *cobra.Command) (asked, called string) {
	changed := cmd.Flags().Changed
	first := func(labels []string) string {
		if i := slices.IndexFunc(labels, changed); i >= 0 {
			return labels[i]
		}
		return ""
	}
	both := f.question.Shared
	own := func(labels []string) []string {
		return slices.DeleteFunc(labels, func(l string) bool { return slices.Contains(both, l) })
	}
	asked, called = first(append(own(f.question.Names()), onlyQuestions...)),
		first(append(own(f.tool.Names()), onlyTools...))
	if mode, err := cmd.Flags().GetStringSlice("mode"); err == nil && len(mode) > 0 &&
		slices.Contains(strictjson.Words(question.Modes()), mode[0]) {
		asked = "mode"
	}
	return asked, called
}

// checkKind refuses flags that a rule with an ID cannot have.
func (f *ruleFlags) checkKind(cmd *cobra.Command, id string, tools bool) error {
	asked, called := f.given(cmd)
	told, _ := f.line.given(cmd)
	switch {
	case tools && asked+told != "":
		return cli.Misuse("", "%s is a tool rule, which has no --%s", id, cmp.Or(asked, told))
	case !tools && called+told != "":
		return cli.Misuse("", "%s is a question rule, which has no --%s", id, cmp.Or(called, told))
	}
	return nil
}

// questionFlags are the flags that describe a question rule.
type questionFlags struct {
	cli.FieldFlags[question.Rule]
	answer, text string
	labels       []string
}

func (f *questionFlags) flags(cmd *cobra.Command, fields strictjson.Fields[question.Rule], words map[string][]string) {
	f.FieldFlags.Add(cmd, fields, words)
	fs := cmd.Flags()
	fs.StringVar(&f.answer, "answer", "", `the label of an option, "recommended" or "usual"`)
	fs.StringSliceVar(&f.labels, "labels", nil, "the labels to choose where several answers are possible")
	fs.StringVar(&f.text, "text", "", "free text to answer with")
	cmd.MarkFlagsMutuallyExclusive("answer", "labels", "text")
}

// apply gives a rule what was set on the command line.
func (f *questionFlags) apply(cmd *cobra.Command, r question.Rule) (question.Rule, error) {
	if r.Mode == "" {
		r.Mode = question.NeverAsk
	}
	switch set := cmd.Flags().Changed; {
	case set("labels"):
		r.Answer = question.Answer{Labels: strictjson.Split(strictjson.Join(f.labels))} // without empty labels
	case set("text"):
		r.Answer = question.Answer{Text: f.text}
	case set("answer"):
		r.Answer = question.ParseAnswer(f.answer)
	}
	return r, f.FieldFlags.Apply(cmd, &r)
}

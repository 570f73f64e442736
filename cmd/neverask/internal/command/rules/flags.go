package rules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/hooks/rule/wording"
)

// toolRuleHelp explains the flags that describe a rule.
const toolRuleHelp = `A FIELD is a path into the tool's input, such as command, file_path or
edits.0.new_string. All conditions must hold:

  --when FIELD~RE        the field matches this regular expression (RE2)
  --when FIELD!~RE       the field exists and does not match
  --when FIELD=DIR       the field is a path in this directory, or in "project"
  --when FIELD!=DIR      the field is a path elsewhere

With --act ask, a rule can change the input first:

  --set FIELD=JSON       set the field
  --delete FIELD         remove the field
  --replace FIELD=/RE/TEXT/   replace every match; $1 is the first group, and any
                         character can take the place of /`

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
	asked, called = first(append(own(f.question.Names()), onlyQuestions...)), first(append(own(f.tool.Names()), onlyTools...))
	if mode, err := cmd.Flags().GetStringSlice("mode"); err == nil && len(mode) > 0 && slices.Contains(strictjson.Words(question.Modes()), mode[0]) {
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

// toolRuleFlags are the flags that describe a tool rule.
type toolRuleFlags struct {
	cli.FieldFlags[toolrule.Rule]
	when, set, remove, replacements []string
}

func (f *toolRuleFlags) flags(cmd *cobra.Command, fields strictjson.Fields[toolrule.Rule], words map[string][]string) {
	f.FieldFlags.Add(cmd, fields, words)
	fs := cmd.Flags()
	fs.StringArrayVar(&f.when, "when", nil, "a condition, FIELD~RE, FIELD!~RE, FIELD=DIR or FIELD!=DIR")
	fs.StringArrayVar(&f.set, "set", nil, "set a field of the input, FIELD=JSON")
	fs.StringArrayVar(&f.remove, "delete", nil, "remove a field of the input")
	fs.StringArrayVar(&f.replacements, "replace", nil, "replace text in the input, FIELD=/RE/TEXT/")
}

// apply gives a rule what was set on the command line.
func (f *toolRuleFlags) apply(cmd *cobra.Command, r toolrule.Rule) (toolrule.Rule, error) {
	given := cmd.Flags().Changed
	if act := cmd.Flags().Lookup("act"); act.Value.String() == string(hooks.Allow) {
		return r, cli.Misuse("use Claude Code's permission rules", "no neverask rule can allow a call")
	}
	err := f.FieldFlags.Apply(cmd, &r)
	if err == nil && given("when") {
		r.When, err = f.conditions()
	}
	if err == nil && (given("set") || given("delete") || given("replace")) {
		r.Patch, err = f.patch()
	}
	return r, err
}

func (f *toolRuleFlags) conditions() (all []toolrule.Condition, err error) {
	for _, text := range f.when {
		if text == "" {
			continue
		}
		c, err := toolrule.ParseCondition(text)
		if err != nil {
			return nil, cli.Misuse("", "--when %q: %w", text, err)
		}
		if c.Within != "" && c.Within != toolrule.WithinProject {
			if c.Within, err = filepath.Abs(c.Within); err != nil {
				return nil, err
			}
		}
		all = append(all, c)
	}
	return all, nil
}

func (f *toolRuleFlags) patch() (all []toolrule.Edit, err error) {
	for _, text := range f.set {
		field, raw, ok := strings.Cut(text, "=")
		value, parseErr := hooks.Parse(raw)
		switch {
		case text == "":
			continue
		case !ok || parseErr != nil:
			return nil, cli.Misuse(`a text is JSON too: --set 'description="x"'`, "--set %q: want FIELD=JSON", text)
		}
		all = append(all, toolrule.Edit{Field: field, Set: value})
	}
	for _, field := range f.remove {
		if field != "" {
			all = append(all, toolrule.Edit{Field: field, Delete: true})
		}
	}
	for _, text := range f.replacements {
		if text == "" {
			continue
		}
		e, err := replacement(text)
		if err != nil {
			return nil, cli.Misuse("", "--replace %q: %w", text, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// replacement reads FIELD=/RE/TEXT/, where any character may stand for the slash.
func replacement(text string) (toolrule.Edit, error) {
	field, rest, _ := strings.Cut(text, "=")
	if rest == "" {
		return toolrule.Edit{}, errors.New("want FIELD=/RE/TEXT/")
	}
	delimiter := string([]rune(rest)[:1])
	parts := strings.Split(rest, delimiter)
	if len(parts) != 4 || parts[3] != "" || parts[1] == "" {
		return toolrule.Edit{}, fmt.Errorf("want FIELD=%sRE%sTEXT%s", delimiter, delimiter, delimiter)
	}
	return toolrule.Edit{Field: field, Replace: parts[1], With: parts[2]}, nil
}

// offerAsked completes the flags of a question rule from past questions.
func offerAsked(a *cli.App, cmd *cobra.Command) {
	a.OfferFlags(cmd, ofAsked(func(q transcript.Question) string { return q.Text }), "question", "exact")
	a.OfferFlags(cmd, ofAsked(func(q transcript.Question) string { return q.Header }), "header")
	a.OfferFlags(cmd, questionTools, "tool")
	a.OfferFlags(cmd, markers, "marker")
}

// markers returns the markers of past questions, and those in gstack's registries, the person's and the repository's.
func markers(ctx context.Context, a *cli.App) []string {
	values := ofAsked(func(q transcript.Question) string { return wording.QID(q.Text) })(ctx, a)
	for _, dir := range []string{a.Planner.Locations.Config(), filepath.Join(a.Planner.Locations.Dir, ".claude")} {
		oneWay, _ := preferences.GstackQuestions(preferences.GstackRegistry(dir)) // unreadable markers are not offered
		for _, id := range slices.Sorted(maps.Keys(oneWay)) {
			value := id + "\tgstack"
			if oneWay[id] {
				value += ": one-way"
			}
			if !slices.Contains(values, id) && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
	}
	return values
}

// questionTools returns "native" and the MCP servers whose tools ask questions.
func questionTools(_ context.Context, a *cli.App) []string {
	values := []string{"native\tthe tool of Claude Code itself"}
	for _, tool := range config.QuestionTools(config.Site{Locations: a.Planner.Locations, GOOS: a.Planner.GOOS, ManagedDir: a.Planner.ManagedDir}) {
		if parts := strings.Split(tool, "__"); len(parts) == 3 {
			values = append(values, parts[1])
		}
	}
	return values
}

// ofAsked returns a part of each question that was asked, the newest first, each once.
func ofAsked(part func(transcript.Question) string) func(context.Context, *cli.App) []string {
	return func(ctx context.Context, a *cli.App) (values []string) {
		asked, _, _ := a.Asked(ctx)
		for _, q := range slices.Backward(asked) {
			if v := part(q); v != "" && !strings.ContainsAny(v, "\t\n\r") && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		return values
	}
}

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

func (a *app) prefsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "prefs",
		Short:   "List and edit the rules that answer questions",
		Example: "  neverask prefs list\n  neverask prefs add --question \"Run the tests?\" --answer Yes",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		a.prefsListCommand(), a.prefsShowCommand(), a.prefsSeenCommand(), a.prefsAddCommand(), a.prefsSetCommand(), a.prefsWidenCommand(), a.prefsRemoveCommand(), a.prefsMoveCommand(), a.prefsOptionCommand(),
		a.prefsLintCommand(), a.prefsImportCommand(), a.prefsExportCommand(), a.prefsEditCommand(), a.prefsConfirmCommand(),
	)
	return cmd
}

func (a *app) prefsListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the rules",
		Example: "  neverask prefs list\n  neverask prefs list --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			p, problems, err := a.book().Read()
			if err != nil {
				return &exit{exitInvalid, err, "correct the file; until then every question is asked"}
			}
			for _, problem := range problems {
				fmt.Fprintf(a.stderr, "neverask: %s:%d:%d: %s\n", a.in.Paths.Preferences(), problem.Line, problem.Column, diffview.Visible(problem.Message))
			}
			if asJSON {
				return a.writeJSON(p)
			}
			for _, r := range p.Rules {
				fmt.Fprintln(a.stdout, diffview.Visible(ruleText(r)))
			}
			a.printProjectRules(p.Trusted)
			if len(p.Rules)+len(p.Trusted) == 0 {
				fmt.Fprintln(a.stderr, "hint: no rules yet; neverask prefs add --help shows how to make one")
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the rules in the shape of the preferences file")
	return cmd
}

// ruleText is a rule on one line.
func ruleText(r question.Rule) string {
	var match []string
	for _, f := range question.Fields() {
		if v := f.Of(&r); f.Part == strictjson.Matching && v.String() != "" {
			match = append(match, fmt.Sprintf("%s %q", f.Label, v))
		}
	}
	s := fmt.Sprintf("%-14s %-10s %s", r.ID, r.Mode, strings.Join(match, ", "))
	if a := r.Effective(); !a.IsZero() {
		s += " → " + answerText(a)
	}
	if len(r.Widen) > 0 {
		s += ", " + r.Widen.String()
	}
	return s
}

func answerText(a question.Answer) string {
	switch {
	case a.Word != "":
		return a.Word
	case a.Labels != nil:
		return strings.Join(a.Labels, " + ")
	case a.Text != "":
		return fmt.Sprintf("text %q", a.Text)
	}
	return fmt.Sprintf("%q", a.Label)
}

// ruleFlags are the flags that describe a rule.
type ruleFlags struct {
	fieldFlags[question.Rule]
	answer, text string
	labels       []string
}

func (f *ruleFlags) flags(cmd *cobra.Command) {
	f.fieldFlags.flags(cmd, question.Fields())
	fs := cmd.Flags()
	fs.StringVar(&f.answer, "answer", "", `the label of an option, "recommended" or "usual"`)
	fs.StringSliceVar(&f.labels, "labels", nil, "the labels to choose in a multi-select question")
	fs.StringVar(&f.text, "text", "", "a free text to answer")
	cmd.MarkFlagsMutuallyExclusive("answer", "labels", "text")
}

// apply gives a rule what was set on the command line.
func (f *ruleFlags) apply(cmd *cobra.Command, r question.Rule) (question.Rule, error) {
	if r.Mode == "" {
		r.Mode = question.NeverAsk
	}
	switch set := cmd.Flags().Changed; {
	case set("labels"):
		r.Answer = question.Answer{Labels: strictjson.Split(strictjson.Join(f.labels))} // without empty ones
	case set("text"):
		r.Answer = question.Answer{Text: f.text}
	case set("answer"):
		r.Answer = question.ParseAnswer(f.answer)
	}
	return r, f.fieldFlags.apply(cmd, &r)
}

func (a *app) prefsAddCommand() *cobra.Command {
	var (
		f      ruleFlags
		call   string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Add a rule and print its ID",
		Long: `Add a rule and print its ID.

All given matches must hold for a question. --question compares the wording and
ignores numbers, paths, quoted names, case and white space; --exact compares
every character. The answer is the label of an option, "recommended" for the
option that the question recommends, or "usual" for the one you nearly always
chose. A new rule is of the mode never-ask, unless --mode says otherwise.

--call names a file with a question that you have seen, as neverask explain takes
it, or - for standard input: what you answer to exactly it need not be asked once
more.`,
		Example: `  neverask prefs add --question "Run the tests before committing?" --answer Yes
  neverask prefs add --header Library --mode prefer --answer recommended
  neverask prefs add --marker plan-review --mode never-ask --answer recommended
  neverask prefs add --header Tests --answer Yes --call question.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := f.apply(cmd, question.Rule{})
			if err != nil {
				return err
			}
			var seen []question.Seen
			if cmd.Flags().Changed("call") {
				if seen, err = a.seenInCall(cmd.Context(), r, call); err != nil {
					return err
				}
			}
			added, err := a.book().Add(cmd.Context(), r, "prefs add")
			if err == nil {
				err = a.learn(added, seen...)
			}
			return a.printRule(added, len(seen), err, asJSON)
		},
	}
	f.flags(cmd)
	cmd.Flags().StringVar(&call, "call", "", "a file with the call of a question that you have seen and answer so; - is standard input")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the rule as JSON")
	_ = cmd.MarkFlagFilename("call")
	cmd.MarkFlagsOneRequired(f.labelled("match")...)
	return cmd
}

// printRule prints the ID of a rule, or all of it, and tells what it will do. seen is
// how often the person saw what it is about.
func (a *app) printRule(r question.Rule, seen int, err error, asJSON bool) error {
	switch {
	case err != nil:
		return a.prefsError(err)
	case asJSON:
		return a.writeJSON(r)
	}
	fmt.Fprintln(a.stdout, r.ID)
	a.printOutlook(r, seen)
	if why := preferences.StillAsked(r); why != "" {
		how := "only a never-ask rule by question, exact text or marker may answer that"
		if r.OneWay = question.OneWayAllow; r.Check() == nil {
			how = `"oneWay": "allow" (neverask prefs edit) lets it answer exactly what you have seen and answered so yourself`
		}
		fmt.Fprintf(a.stderr, "hint: %s; %s\n", diffview.Visible(why), how)
	}
	return nil
}

func (a *app) printOutlook(r question.Rule, seen int) {
	for _, sentence := range preferences.Outlook(r, seen) {
		fmt.Fprintln(a.stderr, "hint:", diffview.Visible(sentence))
	}
}

func (a *app) prefsRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "rm ID...",
		Short:             "Remove rules",
		Example:           "  neverask prefs rm r-7f3a",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.prefsError(a.book().Remove(cmd.Context(), args...))
		},
	}
}

func (a *app) completeRules(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var found []string
	if a.open(cmd, nil) == nil {
		p, _, _ := a.book().Read()
		for _, r := range p.Rules {
			found = append(found, r.ID+"\t"+strings.TrimSpace(ruleText(r)[len(r.ID):]))
		}
	}
	return offered(found), cobra.ShellCompDirectiveNoFileComp
}

// prefsError says what to do about an edit of the preferences that failed.
func (a *app) prefsError(err error) error {
	var broken *question.SyntaxError
	var pathErr *os.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, preferences.ErrNoRule) && strings.HasPrefix(err.Error(), question.ProjectPrefix):
		return &exit{exitFailed, err, "a project has proposed it; neverask trust --revoke forgets what you accepted of a project"}
	case errors.Is(err, preferences.ErrNoRule):
		p, _, _ := a.book().Read()
		tools, _, _ := a.book().ReadTools()
		ids := append(namesOf(p.Rules, func(r question.Rule) string { return r.ID }), namesOf(tools, func(r toolrule.Rule) string { return r.ID })...)
		missing := strings.TrimSuffix(err.Error(), ": "+preferences.ErrNoRule.Error())
		return &exit{exitFailed, err, meant(missing, ids, "neverask prefs list shows the rules, neverask rules list those for tools")}
	case errors.As(err, &broken):
		return &exit{exitInvalid, err, "correct the file; it was left as it is"}
	case errors.As(err, &pathErr):
		return &exit{exitFailed, err, ""}
	}
	return err
}

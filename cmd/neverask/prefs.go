package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/preferences"
	"neverask/hooks/question"
)

func (a *app) prefsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "prefs",
		Short:   "List and edit the rules that answer questions",
		Example: "  neverask prefs list\n  neverask prefs add --question \"Run the tests?\" --answer Yes",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.prefsListCommand(), a.prefsAddCommand(), a.prefsRemoveCommand())
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
				fmt.Fprintf(a.stderr, "neverask: %s:%d:%d: %s\n", a.in.Paths.Preferences(), problem.Line, problem.Column, problem.Message)
			}
			if asJSON {
				return a.writeJSON(p)
			}
			for _, r := range p.Rules {
				fmt.Fprintln(a.stdout, diffview.Visible(ruleText(r)))
			}
			if len(p.Rules) == 0 {
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
	for _, f := range []struct{ name, value string }{
		{"question", r.Match.Text}, {"exact", r.Match.Exact}, {"header", r.Match.Header}, {"marker", r.Match.Marker},
		{"pattern", r.Match.Pattern}, {"options", strings.Join(r.Match.Options, " / ")}, {"source", r.Match.Source}, {"tool", r.Match.Tool},
		{"in", r.Project},
	} {
		if f.value != "" {
			match = append(match, fmt.Sprintf("%s %q", f.name, f.value))
		}
	}
	s := fmt.Sprintf("%-10s %-10s %s", r.ID, r.Mode, strings.Join(match, ", "))
	if !r.Answer.IsZero() {
		s += " → " + answerText(r.Answer)
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

func (a *app) prefsAddCommand() *cobra.Command {
	var (
		r            question.Rule
		mode, answer string
		labels       []string
		text         string
		asJSON       bool
	)
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Add a rule and print its ID",
		Long: `Add a rule and print its ID.

All given matches must hold for a question. --question compares the wording and
ignores numbers, paths, quoted names, case and white space; --exact compares
every character. The answer is the label of an option, "recommended" for the
option that the question recommends, or "usual" for the one you nearly always
chose.`,
		Example: `  neverask prefs add --question "Run the tests before committing?" --answer Yes
  neverask prefs add --header Library --mode prefer --answer recommended
  neverask prefs add --marker plan-review --mode never-ask --answer recommended`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r.Mode = question.Mode(mode)
			switch {
			case len(labels) > 0:
				r.Answer = question.Answer{Labels: labels}
			case text != "":
				r.Answer = question.Answer{Text: text}
			case answer != "":
				r.Answer = question.ParseAnswer(answer)
			}
			added, err := a.book().Add(cmd.Context(), r, "prefs add")
			if err != nil {
				return a.prefsError(err)
			}
			if asJSON {
				return a.writeJSON(added)
			}
			fmt.Fprintln(a.stdout, added.ID)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.Match.Text, "question", "", "match this question, whatever its numbers and names")
	f.StringVar(&r.Match.Exact, "exact", "", "match exactly this question")
	f.StringVar(&r.Match.Header, "header", "", "match questions with this header")
	f.StringVar(&r.Match.Marker, "marker", "", "match questions with this <gstack-qid:ID> or <qid:ID>")
	f.StringVar(&r.Match.Pattern, "pattern", "", "match questions with this regular expression (RE2)")
	f.StringSliceVar(&r.Match.Options, "options", nil, "match questions with exactly these options")
	f.StringVar(&r.Match.Source, "source", "", "match questions with this metadata.source")
	f.StringVar(&r.Match.Tool, "tool", "", `match questions of this MCP server, or "native"`)
	f.StringVar(&r.Project, "project", "", "hold in this directory and below")
	f.StringVar(&r.Note, "note", "", "a note for yourself")
	f.StringVar(&mode, "mode", string(question.NeverAsk), "never-ask, ask-only-for-one-way, prefer or always-ask")
	f.StringVar(&answer, "answer", "", `recommended, usual, or the label of an option`)
	f.StringSliceVar(&labels, "labels", nil, "the labels to choose in a multi-select question")
	f.StringVar(&text, "text", "", "a free text to answer")
	f.BoolVar(&asJSON, "json", false, "print the rule as JSON")
	cmd.MarkFlagsMutuallyExclusive("answer", "labels", "text")
	cmd.MarkFlagsOneRequired("question", "exact", "header", "marker", "pattern", "options", "source", "tool")
	_ = cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions(
		[]string{string(question.NeverAsk), string(question.AskOnlyForOneWay), string(question.PreferMode), string(question.AlwaysAsk)}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) prefsRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "rm ID...",
		Short:   "Remove rules",
		Example: "  neverask prefs rm r-7f3a",
		Args:    cobra.MinimumNArgs(1),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var found []string
			if a.open(cmd, nil) == nil {
				p, _, _ := a.book().Read()
				for _, r := range p.Rules {
					found = append(found, r.ID+"\t"+strings.TrimSpace(ruleText(r)[len(r.ID):]))
				}
			}
			return found, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.prefsError(a.book().Remove(cmd.Context(), args...))
		},
	}
}

// prefsError says what to do about an edit of the preferences that failed.
func (a *app) prefsError(err error) error {
	var broken *question.SyntaxError
	var pathErr *os.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, preferences.ErrNoRule):
		return &exit{exitFailed, err, "neverask prefs list shows the rules"}
	case errors.As(err, &broken):
		return &exit{exitInvalid, err, "correct the file; it was left as it is"}
	case errors.As(err, &pathErr):
		return &exit{exitFailed, err, ""}
	}
	return err
}

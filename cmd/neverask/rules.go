package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/status"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

func (a *app) rulesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Refuse, change, ask about or allow calls of any tool",
		Long: `Refuse, change, ask about or allow calls of any tool, by rules of your own.

A rule names tools, looks at fields of their input, and refuses the call, has you
asked, allows it, or tells Claude something, before the client asks for
permission. Rules that ask or allow can change the input first. Rules work once
their hook is installed: neverask install --pack rules.`,
		Example: "  neverask rules templates\n  neverask rules add --template confirm-push --dry-run\n  neverask rules list",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		a.rulesListCommand(), a.rulesShowCommand(), a.rulesAddCommand(), a.rulesEditCommand(), a.rulesRemoveCommand(), a.rulesMoveCommand(),
		a.rulesTemplatesCommand(), a.rulesReplayCommand(),
	)
	return cmd
}

// rulesJSON is the documented shape of rules list --json.
type rulesJSON struct {
	Rules    []toolrule.Rule    `json:"rules"`
	Problems []toolrule.Problem `json:"problems"`
	Matcher  string             `json:"matcher"` // of the tools that the rules are for
	Acts     map[string]int     `json:"acts"`    // in the last seven days, by the ID of the rule
}

func (a *app) rulesListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the rules for tools",
		Example: "  neverask rules list\n  neverask rules list --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, problems, err := a.book().ReadTools()
			if err != nil {
				return &exit{exitInvalid, err, "correct the file; until then no rule acts"}
			}
			for _, p := range problems {
				fmt.Fprintf(a.stderr, "neverask: %s:%d:%d: %s\n", a.in.Paths.Preferences(), p.Line, p.Column, diffview.Visible(p.Message))
			}
			acts := status.ToolActs(a.in)
			if asJSON {
				return a.writeJSON(rulesJSON{orEmpty(list), orEmpty(problems), toolrule.Matcher(list), acts})
			}
			for _, r := range list {
				fmt.Fprintln(a.stdout, diffview.Visible(toolRuleText(r, acts[r.ID])))
			}
			a.hintRules(list)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// hintRules says what is missing for the rules to work.
func (a *app) hintRules(list []toolrule.Rule) {
	switch {
	case len(list) == 0:
		fmt.Fprintln(a.stderr, "hint: no rules for tools yet; neverask rules templates shows some to start from")
	case !install.RulesInstalled(a.in):
		fmt.Fprintln(a.stderr, "hint: the tool rules are not in force: their hook is not installed"+nextStep(status.NotInForce, 0))
	}
}

// toolRuleText is a rule on one line.
func toolRuleText(r toolrule.Rule, acts int) string {
	s := fmt.Sprintf("%-18s %-8s %s", r.ID, r.Act, r.Tool)
	for _, f := range toolrule.Fields() {
		if v := f.Of(&r); f.Part != strictjson.Naming && f.Name != "tool" && f.Name != "act" && v.String() != "" {
			s += "; " + f.Label + " " + beginning(v.String())
		}
	}
	if acts > 0 {
		s += fmt.Sprintf(" (%d× in 7 days)", acts)
	}
	return s
}

// beginning is that of a text, which may fill a screen.
func beginning(text string) string {
	const limit = 72
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}

func (a *app) rulesShowCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "show ID",
		Short:             "Print a rule for tools as JSON, as it stands in the preferences",
		Example:           "  neverask rules show confirm-push",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeToolRules,
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.toolRule(args[0])
			if err != nil {
				return err
			}
			return a.writeJSON(r)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, as without it")
	return cmd
}

// toolRule returns the rule for tools with an ID.
func (a *app) toolRule(id string) (toolrule.Rule, error) {
	list, _, err := a.book().ReadTools()
	if err != nil {
		return toolrule.Rule{}, a.prefsError(err)
	}
	at := slices.IndexFunc(list, func(r toolrule.Rule) bool { return r.ID == id })
	if at < 0 {
		return toolrule.Rule{}, a.prefsError(fmt.Errorf("%s: %w", id, preferences.ErrNoRule))
	}
	return list[at], nil
}

func (a *app) completeToolRules(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var found []string
	if a.open(cmd, nil) == nil {
		list, _, _ := a.book().ReadTools()
		for _, r := range list {
			found = append(found, r.ID+"\t"+string(r.Act)+" "+r.Tool)
		}
	}
	return offered(found), cobra.ShellCompDirectiveNoFileComp
}

func (a *app) rulesTemplatesCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "templates",
		Short:   "List rules for tools to start from",
		Example: "  neverask rules templates\n  neverask rules add --template dry-run",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all := toolrule.Templates(a.in.Locations.Home)
			if asJSON {
				return a.writeJSON(map[string]any{"templates": all})
			}
			for _, t := range all {
				fmt.Fprintf(a.stdout, "%-15s %s\n", t.Name, t.About)
				for _, r := range t.Rules {
					fmt.Fprintf(a.stdout, "  %-25s %-5s %s\n", r.ID, r.Act, r.Tool)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the templates with their rules as JSON")
	return cmd
}

func (a *app) rulesReplayCommand() *cobra.Command {
	var (
		asJSON   bool
		template string
		from     string
		examples int
	)
	cmd := &cobra.Command{
		Use:   "replay [ID]...",
		Short: "Say what rules for tools would have done in past sessions",
		Long: `Say what rules for tools would have done in past sessions.

The calls are those in the transcripts of Claude Code. Without an ID all rules are
held against them together; --template and --from try rules that are not added
yet.`,
		Example:           "  neverask rules replay\n  neverask rules replay confirm-push --examples 20\n  neverask rules replay --template no-secrets",
		ValidArgsFunction: a.completeToolRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := a.replayed(cmd.Context(), args, template, from)
			if err != nil {
				return err
			}
			r, err := a.replayTools(cmd.Context(), list, examples)
			if err != nil {
				return err
			}
			if asJSON {
				return a.writeJSON(r)
			}
			a.printReplay(r)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&template, "template", "", "try the rules of a template")
	cmd.Flags().StringVar(&from, "from", "", "try the rules in a file, or - for standard input")
	cmd.Flags().IntVar(&examples, "examples", 8, "show at most so many calls")
	cmd.MarkFlagsMutuallyExclusive("template", "from")
	_ = cmd.RegisterFlagCompletionFunc("template", completeTemplates)
	return cmd
}

// replayed are the rules that a replay is about.
func (a *app) replayed(ctx context.Context, ids []string, template, from string) ([]toolrule.Rule, error) {
	if template != "" || from != "" {
		if len(ids) > 0 {
			return nil, usage("", "an ID does not go with --template and --from")
		}
		return a.newToolRules(ctx, template, from)
	}
	if len(ids) == 0 {
		list, _, err := a.book().ReadTools()
		return list, a.prefsError(err)
	}
	var list []toolrule.Rule
	for _, id := range ids {
		r, err := a.toolRule(id)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func (a *app) replayTools(ctx context.Context, list []toolrule.Rule, examples int) (preferences.ToolReplay, error) {
	return preferences.ReplayTools(ctx, filepath.Join(a.in.Locations.Config(), "projects"), a.in.Locations.Home, list, examples)
}

// printReplay says what rules would have done.
func (a *app) printReplay(r preferences.ToolReplay) {
	fmt.Fprintln(a.stdout, r)
	for _, e := range r.Examples {
		fmt.Fprintf(a.stdout, "  %s  %-7s %s\n", e.Time.Local().Format(time.DateOnly), e.Act, diffview.Visible(exampleText(e)))
	}
	if e := r.Not; e != nil {
		fmt.Fprintf(a.stdout, "  %s  not     %s: %s\n", e.Time.Local().Format(time.DateOnly), diffview.Visible(oneLine(e.Tool+" "+diffview.RedactCommand(e.Before))), diffview.Visible(oneLine(diffview.RedactCommand(r.Why))))
	}
}

func exampleText(e preferences.ToolExample) string {
	s := e.Tool + " " + diffview.RedactCommand(e.Before)
	if e.After != "" {
		s += " → " + diffview.RedactCommand(e.After)
	}
	return oneLine(s) + " (" + strings.Join(e.Rules, ", ") + ")"
}

// oneLine is a text with one space wherever it has several, or begins a new line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/install"
	"neverask/hooks/app/status"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standing"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// Command is neverask rules.
func Command(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Show and change your rules for questions and tool calls",
		Long: `Show and change your rules.

A rule for questions says what to answer for you. A rule for tools names tools, looks
at fields of their input, and refuses the call, has you asked, or tells Claude
something, before the client asks for permission. Rules for tools work once their
hook is installed: neverask install --pack rules. A standing answer is a line that
Claude is told at the start of each session.`,
		Example: `  neverask rules list
  neverask rules suggest
  neverask rules add --question "Run the tests?" --answer Yes
  neverask rules add tool Bash --when 'command~\bgit push\b' --act ask --dry-run
  neverask rules add --tell "Reviews run in the foreground"`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(
		listCommand(a), showCommand(a), addCommand(a), setCommand(a), removeCommand(a), moveCommand(a),
		suggestCommand(a), evidenceCommand(a), lintCommand(a),
		importCommand(a), exportCommand(a), editCommand(a), optionCommand(a),
	)
	return cmd
}

// rulesJSON is the documented shape of rules list --json: that of the preferences
// file, with what does not hold of it, the tools that the rules are for, and how often
// each acted in the last seven days.
type rulesJSON struct {
	question.Preferences
	ToolRules []toolrule.Rule    `json:"toolRules"`
	Tell      []standing.Line    `json:"tell"`
	Problems  []question.Problem `json:"problems"`
	Matcher   string             `json:"matcher"`
	Acts      map[string]int     `json:"acts"`
}

func listCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the rules",
		Example: "  neverask rules list\n  neverask rules list --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return listRules(cmd.Context(), a, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func listRules(ctx context.Context, a *cli.App, asJSON bool) error {
	p, problems, err := a.Book().Read()
	if err != nil {
		return cli.Exit(cli.Invalid, err, "correct the file; until then every question is asked, and no rule for tools acts")
	}
	tools, broken, err := a.Book().ReadTools()
	if err != nil {
		return cli.Exit(cli.Invalid, err, "correct the file; until then no rule for tools acts")
	}
	lines, untold, err := a.Book().ReadLines()
	if err != nil {
		return cli.Exit(cli.Invalid, err, "correct the file; until then Claude is told nothing")
	}
	problems = slices.Concat(problems, broken, untold)
	for _, problem := range problems {
		a.Note("neverask", fmt.Sprintf("%s:%d:%d: %s", a.Installer.Paths.Preferences(), problem.Line, problem.Column, problem.Message))
	}
	acts := status.ToolActs(a.Installer)
	if asJSON {
		return a.WriteJSON(rulesJSON{p, cli.OrEmpty(tools), cli.OrEmpty(lines), cli.OrEmpty(problems), toolrule.Matcher(tools), acts})
	}
	beside, err := besideRules(ctx, a, p)
	if err != nil {
		return err
	}
	for _, r := range p.Rules {
		a.Row(ruleMargin, cli.RuleText(r)+beside[r.ID])
	}
	for _, r := range tools {
		a.Row(ruleMargin, toolRuleText(r, acts[r.ID]))
	}
	if err := printLines(ctx, a, lines); err != nil {
		return err
	}
	lost, gone := status.LostPreferences(a.Installer)
	switch {
	case gone:
		a.Note("neverask", lost.Message)
		a.Note("hint", lost.Fix)
	case len(p.Rules)+len(tools)+len(lines) == 0:
		fmt.Fprintln(a.Stderr, "hint: no rules yet; neverask rules add makes one, and neverask rules suggest looks for some in your answers")
	case len(tools) > 0 && !install.RulesInstalled(a.Installer):
		fmt.Fprintln(a.Stderr, "hint: the tool rules are off: their hook is not installed"+cli.NextStep(status.NotInForce, 0))
	}
	return nil
}

// besideRules are what stands beside rules, by their ID: that they repeat another one, and why they
// never answer.
func besideRules(ctx context.Context, a *cli.App, p question.Preferences) (map[string]string, error) {
	beside := map[string]string{}
	add := func(id, text string) { beside[id] += "  (" + text + ")" }
	for _, f := range preferences.Lint(p, nil) {
		if f.Other != "" {
			add(f.Rule, f.Kind+": "+f.Message)
		}
	}
	silent := map[string]bool{}
	for _, r := range p.Rules {
		if why := preferences.StillAsked(r); why != "" {
			silent[r.ID] = true
			add(r.ID, "no effect: "+why)
		}
	}
	if len(p.Rules) == 0 {
		return beside, nil
	}
	asked, _, err := a.Asked(ctx)
	if err != nil {
		return nil, err
	}
	past, err := a.Rulebook().Lint(asked)
	for _, f := range past {
		if f.NeverAnswers() && !silent[f.Rule] {
			add(f.Rule, f.Message)
		}
	}
	return beside, err
}

func showCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "show ID",
		Short:             "Print a rule as the JSON in the preferences",
		Example:           "  neverask rules show r-7f3a",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := ruleOf(a, args[0])
			if err != nil {
				return err
			}
			return a.WriteJSON(r.any())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// found is a rule of one kind.
type found struct {
	asked  *question.Rule
	called *toolrule.Rule
	told   *standing.Line
}

func (f found) any() any {
	switch {
	case f.asked != nil:
		return f.asked
	case f.called != nil:
		return f.called
	}
	return f.told
}

// ruleOf returns the rule with an ID: one for questions, one for tools, or a standing answer.
func ruleOf(a *cli.App, id string) (found, error) {
	asked, err := findRule(a, id)
	if err == nil {
		return found{asked: &asked}, nil
	}
	if called, errTool := toolRule(a, id); errTool == nil {
		return found{called: &called}, nil
	}
	if told, errLine := lineOf(a, id); errLine == nil {
		return found{told: &told}, nil
	}
	return found{}, err
}

// ruleMargin is where the text of a rule begins.
const ruleMargin = 26

// toolRuleText is a rule on one line.
func toolRuleText(r toolrule.Rule, acts int) string {
	s := fmt.Sprintf("%-18s %-8s %s", r.ID, r.Act, r.Tool)
	for _, f := range toolrule.Fields() {
		if v := f.Of(&r); f.Part != strictjson.Naming && f.Name != "tool" && f.Name != "act" && v.String() != "" {
			s += "; " + f.Label + " " + cli.Clip(v.String(), 72)
		}
	}
	if acts > 0 {
		s += fmt.Sprintf(" (%d× in 7 days)", acts)
	}
	return s
}

// findRule returns the rule for questions with an ID.
func findRule(a *cli.App, id string) (question.Rule, error) {
	p, _, err := a.Book().Read()
	return named(a, id, p.Rules, err, func(r question.Rule) string { return r.ID })
}

// toolRule returns the rule for tools with an ID.
func toolRule(a *cli.App, id string) (toolrule.Rule, error) {
	list, _, err := a.Book().ReadTools()
	return named(a, id, list, err, func(r toolrule.Rule) string { return r.ID })
}

// named finds a rule in what was read, with its error.
func named[T any](a *cli.App, id string, list []T, err error, name func(T) string) (rule T, _ error) {
	at := slices.Index(cli.NamesOf(list, name), id)
	if err == nil && at >= 0 {
		return list[at], nil
	}
	return rule, a.RulesError(cmp.Or(err, fmt.Errorf("%s: %w", id, preferences.ErrNoRule)))
}

// ruleIDs are the rules of all kinds.
func ruleIDs(ctx context.Context, a *cli.App) []string {
	return slices.Concat(questionRuleIDs(ctx, a), toolRuleIDs(ctx, a), lineIDs(ctx, a))
}

func questionRuleIDs(_ context.Context, a *cli.App) (found []string) {
	p, _, _ := a.Book().Read()
	for _, r := range p.Rules {
		found = append(found, r.ID+"\t"+strings.TrimSpace(cli.RuleText(r)[len(r.ID):]))
	}
	return found
}

func toolRuleIDs(_ context.Context, a *cli.App) (found []string) {
	list, _, _ := a.Book().ReadTools()
	for _, r := range list {
		found = append(found, r.ID+"\t"+string(r.Act)+" "+r.Tool)
	}
	return found
}

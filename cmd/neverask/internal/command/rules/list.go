package rules

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// rulesJSON is the documented shape of rules list --json: the preferences file, its problems, the findings about
// rules, the rules' tools, and how often each acted in the last seven days.
type rulesJSON struct {
	question.Preferences
	ToolRules []toolrule.Rule       `json:"toolRules"`
	Tell      []standinganswer.Line `json:"tell"`
	Problems  []question.Problem    `json:"problems"`
	Findings  []preferences.Finding `json:"findings"`
	Matcher   string                `json:"matcher"`
	Acts      map[string]int        `json:"acts"`
	Conflict  string                `json:"conflict,omitempty"`
	Inactive  *cli.IdleRules        `json:"inactive,omitempty"`
}

// ruleJSON is the documented shape of rules list ID --json.
type ruleJSON struct {
	Rule     any                   `json:"rule"`
	Answers  []question.PastAnswer `json:"answers"`
	Findings []preferences.Finding `json:"findings"`
}

func listCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:        "list [ID]",
		SuggestFor: []string{"show", "get", "ls", "evidence", "lint", "check"},
		Short:      "List the rules, or show one whole",
		Long: `List the rules, and the options that are set.

With an ID it shows one rule whole, as the JSON in the preferences, with your answers to
its questions, and what is wrong with it. A rule gives an answer only if you have given it
before.`,
		Example:           "  neverask rules list\n  neverask rules list r-7f3a\n  neverask rules list --json",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(ruleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return showRule(cmd.Context(), a, args[0], asJSON)
			}
			return listRules(cmd.Context(), a, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func listRules(ctx context.Context, a *cli.App, asJSON bool) error {
	r, err := allRules(a)
	if err != nil {
		return err
	}
	for _, problem := range r.Problems {
		a.Note("neverask",
			fmt.Sprintf("%s:%d:%d: %s", a.Planner.Paths.Preferences(), problem.Line, problem.Column, problem.Message))
	}
	if asJSON {
		if r.Findings, err = findings(ctx, a); err == nil {
			r.Conflict, err = contested(ctx, a, r)
			r.Inactive = idle(a, r)
		}
		return a.Finish(true, r, err)
	}
	beside, err := besideRules(ctx, a, r)
	if err != nil {
		return err
	}
	for _, rule := range r.Rules {
		a.Row(ruleMargin, cli.RuleText(rule)+beside[rule.ID])
	}
	for _, rule := range r.ToolRules {
		a.Row(ruleMargin, toolRuleText(rule, r.Acts[rule.ID]))
	}
	if err := printLines(ctx, a, r.Tell); err != nil {
		return err
	}
	printOptions(a, r.Preferences)
	lost, gone := status.LostPreferences(a.Planner)
	switch {
	case gone:
		a.Note("neverask", lost.Message)
		a.Note("hint", lost.Fix)
	case len(r.Rules)+len(r.ToolRules)+len(r.Tell) == 0:
		fmt.Fprintln(a.Stderr,
			"hint: no rules yet; neverask rules add makes one, and neverask rules suggest looks for some in your answers")
	}
	if len(r.Rules)+len(r.ToolRules)+len(r.Tell) > 0 {
		cli.HintOff(a)
	}
	idle(a, r).Hint(a)
	theirs, err := contested(ctx, a, r)
	if theirs != "" {
		a.Note("hint", theirs)
	}
	return err
}

// contested says which third-party hooks are in the way of the question rules; "" if none is.
func contested(ctx context.Context, a *cli.App, r rulesJSON) (string, error) {
	if len(r.Rules) == 0 || !install.Anywhere(a.Planner, config.QuestionHooks) {
		return "", nil
	}
	now, err := cli.ReviewConflicts(ctx, a, conflicts.Options{})
	if err != nil {
		return "", err
	}
	return cli.Contested(a, now), nil
}

// idle says which rules do nothing because the hook that they need is not installed or cannot act.
func idle(a *cli.App, r rulesJSON) *cli.IdleRules {
	return cli.Idle(a, cli.Kinds{Questions: len(r.Rules) > 0, Tell: len(r.Tell) > 0, Tools: len(r.ToolRules) > 0},
		a.Planner.Sources())
}

// allRules reads the rules of all kinds, without findings.
func allRules(a *cli.App) (r rulesJSON, err error) {
	p, problems, err := a.Book().Read()
	if err != nil {
		return r, cli.ExitError(cli.Invalid, err,
			"correct the file; until then Claude asks every question, and no tool rule acts")
	}
	tools, broken, err := a.Book().ReadTools()
	if err != nil {
		return r, cli.ExitError(cli.Invalid, err, "correct the file; until then no tool rule acts")
	}
	lines, untold, err := a.Book().ReadLines()
	if err != nil {
		return r, cli.ExitError(cli.Invalid, err, "correct the file; until then Claude is told nothing")
	}
	return rulesJSON{
		Preferences: p, ToolRules: cli.OrEmpty(tools), Tell: cli.OrEmpty(lines),
		Problems: cli.OrEmpty(slices.Concat(problems, broken, untold)),
		Matcher:  toolrule.Matcher(tools), Acts: status.ToolActs(a.Planner),
	}, nil
}

// findings returns the findings about rules, from the rules alone and from past questions. A rule that does not
// answer yet, or asks again, is no finding.
func findings(ctx context.Context, a *cli.App) ([]preferences.Finding, error) {
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return nil, err
	}
	all, err := a.Rulebook().Findings(asked)
	if err != nil {
		return nil, a.RulesError(err)
	}
	return cli.OrEmpty(slices.DeleteFunc(all, func(f preferences.Finding) bool {
		return f.Kind == preferences.Unanswered || f.Kind == preferences.Paused
	})), nil
}

// ruleMargin is the column where the text of a rule begins.
const ruleMargin = 30

// toolRuleText returns a tool rule on one line.
func toolRuleText(r toolrule.Rule, acts int) string {
	s := fmt.Sprintf("%-18s %-10s %s", r.ID, r.Act, r.Tool)
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

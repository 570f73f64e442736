package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
	Contested string                `json:"contested,omitempty"`
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
		a.Note("neverask", fmt.Sprintf("%s:%d:%d: %s", a.Planner.Paths.Preferences(), problem.Line, problem.Column, problem.Message))
	}
	if asJSON {
		if r.Findings, err = findings(ctx, a); err == nil {
			r.Contested, err = contested(ctx, a, r)
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
		fmt.Fprintln(a.Stderr, "hint: no rules yet; neverask rules add makes one, and neverask rules suggest looks for some in your answers")
	}
	if len(r.Rules)+len(r.ToolRules)+len(r.Tell) > 0 {
		cli.HintOff(a)
	}
	hintUninstalled(a, r)
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
	now, err := cli.Review(ctx, a, conflicts.Options{})
	if err != nil {
		return "", err
	}
	return cli.Contested(a, now), nil
}

// hintUninstalled says which rules do nothing because no settings file has the hook that they need.
func hintUninstalled(a *cli.App, r rulesJSON) {
	questions, tools := install.Anywhere(a.Planner, config.QuestionHooks), install.Anywhere(a.Planner, config.ToolRuleHook)
	if err := install.Unreadable(a.Planner); err != nil && (!questions && len(r.Rules)+len(r.Tell) > 0 || !tools && len(r.ToolRules) > 0) {
		fmt.Fprintf(a.Stderr, "hint: cannot tell whether neverask's hooks are installed: %s\n", a.Short(err.Error()))
		return
	}
	if !questions {
		var idle []string
		if len(r.Rules) > 0 {
			idle = append(idle, "no rule answers a question")
		}
		if len(r.Tell) > 0 {
			idle = append(idle, "Claude is told nothing")
		}
		if len(idle) > 0 {
			fmt.Fprintf(a.Stderr, "hint: %s, because neverask's hooks are not installed: neverask install\n", strings.Join(idle, ", and "))
		}
	}
	if len(r.ToolRules) > 0 && !tools {
		fmt.Fprintln(a.Stderr, "hint: the tool rules are off: their hook is not installed"+cli.NextStep(status.NotInForce, 0))
	}
}

// allRules reads the rules of all kinds, without findings.
func allRules(a *cli.App) (r rulesJSON, err error) {
	p, problems, err := a.Book().Read()
	if err != nil {
		return r, cli.ExitError(cli.Invalid, err, "correct the file; until then Claude asks every question, and no tool rule acts")
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
		Preferences: p, ToolRules: cli.OrEmpty(tools), Tell: cli.OrEmpty(lines), Problems: cli.OrEmpty(slices.Concat(problems, broken, untold)),
		Matcher: toolrule.Matcher(tools), Acts: status.ToolActs(a.Planner),
	}, nil
}

// findings returns the findings about rules, from the rules alone and from past questions. A rule that has not
// answered yet is no finding.
func findings(ctx context.Context, a *cli.App) ([]preferences.Finding, error) {
	asked, _, err := a.Asked(ctx)
	if err != nil {
		return nil, err
	}
	all, err := a.Rulebook().Findings(asked)
	if err != nil {
		return nil, a.RulesError(err)
	}
	return cli.OrEmpty(slices.DeleteFunc(all, func(f preferences.Finding) bool { return f.Kind == preferences.Unanswered })), nil
}

// besideRules returns the findings to print beside rules, by ID, except that a rule matches no past question, which
// may be fine.
func besideRules(ctx context.Context, a *cli.App, r rulesJSON) (map[string]string, error) {
	beside := map[string]string{}
	if len(r.Rules) == 0 {
		return beside, nil
	}
	all, err := findings(ctx, a)
	for _, f := range all {
		switch {
		case f.Kind == preferences.Unmatched || f.Kind == preferences.Broken:
		case f.Other != "":
			beside[f.Rule] += "  (" + f.Kind + ": " + f.Message + ")"
		case f.Kind == preferences.OneWay:
			beside[f.Rule] += "  (no effect: " + f.Message + ")"
		default:
			beside[f.Rule] += "  (" + f.Message + ")"
		}
	}
	return beside, err
}

// showRule shows a rule with the person's answers to its questions, and its findings.
func showRule(ctx context.Context, a *cli.App, id string, asJSON bool) error {
	one, err := ruleOf(a, id)
	if err != nil {
		return err
	}
	wrong, err := findings(ctx, a)
	if err != nil {
		return err
	}
	wrong = slices.DeleteFunc(wrong, func(f preferences.Finding) bool { return f.Rule != id })
	var about []question.PastAnswer
	if one.asked != nil {
		about = one.asked.About(a.Rulebook().Answered())
	}
	if asJSON {
		return a.WriteJSON(ruleJSON{one.any(), cli.OrEmpty(about), cli.OrEmpty(wrong)})
	}
	if err := a.WriteJSON(one.any()); err != nil {
		return err
	}
	for _, f := range wrong {
		a.Line("", "%s: %s", f.Kind, f.Message)
	}
	if one.asked == nil {
		return nil
	}
	if r := *one.asked; r.Mode != question.AlwaysAsk {
		a.Line("", "same %s: %s", r.Sameness(), strictjson.Explain(question.Samenesses(), string(r.Sameness())))
	}
	a.Line("", "%s", countAnswers(about))
	past, _, err := a.Asked(ctx)
	if text := uncounted(a, *one.asked, past); err == nil && text != "" {
		a.Line("", "%s", text)
	}
	for _, past := range about {
		note := string(past.By)
		if past.Unconfirmed {
			note += ", not yet confirmed by a transcript"
		}
		fmt.Fprintf(a.Stdout, "  %s  %s → %s  (%s)\n", past.At.Local().Format(time.DateTime), cli.Shown(past.Question.Text), cli.Shown(past.Answer()), note)
	}
	return nil
}

// countAnswers says how often the person answered a rule's questions.
func countAnswers(about []question.PastAnswer) string {
	switch n := len(about); n {
	case 0:
		return "no answer of yours counts yet; Claude asks you once more"
	case 1:
		return "answered on " + about[0].At.Local().Format(time.DateOnly)
	default:
		return fmt.Sprintf("answered %d times, last on %s", n, about[n-1].At.Local().Format(time.DateOnly))
	}
}

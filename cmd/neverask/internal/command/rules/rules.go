package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// Command returns the command neverask rules.
func Command(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:        "rules",
		SuggestFor: []string{"rule", "preferences", "prefs", "answers"},
		Short:      "Show and change your rules for questions and tool calls",
		Long: `Show and change your rules.

A question rule says what to answer for you. A tool rule names tools, checks fields of
their input, and refuses the call, has Claude Code ask you, or tells Claude
something. Both kinds work once
neverask's hooks are installed: neverask install. A standing answer is a line that Claude
is told at the start of each session.`,
		Example: `  neverask rules list
  neverask rules suggest
  neverask rules add --question "Run the tests?" --answer Yes
  neverask rules add tool Bash --when 'command~\bgit push\b' --act ask --dry-run
  neverask rules add --tell "Reviews run in the foreground"`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(
		listCommand(a), addCommand(a), editCommand(a), removeCommand(a),
		suggestCommand(a), importCommand(a), exportCommand(a),
	)
	return cmd
}

// found is a rule of any kind.
type found struct {
	asked  *question.Rule
	called *toolrule.Rule
	told   *standinganswer.Line
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

// ruleOf returns the rule with this ID: a question rule, a tool rule, or a standing answer.
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

// findRule returns the question rule with this ID.
func findRule(a *cli.App, id string) (question.Rule, error) {
	p, _, err := a.Book().Read()
	return named(a, id, p.Rules, err, func(r question.Rule) string { return r.ID })
}

// toolRule returns the tool rule with this ID.
func toolRule(a *cli.App, id string) (toolrule.Rule, error) {
	list, _, err := a.Book().ReadTools()
	return named(a, id, list, err, func(r toolrule.Rule) string { return r.ID })
}

// named finds a rule by its ID in a list that was read with err.
func named[T any](a *cli.App, id string, list []T, err error, name func(T) string) (rule T, _ error) {
	at := slices.Index(cli.NamesOf(list, name), id)
	if err == nil && at >= 0 {
		return list[at], nil
	}
	return rule, a.RulesError(cmp.Or(err, fmt.Errorf("%s: %w", id, preferences.ErrNoRule)))
}

// ruleIDs returns the rules of all kinds, for completion.
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

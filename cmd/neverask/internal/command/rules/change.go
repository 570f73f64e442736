package rules

import (
	"context"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// changeRules shows an edit of the rules with its consequences, and makes it.
func changeRules(ctx context.Context, a *cli.App, op string, f cli.ChangeFlags, edit preferences.Edit) error {
	return changeRule(ctx, a, op, f, nil, edit)
}

// changeRule is [changeRules] for an edit that leaves r, unless that is nil, as it will be: the plan says which other
// rule is for the same questions.
func changeRule(ctx context.Context, a *cli.App, op string, f cli.ChangeFlags,
	r *question.Rule, edit preferences.Edit) error {
	plan := func() (planner.Plan, error) {
		p, err := install.Rules(a.Planner, op, edit)
		if err != nil {
			return p, a.RulesError(err)
		}
		for _, id := range preferences.Unmarked(p.Before, p.After) {
			p.Problems = append(p.Problems, planner.Problem{ID: "unmarked", Severity: "info",
				Message: id + ": " + question.Unmarked, Fix: "neverask undo brings the mark back"})
		}
		if r == nil {
			return p, nil
		}
		if text, id := besideText(a, *r); text != "" {
			p.Problems = append(p.Problems, planner.Problem{
				ID: "beside-rule", Severity: "warning", Message: text, Fix: "neverask rules rm " + id + " removes that one",
			})
		}
		return p, nil
	}
	return a.Change(ctx, plan, nil, f)
}

// kindOp returns op, or OpRules if one of the IDs is a tool rule's.
func kindOp(a *cli.App, op string, ids ...string) string {
	for _, id := range ids {
		if r, _ := ruleOf(a, id); r.called != nil {
			return cli.OpRules
		}
	}
	return op
}

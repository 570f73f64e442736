package rules

import (
	"cmp"
	"fmt"
	"slices"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
)

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

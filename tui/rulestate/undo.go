package rulestate

import (
	"context"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// An edit of one question rule is made without showing a plan first, and is undone the
// same way: the status line tells the result.

// TakeBack undoes a change of one rule, and tells the result.
func (b *Rules) TakeBack(m *kit.Model, r settings.Receipt) tea.Cmd {
	backend := b.backend
	said, back := "", ""
	return b.Change(m, Edit{
		Cannot: "undo",
		Do: func(ctx context.Context) error {
			plan, err := backend.Undo(r)
			if err != nil || plan.Empty() {
				said = "nothing to undo"
				return err
			}
			said, back = undone(RulesIn(plan.Before), RulesIn(plan.After))
			_, err = backend.Apply(ctx, plan)
			return err
		},
		Then: func(m *kit.Model) tea.Cmd {
			b.Wanted = back
			m.Say(said)
			return nil
		},
	})
}

// undone tells what happened to the one rule that differs, and returns the ID of the restored rule.
func undone(before, after []question.Rule) (said, back string) {
	in := func(all []question.Rule, id string) (r question.Rule, ok bool) {
		i := slices.IndexFunc(all, func(r question.Rule) bool { return r.ID == id })
		if i < 0 {
			return r, false
		}
		return all[i], true
	}
	for _, now := range after {
		old, was := in(before, now.ID)
		switch {
		case !was:
			return "✓ undone: the rule is back: " + drawing.RuleText(now), now.ID
		case !reflect.DeepEqual(old, now):
			return "✓ undone: the rule is as before: " + drawing.RuleText(now), now.ID
		}
	}
	for _, old := range before {
		if _, is := in(after, old.ID); !is {
			return "✓ undone: the rule is gone: " + drawing.Quoted(old), ""
		}
	}
	return "✓ undone: the rules are in their previous order", ""
}

// RulesIn returns the rules in a content of their file.
func RulesIn(content []byte) []question.Rule {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return nil
	}
	return p.Rules
}

package rulestate

import (
	"context"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/tui/kit"
)

// An edit of one question rule was made without a diff, and is taken back without
// one: the status line says what came of it.

// TakeBack undoes a change of one rule. about says what the change did, safe to draw.
func (b *Rules) TakeBack(m *kit.Model, about string, r settings.Receipt) tea.Cmd {
	backend := b.backend
	said, back := "undone: "+about, ""
	return b.Change(m, Edit{
		Cannot: "undo",
		Do: func(ctx context.Context) error {
			plan, err := backend.Undo(r)
			if err != nil || plan.Empty() {
				said = "nothing to undo"
				return err
			}
			old := RulesIn(plan.Before)
			for _, now := range RulesIn(plan.After) {
				if !slices.ContainsFunc(old, func(r question.Rule) bool { return reflect.DeepEqual(r, now) }) {
					back = now.ID
				}
			}
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

// RulesIn are the rules in a content of their file.
func RulesIn(content []byte) []question.Rule {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return nil
	}
	return p.Rules
}

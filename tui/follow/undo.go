package follow

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// An edit of one question rule was made without a diff, and is taken back without
// one: the status line says what came of it.

// TakeBack undoes a change of one rule, or redoes it, as op says.
func (b *Rules) TakeBack(m *kit.Model, op string, r settings.Receipt) tea.Cmd {
	backend, home := b.backend, m.Home
	said, back := "", ""
	return b.Change(m, Edit{
		Cannot: op,
		Do: func(ctx context.Context) error {
			plan, err := backend.Undo(r)
			if err != nil || plan.Empty() {
				said = "nothing to " + op
				return err
			}
			if _, err := backend.Apply(ctx, plan); err != nil {
				return err
			}
			var text string
			text, back = difference(home, plan.Before, plan.After)
			said = op + ": " + text + map[string]string{"undo": " · Z to redo", "redo": " · z to undo"}[op]
			return nil
		},
		Then: func(m *kit.Model) tea.Cmd {
			b.Wanted = back
			m.Say(said)
			return nil
		},
	})
}

// difference says what happened to the rules between two contents of their
// file, and names one that is there afterwards.
func difference(home string, before, after []byte) (text, id string) {
	old, now := RulesIn(before), RulesIn(after)
	said := acceptances(home, before, after)
	say := func(r question.Rule, what string) {
		said = append(said, drawing.Quoted(r)+" "+what)
		if slices.ContainsFunc(now, func(n question.Rule) bool { return n.ID == r.ID }) {
			id = r.ID
		}
	}
	byID := func(id string) func(question.Rule) bool {
		return func(r question.Rule) bool { return r.ID == id }
	}
	for _, r := range now {
		if !slices.ContainsFunc(old, byID(r.ID)) {
			say(r, "restored")
		}
	}
	for _, r := range old {
		switch at := slices.IndexFunc(now, byID(r.ID)); {
		case at < 0:
			say(r, "removed")
		case now[at].Mode != r.Mode:
			say(now[at], "is “"+drawing.ModeBadge(now[at].Mode).Word+"” again")
		case !reflect.DeepEqual(now[at], r):
			say(now[at], "back to how it was")
		}
	}
	switch {
	case len(said) == 0 && slices.EqualFunc(old, now, func(a, b question.Rule) bool { return a.ID == b.ID }):
		return "no rule changed", ""
	case len(said) == 0:
		return "the rules are in their previous order", ""
	case len(said) > 2:
		return fmt.Sprintf("%s, and %d more", said[0], len(said)-1), id
	}
	return strings.Join(said, ", "), id
}

// acceptances say what happened to what is accepted of projects.
func acceptances(home string, before, after []byte) (said []string) {
	old, now := preferencesIn(before).Trusted, preferencesIn(after).Trusted
	find := func(list []question.Trusted, project string) *question.Trusted {
		if i := slices.IndexFunc(list, func(t question.Trusted) bool { return t.Project == project }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	for _, t := range old {
		switch now := find(now, t.Project); {
		case now == nil:
			said = append(said, "the rules of "+kit.Short(home, t.Project)+" are no longer accepted")
		case *now != t:
			said = append(said, "the rules of "+kit.Short(home, t.Project)+" from "+drawing.Day(now.Accepted)+" are accepted again")
		}
	}
	for _, t := range now {
		if find(old, t.Project) == nil {
			said = append(said, "the rules of "+kit.Short(home, t.Project)+" are accepted again")
		}
	}
	return said
}

// RulesIn are the rules in a content of their file.
func RulesIn(content []byte) []question.Rule { return preferencesIn(content).Rules }

func preferencesIn(content []byte) question.Preferences {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return question.Preferences{}
	}
	return p
}

package tui

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/question"
	"neverask/settings"
)

// An edit of the rules was made without a diff, and is taken back without one:
// the status line says what came of it.

// takenBack does undo or redo of a change of the rules; nil when the change is
// of another file.
func (m *model) takenBack(op string, r settings.Receipt) func(*model) tea.Cmd {
	tab, ok := m.tabs[m.active].tab.(interface{ rulebook() *rulebook })
	if !ok || r.Path != tab.rulebook().path {
		return nil
	}
	return func(m *model) tea.Cmd { return m.takeBack(tab.rulebook(), op, r) }
}

// recallBinding is the key for undo or redo of the last change.
func (m *model) recallBinding(op, key, about string, r settings.Receipt) binding {
	if do := m.takenBack(op, r); do != nil {
		return bind(op, do, key).means(about).writing()
	}
	begin := func(m *model) tea.Cmd { return m.begin(change{op: op, receipt: r}) }
	return bind(op+"…", begin, key).means(about + "; shows it first").writing()
}

func (t *preferencesTab) rulebook() *rulebook { return t.book }

func (m *model) takeBack(b *rulebook, op string, r settings.Receipt) tea.Cmd {
	backend, home := m.Backend, m.Home
	said, back := "", ""
	return m.edit(b, edit{
		do: func(ctx context.Context) error {
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
			said = op + ": " + text
			return nil
		},
		then: func(m *model, err error) tea.Cmd {
			if err != nil {
				m.push(failure(m.Home, change{op: op}, err, "The file is as it was."))
				return nil
			}
			b.wanted = back
			m.say(said)
			return nil
		},
	})
}

// difference says what happened to the rules between two contents of their
// file, and names one that is there afterwards.
func difference(home string, before, after []byte) (text, id string) {
	old, new := rulesIn(before), rulesIn(after)
	said := acceptances(home, before, after)
	say := func(r question.Rule, what string) {
		said = append(said, quoted(r)+" "+what)
		if slices.ContainsFunc(new, func(n question.Rule) bool { return n.ID == r.ID }) {
			id = r.ID
		}
	}
	byID := func(id string) func(question.Rule) bool {
		return func(r question.Rule) bool { return r.ID == id }
	}
	for _, r := range new {
		if !slices.ContainsFunc(old, byID(r.ID)) {
			say(r, "is there again")
		}
	}
	for _, r := range old {
		switch at := slices.IndexFunc(new, byID(r.ID)); {
		case at < 0:
			say(r, "is gone")
		case new[at].Mode != r.Mode:
			say(new[at], "is “"+modeBadge(new[at].Mode).word+"” again")
		case !reflect.DeepEqual(new[at], r):
			say(new[at], "is as it was before")
		}
	}
	switch {
	case len(said) == 0:
		return "the rules are in their former order", ""
	case len(said) > 2:
		return fmt.Sprintf("%s, and %d more", said[0], len(said)-1), id
	}
	return strings.Join(said, ", "), id
}

// acceptances say what happened to what is accepted of projects.
func acceptances(home string, before, after []byte) (said []string) {
	old, new := preferencesIn(before).Trusted, preferencesIn(after).Trusted
	find := func(list []question.Trusted, project string) *question.Trusted {
		if i := slices.IndexFunc(list, func(t question.Trusted) bool { return t.Project == project }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	for _, t := range old {
		switch now := find(new, t.Project); {
		case now == nil:
			said = append(said, "nothing of "+short(home, t.Project)+" is accepted any more")
		case *now != t:
			said = append(said, "what was accepted of "+short(home, t.Project)+" on "+day(now.Accepted)+" is accepted again")
		}
	}
	for _, t := range new {
		if find(old, t.Project) == nil {
			said = append(said, "what "+short(home, t.Project)+" proposes is accepted again")
		}
	}
	return said
}

func rulesIn(content []byte) []question.Rule { return preferencesIn(content).Rules }

func preferencesIn(content []byte) question.Preferences {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return question.Preferences{}
	}
	return p
}

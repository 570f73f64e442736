package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
)

// What is decided about a proposal. Both decisions are one change of the
// preferences, which undo takes back.

// accept asks whether to accept what is shown, once it was shown to its end.
func (v *proposalReview) accept(m *model) tea.Cmd {
	p, height := m.lay(v)
	s := m.current()
	if room := p.room(height); s.top+room < p.rows {
		s.top += max(room-1, 1)
		m.say("read on before you accept; G goes to the end")
		return nil
	}
	m.say("")
	t, shown := v.tab, v.shown
	project := short(t.home, shown.Project)
	m.push(&sure{
		heading: "Accept exactly this?", about: diffview.Count(len(shown.Rules), "rule") + " of " + project + ", SHA-256 " + brief(shown.Digest),
		no: "No, they do nothing", yes: "Yes, accept what was shown",
		do: func(m *model) tea.Cmd {
			book, trusted := t.book.book, shown.Trusted(t.now())
			return t.decide(m, v, "accept the rules", "accepted what "+project+" proposes", func(ctx context.Context) error {
				_, err := book.Trust(ctx, trusted)
				return err
			})
		},
	})
	return nil
}

// revoke asks whether to forget what was accepted.
func (v *proposalReview) revoke(m *model) tea.Cmd {
	t, project := v.tab, v.shown.Project
	name := short(t.home, project)
	m.push(&sure{
		heading: "Forget what you accepted?", about: diffview.Count(len(v.shown.Before.Rules()), "rule") + " of " + name + ", accepted on " + day(v.shown.Before.Accepted),
		no: "No, leave it as it is", yes: "Yes, forget it",
		do: func(m *model) tea.Cmd {
			book := t.book.book
			return t.decide(m, v, "forget the rules", "forgot what was accepted of "+name, func(ctx context.Context) error {
				_, err := book.Distrust(ctx, project)
				if errors.Is(err, preferences.ErrNotTrusted) {
					return nil // elsewhere, meanwhile
				}
				return err
			})
		},
	})
	return nil
}

// decide makes a change, and leaves the review when it is made.
func (t *preferencesTab) decide(m *model, v *proposalReview, what, said string, do func(context.Context) error) tea.Cmd {
	m.pop() // the question
	return m.edit(t.book, edit{do: do, then: func(m *model, err error) tea.Cmd {
		if err != nil {
			return t.failed(m, what, err)
		}
		for i := range m.layers {
			if m.layers[i].layer == layer(v) {
				m.layers = m.layers[:i]
				break
			}
		}
		m.say(said + " · z takes it back")
		return nil
	}})
}

// revokeRule opens the review of the project that has proposed the chosen rule,
// and the question whether to forget it.
func (t *preferencesTab) revokeRule(m *model) tea.Cmd {
	r, _ := t.chosen()
	cmd := t.reviewProposal(m, r.Project)
	if v := m.current().layer.(*proposalReview); v.shown.Before != nil {
		return tea.Batch(cmd, v.revoke(m))
	}
	return cmd
}

// sure asks for a yes. No is chosen until the person chooses otherwise.
type sure struct {
	heading, about, no, yes string
	do                      func(*model) tea.Cmd
	chosen                  bool // yes
}

func (s *sure) title() string { return s.heading }

func (s *sure) page(width, height int, st *styles) page {
	choices := []string{"  " + s.no, "  " + s.yes}
	at := 0
	if s.chosen {
		at = 1
	}
	choices[at] = st.selected.Render("▸" + choices[at][1:])
	p := lines(choices)
	p.head = append(append(spaced(height, ""), wrap(s.about, width)...), spaced(height, "")...)
	p.foot = spaced(height, "")
	p.focus, p.focusEnd = at, at+1
	return p
}

func (s *sure) bindings() []binding {
	return []binding{
		bind("yes", s.do, "y"), bind("no", (*model).back, "n"),
		bind("choose", s.choose, "enter"), bind("back", (*model).back, "esc"),
		quiet("← →", "the other choice", func(*model) tea.Cmd { s.chosen = !s.chosen; return nil }, "left", "right", "tab", "h", "l"),
	}
}

func (s *sure) choose(m *model) tea.Cmd {
	if s.chosen {
		return s.do(m)
	}
	return m.back()
}

func (s *sure) move(by int) { s.chosen = by > 0 }

// click chooses; only a second click on the same choice does it.
func (s *sure) click(row int) func(*model) tea.Cmd {
	if s.chosen == (row == 1) {
		return s.choose
	}
	s.chosen = row == 1
	return nil
}

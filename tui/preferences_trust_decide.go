package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// What is decided about a proposal. Both decisions are one change of the
// preferences, which undo takes back.

// accept asks whether to accept what is shown, once it was shown to its end.
func (v *proposalReview) accept(m *kit.Model) tea.Cmd {
	if m.ReadOn() {
		m.Say("read to the end before you accept (G jumps there)")
		return nil
	}
	m.Say("")
	t, shown := v.tab, v.shown
	project := kit.Short(t.home, shown.Project)
	about := diffview.Count(len(shown.Rules), "rule") + " of " + project + ", SHA-256 " + drawing.Brief(shown.Digest)
	m.Push(kit.ConfirmText("Accept exactly this?", about, "No, don't accept", "Yes, accept what was shown", func(m *kit.Model) tea.Cmd {
		book, trusted := t.state.Rules.Book, shown.Trusted(t.now())
		return t.decide(m, v, "accept the rules", "accepted what "+project+" proposes", func(ctx context.Context) error {
			_, err := book.Trust(ctx, trusted)
			return err
		})
	}))
	return nil
}

// revoke asks whether to forget what was accepted.
func (v *proposalReview) revoke(m *kit.Model) tea.Cmd {
	t, project := v.tab, v.shown.Project
	name := kit.Short(t.home, project)
	about := diffview.Count(len(v.shown.Before.Rules()), "rule") + " of " + name + ", accepted on " + drawing.Day(v.shown.Before.Accepted)
	m.Push(kit.ConfirmText("Revoke what you accepted?", about, "No, keep it", "Yes, revoke it", func(m *kit.Model) tea.Cmd {
		book := t.state.Rules.Book
		return t.decide(m, v, "revoke the rules", "revoked what you accepted from "+name, func(ctx context.Context) error {
			_, err := book.Distrust(ctx, project)
			if errors.Is(err, preferences.ErrNotTrusted) {
				return nil // elsewhere, meanwhile
			}
			return err
		})
	}))
	return nil
}

// decide makes a change, and leaves the review when it is made.
func (t *preferencesTab) decide(m *kit.Model, v *proposalReview, what, said string, do func(context.Context) error) tea.Cmd {
	m.Pop() // the question
	return t.state.Rules.Change(m, follow.Edit{Do: do, Then: func(m *kit.Model, err error) tea.Cmd {
		if err != nil {
			return t.state.Rules.Failed(m, what, err)
		}
		m.Close(v)
		m.Say(said + " · z to undo")
		return nil
	}})
}

// revokeRule opens the review of the project that has proposed the chosen rule,
// and the question whether to forget it.
func (t *preferencesTab) revokeRule(m *kit.Model) tea.Cmd {
	r, _ := t.chosen()
	if v := t.openProposal(m, r.Project); v.shown.Before != nil {
		return v.revoke(m)
	}
	return nil
}

package proposal

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
func (v *Review) accept(m *kit.Model) tea.Cmd {
	if m.ReadOn() {
		m.Say("read to the end before you accept (G jumps there)")
		return nil
	}
	m.Say("")
	shown := v.Shown
	project := kit.Short(v.home, shown.Project)
	about := diffview.Count(len(shown.Rules), "rule") + " of " + project + ", SHA-256 " + drawing.Brief(shown.Digest)
	m.Push(kit.ConfirmText("Accept exactly this?", about, "No, don't accept", "Yes, accept what was shown", func(m *kit.Model) tea.Cmd {
		book, trusted := v.state.Rules.Book, shown.Trusted(v.now())
		return v.decide(m, "accept the rules", "accepted what "+project+" proposes", func(ctx context.Context) error {
			_, err := book.Trust(ctx, trusted)
			return err
		})
	}))
	return nil
}

// revoke asks whether to forget what was accepted.
func (v *Review) revoke(m *kit.Model) tea.Cmd {
	project := v.Shown.Project
	name := kit.Short(v.home, project)
	about := diffview.Count(len(v.Shown.Before.Rules()), "rule") + " of " + name + ", accepted on " + drawing.Day(v.Shown.Before.Accepted)
	m.Push(kit.ConfirmText("Delete the rules that you accepted?", about, "No, keep them", "Yes, delete them", func(m *kit.Model) tea.Cmd {
		book := v.state.Rules.Book
		return v.decide(m, "delete the rules", "deleted the rules of "+name, func(ctx context.Context) error {
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
func (v *Review) decide(m *kit.Model, what, said string, do func(context.Context) error) tea.Cmd {
	m.Pop() // the question
	return v.state.Rules.Change(m, follow.Edit{Cannot: what, Do: do, Then: func(m *kit.Model) tea.Cmd {
		m.Close(v)
		m.Say(said + " · z to undo")
		return nil
	}})
}

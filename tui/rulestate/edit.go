package rulestate

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// An Edit is one change of the rules. Pressing the key is the consent; undo is offered
// afterwards.
type Edit struct {
	Cannot string // what could not be done, for an error: "delete the rule"
	Do     func(context.Context) error
	// Then runs in Update after success. After an error, Failed may handle it;
	// if it doesn't or is nil, the person is told.
	Then   func(*kit.Model) tea.Cmd
	Failed func(*kit.Model, error) (taken bool)
}

type editedMsg struct {
	book *Rules
	work *kit.Work
	edit Edit
	err  error
	now  tea.Msg // the rules after the edit
}

// Change makes an edit.
func (b *Rules) Change(m *kit.Model, e Edit) tea.Cmd {
	if m.ReadOnly {
		return m.Refuse()
	}
	w := &kit.Work{Until: "the change is written"}
	m.Hold(w)
	read := b.readFile()
	return func() tea.Msg {
		err := e.Do(context.Background())
		return editedMsg{b, w, e, err, read()}
	}
}

// Take shows the result of an edit.
func (msg editedMsg) Take(m *kit.Model) tea.Cmd {
	b := msg.book
	// The changed rules are shown together with the message: the next key
	// may act on the rule.
	follow := m.Host.Receive(b.fresh(msg.now.(rulesReadMsg)))
	cmd := tea.Batch(follow, msg.follows(m))
	if m.Release(msg.work, msg.err) {
		return tea.Quit
	}
	return tea.Batch(cmd, m.Reload())
}

// follows runs what follows an edit.
func (msg editedMsg) follows(m *kit.Model) tea.Cmd {
	switch {
	case msg.err == nil:
		return msg.edit.Then(m)
	case msg.edit.Failed == nil || !msg.edit.Failed(m, msg.err):
		tell(m, msg.edit.Cannot, msg.err)
	}
	return nil
}

// SetOption sets an option of the preferences.
func (b *Rules) SetOption(m *kit.Model, name, value string) tea.Cmd {
	o, _ := preferences.OptionOf(name)
	book := b.Book
	return b.Change(m, Edit{
		Cannot: "change the preferences",
		Do:     func(ctx context.Context) error { return book.SetOption(ctx, name, value) },
		Then: func(m *kit.Model) tea.Cmd {
			m.Say(fmt.Sprintf("✓ set the option %s to %s: %s · z to undo", diffview.Visible(name), value,
				strictjson.Explain(o.Values, value)))
			return nil
		},
	})
}

// ErrElsewhere says that a rule is no longer as shown.
var ErrElsewhere = errors.New("it was changed elsewhere; this is its current state")

// tell says why an edit was not made.
func tell(m *kit.Model, what string, err error) {
	switch {
	case errors.Is(err, preferences.ErrNoRule):
		m.Say("✗ the rule is gone: someone else deleted it")
	case errors.Is(err, preferences.ErrRuleChanged):
		m.Say("✗ the rule was not changed: " + ErrElsewhere.Error())
	default:
		m.Push(change.Failure(m.Home, what, err, "Nothing was written."))
	}
}

package rules

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// outside shows the changes of the preferences that were not made through
// neverask and let more be answered, and asks the person to confirm them.
type outside struct {
	place *Place
	list  []preferences.Outside // as they are shown, which is what is confirmed
}

func (*outside) Crumb() string { return "Changed outside" }

func (t *Place) showOutside(m *kit.Model) tea.Cmd {
	m.Push(&outside{t, t.state.Rules.Outside})
	return nil
}

func (o *outside) Page(width, height int, st *kit.Styles) kit.Page {
	inner := kit.Prose(width - 1)
	var all []string
	for _, c := range o.list {
		all = append(all, kit.Spaced(height, "")...)
		name := diffview.Visible(c.ID)
		if c.Now != nil {
			name = drawing.MatchText(c.Now.Match)
		} else if c.Before != nil {
			name = drawing.MatchText(c.Before.Match)
		}
		all = append(all, kit.Styled(kit.Indented(name, 1, inner), st.Strong)...)
		all = append(all, kit.Noted(kit.Mark("▲", diffview.Visible(c.Kind), kit.Warn), kit.Clean(o.place.home, c.Message), inner, st)...)
		if r := c.Now; r != nil {
			all = append(all, kit.Labelled("now", o.rule(*r, st), inner, st)...)
		}
		if r := c.Before; r != nil {
			all = append(all, kit.Labelled("before", o.rule(*r, st), inner, st)...)
		}
	}
	p := kit.Lines(all)
	p.Subject = kit.Short(o.place.home, o.place.state.Rules.Path)
	p.Head = []string{" " + st.Strong.Render("Did you make these changes?")}
	foot := "They are in effect. If one isn't yours, fix or delete it in the list."
	if o.place.state.InSession {
		foot += " This is a session of Claude Code, and only you can confirm: use a terminal of your own."
	}
	p.Foot = append(kit.Spaced(height, ""), kit.Styled(kit.Indented(foot, 1, inner), st.Muted)...)
	return p
}

// rule says what a rule does, and where.
func (o *outside) rule(r question.Rule, st *kit.Styles) string {
	parts := []string{drawing.ModeBadge(r.Mode).Draw(st), drawing.ScopeText(o.place.home, r)}
	switch answer := drawing.AnswerText(r.Answer); {
	case answer == "":
	case r.Mode == question.AlwaysAsk:
		parts[0] += ", keeps " + answer
	default:
		parts[0] += " " + answer
	}
	return strings.Join(parts, " · ")
}

func (o *outside) Bindings() []kit.Binding {
	back := kit.Bind("back", (*kit.Model).Back, "esc")
	if o.place.state.InSession {
		return []kit.Binding{back}
	}
	return []kit.Binding{kit.Bind("confirm all", o.confirm, "c").Means("they are mine: don't mention them again").Writing(), back}
}

// confirmedMsg says that the changes count as seen, or why not.
type confirmedMsg struct {
	n   int
	err error
}

func (o *outside) confirm(m *kit.Model) tea.Cmd {
	m.Pop()
	backend, list := o.place.backend, o.list
	return func() tea.Msg { return confirmedMsg{len(list), backend.ConfirmOutside(list)} }
}

// Take says what came of it, and reads again what is still to be confirmed.
func (msg confirmedMsg) Take(m *kit.Model) tea.Cmd {
	if msg.err != nil {
		m.Push(change.Failure(m.Home, "confirm the changes", msg.err, "None of them is confirmed."))
	} else {
		m.Say("confirmed: " + diffview.Count(msg.n, "change"))
	}
	return m.Reload()
}

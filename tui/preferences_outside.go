package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// outside shows the changes of the preferences that were not made through
// neverask and let more be answered, and asks the person to confirm them.
type outside struct {
	tab  *preferencesTab
	list []preferences.Outside // as they are shown, which is what is confirmed
}

func (*outside) crumb() string { return "Changed outside" }

// outsideBanner says that there are such changes.
func (t *preferencesTab) outsideBanner(width int, st *styles) []string {
	if len(t.book.outside) == 0 {
		return nil
	}
	return noted(mark("▲", diffview.Count(len(t.book.outside), "change"), warn), "not made through neverask; "+st.key.Render("c")+" shows and confirms", width, st)
}

func (t *preferencesTab) showOutside(m *model) tea.Cmd {
	m.push(&outside{t, t.book.outside})
	m.say("")
	return nil
}

func (o *outside) page(width, height int, st *styles) page {
	inner := prose(width)
	var all []string
	for _, c := range o.list {
		all = append(all, spaced(height, "")...)
		name := diffview.Visible(c.ID)
		if c.Now != nil {
			name = matchText(c.Now.Match)
		} else if c.Before != nil {
			name = matchText(c.Before.Match)
		}
		all = append(all, styled(indented(name, 1, inner), st.strong)...)
		all = append(all, noted(mark("▲", diffview.Visible(c.Kind), warn), clean(o.tab.home, c.Message), inner, st)...)
		if r := c.Now; r != nil {
			all = append(all, labelled("now", o.rule(*r, st), inner, st)...)
		}
		if r := c.Before; r != nil {
			all = append(all, labelled("before", o.rule(*r, st), inner, st)...)
		}
	}
	p := lines(all)
	p.subject = short(o.tab.home, o.tab.book.path)
	p.head = []string{" " + st.strong.Render("Did you make these changes?")}
	foot := "They hold already. What you did not make, change or delete on the list."
	if o.tab.inSession {
		foot += " This is a session of Claude Code, and the yes must be yours: confirm in a terminal of your own."
	}
	p.foot = append(spaced(height, ""), styled(indented(foot, 1, inner), st.muted)...)
	return p
}

// rule says what a rule does, and where.
func (o *outside) rule(r question.Rule, st *styles) string {
	parts := []string{modeBadge(r.Mode).draw(st), scopeText(o.tab.home, r)}
	switch answer := answerText(r.Answer); {
	case answer == "":
	case r.Mode == question.AlwaysAsk:
		parts[0] += ", keeps " + answer
	default:
		parts[0] += " " + answer
	}
	return strings.Join(parts, " · ")
}

func (o *outside) bindings() []binding {
	back := bind("back", (*model).back, "esc")
	if o.tab.inSession {
		return []binding{back}
	}
	return []binding{bind("confirm all", o.confirm, "y").means("they are mine: do not mention them again").writing(), back}
}

// confirmedMsg says that the changes count as seen, or why not.
type confirmedMsg struct {
	n   int
	err error
}

func (o *outside) confirm(m *model) tea.Cmd {
	m.pop()
	backend, list := o.tab.backend, o.list
	return func() tea.Msg { return confirmedMsg{len(list), backend.ConfirmOutside(list)} }
}

// take says what came of it, and reads again what is still to be confirmed.
func (msg confirmedMsg) take(m *model) tea.Cmd {
	if msg.err != nil {
		m.push(failure(m.Home, change{op: "confirm the changes"}, msg.err, "None of them counts as seen."))
	} else {
		m.say("confirmed: " + diffview.Count(msg.n, "change"))
	}
	return m.reload()
}

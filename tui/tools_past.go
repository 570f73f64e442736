package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
)

// toolPast shows what rules for tools would have done in past sessions.
type toolPast struct {
	tab    *preferencesTab
	title  string
	stop   context.CancelFunc
	read   bool
	replay preferences.ToolReplay
	err    error
}

func (*toolPast) crumb() string { return "Details" }

type toolPastMsg struct {
	page   *toolPast
	replay preferences.ToolReplay
	err    error
}

func openPast(m *model, t *preferencesTab, title string, list []toolrule.Rule) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	p := &toolPast{tab: t, title: title, stop: stop}
	m.push(p)
	m.say("")
	b := t.backend
	return func() tea.Msg {
		defer stop()
		replay, err := b.ReplayTools(ctx, list)
		return toolPastMsg{p, replay, err}
	}
}

func (msg toolPastMsg) take(*model) tea.Cmd {
	msg.page.replay, msg.page.err, msg.page.read = msg.replay, msg.err, true
	return nil
}

func (p *toolPast) page(width, height int, st *styles) page {
	all := page{subject: "past sessions", head: append([]string{" " + st.strong.Render(fit(diffview.Visible(p.title), width-2))}, spaced(height, "")...)}
	var rows []string
	switch {
	case !p.read:
		rows = []string{" " + st.muted.Render("reading past sessions …")}
	case p.err != nil:
		rows = noted(mark("✗", "failed", bad), clean(p.tab.home, p.err.Error()), width, st)
	default:
		rows = indented(p.replay.String(), 1, prose(width))
		for _, e := range p.replay.Examples {
			rows = append(append(rows, ""), p.example(e, actBadge(e.Act), prose(width), st)...)
		}
		if e := p.replay.Not; e != nil {
			rows = append(append(rows, ""), p.example(*e, mark("·", "not allowed", calm), prose(width), st)...)
			rows = append(rows, styled(indented(flatCommand(p.replay.Why), 3, prose(width)), st.muted)...)
		}
	}
	all.rows, all.row = len(rows), func(i int) string { return rows[i] }
	return all
}

func (p *toolPast) example(e preferences.ToolExample, what badge, width int, st *styles) []string {
	about := e.Time.Format("2 Jan") + " · " + diffview.Visible(e.Tool) + " · " + short(p.tab.home, e.Project)
	if len(e.Rules) > 0 {
		about += " · " + strings.Join(e.Rules, ", ")
	}
	head := " " + what.draw(st)
	head += "  " + st.muted.Render(fit(about, width-3-lipgloss.Width(head)))
	all := append([]string{head}, indented(flatCommand(e.Before), 3, width)...)
	if e.After != "" {
		all = append(all, styled(indented("→ "+flatCommand(e.After), 3, width), st.strong)...)
	}
	return all
}

// flatCommand is a command on one line.
func flatCommand(s string) string {
	return strings.Join(strings.Fields(clean("", s)), " ")
}

func (p *toolPast) bindings() []binding {
	return []binding{bind("back", func(m *model) tea.Cmd { p.stop(); return m.back() }, "esc", "enter")}
}

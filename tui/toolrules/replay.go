package toolrules

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/kit"
)

// replay shows what rules for tools would have done in past sessions.
type replay struct {
	home  string
	title string
	stop  context.CancelFunc
	read  bool
	found preferences.ToolReplay
	err   error
}

func (*replay) Crumb() string { return "Explain" }

type replayedMsg struct {
	page   *replay
	replay preferences.ToolReplay
	err    error
}

func openReplay(m *kit.Model, b Backend, title string, list []toolrule.Rule) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	p := &replay{home: m.Home, title: title, stop: stop}
	m.Push(p)
	return func() tea.Msg {
		defer stop()
		replay, err := b.ReplayTools(ctx, list)
		return replayedMsg{p, replay, err}
	}
}

func (msg replayedMsg) Take(*kit.Model) tea.Cmd {
	msg.page.found, msg.page.err, msg.page.read = msg.replay, msg.err, true
	return nil
}

func (p *replay) Page(width, height int, st *kit.Styles) kit.Page {
	all := kit.Page{Subject: "past sessions", Head: append([]string{" " + st.Strong.Render(kit.Fit(diffview.Visible(p.title), width-2))}, kit.Spaced(height, "")...)}
	var rows []string
	switch {
	case !p.read:
		rows = []string{" " + st.Muted.Render("reading past sessions …")}
	case p.err != nil:
		rows = kit.Noted(kit.Mark("✗", "failed", kit.Bad), kit.Clean(p.home, p.err.Error()), width, st)
	default:
		rows = kit.Indented(p.found.String(), 1, kit.Prose(width))
		for i, e := range p.found.Examples {
			if slices.ContainsFunc(p.found.Examples[:i], func(o preferences.ToolExample) bool { return alike(o, e) }) {
				continue // it says nothing new
			}
			rows = append(append(rows, ""), p.example(e, actBadge(e.Act), kit.Prose(width), st)...)
		}
		if e := p.found.Not; e != nil {
			rows = append(append(rows, ""), p.example(*e, kit.Mark("·", "not allowed", kit.Calm), kit.Prose(width), st)...)
			rows = append(rows, kit.Styled(kit.Indented(flatCommand(p.found.Why), 3, kit.Prose(width)), st.Muted)...)
		}
	}
	all.Rows, all.Row = len(rows), func(i int) string { return rows[i] }
	return all
}

func (p *replay) example(e preferences.ToolExample, what kit.Badge, width int, st *kit.Styles) []string {
	about := e.Time.Format("2 Jan") + " · " + diffview.Visible(e.Tool) + " · " + kit.Short(p.home, e.Project)
	if len(e.Rules) > 0 {
		about += " · " + strings.Join(e.Rules, ", ")
	}
	head := " " + what.Draw(st)
	head += "  " + st.Muted.Render(kit.Fit(about, width-3-kit.Width(head)))
	all := append([]string{head}, kit.Indented(flatCommand(e.Before), 3, width)...)
	if e.After != "" {
		all = append(all, kit.Styled(kit.Indented("→ "+flatCommand(e.After), 3, width), st.Strong)...)
	}
	return all
}

// alike reports whether two examples are of the same call.
func alike(a, b preferences.ToolExample) bool {
	return a.Act == b.Act && a.Tool == b.Tool && a.Before == b.Before && a.After == b.After && slices.Equal(a.Rules, b.Rules)
}

// flatCommand is a command on one line.
func flatCommand(s string) string {
	return strings.Join(strings.Fields(kit.Clean("", s)), " ")
}

func (p *replay) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("back", func(m *kit.Model) tea.Cmd { p.stop(); return m.Back() }, "esc", "enter")}
}

package conflicts

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
	"neverask/hooks/app/trial"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// consent asks whether to run a third-party hook.
func (o *known) consent(m *kit.Model, c conflict.Conflict, p trial.Plan) {
	m.Push(&kit.Confirm{
		Heading: "Run this hook to see what it does?", NoText: "No, do not run it", YesText: "Yes, run it", Of: p.Command, Whole: true,
		About: func(width, height int) []string { return o.testRows(c, p, width, height, m.Styles) },
		Do: func(m *kit.Model) tea.Cmd {
			m.Pop()
			if o.test != nil {
				return nil
			}
			return o.run(m, c, p)
		},
	})
}

// testRows show the command exactly as it is run, secrets too: what is agreed to must have
// been seen, to its end.
func (o *known) testRows(c conflict.Conflict, p trial.Plan, width, height int, st *kit.Styles) []string {
	shell := "none: the program is started directly"
	if p.Shell != "" {
		shell = diffview.Visible(p.Shell)
	}
	// Rows that are full to the last column leave no doubt about blanks.
	rows := strings.Split(ansi.Hardwrap(diffview.Visible(p.Command), max(width-2, 1), true), "\n")
	for i, r := range rows {
		rows[i] = "  " + st.Strong.Render(r)
	}
	rows = append(rows, kit.Spaced(height, "")...)
	for _, f := range [][2]string{
		{"shell", shell}, {"from", kit.FileAt(o.home, c.Hook.Source.File, c.Hook.Handler.Line, 0)}, {"event", diffview.Visible(string(p.Call.Event))},
		{"told of", "a made-up question"}, {"directory", kit.Clean(o.home, p.Dir)}, {"time limit", limit(p)},
	} {
		rows = append(rows, kit.Labelled(f[0], f[1], width, st)...)
	}
	about := "It runs once, under your account, as Claude Code would run it. What it does, including on the network, can't be undone."
	return append(append(rows, kit.Spaced(height, "")...), kit.Styled(kit.Indented(about, 1, width), st.Muted)...)
}

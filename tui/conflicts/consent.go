package conflicts

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
)

// consent asks whether to run a third-party hook.
func (o *known) consent(m *kit.Model, c conflict.Conflict, t conflict.Trial) {
	m.Push(&kit.Confirm{
		Heading: "Run this hook to see what it does?", NoText: "No, do not run it", YesText: "Yes, run it", Of: t, Whole: true,
		About: func(width, height int) []string { return o.trialRows(c, t, width, height, m.Styles) },
		Do: func(m *kit.Model) tea.Cmd {
			m.Pop()
			if o.probe != nil {
				return nil
			}
			return o.try(m, c, t)
		},
	})
}

// trialRows show the command exactly as it is run, secrets too: what is agreed to must have
// been seen, to its end.
func (o *known) trialRows(c conflict.Conflict, t conflict.Trial, width, height int, st *kit.Styles) []string {
	shell := "none: the program is started directly"
	if t.Shell != "" {
		shell = diffview.Visible(t.Shell)
	}
	// Rows that are full to the last column leave no doubt about blanks.
	rows := strings.Split(ansi.Hardwrap(diffview.Visible(t.Command), max(width-2, 1), true), "\n")
	for i, r := range rows {
		rows[i] = "  " + st.Strong.Render(r)
	}
	rows = append(rows, kit.Spaced(height, "")...)
	for _, f := range [][2]string{
		{"shell", shell}, {"from", kit.FileAt(o.home, c.Hook.Source.File, c.Hook.Handler.Line, 0)}, {"event", diffview.Visible(string(t.Event))},
		{"runs", fmt.Sprintf("%d at most, with made-up questions", t.Runs)}, {"time limit", t.Limit.String() + " each"},
	} {
		rows = append(rows, kit.Labelled(f[0], f[1], width, st)...)
	}
	about := "It runs under your account in a temporary directory that is deleted afterwards. Anything it does elsewhere, including on the network, can't be undone."
	return append(append(rows, kit.Spaced(height, "")...), kit.Styled(kit.Indented(about, 1, width), st.Muted)...)
}

package hookstate

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
	"neverask/hooks/app/trial"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// Consent asks whether to run a hook once, and runs it after a yes. told describes its input.
func Consent(m *kit.Model, p trial.Plan, told string, run func(*kit.Model) tea.Cmd) {
	m.Push(&kit.Confirm{
		Heading: "Run this hook to see what it does?", NoText: "No, do not run it",
		YesText: "Yes, run it", Of: p.Command, Whole: true,
		About: func(width, height int) []string { return testRows(m.Home, p, told, width, height, m.Styles) },
		Do: func(m *kit.Model) tea.Cmd {
			m.Pop()
			return run(m)
		},
	})
}

// testRows show the command exactly as it is run, including secrets, because the person must see
// all of it before agreeing.
func testRows(home string, p trial.Plan, told string, width, height int, st *kit.Styles) []string {
	shell := "none: the program is started directly"
	if p.Shell != "" {
		shell = diffview.Visible(p.Shell)
	}
	// Filling rows to the last column makes blanks unambiguous.
	rows := strings.Split(ansi.Hardwrap(diffview.Visible(p.Command), max(width-2, 1), true), "\n")
	for i, r := range rows {
		rows[i] = "  " + st.Strong.Render(r)
	}
	rows = append(rows, kit.Spaced(height, "")...)
	for _, f := range [][2]string{
		{"shell", shell}, {"from", kit.FileAt(home, p.File, p.Line, 0)}, {"event", diffview.Visible(string(p.Call.Event))},
		{"input", told}, {"directory", kit.Clean(home, p.Dir)}, {"time limit", TestLimit(p)},
	} {
		rows = append(rows, kit.Labelled(f[0], f[1], width, st)...)
	}
	about := "It runs once, under your account, as Claude Code would run it. What it does, including on the network, can't be undone."
	return append(append(rows, kit.Spaced(height, "")...), kit.Styled(kit.Indented(about, 1, width), st.Muted)...)
}

// TestLimit returns the time limit of a test.
func TestLimit(p trial.Plan) string {
	return conflict.Took(time.Duration(p.LimitMS * float64(time.Millisecond)))
}

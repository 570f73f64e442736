package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
	"neverask/hooks/thirdparty/conflict"
)

// consent asks whether to run a hook of others. It shows the command exactly as
// it is run, secrets too: what is agreed to must have been seen, to its end.
type consent struct {
	others   *others
	home     string
	conflict conflict.Conflict
	trial    conflict.Trial
	yes      bool
	fits     bool // when it was last drawn
}

func (c *consent) title() string { return "Run this hook to see what it does?" }

func (c *consent) page(width, height int, st *styles) page {
	shell := "none, the program is started directly"
	if c.trial.Shell != "" {
		shell = diffview.Visible(c.trial.Shell)
	}
	// Rows that are full to the last column leave no doubt about blanks.
	rows := strings.Split(ansi.Hardwrap(diffview.Visible(c.trial.Command), max(width-2, 1), true), "\n")
	for i, r := range rows {
		rows[i] = "  " + st.strong.Render(r)
	}
	rows = append(rows, spaced(height, "")...)
	for _, f := range [][2]string{
		{"shell", shell}, {"from", fileAt(c.home, c.conflict.Hook.Source.File, c.conflict.Hook.Handler.Line, 0)}, {"event", diffview.Visible(string(c.trial.Event))},
		{"runs", fmt.Sprintf("%d at most, with made-up questions", c.trial.Runs)}, {"time limit", c.trial.Limit.String() + " each"},
	} {
		rows = append(rows, labelled(f[0], f[1], width, st)...)
	}
	about := "It runs as you, in a directory that is removed afterwards. What it does elsewhere, on the network too, is not taken back."
	rows = append(append(rows, spaced(height, "")...), styled(indented(about, 1, width), st.muted)...)
	choices, _ := noOrYes(c.yes, "No, do not run it", "Yes, run it", st)
	p := lines(rows)
	p.head = spaced(height, "")
	p.foot = append(append(spaced(height, ""), choices...), spaced(height, "")...)
	c.fits = p.rows <= p.room(height)
	return p
}

func (c *consent) bindings() []binding {
	turn := func(*model) tea.Cmd { c.yes = !c.yes; return nil }
	keys := []string{"left", "right", "tab", "h", "l"}
	if c.fits {
		keys = append(keys, "up", "down", "k", "j")
	}
	return []binding{
		bind("yes", c.agree, "y"), bind("no", (*model).back, "n"),
		bind("choose", c.choose, "enter"), bind("back", (*model).back, "esc"),
		quiet("← →", "the other choice", turn, keys...),
	}
}

// agree starts the probe, or on a low screen shows what has not been seen of
// it.
func (c *consent) agree(m *model) tea.Cmd {
	if m.readOn() {
		m.say("read on before you agree")
		return nil
	}
	m.pop()
	if c.others.probe != nil {
		return nil
	}
	return c.others.try(m, c.conflict, c.trial)
}

func (c *consent) choose(m *model) tea.Cmd {
	if c.yes {
		return c.agree(m)
	}
	return m.back()
}

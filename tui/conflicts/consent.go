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

// consent asks whether to run a third-party hook. It shows the command exactly as
// it is run, secrets too: what is agreed to must have been seen, to its end.
type consent struct {
	known    *known
	conflict conflict.Conflict
	trial    conflict.Trial
	yes      bool
	fits     bool // when it was last drawn
}

func (c *consent) Title() string { return "Run this hook to see what it does?" }

func (c *consent) Page(width, height int, st *kit.Styles) kit.Page {
	shell := "none: the program is started directly"
	if c.trial.Shell != "" {
		shell = diffview.Visible(c.trial.Shell)
	}
	// Rows that are full to the last column leave no doubt about blanks.
	rows := strings.Split(ansi.Hardwrap(diffview.Visible(c.trial.Command), max(width-2, 1), true), "\n")
	for i, r := range rows {
		rows[i] = "  " + st.Strong.Render(r)
	}
	rows = append(rows, kit.Spaced(height, "")...)
	for _, f := range [][2]string{
		{"shell", shell}, {"from", kit.FileAt(c.known.home, c.conflict.Hook.Source.File, c.conflict.Hook.Handler.Line, 0)}, {"event", diffview.Visible(string(c.trial.Event))},
		{"runs", fmt.Sprintf("%d at most, with made-up questions", c.trial.Runs)}, {"time limit", c.trial.Limit.String() + " each"},
	} {
		rows = append(rows, kit.Labelled(f[0], f[1], width, st)...)
	}
	about := "It runs under your account in a temporary directory that is deleted afterwards. Anything it does elsewhere, including on the network, can't be undone."
	rows = append(append(rows, kit.Spaced(height, "")...), kit.Styled(kit.Indented(about, 1, width), st.Muted)...)
	choices, _ := kit.NoOrYes(c.yes, "No, do not run it", "Yes, run it", st)
	p := kit.Lines(rows)
	p.Head = kit.Spaced(height, "")
	p.Foot = append(append(kit.Spaced(height, ""), choices...), kit.Spaced(height, "")...)
	c.fits = p.Rows <= p.Room(height)
	return p
}

func (c *consent) Bindings() []kit.Binding {
	turn := func(*kit.Model) tea.Cmd { c.yes = !c.yes; return nil }
	keys := []string{"left", "right", "tab", "h", "l"}
	if c.fits {
		keys = append(keys, "up", "down", "k", "j")
	}
	return []kit.Binding{
		kit.Bind("yes", c.agree, "y"), kit.Bind("no", (*kit.Model).Back, "n"),
		kit.Bind("choose", c.choose, "enter"), kit.Bind("back", (*kit.Model).Back, "esc"),
		kit.Quiet("← →", "switch choice", turn, keys...),
	}
}

// agree starts the probe, or on a low screen shows what has not been seen of
// it.
func (c *consent) agree(m *kit.Model) tea.Cmd {
	if m.ReadOn() {
		m.Say("read to the end before you agree")
		return nil
	}
	m.Pop()
	if c.known.probe != nil {
		return nil
	}
	return c.known.try(m, c.conflict, c.trial)
}

func (c *consent) choose(m *kit.Model) tea.Cmd {
	if c.yes {
		return c.agree(m)
	}
	return m.Back()
}

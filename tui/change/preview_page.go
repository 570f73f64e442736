package change

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// A View is one of the ways to show a plan.
type View int

const (
	semantic View = iota
	Unified
	views
)

var viewNames = [views]string{"semantic", "unified"}

// Diff shows a plan.
type Diff struct {
	Home    string
	Preview *Preview
	View    View
	// Stale says that the file has changed, and a new plan is on its way.
	Stale bool
	// replaced says that the plan has just replaced another one: a yes may have been meant for the old plan, so the
	// first one only says that.
	replaced bool
	seen     *Preview // the plan that has been on the screen for a glance; a yes before was not meant for it
	read     bool     // its end is on the screen
	drawn    Drawn
}

// Crumb names the layer.
func (*Diff) Crumb() string { return "Plan" }

// Drawn is a view broken into lines of a width, cached because every key needs it again.
type Drawn struct {
	view   View
	Width  int
	Lines  []Line
	Digits int
}

// Replace shows another plan.
func (d *Diff) Replace(p *Preview) {
	d.Preview, d.Stale, d.drawn = p, false, Drawn{}
}

// Page draws the layer.
func (d *Diff) Page(width, height int, st *kit.Styles) kit.Page {
	v := d.View
	if d.drawn.Lines == nil || d.drawn.view != v || d.drawn.Width != width {
		d.drawn = BreakLines(d.Preview.rows[v], v, width)
	}
	lines, digits := d.drawn.Lines, d.drawn.Digits
	return kit.Page{
		Subject: Subject(d.Home, d.Preview.Operation.Target),
		Head:    d.head(width, height, st),
		Foot:    kit.Indented(d.Preview.outcome(width-2), 1, width-1),
		Rows:    len(lines),
		Row:     func(i int) string { return lines[i].Draw(digits, st) },
	}
}

// head is the title and the names of the views, which get a line of their own
// where the title would else have to leave out which file it is, or give way to it: what is agreed
// to is always in sight.
func (d *Diff) head(width, height int, st *kit.Styles) []string {
	var names strings.Builder
	for i, name := range viewNames {
		if View(i) == d.View {
			names.WriteString(" ▸" + st.Strong.Render(name))
		} else {
			names.WriteString("  " + st.Muted.Render(name))
		}
	}
	room := width - kit.Width(names.String()) - 3
	switch what, file := d.Preview.title(d.Home); {
	case kit.Width(what+file) <= room:
	case height < kit.Low:
		title := kit.Indented(what+file, 1, width-1)
		title = kit.Styled(title[:min(len(title), height/3)], st.Strong)
		if last, name := &title[len(title)-1], "▸"+viewNames[d.View]+" "; kit.Width(*last+name) < width {
			*last = kit.Ends(*last, name, width)
		}
		return title
	default:
		title := kit.Indented(d.Title(width-2), 1, width-1)
		if file == "" {
			title = kit.Indented(what, 1, width-1)
		}
		return append(kit.Styled(title, st.Strong), names.String(), "")
	}
	return kit.Spaced(height, kit.Ends(" "+st.Strong.Render(d.Title(room)), names.String()+" ", width), "")
}

// Title returns the title in a width: with a shortened path, without one, or only its first word. The title line has
// the whole path.
func (d *Diff) Title(width int) string {
	what, file := d.Preview.title(d.Home)
	name := "…/" + file[strings.LastIndexByte(file, '/')+1:]
	if room := width - kit.Width(what); min(kit.Width(file), kit.Width(name)) <= room {
		return what + kit.FitPath(file, room)
	}
	first, _, _ := strings.Cut(what, " ")
	if file != "" {
		// Without the preposition.
		what = strings.TrimRight(what, " ")
		what = what[:max(strings.LastIndexByte(what, ' '), len(first))]
	}
	if kit.Width(what) <= width || file == "" {
		return what
	}
	return first
}

// Read is told whether its last row is on the screen.
func (d *Diff) Read(toEnd bool) { d.read = toEnd }

// Bindings returns its keys.
func (d *Diff) Bindings() []kit.Binding {
	var all []kit.Binding
	if !d.Stale {
		read := func(m *kit.Model) tea.Cmd {
			if !m.ReadOn() {
				m.Say("y applies this plan, esc goes back")
			}
			return nil
		}
		on := kit.Bind("read on", read, "enter").Means("read on: show what is not in sight yet; it never applies")
		on.Quiet = d.read
		all = append(all, d.applying(), on)
	}
	if v := d.Preview.Operation.Variant; v != nil && !d.Stale && v.Counts(d.Preview.Plan) {
		all = append(all, kit.Bind(v.Name, d.turnVariant, "space").Means(v.About))
	}
	return append(append(all, d.Viewing()...), kit.Bind("back", (*kit.Model).Back, "esc"))
}

// applying returns the key that agrees to this very plan. A plan that cannot be undone needs another yes. Enter,
// which leads here, never agrees.
func (d *Diff) applying() kit.Binding {
	p := d.Preview
	// meant returns what a key does that was pressed when the plan had been on the screen for a glance.
	meant := func(do func(*kit.Model) tea.Cmd) func(*kit.Model) tea.Cmd {
		return func(m *kit.Model) tea.Cmd {
			if d.replaced || d.seen != p {
				m.Say("this is the " + map[bool]string{true: "new "}[d.replaced] + "plan: press y once more to apply it")
				d.replaced = false
				return nil
			}
			return do(m)
		}
	}
	if len(p.Parts) > 0 {
		apply := meant(func(m *kit.Model) tea.Cmd { return m.Send(applyMsg{p}) })
		return kit.Bind("apply", apply, "y", "ctrl+enter").Means("apply this plan").Writing()
	}
	ask := func(m *kit.Model) tea.Cmd {
		title, _ := p.onProgram()
		c := kit.ConfirmText(title+"?", p.outcome(kit.Far), "No, leave everything as it is",
			"Yes, make this change", func(m *kit.Model) tea.Cmd {
				m.Pop()
				return m.Send(applyMsg{p})
			})
		c.Of = p
		m.Push(c)
		return nil
	}
	return kit.Bind("apply…", meant(ask), "y").Means("apply this plan, which cannot be undone (asks you to confirm)").Writing()
}

// turnVariant plans the other variant.
func (d *Diff) turnVariant(m *kit.Model) tea.Cmd {
	d.Stale = true
	return Begin(m, d.Preview.Operation.Variant.Turn())
}

// ClickHead shows the view whose name was clicked on.
func (d *Diff) ClickHead(line string, x int) func(*kit.Model) tea.Cmd {
	at := kit.Pointed(line, x, viewNames[:]...)
	if at < 0 {
		return nil
	}
	return func(m *kit.Model) tea.Cmd {
		d.View = View(at)
		m.To(0)
		return nil
	}
}

// Viewing returns the keys that show the other view.
func (d *Diff) Viewing() []kit.Binding {
	turn := func(m *kit.Model) tea.Cmd {
		d.View = (d.View + 1) % views
		m.To(0)
		return nil
	}
	other := kit.Bind("view", turn, "right", "left", "l", "h", "tab",
		"shift+tab").Means("view of the change: the other of semantic, unified")
	other.SetHelp("← →", "view")
	return []kit.Binding{other}
}

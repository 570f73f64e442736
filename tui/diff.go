package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/tui/kit"
)

// A view is one of the ways to show a plan.
type view int

const (
	semantic view = iota
	unified
	split
	views
)

var viewNames = [views]string{"semantic", "unified", "split"}

// splitWidth is the least width at which two columns can be read.
const splitWidth = 64

// around is how many unchanged lines are shown around a change.
const around = 3

// diff shows a plan.
type diff struct {
	home     string
	proposal *proposal
	view     view
	// stale says that the file has changed, and a new plan is on its way.
	stale bool
	drawn drawn
}

func (*diff) Crumb() string { return "Plan" }

// drawn is a view broken into lines of a width, kept because it is asked for
// again with every key.
type drawn struct {
	view   view
	width  int
	lines  []line
	digits int
}

func (d *diff) Decides() bool { return true }

func (d *diff) replace(p *proposal) {
	d.proposal, d.stale, d.drawn = p, false, drawn{}
}

// offered is how many of the views a width has room for.
func offered(width int) view {
	if width < splitWidth {
		return split
	}
	return views
}

// visible is the view that is drawn.
func (d *diff) visible(width int) view { return min(d.view, offered(width)-1) }

func (d *diff) Page(width, height int, st *kit.Styles) kit.Page {
	v := d.visible(width)
	if d.drawn.lines == nil || d.drawn.view != v || d.drawn.width != width {
		d.drawn = breakLines(d.proposal.rows[v], v, width)
	}
	lines, digits := d.drawn.lines, d.drawn.digits
	return kit.Page{
		Subject: subject(d.home, d.proposal.operation.Target),
		Head:    d.head(v, width, height, st),
		Foot:    []string{" " + d.proposal.outcome(width-2)},
		Rows:    len(lines),
		Row:     func(i int) string { return lines[i].draw(width, digits, st) },
	}
}

// head is the title and the names of the views, which get a line of their own
// where the title would else have to leave out which file it is.
func (d *diff) head(v view, width, height int, st *kit.Styles) []string {
	var names strings.Builder
	for i := range offered(width) {
		if i == v {
			names.WriteString(" ▸" + st.Strong.Render(viewNames[i]))
		} else {
			names.WriteString("  " + st.Muted.Render(viewNames[i]))
		}
	}
	room := width - lipgloss.Width(names.String()) - 3
	if what, file := d.proposal.title(d.home); lipgloss.Width(what+file) > room && height >= kit.Low {
		return []string{" " + st.Strong.Render(d.Title(width-2)), names.String(), ""}
	}
	return kit.Spaced(height, kit.Ends(" "+st.Strong.Render(d.Title(room)), names.String()+" ", width), "")
}

// Title is the title in a width: with a shorter path where it has to be, without
// any, or its first word. The whole path is in the title line.
func (d *diff) Title(width int) string {
	what, file := d.proposal.title(d.home)
	name := "…/" + file[strings.LastIndexByte(file, '/')+1:]
	if room := width - lipgloss.Width(what); min(lipgloss.Width(file), lipgloss.Width(name)) <= room {
		return what + kit.FitPath(file, room)
	}
	first, _, _ := strings.Cut(what, " ")
	if file != "" {
		// Without the preposition.
		what = strings.TrimRight(what, " ")
		what = what[:max(strings.LastIndexByte(what, ' '), len(first))]
	}
	if lipgloss.Width(what) <= width || file == "" {
		return what
	}
	return first
}

func (d *diff) Bindings() []kit.Binding {
	var all []kit.Binding
	if !d.stale {
		all = append(all, kit.Bind("apply…", d.ask, "a").Means("apply this plan; a yes is asked for"))
	}
	if v := d.proposal.operation.Variant; v != nil && !d.stale {
		all = append(all, kit.Bind(v.Name, d.turnVariant, "p").Means(v.About))
	}
	return append(all, kit.Bind("view", d.turn, "s").Means("the next view of the plan"), kit.Bind("back", (*kit.Model).Back, "esc"))
}

// ask asks for the yes that applies this very plan.
func (d *diff) ask(m *kit.Model) tea.Cmd {
	m.Push(confirmChange(m.Home, d.proposal))
	return nil
}

// turnVariant plans the other variant.
func (d *diff) turnVariant(m *kit.Model) tea.Cmd {
	d.stale = true
	return begin(m, d.proposal.operation.Variant.Turn())
}

// turn shows the next view.
func (d *diff) turn(m *kit.Model) tea.Cmd {
	d.view = (d.visible(m.Width) + 1) % offered(m.Width)
	m.ToTop()
	return nil
}

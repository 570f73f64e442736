package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
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

func (*diff) crumb() string { return "Plan" }

// drawn is a view broken into lines of a width, kept because it is asked for
// again with every key.
type drawn struct {
	view   view
	width  int
	lines  []line
	digits int
}

func (d *diff) decides() bool { return true }

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

func (d *diff) page(width, height int, st *styles) page {
	v := d.visible(width)
	if d.drawn.lines == nil || d.drawn.view != v || d.drawn.width != width {
		d.drawn = breakLines(d.proposal.rows[v], v, width)
	}
	lines, digits := d.drawn.lines, d.drawn.digits
	return page{
		subject: subject(d.home, d.proposal.change.where()),
		head:    d.head(v, width, height, st),
		foot:    []string{" " + d.proposal.outcome(width-2)},
		rows:    len(lines),
		row:     func(i int) string { return lines[i].draw(width, digits, st) },
	}
}

// head is the title and the names of the views, which get a line of their own
// where the title would else have to leave out which file it is.
func (d *diff) head(v view, width, height int, st *styles) []string {
	var names strings.Builder
	for i := range offered(width) {
		if i == v {
			names.WriteString(" ▸" + st.strong.Render(viewNames[i]))
		} else {
			names.WriteString("  " + st.muted.Render(viewNames[i]))
		}
	}
	room := width - lipgloss.Width(names.String()) - 3
	if what, file := d.proposal.title(d.home); lipgloss.Width(what+file) > room && height >= low {
		return []string{" " + st.strong.Render(d.title(width-2)), names.String(), ""}
	}
	return spaced(height, ends(" "+st.strong.Render(d.title(room)), names.String()+" ", width), "")
}

// title is the title in a width: with a shorter path where it has to be, without
// any, or its first word. The whole path is in the title line.
func (d *diff) title(width int) string {
	what, file := d.proposal.title(d.home)
	name := "…/" + file[strings.LastIndexByte(file, '/')+1:]
	if room := width - lipgloss.Width(what); min(lipgloss.Width(file), lipgloss.Width(name)) <= room {
		return what + fitPath(file, room)
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

func (d *diff) bindings() []binding {
	var all []binding
	if !d.stale {
		all = append(all, bind("apply…", d.ask, "a").means("apply this plan; a yes is asked for"))
	}
	if c := d.proposal.change; c.op == "install" && !d.stale {
		name := "without permissions"
		if c.options.NoDenyRules {
			name = "with permissions"
		}
		all = append(all, bind(name, d.toggleDenyRules, "p").means("with or without the permission rules that keep Claude's own tools from neverask's files"))
	}
	return append(all, bind("view", d.turn, "s").means("the next view of the plan"), bind("back", (*model).back, "esc"))
}

// ask asks for the yes that applies this very plan.
func (d *diff) ask(m *model) tea.Cmd {
	m.push(confirmChange(m.Home, d.proposal))
	return nil
}

// toggleDenyRules plans again with or without the permission rules.
func (d *diff) toggleDenyRules(m *model) tea.Cmd {
	c := d.proposal.change
	c.options.NoDenyRules = !c.options.NoDenyRules
	d.stale = true
	return m.begin(c)
}

// turn shows the next view.
func (d *diff) turn(m *model) tea.Cmd {
	d.view = (d.visible(m.width) + 1) % offered(m.width)
	m.toTop()
	return nil
}

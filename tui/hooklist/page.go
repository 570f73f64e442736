package hooklist

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Page draws the place.
func (t *Place) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{}
	if t.found == nil {
		rows := []string{"", "  " + st.Muted.Render("looking for hooks …")}
		return p.Of(rows)
	}
	p.Names = func(w int) string { return t.widest.within(w).head() }
	p.Head = t.head(width, st)
	if e := t.chosen().entry; e != nil {
		p.Subject = hookstate.SourceName(e.Source) + " " + kit.Short(t.home, e.Source.File)
	}
	needle := t.filter.find.Needle()
	return t.pane.Lay(p, width, height, len(t.rows), st,
		func(i, width int) string { return t.row(i, width, &needle, st) },
		func(width, height int) []string { return t.detail(width, height, st) }).
		Without(func(i int) bool { return t.rows[i].entry == nil || t.rows[i].group > 0 })
}

// head says what turns hooks off and what is listed, and names the columns.
func (t *Place) head(width int, st *kit.Styles) []string {
	all := t.banner(width, st)
	what := diffview.Count(len(t.found.entries)-t.found.removed[""], "hook")
	switch {
	case t.filter.on():
		what = fmt.Sprintf("%d of %s", t.listed, what)
	case len(t.found.entries) > 0 && len(t.found.entries) == t.hidden:
		what = "no hooks but neverask's"
	case len(t.found.entries) > 0:
		what = counted(what, fmt.Sprint(t.hidden, " from neverask"),
			fmt.Sprint(t.found.parked[""], " parked"), fmt.Sprint(t.found.removed[""], " removed"))
	case len(t.found.sources.Findings) > 0:
		what = "hooks unknown"
	default:
		what = "no hooks yet"
	}
	about := []string{what}
	for _, named := range []bool{true, false} {
		about = about[:1]
		for _, p := range t.problems(named) {
			about = append(about, p.badge.Draw(st))
			if p.todo != "" {
				about = append(about, p.todo)
			}
		}
		if kit.Width(strings.Join(about, " · ")) <= width-3 {
			break
		}
	}
	for _, filter := range []string{t.filter.event, string(t.filter.kind), string(t.filter.state)} {
		if filter != "" {
			about = append(about, kit.Clean("", filter))
		}
	}
	all = append(all, t.filter.find.Listed(about, width, st))
	return all
}

// A problem is what the head says is wrong, and the key that leads to what can be done.
type problem struct {
	badge kit.Badge
	todo  string // "" if the next problem says it
	key   kit.Binding
}

// problems returns what is wrong with the listed hooks, unless they are filtered. named names the broken file.
func (t *Place) problems(named bool) (all []problem) {
	if t.filter.on() {
		return nil
	}
	if broken := t.found.sources.Findings; len(broken) > 0 {
		words := filepath.Base(broken[0].File) + " is broken"
		if n := len(t.found.sources.Mistakes()); n > 1 || !named {
			words = diffview.Count(n, "broken file")
		}
		all = append(all, problem{kit.Mark("✗", kit.Clean("", words), kit.Bad), pressD, kit.Doctor()})
	}
	if n := t.found.failing(); n > 0 {
		if len(all) > 0 {
			all[0].todo = ""
		}
		all = append(all, problem{kit.Mark("✗", fmt.Sprint(n, " cannot run"), kit.Bad), pressD, kit.Doctor()})
	}
	if open := t.thirdParty.Open(); len(open) > 0 {
		all = append(all, problem{hookstate.OpenBadge(open), "press C to decide", deciding("")})
	}
	return all
}

const pressD = "press D to see"

// counted returns a number of hooks, and how many of them are of special kinds.
func counted(all string, special ...string) string {
	special = slices.DeleteFunc(special, func(s string) bool { return strings.HasPrefix(s, "0 ") })
	if len(special) == 0 {
		return all
	}
	return all + " (" + strings.Join(special, ", ") + ")"
}

// banner says what turns hooks off, and what could not be read.
func (k *known) banner(width int, st *kit.Styles) (all []string) {
	for _, s := range k.found.sources.Switches {
		if !strings.HasPrefix(s.Name, "permissions.") && s.Blocks {
			b := kit.Mark("▲", s.Name, kit.Warn)
			text := fmt.Sprintf("%s (%s)", s.Effect, kit.FileAt(k.home, s.File, s.Line, 0))
			all = append(all, kit.Fit(" "+b.Draw(st)+": "+kit.Clean(k.home, text), width-1))
		}
	}
	if k.err != nil {
		b := kit.Mark("✗", "the parked hooks cannot be read", kit.Bad)
		all = append(all, kit.Fit(" "+b.Draw(st)+": "+kit.Clean(k.home, k.err.Error()), width-1))
	}
	return all
}

// columns are the widths of the columns of the list; 0 omits one.
type columns struct{ state, source, fires, runs int }

// hookIndent is the indentation of hooks below their event.
const hookIndent = 4

// within fits the columns into a width. The column "fires for" gets the room that the sources and
// programs do not need.
func (c columns) within(width int) (fit columns) {
	fit.state = max(12, c.state)
	switch {
	case width >= 110:
		fit.source, fit.fires = max(min(20, c.source), 9), 28
	case width >= 70:
		fit.source, fit.fires = 9, 18
	case width >= 56:
		fit.fires = 16
	}
	fit.runs = width - 1 - hookIndent - fit.state - fit.source - fit.fires
	if fit.fires > 0 {
		more := max(min(c.fires-fit.fires, fit.runs-min(c.runs, width/2)), 0)
		fit.fires, fit.runs = fit.fires+more, fit.runs-more
	}
	return fit
}

func (c columns) head() string {
	s := strings.Repeat(" ", hookIndent) + kit.Pad("state", c.state)
	if c.source > 0 {
		s += kit.Pad("from", c.source)
	}
	if c.fires > 0 {
		s += kit.Pad("fires for", c.fires)
	}
	return s + "runs"
}

func (t *Place) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	r := t.rows[i]
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	switch {
	case r.finding != nil:
		b := kit.Mark("✗", "broken", kit.Bad)
		text := kit.FileAt(t.home, r.finding.File, r.finding.Line, r.finding.Col)
		return left + kit.Pad(b.Draw(st), 10) + style.Render(kit.Fit(kit.Clean(t.home, text+": "+r.finding.Msg), width-13))
	case r.event != nil:
		return left + t.eventRow(r, width-2, style, st)
	case r.more > 0:
		return left + st.Muted.Render(kit.Fit(t.found.unused(r.more), width-2))
	}
	if r.own > 0 {
		return left + st.Muted.Render(kit.Fit(diffview.Count(r.own, "neverask hook"), width-2))
	}
	e, c := r.entry, t.widest.within(width)
	first := r.group > 0 || r.branch == ""
	state := t.badge(e).Draw(st)
	runs := t.runs(e)
	if r.group > 0 {
		state, runs = "", "all of these:"
	}
	s := left + st.Muted.Render(kit.Pad(r.branch, hookIndent-2)) + kit.Pad(state, c.state)
	if c.source > 0 {
		name := ""
		if first {
			name = hookstate.SourceName(e.Source)
		}
		s += kit.Pad(st.Muted.Render(kit.Fit(name, c.source-1)), c.source)
	}
	if c.fires > 0 {
		words := ""
		if first {
			words = t.fires(e)
		}
		s += kit.Pad(needle.Mark(kit.Fit(words, c.fires-1), kit.Plain), c.fires)
	}
	if r.group > 0 {
		return kit.Fit(s+st.Muted.Render(kit.Fit(runs, c.runs)), width)
	}
	rest := hookExtras(e.Handler)
	if rest != "" && kit.Width(runs)+kit.Width(rest)+2 <= c.runs {
		return s + needle.Mark(runs, style) + "  " + st.Muted.Render(rest)
	}
	return s + needle.Mark(hookstate.FitCommand(runs, e.Handler, c.runs), style)
}

// conflict returns the open conflict of a hook, if any.
func (k *known) conflict(e *entry) (c conflict.Conflict, there bool) {
	if k.thirdParty.Found == nil || e.parked != nil {
		return c, false
	}
	open := k.thirdParty.Found.Open()
	i := slices.IndexFunc(open, func(c conflict.Conflict) bool { return c.Hook.ID == e.ID })
	if i < 0 {
		return c, false
	}
	return open[i], true
}

// badge returns a hook's state: of one that runs, first what it does to questions.
func (k *known) badge(e *entry) kit.Badge {
	if c, there := k.conflict(e); there && e.state == isActive {
		return hookstate.SeverityBadge(c.Severity)
	}
	return e.badge()
}

// runs returns what a hook runs, in short.
func (k *known) runs(e *entry) string {
	name := hookstate.HookName(k.home, e.Handler)
	if k.installs.Ours(e.Handler) {
		name = name[max(strings.LastIndex(name, "neverask-hook"), 0):] // the detail has its path
	}
	return name
}

// fires returns what a hook fires for, in short.
func (k *known) fires(e *entry) string {
	words, _, _ := strings.Cut(dispatch.FiresFor(k.found.about(e.Group.Event), e.Group.Matcher), ": ")
	return kit.Clean("", strings.TrimPrefix(words, "exactly "))
}

// measured returns the widths of the columns for all hooks, so that filters do not move columns.
func (k *known) measured() (w columns) {
	for i := range k.found.entries {
		e := &k.found.entries[i]
		w.state = max(w.state, kit.Width("✗ "+string(e.state)+" "))
		w.source = max(w.source, kit.Width(hookstate.SourceName(e.Source))+2)
		w.fires = max(w.fires, kit.Width(k.fires(e))+1)
		w.runs = max(w.runs, kit.Width(k.runs(e)+"  "+hookExtras(e.Handler)))
	}
	return w
}

// unused says how many events without hooks are not listed. In a broken file, there may be some.
func (l *found) unused(n int) string {
	what, known := "event", " without hooks"
	if len(l.entries) > 0 {
		what = "more event"
	}
	if len(l.sources.Findings) > 0 {
		known = " without known hooks"
	}
	return diffview.Count(n, what) + known
}

// eventRow draws an event: its name, what it is, and how many hooks it has.
func (t *Place) eventRow(r row, width int, style kit.Look, st *kit.Styles) string {
	event := string(r.event.Event)
	n, parked, removed := t.found.count[event], t.found.parked[event], t.found.removed[event]
	number := ""
	switch {
	case r.listed < n && t.filter.on():
		number = fmt.Sprintf("%d of %s", r.listed, diffview.Count(n, "hook"))
	case n > 0 && removed == n:
		number = fmt.Sprintf("%d removed", n)
	case n > 0 && parked == n:
		number = fmt.Sprintf("%d parked", n)
	case n > 0:
		folded := 0 // neverask's hooks, which have a row of their own
		if !t.filter.on() {
			folded = n - r.listed
		}
		number = counted(diffview.Count(n-removed, "hook"), fmt.Sprint(folded, " from neverask"),
			fmt.Sprint(parked, " parked"), fmt.Sprint(removed, " removed"))
	}
	if t.folded[event] && n > 0 {
		number += ", folded"
	}
	name := kit.Clean("", event)
	room := width - kit.Width(name) - kit.Width(number) - 4
	what := ""
	if room >= 12 {
		what = "  " + st.Muted.Render(kit.Fit(r.event.What, room))
	}
	if style.GetForeground() == kit.Plain.GetForeground() {
		style = st.Strong
		if n == 0 {
			style = kit.Plain
		}
	}
	return kit.Ends(style.Render(kit.Fit(name, width-kit.Width(number)-1))+what, st.Muted.Render(number)+" ", width)
}

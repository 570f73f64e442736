package tui

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/claude/config"
)

func (t *hooksTab) page(width, height int, st *styles) page {
	p := page{}
	if t.found == nil {
		rows := []string{"", "  " + st.muted.Render("looking for hooks …")}
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	p.head = t.head(width, height, st)
	if e := t.chosen().entry; e != nil {
		p.subject = sourceName(e.Source) + " " + short(t.home, e.Source.File)
	}
	needle := newNeedle(t.find.text)
	return t.pane.lay(p, width, height, len(t.rows), st,
		func(i, width int) string { return t.row(i, width, &needle, st) },
		func(width, height int) []string { return t.detail(width, height, st) })
}

// head is what turns hooks off, what is listed, and the columns.
func (t *hooksTab) head(width, height int, st *styles) []string {
	all := t.banner(width, st)
	what := diffview.Count(len(t.found.entries), "hook")
	if len(t.found.entries) == 0 {
		what = "no hooks yet"
	}
	if t.filtered() {
		what = fmt.Sprintf("%d of %s", t.listed, what)
	}
	about := []string{what}
	for _, filter := range []string{t.event, string(t.kind), string(t.state)} {
		if filter != "" {
			about = append(about, clean("", filter))
		}
	}
	if !t.filtered() && t.found.parked > 0 {
		about = append(about, fmt.Sprintf("%d parked", t.found.parked))
	}
	all = append(all, listed(&t.find, t.finding, about, width, st))
	return append(all, columnNames(width, height, st, func(w int) string { return hookColumnsOf(w).head() })...)
}

// banner says what turns hooks off, and what could not be read.
func (t *hooksTab) banner(width int, st *styles) (all []string) {
	for _, s := range t.found.sources.Switches {
		if !strings.HasPrefix(s.Name, "permissions.") && s.Blocks {
			b := mark("▲", s.Name, warn)
			text := fmt.Sprintf("%s (%s)", s.Effect, fileAt(t.home, s.File, s.Line, 0))
			all = append(all, fit(" "+b.draw(st)+": "+clean(t.home, text), width))
		}
	}
	if t.err != nil {
		b := mark("✗", "what is parked cannot be read", bad)
		all = append(all, fit(" "+b.draw(st)+": "+clean(t.home, t.err.Error()), width))
	}
	return all
}

// hookColumns are the widths of the columns of the list; 0 leaves one out.
type hookColumns struct{ state, source, fires, runs int }

// hookIndent is how far hooks stand to the right of their event.
const hookIndent = 4

func hookColumnsOf(width int) (c hookColumns) {
	c.state = 12
	switch {
	case width >= 110:
		c.source, c.fires = 20, 28
	case width >= 70:
		c.source, c.fires = 9, 18
	case width >= 56:
		c.fires = 16
	}
	c.runs = width - hookIndent - c.state - c.source - c.fires
	return c
}

func (c hookColumns) head() string {
	s := strings.Repeat(" ", hookIndent) + pad("state", c.state)
	if c.source > 0 {
		s += pad("from", c.source)
	}
	if c.fires > 0 {
		s += pad("fires for", c.fires)
	}
	return s + "runs"
}

func (t *hooksTab) row(i, width int, needle *needle, st *styles) string {
	r := t.rows[i]
	style, left := rowStart(i == t.pane.chosen, st)
	switch {
	case r.finding != nil:
		b := mark("✗", "broken", bad)
		text := fileAt(t.home, r.finding.File, r.finding.Line, r.finding.Col)
		return left + pad(b.draw(st), 10) + style.Render(fit(clean(t.home, text+": "+r.finding.Msg), width-12))
	case r.event != nil:
		return left + t.eventRow(r, width-2, style, st)
	case r.more > 0:
		return left + st.muted.Render(fit(t.unused(r.more), width-2))
	}
	e, c := r.entry, hookColumnsOf(width)
	first := r.group > 0 || r.branch == ""
	state := e.state.badge().draw(st)
	runs := hookName(t.home, e.Handler)
	if t.ours(e) {
		runs = runs[max(strings.LastIndex(runs, "neverask-hook"), 0):] // the detail says where it is
	}
	if r.group > 0 {
		state, runs = "", "all of these:"
	}
	s := left + st.muted.Render(pad(r.branch, hookIndent-2)) + pad(state, c.state)
	if c.source > 0 {
		name := ""
		if first {
			name = sourceName(e.Source)
		}
		s += pad(st.muted.Render(fit(name, c.source-1)), c.source)
	}
	if c.fires > 0 {
		words := ""
		if first {
			words = clean("", fewWords(firesFor(t.found.about(e.Group.Event), e.Group.Matcher)))
		}
		s += pad(needle.mark(fit(words, c.fires-1), plain), c.fires)
	}
	if r.group > 0 {
		return fit(s+st.muted.Render(fit(runs, c.runs)), width)
	}
	rest := hookExtras(e.Handler)
	room := c.runs
	if rest != "" && lipgloss.Width(runs)+lipgloss.Width(rest)+2 <= room {
		return s + needle.mark(runs, style) + "  " + st.muted.Render(rest)
	}
	return s + needle.mark(fit(runs, room), style)
}

// unused says how many events are not listed.
func (t *hooksTab) unused(n int) string {
	if len(t.found.entries) == 0 {
		return diffview.Count(n, "event") + " without hooks"
	}
	return diffview.Count(n, "more event") + " without hooks"
}

// eventRow names an event, says what it is, and how many hooks it has.
func (t *hooksTab) eventRow(r hookRow, width int, style lipgloss.Style, st *styles) string {
	event := string(r.event.Event)
	n := t.found.count[event]
	number := ""
	switch {
	case r.listed < n:
		number = fmt.Sprintf("%d of %s", r.listed, diffview.Count(n, "hook"))
	case n > 0:
		number = diffview.Count(n, "hook")
	}
	if t.folded[event] && n > 0 {
		number += ", folded"
	}
	name := clean("", event)
	room := width - lipgloss.Width(name) - lipgloss.Width(number) - 4
	what := ""
	if room >= 12 {
		what = "  " + st.muted.Render(fit(r.event.What, room))
	}
	if style.GetForeground() == plain.GetForeground() {
		style = st.strong
		if n == 0 {
			style = plain
		}
	}
	return ends(style.Render(fit(name, width-lipgloss.Width(number)-1))+what, st.muted.Render(number)+" ", width)
}

// fewWords is what a hook fires for, without what is said in the detail.
func fewWords(words string) string {
	words, _, _ = strings.Cut(words, ": ")
	return strings.TrimPrefix(words, "exactly ")
}

// hookName is what a handler runs, safe to draw.
func hookName(home string, h config.Handler) string {
	name := clean(home, h.Summary())
	if name == "" {
		name = "runs nothing"
	}
	if h.Type != "command" {
		name = clean(home, h.Type) + " " + name
	}
	return name
}

// hookExtras are the time limit and the flags of a handler.
func hookExtras(h config.Handler) string {
	var all []string
	if h.Timeout > 0 {
		all = append(all, seconds(h.Timeout))
	}
	for _, f := range hookFlags(h) {
		all = append(all, f.name)
	}
	return strings.Join(all, " · ")
}

func seconds(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) + " s" }

// A hookFlag is a switch of a handler that is on.
type hookFlag struct{ name, about string }

func hookFlags(h config.Handler) (on []hookFlag) {
	for _, f := range []struct {
		on bool
		hookFlag
	}{
		{h.Async, hookFlag{"async", "in the background, so that nothing it prints counts"}},
		{h.AsyncRewake, hookFlag{"asyncRewake", "in the background, and wakes Claude when it fails"}},
		{h.Once, hookFlag{"once", "only the first time"}},
		{h.Exec, hookFlag{"exec", "started directly, without a shell"}},
	} {
		if f.on {
			on = append(on, f.hookFlag)
		}
	}
	return on
}

// sourceName says which kind of source it is, and which of them.
func sourceName(s config.Source) string {
	name := string(s.Kind)
	if name == "" {
		name = "other"
	}
	if s.Name != "" {
		name += " " + clean("", s.Name)
	}
	return name
}

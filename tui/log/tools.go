package log

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/record/histogram"
	"neverask/tui/kit"
)

// tools is the page of statistics about Claude's tools in the last weeks.
type tools struct {
	place *Place
	order toolOrder
	rows  []activity.Tool // in the order of the list
	pane  kit.Pane
	find  kit.Find
}

// toolOrder is how tools are sorted.
type toolOrder int

const (
	byCalls toolOrder = iota
	byFailures
	bySlowness
	byWait
	byName
	toolOrders
)

var toolOrderNames = [toolOrders]string{"calls", "failure rate", "p95", "wait", "name"}

// compare compares two tools; 0 keeps their order by calls.
func (o toolOrder) compare(a, b activity.Tool) int {
	switch o {
	case byFailures:
		return cmp.Compare(b.FailureShare(), a.FailureShare())
	case bySlowness:
		return cmp.Compare(b.Quantile(0.95), a.Quantile(0.95))
	case byWait:
		return cmp.Compare(b.Wait(0.95), a.Wait(0.95))
	case byName:
		return strings.Compare(a.Name, b.Name)
	}
	return 0
}

// openTools shows the page.
func (t *Place) openTools(m *kit.Model) tea.Cmd {
	t.tools = &tools{place: t}
	t.tools.list()
	m.Push(t.tools)
	return nil
}

// Crumb names the page.
func (*tools) Crumb() string { return "Tools" }

// list updates the list to the tools that match the search. The chosen tool stays chosen.
func (t *tools) list() {
	was := ""
	if e := t.chosen(); e != nil {
		was = e.Name
	}
	all := slices.Clone(t.place.calls.summary().Tools)
	slices.SortStableFunc(all, t.order.compare)
	t.rows = nil
	for _, i := range t.find.Needle().Among(len(all), func(i int) *kit.SearchText {
		text := kit.NewSearchText(toolName(all[i].Name), all[i].Server)
		return &text
	}) {
		t.rows = append(t.rows, all[i])
	}
	t.pane.KeepHit(&t.find, len(t.rows), func(i int) bool { return t.rows[i].Name == was })
}

// chosen returns the tool that keys act on, or nil.
func (t *tools) chosen() *activity.Tool {
	if t.pane.Chosen >= len(t.rows) {
		return nil
	}
	return &t.rows[t.pane.Chosen]
}

// Count returns how many tools are listed.
func (t *tools) Count() int { return len(t.rows) }

// Move chooses another tool.
func (t *tools) Move(by int) { t.pane.Move(by, len(t.rows)) }

// Click chooses a tool; a second click on it opens it.
func (t *tools) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, len(t.rows), t.open, nil)
}

// Typing returns the line that is being edited, or nil.
func (t *tools) Typing() *kit.Input { return t.find.Typing() }

// TypedText updates the list.
func (t *tools) TypedText(*kit.Model) tea.Cmd {
	t.list()
	return nil
}

// Bindings returns its keys.
func (t *tools) Bindings() (all []kit.Binding) {
	forget := func(*kit.Model) tea.Cmd {
		t.find = kit.Find{}
		t.list()
		return nil
	}
	if t.find.Active {
		return t.find.Bindings(false, forget)
	}
	if len(t.place.calls.summary().Tools) == 0 {
		return kit.Leaving(append(all, recordBinding(t.place)))
	}
	if t.chosen() != nil {
		all = append(all, kit.Bind("its calls", t.open, "enter").Means("its calls: list those of the tool in the Log"))
	}
	turn := func(*kit.Model) tea.Cmd {
		t.order = (t.order + 1) % toolOrders
		t.list()
		return nil
	}
	all = append(all, kit.Bind("sort", turn, "s").Means("sort the tools: by calls, failure rate, p95, wait or name"))
	return kit.Leaving(append(all, t.find.Keys(false, forget)...))
}

// open lists the calls of the chosen tool.
func (t *tools) open(m *kit.Model) tea.Cmd {
	p := t.place
	p.filter, p.find = filter{kind: toolCalls}, kit.Find{Line: kit.NewInput(toolName(t.chosen().Name))}
	m.Back()
	return p.refresh()
}

// Page draws the layer.
func (t *tools) Page(width, height int, st *kit.Styles) kit.Page {
	s := t.place.calls.summary()
	if len(s.Tools) == 0 {
		return kit.Lines(append([]string{""}, t.place.noCalls(width, st)...))
	}
	about := []string{"last four weeks", diffview.Count(s.Calls, "call"), diffview.Count(s.Sessions, "session")}
	if s.Failed > 0 {
		about = append(about, fmt.Sprintf("%d failed", s.Failed))
	}
	if s.Running > 0 {
		about = append(about, fmt.Sprintf("%d running", s.Running))
	}
	p := kit.Page{Head: []string{t.find.Listed(about, width, st)}}
	p.Names = func(width int) string { return toolColumnsOf(width).head(t.order) }
	needle := t.find.Needle()
	return t.pane.Lay(p, width, height, len(t.rows), st,
		func(i, width int) string { return t.row(i, width, &needle, st) },
		func(width, _ int) []string { return t.facts(width, st) })
}

// toolColumns are the widths of the columns; 0 omits one.
type toolColumns struct{ name, calls, failed, p50, p95, longest, wait int }

func toolColumnsOf(width int) (c toolColumns) {
	c.calls, c.failed, c.p95 = 7, 8, 8
	if width >= 56 {
		c.p50, c.wait = 8, 8
	}
	if width >= 66 {
		c.longest = 9
	}
	c.name = width - 3 - c.calls - c.failed - c.p50 - c.p95 - c.longest - c.wait
	return c
}

func (c toolColumns) line(cells [6]string) string {
	s := ""
	for i, w := range [...]int{c.calls, c.failed, c.p50, c.p95, c.longest, c.wait} {
		if w > 0 {
			s += kit.Right(cells[i], w)
		}
	}
	return s
}

// head names the columns.
func (c toolColumns) head(order toolOrder) string {
	names := [6]string{"calls", "failed", "p50", "p95", "longest", "wait"}
	by := "tools by " + toolOrderNames[order]
	if at, is := map[toolOrder]int{byCalls: 0, byFailures: 1, bySlowness: 3, byWait: 5}[order]; is {
		names[at] = "▾" + names[at]
	} else {
		by += " ▴"
	}
	return "  " + kit.Pad(by, c.name) + c.line(names)
}

func (t *tools) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	e, c := &t.rows[i], toolColumnsOf(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	name := kit.Pad(needle.Mark(kit.Fit(diffview.Visible(toolName(e.Name)), c.name-1), style), c.name)
	return kit.Fit(left+name+c.line([6]string{
		fmt.Sprint(e.Calls), percent(e.FailureShare()), timed(e.Took, e.Quantile(0.5)),
		timed(e.Took, e.Quantile(0.95)), timed(e.Took, e.Max), timed(e.Waits, e.Wait(0.95)),
	}), width)
}

// facts draws the figures of the chosen tool.
func (t *tools) facts(width int, st *kit.Styles) []string {
	e := t.chosen()
	if e == nil {
		return t.find.NoMatches(false, st)
	}
	all := kit.Styled(kit.Indented(diffview.Visible(toolName(e.Name)), 1, width), st.Strong)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, diffview.Visible(text), width, st)...)
		}
	}
	add("server", e.Server)
	calls := fmt.Sprintf("%d, %d failed", e.Calls, e.Failed)
	if e.Failed > 0 {
		calls += " (" + percent(e.FailureShare()) + ")"
	}
	add("calls", calls)
	add("ended", classes(e.Classes))
	if len(e.Took) > 0 {
		add("took", fmt.Sprintf("p50 %s · p95 %s · longest %s", activity.Brief(e.Quantile(0.5)),
			activity.Brief(e.Quantile(0.95)), activity.Brief(e.Max)))
	}
	if len(e.Waits) > 0 {
		add("waited",
			fmt.Sprintf("p50 %s · p95 %s, for permission and hooks", activity.Brief(e.Wait(0.5)), activity.Brief(e.Wait(0.95))))
	}
	if e.Asked > 0 {
		add("asked", "permission requested for "+diffview.Count(e.Asked, "call"))
	}
	return all
}

// classes lists how calls ended, the most frequent first.
func classes(all map[eventlog.Class]int) string {
	var parts []string
	for _, c := range slices.SortedFunc(maps.Keys(all), func(a, b eventlog.Class) int {
		return cmp.Or(all[b]-all[a], strings.Compare(string(a), string(b)))
	}) {
		parts = append(parts, fmt.Sprintf("%d %s", all[c], activity.ClassWords(c)))
	}
	return strings.Join(parts, " · ")
}

// timed returns a duration from a histogram in one unit, or "–" if that is empty.
func timed(of histogram.Histogram, d time.Duration) string {
	if len(of) == 0 {
		return "–"
	}
	for _, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute} {
		if d >= unit {
			return activity.Brief(d.Round(unit))
		}
	}
	return activity.Brief(d)
}

func percent(share float64) string {
	if share == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

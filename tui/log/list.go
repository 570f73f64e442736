package log

import (
	"maps"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// A list is the listed lines of the timeline, and the chosen one.
type list struct {
	home  string
	now   func() time.Time
	state *rulestate.State
	calls calls
	here  string // the directory that the person works in, or ""

	versions [2]int    // of the questions and calls that are listed, or about to be
	all      *timeline // nil until the first reading
	lines    []line    // the listed ones
	matched  int       // questions and calls among them, folded or not
	unfolded map[lineID]bool
	order    order
	filter   filter
	sifted   filter // the last one from the list of filters, or another place
	find     kit.Find
	latest   *atomic.Int64 // the last requested list

	pane    kit.Pane
	widest  columns // the widest texts seen so far
	kept    lineID  // the chosen line, to find it again
	entered bool    // whether the place is shown
	moved   bool    // whether the person has chosen a row since
}

// listedMsg is a requested list.
type listedMsg struct {
	asked   int64 // which one
	all     *timeline
	lines   []line
	matched int
}

func (t *list) filtered() bool {
	return t.filter != filter{} || t.find.Line.Text != ""
}

// refresh lists the lines that match a new filter.
func (t *list) refresh() tea.Cmd {
	t.widest = columns{}
	return t.relist()
}

// relist rebuilds the list in the background, because it may be long.
func (t *list) relist() tea.Cmd {
	seen, found, all := t.state.Questions.All, t.calls.found, t.all
	if seen == nil {
		return nil
	}
	mine, latest := t.latest.Add(1), t.latest
	order, needle, f, from, unfolded := t.order, t.find.Needle(), t.filter, t.filter.from(t.now()), maps.Clone(t.unfolded)
	return func() tea.Msg {
		if all == nil || all.seen != seen || all.found != found {
			all = merge(seen, found)
		}
		lines := all.lines
		if (f != filter{} || len(needle.Words) > 0) {
			lines = pick(lines, needle.Among(len(lines), func(i int) *kit.SearchText {
				if latest.Load() != mine || !f.has(&lines[i], from) { // another letter was typed, or the filter hides the line
					return nil
				}
				return lines[i].sought()
			}))
		}
		matched := len(lines)
		lines = order.sorted(lines)
		if len(needle.Words) == 0 && f.kind == everything && order == newestFirst {
			lines = fold(lines, unfolded)
		}
		return listedMsg{mine, all, lines, matched}
	}
}

// pick returns the lines at some indices.
func pick(lines []line, at []int) []line {
	picked := make([]line, len(at))
	for i := range at {
		picked[i] = lines[at[i]]
	}
	return picked
}

// choose shows a list. The chosen line stays chosen, and stays where it is on the screen; new
// lines appear at the top.
func (t *list) choose(lines []line, matched int) {
	before := t.pane.Chosen
	t.lines, t.matched = lines, matched
	if t.kept == (lineID{}) {
		t.pane.Chosen, t.pane.Top = 0, 0
	}
	t.pane.KeepHit(&t.find, len(lines),
		func(i int) bool { return lines[i].id() == t.kept },
		func(i int) bool { // the line is now folded into a run
			return slices.ContainsFunc(lines[i].run, func(c *call) bool { return c.id() == t.kept.callID })
		})
	if t.pane.Top > 0 {
		t.pane.Top = max(t.pane.Top+t.pane.Chosen-before, 0)
	}
	if t.kept != (lineID{}) {
		t.remember()
	}
}

// pinChosen pins the chosen line once everything has been read and the person sees the place; until
// then the newest line is chosen.
func (t *list) pinChosen() {
	past := t.state.Questions
	if t.entered && t.kept == (lineID{}) && t.all != nil && t.all.seen == past.All && t.all.found == t.calls.found &&
		!past.Reading() && t.calls.cancel == nil {
		t.remember()
	}
}

// Count returns how many lines are listed.
func (t *list) Count() int { return len(t.lines) }

// line returns the line that keys act on, or nil.
func (t *list) line() *line {
	if t.pane.Chosen >= len(t.lines) {
		return nil
	}
	return &t.lines[t.pane.Chosen]
}

// Chosen returns the question that keys act on, or nil.
func (t *list) Chosen() *transcript.Question {
	if l := t.line(); l != nil {
		return l.asked()
	}
	return nil
}

func (t *list) remember() {
	t.kept = lineID{}
	if l := t.line(); l != nil {
		t.kept = l.id()
	}
}

// Move chooses another line.
func (t *list) Move(by int) {
	t.pane.Move(by, t.Count())
	t.moved = t.pane.Chosen > 0
	t.remember()
}

// TypedText updates the list.
func (t *list) TypedText(*kit.Model) tea.Cmd { return t.refresh() }

// Typing returns the search line while it is being typed, or nil.
func (t *list) Typing() *kit.Input { return t.find.Typing() }

// clear lists everything.
func (t *list) clear(*kit.Model) tea.Cmd {
	t.find, t.filter = kit.Find{}, filter{}
	return t.refresh()
}

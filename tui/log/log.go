package log

import (
	"maps"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// Place is the timeline.
type Place struct {
	backend  Backend
	home     string
	now      func() time.Time
	state    *follow.State
	installs *survey.Installs
	// Here finds the directory that the person works in; "" where there is none.
	Here func() string
	here string // as it was found last

	calls    calls
	versions [2]int    // of the questions and the calls that are listed, or will be soon
	all      *timeline // nil until there is one
	lines    []line    // that are listed
	matched  int       // questions and calls among them, folded or not
	unfolded map[lineID]bool
	filter   filter
	find     kit.Find
	latest   *atomic.Int64 // the last list that was asked for

	pane    kit.Pane
	widest  columns // what was in sight of the list
	kept    lineID  // that is chosen, to be found again
	entered bool    // the place is shown
	moved   bool    // the person has chosen a row since

	detail *detail
	tools  *tools

	// judged remembers which questions are about something that cannot be undone.
	judged map[*transcript.Question]bool
}

// listedMsg is a list that was asked for.
type listedMsg struct {
	asked   int64 // which one
	all     *timeline
	lines   []line
	matched int
}

// New is the place.
func New(b Backend, state *follow.State, installs *survey.Installs, home string, now func() time.Time) *Place {
	return &Place{
		backend: b, home: home, now: now, state: state, installs: installs, Here: func() string { return "" },
		calls: calls{backend: b, now: now}, unfolded: map[lineID]bool{}, latest: new(atomic.Int64), judged: map[*transcript.Question]bool{},
	}
}

// Name is the name of the place.
func (t *Place) Name() string { return "Log" }

// Load reads what the place shows.
func (t *Place) Load() tea.Cmd {
	t.entered, t.here = true, t.Here()
	return tea.Batch(t.state.Load(), t.calls.load())
}

// Left ends following the calls. Who comes back finds the newest line chosen, unless they had
// chosen another one.
func (t *Place) Left() {
	t.entered = false
	t.calls.rest()
	if !t.moved {
		t.pane.Chosen, t.pane.Top, t.kept = 0, 0, lineID{}
	}
}

// Leave ends what is done in the background for other places, too.
func (t *Place) Leave() { t.state.Rest() }

// Forget makes the next reading of calls start anew.
func (t *Place) Forget() {
	t.calls.rest()
	t.calls.reader = nil
}

// Receive takes its lists.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	follow := t.calls.receive(msg)
	switch msg := msg.(type) {
	case listedMsg:
		if msg.asked == t.latest.Load() {
			t.all = msg.all
			t.choose(msg.lines, msg.matched)
		}
	case decidedMsg:
		if t.detail != nil && t.detail.question == msg.question {
			t.detail.Decision, t.detail.err, t.detail.decided = drawing.Decision{Decision: msg.decision, Steps: msg.steps, Unfolded: t.detail.Unfolded, Heading: t.detail.Heading}, msg.err, true
		}
	}
	now := [2]int{t.state.Questions.Version, t.calls.version}
	if t.versions == now {
		t.settle()
		return follow
	}
	if t.versions[0] != now[0] {
		t.judged = map[*transcript.Question]bool{}
	}
	t.versions = now
	if t.tools != nil {
		t.tools.list()
	}
	return tea.Batch(follow, t.relist())
}

// ShowMeanwhile shows what was answered while the person was away, since a time.
func (t *Place) ShowMeanwhile(since time.Time) tea.Cmd {
	t.find, t.filter = kit.Find{}, filter{kind: meanwhile, since: since}
	return t.refresh()
}

func (t *Place) filtered() bool {
	return t.filter != filter{} || t.find.Line.Text != ""
}

// refresh lists what another filter leaves.
func (t *Place) refresh() tea.Cmd {
	t.widest = columns{}
	return t.relist()
}

// relist makes the list anew, in the background, because it may be long.
func (t *Place) relist() tea.Cmd {
	seen, found, all := t.state.Questions.All, t.calls.found, t.all
	if seen == nil {
		return nil
	}
	mine, latest := t.latest.Add(1), t.latest
	needle, f, from, unfolded := t.find.Needle(), t.filter, t.filter.from(t.now()), maps.Clone(t.unfolded)
	return func() tea.Msg {
		if all == nil || all.seen != seen || all.found != found {
			all = merge(seen, found)
		}
		lines := all.lines
		if (f != filter{} || len(needle.Words) > 0) {
			lines = pick(lines, needle.Among(len(lines), func(i int) *kit.SearchText {
				if latest.Load() != mine || !f.has(&lines[i], from) { // another letter was typed, or it is left out
					return nil
				}
				return lines[i].sought()
			}))
		}
		matched := len(lines)
		if len(needle.Words) == 0 && f.kind == everything {
			lines = fold(lines, unfolded)
		}
		return listedMsg{mine, all, lines, matched}
	}
}

// pick are the lines at some indices.
func pick(lines []line, at []int) []line {
	picked := make([]line, len(at))
	for i := range at {
		picked[i] = lines[at[i]]
	}
	return picked
}

// choose shows a list. The choice stays on its line, and the line where it is on the screen; new
// ones come into sight at the top.
func (t *Place) choose(lines []line, matched int) {
	before := t.pane.Chosen
	t.lines, t.matched = lines, matched
	if t.kept == (lineID{}) {
		t.pane.Chosen, t.pane.Top = 0, 0
	}
	t.pane.Again(len(lines),
		func(i int) bool { return lines[i].id() == t.kept },
		func(i int) bool { // it is folded into others now
			return slices.ContainsFunc(lines[i].run, func(c *call) bool { return c.id() == t.kept.callID })
		})
	if t.pane.Top > 0 {
		t.pane.Top = max(t.pane.Top+t.pane.Chosen-before, 0)
	}
	if t.kept != (lineID{}) {
		t.remember()
	}
}

// settle keeps the choice on the newest line as soon as the person sees it: until all is read
// for the first time, newer ones take its place.
func (t *Place) settle() {
	past := t.state.Questions
	if t.entered && t.kept == (lineID{}) && t.all != nil && t.all.seen == past.All && t.all.found == t.calls.found && !past.Reading() && t.calls.cancel == nil {
		t.remember()
	}
}

// Count is how many lines are listed.
func (t *Place) Count() int { return len(t.lines) }

// line is the one that keys are about; nil when there is none.
func (t *Place) line() *line {
	if t.pane.Chosen >= len(t.lines) {
		return nil
	}
	return &t.lines[t.pane.Chosen]
}

// Chosen is the question that keys are about; nil when there is none.
func (t *Place) Chosen() *transcript.Question {
	if l := t.line(); l != nil {
		return l.asked()
	}
	return nil
}

func (t *Place) remember() {
	t.kept = lineID{}
	if l := t.line(); l != nil {
		t.kept = l.id()
	}
}

// Move chooses another line.
func (t *Place) Move(by int) {
	t.pane.Move(by, t.Count())
	t.moved = t.pane.Chosen > 0
	t.remember()
}

// Click chooses a line; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, t.Count(), t.open, func(*kit.Model) tea.Cmd { t.Move(0); return nil })
}

// TypedText lists anew.
func (t *Place) TypedText(*kit.Model) tea.Cmd { return t.refresh() }

// Typing is the line of the filter while it is typed, or nil.
func (t *Place) Typing() *kit.Input { return t.find.Typing() }

// Findable are the questions, each wording once, for the list of everything.
func (t *Place) Findable() (all []kit.MenuEntry) {
	for _, q := range t.state.Questions.Latest() {
		all = append(all, kit.MenuEntry{Group: "Questions", Text: kit.Clean(t.home, q.Text), Verb: "open", Do: func(m *kit.Model) tea.Cmd {
			return tea.Batch(m.Send(kit.GoMsg{Place: t.Name()}), t.openQuestion(m, q))
		}})
	}
	return all
}

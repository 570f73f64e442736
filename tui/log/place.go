package log

import (
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Place is the timeline.
type Place struct {
	list
	backend  Backend
	installs *hookstate.Installs
	// Here returns the directory that the person works in, or "".
	Here func() string

	detail *questionDetail
	tools  *tools

	// oneWays caches which questions are about something irreversible.
	oneWays map[*transcript.Question]bool
	ruled   ruling
}

// ruling caches the results of ruleFor, for one version of the rules and of the questions.
type ruling struct {
	transcript.Replayer
	versions [2]int
	by       map[*transcript.Question]string // the ID of a rule, or ""
}

// New returns the place.
func New(b Backend, state *rulestate.State, installs *hookstate.Installs, home string, now func() time.Time) *Place {
	l := list{
		home: home, now: now, state: state, calls: calls{backend: b, now: now},
		unfolded: map[lineID]bool{}, latest: new(atomic.Int64),
	}
	unanswered := func(question.Call, question.Question) []question.PastAnswer { return nil }
	return &Place{
		list: l, backend: b, installs: installs, Here: func() string { return "" }, oneWays: map[*transcript.Question]bool{},
		ruled: ruling{Replayer: transcript.Replayer{Past: unanswered}},
	}
}

// Name returns the name of the place.
func (t *Place) Name() string { return "Log" }

// Load reads what the place shows.
func (t *Place) Load() tea.Cmd {
	t.entered, t.here = true, t.Here()
	return tea.Batch(t.state.Load(), t.calls.load())
}

// Left stops following the calls. On return the newest line is chosen, unless the person had
// chosen another one.
func (t *Place) Left() {
	t.entered = false
	t.calls.rest()
	if !t.moved {
		t.pane.Chosen, t.pane.Top, t.kept = 0, 0, lineID{}
	}
}

// Leave ends the work in the background that other places share.
func (t *Place) Leave() { t.state.Rest() }

// Forget makes the next reading of calls start over.
func (t *Place) Forget() {
	t.calls.rest()
	t.calls.reader = nil
}

// Receive takes the lists that were read.
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
			t.detail.Decision, t.detail.err, t.detail.decided =
				drawing.Decision{Decision: msg.decision, Steps: msg.steps, Unfolded: t.detail.Unfolded, Heading: t.detail.Heading},
				msg.err, true
		}
	}
	now := [2]int{t.state.Questions.Version, t.calls.version}
	if t.versions == now {
		t.pinChosen()
		return follow
	}
	if t.versions[0] != now[0] {
		t.oneWays = map[*transcript.Question]bool{}
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
	t.sifted = t.filter
	return t.refresh()
}

// Click chooses a line; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, t.Count(), t.open, func(*kit.Model) tea.Cmd { t.Move(0); return nil })
}

// Findable returns the questions, each wording once, for the palette.
func (t *Place) Findable() (all []kit.MenuEntry) {
	for _, q := range t.state.Questions.Latest() {
		all = append(all,
			kit.MenuEntry{Group: "Questions", Text: kit.Clean(t.home, q.Text), Verb: "open", Do: func(m *kit.Model) tea.Cmd {
				return m.Send(rulestate.QuestionMsg{Question: q})
			}})
	}
	return all
}

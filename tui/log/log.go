package log

import (
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// Place is everything that was asked, the newest first, and who answered.
type Place struct {
	backend Backend
	home    string
	now     func() time.Time
	state   *follow.State

	// shown are indices of the questions that are listed; nil means all.
	shown   []int
	version int // of the questions that are listed
	pane    kit.Pane
	widest  questionColumns      // what was in sight of the list
	kept    *transcript.Question // that is chosen, to be found again

	filter   filter
	siftable bool // a filter would leave something else than all
	find     kit.Find

	latest *atomic.Int64 // the last list that was asked for
	detail *detail

	// judged remembers which questions are about something that cannot be undone.
	judged map[*transcript.Question]bool
}

// A filter is a choice of questions.
type filter struct {
	by      outcome
	project string    // only of this one; "" for all
	since   time.Time // asked from then on; zero for all
}

// outcome is a choice of questions by what became of them.
type outcome int

const (
	everything outcome = iota
	automatic
	meanwhile
	yours
	others
	overwritten
	denied
	declined
	outcomes
)

var outcomeNames = [outcomes]string{"", "answered for you", "answered while you were away", "answered by you", "answered by another hook", "overwritten", "denied", "declined"}

func (o outcome) has(q *transcript.Question) bool {
	switch o {
	case automatic:
		return q.By == transcript.Neverask
	case meanwhile:
		return q.By == transcript.Neverask && q.Away != ""
	case yours:
		return q.By == transcript.Person && q.Answered()
	case others:
		return q.By == transcript.OtherHook && q.Answered()
	case overwritten:
		return q.Overwritten
	case denied:
		return q.Outcome == transcript.Denied
	case declined:
		return q.Outcome == transcript.Declined
	}
	return true
}

func (f filter) has(q follow.Question) bool {
	return f.by.has(q.Question) && (f.project == "" || q.Project == f.project) && !q.Time.Before(f.since)
}

// with is the filter with another outcome and project.
func (f filter) with(by outcome, project string) filter {
	f.by, f.project = by, project
	return f
}

// listedMsg are the questions that a filter has left.
type listedMsg struct {
	asked int64 // which list this is
	seen  *follow.Asked
	shown []int
}

// New is the place.
func New(b Backend, state *follow.State, home string, now func() time.Time) *Place {
	return &Place{backend: b, home: home, now: now, state: state, latest: new(atomic.Int64), judged: map[*transcript.Question]bool{}}
}

// Name is the name of the place.
func (t *Place) Name() string { return "Log" }

// Load reads what the place shows.
func (t *Place) Load() tea.Cmd { return t.state.Load() }

// Leave ends what is done in the background.
func (t *Place) Leave() { t.state.Rest() }

// Receive takes its lists.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listedMsg:
		if msg.asked == t.latest.Load() && msg.seen == t.state.Questions.All {
			t.choose(msg.shown)
		}
	case decidedMsg:
		if t.detail != nil && t.detail.question == msg.question {
			t.detail.Decision, t.detail.err, t.detail.decided = drawing.Decision{Decision: msg.decision, Steps: msg.steps, Unfolded: t.detail.Unfolded, Heading: t.detail.Heading}, msg.err, true
		}
	}
	if t.version == t.state.Questions.Version {
		return nil
	}
	t.version, t.judged = t.state.Questions.Version, map[*transcript.Question]bool{}
	return t.refresh()
}

// ShowMeanwhile shows what was answered while the person was away, since a time.
func (t *Place) ShowMeanwhile(since time.Time) tea.Cmd {
	t.find, t.filter = kit.Find{}, filter{by: meanwhile, since: since}
	return t.refresh()
}

func (t *Place) filtered() bool {
	return t.filter != filter{} || t.find.Line.Text != ""
}

// refresh makes the list anew, in the background, because it may be long.
func (t *Place) refresh() tea.Cmd {
	seen := t.state.Questions.All
	if seen == nil {
		return nil
	}
	mine, latest := t.latest.Add(1), t.latest
	if !t.filtered() {
		t.siftable = kit.Siftable(t.sifts())
		t.choose(nil)
		return nil
	}
	needle, f := t.find.Needle(), t.filter
	return func() tea.Msg {
		return listedMsg{mine, seen, needle.Among(len(seen.List), func(i int) *kit.SearchText {
			if latest.Load() != mine || !f.has(seen.List[i]) { // another letter was typed, or it is left out
				return nil
			}
			return &seen.List[i].Sought
		})}
	}
}

// choose shows a list. The choice stays on its question, except at the top,
// where it stays with the newest.
func (t *Place) choose(shown []int) {
	t.shown, t.widest = shown, questionColumns{}
	if t.pane.Move(0, t.Count()); t.pane.Chosen > 0 && t.kept != nil {
		t.pane.Again(t.Count(), func(i int) bool {
			q := t.at(i)
			return q.ToolUseID == t.kept.ToolUseID && q.Index == t.kept.Index && q.Time.Equal(t.kept.Time)
		})
	}
	t.remember()
}

// Count is how many questions are listed.
func (t *Place) Count() int {
	switch {
	case t.state.Questions.All == nil:
		return 0
	case t.shown == nil:
		return len(t.state.Questions.All.List)
	}
	return len(t.shown)
}

func (t *Place) at(i int) *transcript.Question {
	if t.shown != nil {
		i = t.shown[i]
	}
	return t.state.Questions.All.List[i].Question
}

// Chosen is the question that keys are about; nil when there is none.
func (t *Place) Chosen() *transcript.Question {
	if t.pane.Chosen >= t.Count() {
		return nil
	}
	return t.at(t.pane.Chosen)
}

func (t *Place) remember() { t.kept = t.Chosen() }

// Move chooses another question.
func (t *Place) Move(by int) {
	t.pane.Move(by, t.Count())
	t.remember()
}

// Click chooses a question; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, t.Count(), t.open(t.Chosen()), func(*kit.Model) tea.Cmd { t.remember(); return nil })
}

// TypedText lists anew.
func (t *Place) TypedText(*kit.Model) tea.Cmd { return t.refresh() }

// Findable are the questions, each wording once, for the list of everything.
func (t *Place) Findable() (all []kit.MenuEntry) {
	for _, q := range t.state.Questions.Latest() {
		all = append(all, kit.MenuEntry{Group: "Questions", Text: kit.Clean(t.home, q.Text), Verb: "open", Do: func(m *kit.Model) tea.Cmd {
			return tea.Batch(m.Send(kit.GoMsg{Place: t.Name()}), t.open(q)(m))
		}})
	}
	return all
}

// Typing is the line of the filter while it is typed, or nil.
func (t *Place) Typing() *kit.Input { return t.find.Typing() }

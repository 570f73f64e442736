package tui

import (
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// questionsTab is the third tab: everything that was asked, the newest first,
// and who answered.
type questionsTab struct {
	backend Backend
	home    string
	now     func() time.Time
	rules   *preferencesTab // which has the form of a rule
	state   *follow.State

	// shown are indices of the questions that are listed; nil means all.
	shown   []int32
	version int // of the past that is listed
	pane    kit.Pane
	kept    *transcript.Question // that is chosen, to be found again

	by      filter
	project string // only of this one; "" for all
	find    kit.Input
	finding bool

	latest *atomic.Int64 // the last list that was asked for
	detail *questionDetail

	// judged remembers which questions are about something that cannot be undone.
	judged map[*transcript.Question]bool
}

// filter is a choice of questions by what became of them.
type filter int

const (
	everything filter = iota
	automatic
	overwritten
	declined
	filters
)

var filterNames = [filters]string{"", "answered for you", "overwritten", "declined"}

func (f filter) has(q *transcript.Question) bool {
	switch f {
	case automatic:
		return q.By == transcript.Neverask
	case overwritten:
		return q.Overwritten
	case declined:
		return q.Outcome == transcript.Declined
	}
	return true
}

// listedMsg are the questions that a filter has left.
type listedMsg struct {
	asked int64 // which list this is
	seen  *follow.Asked
	shown []int32
}

func newQuestions(o Options, rules *preferencesTab) *questionsTab {
	return &questionsTab{backend: o.Backend, home: o.Home, now: o.Now, rules: rules, state: rules.state, latest: new(atomic.Int64)}
}

func (t *questionsTab) Name() string { return "Log" }

func (t *questionsTab) Load() tea.Cmd { return t.state.Load() }

func (t *questionsTab) Leave() { t.state.Rest() }

// Receive takes its lists.
func (t *questionsTab) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listedMsg:
		if msg.asked == t.latest.Load() && msg.seen == t.state.Questions.All {
			t.choose(msg.shown)
		}
	case decidedMsg:
		if t.detail != nil && t.detail.question == msg.question {
			t.detail.decision, t.detail.steps, t.detail.err, t.detail.decided = msg.decision, msg.steps, msg.err, true
		}
	}
	if t.version == t.state.Questions.Version {
		return nil
	}
	t.version, t.judged = t.state.Questions.Version, nil
	return t.refresh()
}

func (t *questionsTab) filtered() bool {
	return t.by != everything || t.project != "" || t.find.Text != ""
}

// refresh makes the list anew, in the background, because it may be long.
func (t *questionsTab) refresh() tea.Cmd {
	seen := t.state.Questions.All
	if seen == nil {
		return nil
	}
	mine, latest := t.latest.Add(1), t.latest
	if !t.filtered() {
		t.choose(nil)
		return nil
	}
	by, project, needle := t.by, t.project, kit.NewNeedle(t.find.Text)
	return func() tea.Msg {
		shown := []int32{}
		for i := range seen.List {
			if i%4096 == 0 && latest.Load() != mine {
				return nil // another letter was typed
			}
			q := &seen.List[i]
			if by.has(q.Question) && (project == "" || q.Project == project) && needle.In(q.Sought) {
				shown = append(shown, int32(i))
			}
		}
		return listedMsg{mine, seen, shown}
	}
}

// choose shows a list. The choice stays on its question, except at the top,
// where it stays with the newest.
func (t *questionsTab) choose(shown []int32) {
	before := t.kept
	t.shown = shown
	n := t.Count()
	t.pane.Chosen = max(min(t.pane.Chosen, n-1), 0)
	if t.pane.Chosen == 0 || before == nil {
		t.remember()
		return
	}
	for i := range n {
		if q := t.at(i); q.ToolUseID == before.ToolUseID && q.Index == before.Index && q.Time.Equal(before.Time) {
			t.pane.Chosen = i
			break
		}
	}
	t.remember()
}

func (t *questionsTab) Count() int {
	switch {
	case t.state.Questions.All == nil:
		return 0
	case t.shown == nil:
		return len(t.state.Questions.All.List)
	}
	return len(t.shown)
}

func (t *questionsTab) at(i int) *transcript.Question {
	if t.shown != nil {
		i = int(t.shown[i])
	}
	return t.state.Questions.All.List[i].Question
}

// chosen is the question that keys are about; nil when there is none.
func (t *questionsTab) chosen() *transcript.Question {
	if t.pane.Chosen >= t.Count() {
		return nil
	}
	return t.at(t.pane.Chosen)
}

func (t *questionsTab) remember() { t.kept = t.chosen() }

func (t *questionsTab) Move(by int) {
	t.pane.Move(by, t.Count())
	t.remember()
}

// Click chooses a question; a second click on it opens it.
func (t *questionsTab) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, t.Count(), t.open, func(*kit.Model) tea.Cmd { t.remember(); return nil })
}

func (t *questionsTab) Typing() *kit.Input {
	if t.finding {
		return &t.find
	}
	return nil
}

func (t *questionsTab) TypedText(*kit.Model) tea.Cmd { return t.refresh() }

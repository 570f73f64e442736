package calls

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// Place is the sixth tab: what Claude's tools did. The record is read in the
// background, and followed while the tab is shown.
type Place struct {
	backend Backend
	home    string
	now     func() time.Time

	reader     *activity.Reader // nil when all is to be read again
	opened     time.Time        // when it was
	found      *recorded        // nil until it is read
	err        error
	hooks      []transcript.HookStat
	hooksKnown bool
	cancel     context.CancelFunc // of the reading that is under way
	progress   *atomic.Int64      // percent of it
	Generation int

	Span  int // of spans
	order toolOrder
	rows  []activityRow
	pane  kit.Pane
	find  kit.Find
}

// recorded is what was read.
type recorded struct {
	summary   activity.Summary
	days      []activity.Day
	busiest   int       // calls in one hour
	since     time.Time // that questions are counted from
	questions transcript.Counts
	recording bool // the activity hooks are installed somewhere
	kept      bool // something is recorded, be it long ago
}

// spans are the times to look back at. The last one is all that is kept.
var spans = [...]struct {
	name string
	days int
}{{"24 hours", 1}, {"7 days", 7}, {"30 days", 30}}

type (
	activityReadMsg struct {
		generation int
		found      *recorded // nil: nothing is new
		err        error
	}
	activityDueMsg    struct{ generation int }
	recordProgressMsg struct{}
	// HookCostMsg is what hooks cost in all sessions.
	HookCostMsg struct{ Stats []transcript.HookStat }
)

func (msg activityReadMsg) Still() bool { return msg.found == nil && msg.err == nil }
func (activityDueMsg) Still() bool      { return true }

// New is the place, with a week of activity.
func New(b Backend, home string, now func() time.Time) *Place {
	return &Place{backend: b, home: home, now: now, Span: 1}
}

// Name is the name of the place.
func (t *Place) Name() string { return "Activity" }

// Forget makes the next reading start anew.
func (t *Place) Forget() {
	t.stop()
	t.reader, t.hooksKnown = nil, false
}

// Left ends reading and following.
func (t *Place) Left() { t.stop() }

// stop ends the reading that is under way. A reader is for one reading at a time,
// and that one may not have noticed yet.
func (t *Place) stop() {
	t.Generation++
	if t.cancel != nil {
		t.cancel()
		t.cancel, t.reader = nil, nil
	}
}

// reopen is how long a reader looks back from where it began.
const reopen = time.Hour

// Load reads what is new, unless that is under way.
func (t *Place) Load() tea.Cmd {
	if t.cancel != nil {
		return nil
	}
	t.Generation++
	cmds := []tea.Cmd{t.read(), kit.Later(kit.Pause/4, recordProgressMsg{})}
	if b := t.backend; !t.hooksKnown {
		t.hooksKnown = true
		cmds = append(cmds, func() tea.Msg { return HookCostMsg{b.HookStats(context.Background())} })
	}
	return tea.Batch(cmds...)
}

func (t *Place) read() tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	now := t.now()
	since := now.AddDate(0, 0, -spans[t.Span].days)
	fresh := t.reader == nil || now.Sub(t.opened) > reopen
	if fresh {
		t.reader, t.opened = t.backend.Activity(activity.Filter{Since: since}), now
	}
	t.cancel, t.progress = cancel, new(atomic.Int64)
	b, reader, percent, generation, renew := t.backend, t.reader, t.progress, t.Generation, t.found == nil || t.err != nil
	return func() tea.Msg {
		defer cancel()
		msg := activityReadMsg{generation: generation}
		news, err := reader.Update(ctx, func(done, total int64) { percent.Store(100 * done / max(total, 1)) })
		if err != nil {
			msg.err = err
			return msg
		}
		if news || fresh || renew {
			s := reader.Summary(now)
			days := activity.Days(s.Hours, now.Location())
			msg.found = &recorded{s, days, activity.Busiest(days), since, b.Counts(since), recording(b), reader.Recorded()}
		}
		return msg
	}
}

// recording reports whether the activity hooks are in any of the settings files.
func recording(b Backend) bool {
	return slices.ContainsFunc(change.Targets(b), func(target installer.Target) bool {
		return b.Inspect(target).Pack(config.Activity).There()
	})
}

// Receive takes what was read.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case recordProgressMsg:
		if t.loading() {
			return kit.Later(kit.Pause/4, msg)
		}
	case HookCostMsg:
		t.hooks = slices.Clone(msg.Stats)
		slices.SortStableFunc(t.hooks, func(a, b transcript.HookStat) int { return int(b.Median() - a.Median()) })
		t.list()
	case activityReadMsg:
		if msg.generation != t.Generation {
			return nil
		}
		t.cancel = nil
		if !errors.Is(msg.err, context.Canceled) {
			t.err = msg.err
		}
		if msg.found != nil {
			t.found = msg.found
			t.list()
		}
		return kit.Later(kit.Pause, activityDueMsg{t.Generation})
	case activityDueMsg:
		if msg.generation == t.Generation && t.cancel == nil {
			return t.read()
		}
	}
	return nil
}

// loading reports whether nothing can be shown yet.
func (t *Place) loading() bool { return t.cancel != nil && t.found == nil }

// Move chooses another row.
func (t *Place) Move(by int) {
	t.pane.Move(by, len(t.rows))
	step := 1
	if by < 0 {
		step = -1
	}
	for range 2 { // when there is none in the direction, the other one
		for i := t.pane.Chosen; i >= 0 && i < len(t.rows); i += step {
			if t.rows[i].choosable() {
				t.pane.Chosen = i
				if i > 0 && t.rows[i-1].title {
					t.pane.Top = min(t.pane.Top, i-1)
				}
				return
			}
		}
		step = -step
	}
}

// Count is how many rows there are.
func (t *Place) Count() int { return len(t.rows) }

// empty reports whether there is nothing to list, with no filter.
func (t *Place) empty() bool { return len(t.rows) == 0 && t.find.Line.Text == "" }

// chosen is the row that keys are about; nil when there is none.
func (t *Place) chosen() *activityRow {
	if t.pane.Chosen >= len(t.rows) || !t.rows[t.pane.Chosen].choosable() {
		return nil
	}
	return &t.rows[t.pane.Chosen]
}

// Click chooses a row; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	if i, _ := t.pane.At(row); i < len(t.rows) && !t.rows[i].choosable() {
		return nil
	}
	return t.pane.Click(row, len(t.rows), t.open, nil)
}

// Typing is the line that is being edited, or nil.
func (t *Place) Typing() *kit.Input { return t.find.Typing() }

// TypedText lists anew.
func (t *Place) TypedText(*kit.Model) tea.Cmd {
	t.list()
	return nil
}

// Bindings are the keys that do something now.
func (t *Place) Bindings() []kit.Binding {
	if t.loading() {
		return []kit.Binding{kit.Bind("stop reading", func(*kit.Model) tea.Cmd { t.stop(); return nil }, "esc")}
	}
	if t.find.Active {
		return t.find.Bindings(t.clear)
	}
	if t.found == nil {
		return nil
	}
	var all []kit.Binding
	if t.empty() && !t.found.recording {
		all = append(all, change.Install("the activity hooks", config.Activity))
	}
	if r := t.chosen(); r != nil && r.asked {
		all = append(all, kit.Bind("list them", t.open, "enter").Means("list the questions in the Log"))
	} else if r != nil {
		all = append(all, kit.Bind("show", t.open, "enter").Means("show full details"))
	}
	if t.found.recording || t.found.kept {
		all = append(all, kit.Bind("filter…", kit.Sifting("How far back?", t.times), "f").Means("look back 24 hours, 7 days or 30 days"))
	}
	if !t.empty() {
		all = append(all, kit.Bind("sort", t.turn, "s").Means("tools by calls, failure rate, p95, wait or name"))
		all = append(all, t.find.Keys(t.find.Line.Text != "", t.clear)...)
	}
	return all
}

func (t *Place) clear(*kit.Model) tea.Cmd {
	t.find = kit.Find{}
	t.list()
	return nil
}

// times are how far it can look back. What was read stays on the screen until then.
func (t *Place) times() (all []kit.Sift) {
	for i, s := range spans {
		all = append(all, kit.Sift{Group: "Time", Name: "the last " + s.name, Rows: -1, On: t.Span == i, Do: func() tea.Cmd {
			t.stop()
			t.Span, t.reader = i, nil
			return t.Load()
		}})
	}
	return all
}

func (t *Place) turn(*kit.Model) tea.Cmd {
	t.order = (t.order + 1) % toolOrders
	t.list()
	return nil
}

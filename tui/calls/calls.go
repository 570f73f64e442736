package calls

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
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
	cancel     context.CancelFunc // of the reading that is under way
	progress   *atomic.Int64      // percent of it
	Generation int

	Span  int // of spans
	order toolOrder
	tools []activity.Tool // as they are listed
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

// sorted are the tools in the order that was chosen. They come by calls.
func (o toolOrder) sorted(all []activity.Tool) []activity.Tool {
	all = slices.Clone(all)
	by := func(a, b *activity.Tool) int { return 0 }
	switch o {
	case byFailures:
		by = func(a, b *activity.Tool) int { return cmp.Compare(b.FailureShare(), a.FailureShare()) }
	case bySlowness:
		by = func(a, b *activity.Tool) int { return cmp.Compare(b.Quantile(0.95), a.Quantile(0.95)) }
	case byWait:
		by = func(a, b *activity.Tool) int { return cmp.Compare(b.Wait(0.95), a.Wait(0.95)) }
	case byName:
		by = func(a, b *activity.Tool) int { return strings.Compare(a.Name, b.Name) }
	}
	slices.SortStableFunc(all, func(a, b activity.Tool) int { return by(&a, &b) })
	return all
}

// recorded is what was read.
type recorded struct {
	summary   activity.Summary
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
)

func (msg activityReadMsg) Still() bool { return msg.found == nil && msg.err == nil }
func (activityDueMsg) Still() bool      { return true }

// New is the place, with a week of activity.
func New(b Backend, home string, now func() time.Time) *Place {
	return &Place{backend: b, home: home, now: now, Span: 1}
}

// Name is the name of the page.
func (t *Place) Name() string { return "Activity" }

// Forget makes the next reading start anew.
func (t *Place) Forget() {
	t.stop()
	t.reader = nil
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
	return tea.Batch(t.read(), kit.Later(kit.Pause/4, recordProgressMsg{}))
}

func (t *Place) read() tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	now := t.now()
	fresh := t.reader == nil || now.Sub(t.opened) > reopen
	if fresh {
		t.reader, t.opened = t.backend.Activity(activity.Filter{Since: now.AddDate(0, 0, -spans[t.Span].days)}), now
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
			msg.found = &recorded{reader.Summary(now), recording(b), reader.Recorded()}
		}
		return msg
	}
}

// recording reports whether the activity hooks are in any of the settings files.
func recording(b Backend) bool {
	return slices.ContainsFunc(change.Targets(b), func(target installer.Target) bool {
		return b.Inspect(target).Of(config.ActivityRecording).There()
	})
}

// Receive takes what was read.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case recordProgressMsg:
		if t.loading() {
			return kit.Later(kit.Pause/4, msg)
		}
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

// Move chooses another tool.
func (t *Place) Move(by int) { t.pane.Move(by, len(t.tools)) }

// Count is how many tools are listed.
func (t *Place) Count() int { return len(t.tools) }

// empty reports whether there is nothing to list, with no filter.
func (t *Place) empty() bool { return len(t.tools) == 0 && t.find.Line.Text == "" }

// chosen is the tool that keys are about; nil when there is none.
func (t *Place) chosen() *activity.Tool {
	if t.pane.Chosen >= len(t.tools) {
		return nil
	}
	return &t.tools[t.pane.Chosen]
}

// Click chooses a tool; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, len(t.tools), t.open, nil)
}

// Typing is the line that is being edited, or nil.
func (t *Place) Typing() *kit.Input { return t.find.Typing() }

// TypedText lists anew.
func (t *Place) TypedText(*kit.Model) tea.Cmd {
	t.list()
	return nil
}

// Crumb names the page.
func (t *Place) Crumb() string { return t.Name() }

// Again reads anew what the page shows.
func (t *Place) Again(*kit.Model) tea.Cmd { return t.Load() }

// Bindings are the keys that do something now.
func (t *Place) Bindings() []kit.Binding { return kit.Leaving(t.bindings()) }

func (t *Place) bindings() []kit.Binding {
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
		all = append(all, change.Install("the activity hooks", config.ActivityRecording))
	}
	if t.chosen() != nil {
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

// list lists the tools anew that have the words looked for. The choice stays on its tool.
func (t *Place) list() {
	if t.found == nil {
		return
	}
	was := ""
	if e := t.chosen(); e != nil {
		was = e.Name
	}
	sorted := t.order.sorted(t.found.summary.Tools)
	t.tools = nil
	for _, i := range t.find.Needle().Among(len(sorted), func(i int) *kit.SearchText {
		text := kit.NewSearchText(sorted[i].Name, sorted[i].Server)
		return &text
	}) {
		t.tools = append(t.tools, sorted[i])
	}
	t.pane.Chosen = max(slices.IndexFunc(t.tools, func(e activity.Tool) bool { return e.Name == was }), 0)
}

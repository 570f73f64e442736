package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/tui/kit"
)

// hooksTab lists every hook of every source, by event and matcher group.
type hooksTab struct {
	backend  Backend
	home     string
	overview *overview // it knows neverask's own hook

	found      *hookList // nil until it is read
	err        error     // of the last time, about what is parked
	generation int

	seen map[string]transcript.HookStat // what past sessions tell, by ID

	rows   []hookRow
	listed int // hooks among the rows
	pane   kit.Pane
	folded map[string]bool // events whose hooks are not listed
	idle   bool            // events without hooks are listed

	state   hookState   // only these; "" for all
	kind    config.Kind // only of this kind of source; "" for all
	event   string      // only of this event; "" for all
	find    kit.Input
	finding bool
}

// A hookRow is a row of the list: a file that cannot be used, an event, a group
// of several hooks, or a hook.
type hookRow struct {
	finding *config.Finding
	event   *dispatch.About
	listed  int // hooks of the event that the filters let through
	group   int // how many hooks there are in the group that begins with entry
	entry   *hookEntry
	branch  string // of the tree, where a hook is one of a group
	more    int    // events without hooks that are not listed
}

// key finds a row again in a list that was made anew.
func (r hookRow) key() string {
	switch {
	case r.finding != nil:
		return "file " + r.finding.File
	case r.event != nil:
		return "event " + string(r.event.Event)
	case r.group > 0:
		return "group " + r.entry.ID
	case r.entry != nil:
		return r.entry.ID
	case r.more > 0:
		return "more"
	}
	return ""
}

func newHooks(o Options, overview *overview) *hooksTab {
	return &hooksTab{backend: o.Backend, home: o.Home, overview: overview, folded: map[string]bool{}}
}

func (t *hooksTab) Name() string { return "Hooks" }

type (
	hooksReadMsg struct {
		generation int
		found      *hookList
		err        error
	}
	hooksSeenMsg struct {
		generation int
		seen       map[string]transcript.HookStat
	}
)

func (t *hooksTab) Load() tea.Cmd {
	t.generation++
	b, generation := t.backend, t.generation
	read := func() tea.Msg {
		found, err := readHooks(b)
		return hooksReadMsg{generation, found, err}
	}
	return tea.Batch(read, t.overview.installs.Load())
}

func (t *hooksTab) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case hooksReadMsg:
		if msg.generation == t.generation {
			first := t.found == nil
			t.found, t.err = msg.found, msg.err
			t.list()
			if i := slices.IndexFunc(t.rows, func(r hookRow) bool { return r.entry != nil }); first && i >= 0 {
				t.pane.Chosen = i
			}
			return t.loadPast()
		}
	case hooksSeenMsg:
		if msg.generation == t.generation {
			t.seen = msg.seen
		}
	}
	return nil
}

// loadPast asks what past sessions tell of the hooks.
func (t *hooksTab) loadPast() tea.Cmd {
	b, generation, sources := t.backend, t.generation, t.found.sources
	return func() tea.Msg {
		all, seen := sources.Hooks(), map[string]transcript.HookStat{}
		for i, s := range conflict.Figures(all, b.HookStats(context.Background())) {
			if s.Seen > 0 {
				seen[all[i].ID] = s
			}
		}
		return hooksSeenMsg{generation, seen}
	}
}

// list makes the rows anew and keeps the choice on its row.
func (t *hooksTab) list() {
	before := t.chosen()
	t.rows, t.listed = t.rows[:0], 0
	if t.found == nil {
		return
	}
	if !t.filtered() {
		for i := range t.found.sources.Findings {
			t.rows = append(t.rows, hookRow{finding: &t.found.sources.Findings[i]})
		}
	}
	shown := t.sift()
	unused := 0
	for i := range t.found.events {
		about := &t.found.events[i]
		event := string(about.Event)
		n := 0
		for n < len(shown) && shown[n].Group.Event == event {
			n++
		}
		switch {
		case n > 0 || t.event == event:
		case t.found.count[event] > 0 || t.filtered():
			continue
		case !t.idle:
			unused++
			continue
		}
		t.rows = append(t.rows, hookRow{event: about, listed: n})
		if !t.folded[event] {
			t.add(shown[:n])
		}
		t.listed += n
		shown = shown[n:]
	}
	if unused > 0 {
		t.rows = append(t.rows, hookRow{more: unused})
	}
	t.pane.Chosen = max(t.again(before), 0)
}

// again finds the row that was chosen before. A hook that was parked, put back
// or edited has another name, and is found by its text, or else by its place.
func (t *hooksTab) again(before hookRow) int {
	at := slices.IndexFunc(t.rows, func(r hookRow) bool { return r.key() == before.key() })
	if old := before.entry; at < 0 && old != nil {
		alike := func(same func(*hookEntry) bool) int {
			return slices.IndexFunc(t.rows, func(r hookRow) bool {
				return r.entry != nil && r.group == 0 && r.entry.Group.Event == old.Group.Event && r.entry.Source.File == old.Source.File && same(r.entry)
			})
		}
		if at = alike(func(e *hookEntry) bool { return settings.SameValue(e.Handler.Raw, old.Handler.Raw) }); at < 0 {
			at = alike(func(e *hookEntry) bool {
				return e.Group.Index == old.Group.Index && e.Handler.Index == old.Handler.Index
			})
		}
	}
	if at < 0 {
		at = min(t.pane.Chosen, len(t.rows)-1)
	}
	return at
}

// sift leaves the entries that the filters let through. Events of one name come
// in the order of the list of events.
func (t *hooksTab) sift() []*hookEntry {
	needle := kit.NewNeedle(t.find.Text)
	shown := make([]*hookEntry, 0, len(t.found.entries))
	for i := range t.found.entries {
		e := &t.found.entries[i]
		if e.has(t.state) && (t.kind == "" || e.Source.Kind == t.kind) && (t.event == "" || e.Group.Event == t.event) && needle.In(e.text) {
			shown = append(shown, e)
		}
	}
	return shown
}

// add lists hooks of one event, those of a group with several under a row of
// its own.
func (t *hooksTab) add(shown []*hookEntry) {
	for len(shown) > 0 {
		n, group := 1, shown[0].group()
		for n < len(shown) && shown[n].group() == group {
			n++
		}
		if n > 1 {
			t.rows = append(t.rows, hookRow{group: n, entry: shown[0]})
		}
		for i, e := range shown[:n] {
			r := hookRow{entry: e}
			switch {
			case n > 1 && i == n-1:
				r.branch = "└ "
			case n > 1:
				r.branch = "├ "
			}
			t.rows = append(t.rows, r)
		}
		shown = shown[n:]
	}
}

// chosen is the row that keys are about.
func (t *hooksTab) chosen() hookRow {
	if t.pane.Chosen >= len(t.rows) {
		return hookRow{}
	}
	return t.rows[t.pane.Chosen]
}

// filtered reports whether hooks may be left out of the list.
func (t *hooksTab) filtered() bool {
	return t.state != "" || t.kind != "" || t.event != "" || t.find.Text != ""
}

func (t *hooksTab) Move(by int) { t.pane.Move(by, len(t.rows)) }

// Click chooses a row; a second click on it opens it.
func (t *hooksTab) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, len(t.rows), t.openRow, nil)
}

// Count is how many rows there are.
func (t *hooksTab) Count() int { return len(t.rows) }

func (t *hooksTab) Typing() *kit.Input {
	if t.finding {
		return &t.find
	}
	return nil
}

func (t *hooksTab) TypedText(*kit.Model) tea.Cmd {
	t.list()
	return nil
}

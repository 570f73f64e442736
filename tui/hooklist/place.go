package hooklist

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Place lists every hook of every source, by event and matcher group.
type Place struct {
	known
	generation int

	rows   []row
	listed int     // how many hooks the rows have
	widest columns // the widths that all hooks need
	pane   kit.Pane
	folded map[string]bool // events whose hooks are folded
	idle   bool            // whether events without hooks are listed
	own    bool            // whether neverask's hooks are unfolded
	hidden int             // how many of neverask's hooks are folded
	filter filter
	sifted bool // whether the rows are filtered
	before row  // the row chosen when the filter was set
}

// known is what the list and the pages over it know about hooks.
type known struct {
	backend    Backend
	home       string
	now        func() time.Time
	installs   *hookstate.Installs // knows neverask's hooks
	thirdParty *hookstate.ThirdParty

	found *found                         // nil until the first reading
	err   error                          // of the last reading of parked hooks
	seen  map[string]transcript.HookStat // statistics from past sessions, by ID
}

// A row is a row of the list: a broken file, an event, a group of several hooks,
// or a hook.
type row struct {
	finding *config.Finding
	event   *dispatch.About
	listed  int // how many hooks of the event match the filter
	group   int // how many hooks are in the group that begins with entry
	entry   *entry
	branch  string // the branch of the tree, for a hook in a group
	more    int    // how many events without hooks are not listed
	own     int    // how many of neverask's hooks are folded into this row
}

// key identifies a row in a rebuilt list.
func (r row) key() string {
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
	case r.own > 0:
		return "own"
	}
	return ""
}

// New returns the place, which has read nothing yet.
func New(b Backend, thirdParty *hookstate.ThirdParty, installs *hookstate.Installs,
	home string, now func() time.Time) *Place {
	return &Place{
		known: known{backend: b, home: home, now: now, installs: installs, thirdParty: thirdParty}, folded: map[string]bool{},
	}
}

// Name returns the name of the place.
func (t *Place) Name() string { return "Hooks" }

type (
	hooksReadMsg struct {
		generation int
		found      *found
		err        error
	}
	hooksSeenMsg struct {
		generation int
		seen       map[string]transcript.HookStat
	}
)

// Load reads the hooks, where neverask is installed, and what conflicts with it.
func (t *Place) Load() tea.Cmd {
	t.generation++
	b, generation := t.backend, t.generation
	read := func() tea.Msg {
		found, err := readHooks(b)
		return hooksReadMsg{generation, found, err}
	}
	return tea.Batch(read, t.installs.Load(), t.thirdParty.Load())
}

// Receive takes what was read.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case hookstate.InspectedMsg, hookstate.FoundMsg:
		t.list() // which hooks are neverask's is known, or what their rows say
	case hooksReadMsg:
		if msg.generation == t.generation {
			first := t.found == nil
			t.found, t.err = msg.found, msg.err
			t.widest = t.measured()
			t.list()
			if i := slices.IndexFunc(t.rows, func(r row) bool { return r.entry != nil }); first && i >= 0 {
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

// loadPast reads the statistics of hooks in past sessions.
func (t *Place) loadPast() tea.Cmd {
	b, generation, sources := t.backend, t.generation, t.found.sources
	return func() tea.Msg {
		all, seen := sources.Hooks(), map[string]transcript.HookStat{}
		for i, s := range conflict.RunStats(all, b.HookStats(context.Background())) {
			if s.Seen > 0 {
				seen[all[i].ID] = s
			}
		}
		return hooksSeenMsg{generation, seen}
	}
}

// list rebuilds the rows, and keeps the chosen row chosen.
func (t *Place) list() {
	before := t.chosen()
	if !t.sifted {
		t.before = before
	}
	if before.entry == nil && t.sifted {
		before = t.before
	}
	t.sifted = t.filter.on()
	t.rows, t.listed = t.rows[:0], 0
	if t.found == nil {
		return
	}
	if !t.filter.on() {
		for i := range t.found.sources.Findings {
			t.rows = append(t.rows, row{finding: &t.found.sources.Findings[i]})
		}
	}
	shown := sift(&t.known, &t.filter)
	own, all := 0, len(shown)
	if !t.filter.on() {
		own, shown = t.foldOwn(shown, t.own)
	}
	t.hidden = all - len(shown)
	unused := 0
	for i := range t.found.events {
		about := &t.found.events[i]
		event := string(about.Event)
		n := 0
		for n < len(shown) && shown[n].Group.Event == event {
			n++
		}
		switch {
		case n > 0 || t.filter.event == event:
		case t.found.count[event] > 0 || t.filter.on():
			continue
		case !t.idle:
			unused++
			continue
		}
		t.rows = append(t.rows, row{event: about, listed: n})
		if !t.folded[event] {
			t.add(shown[:n])
		}
		t.listed += n
		shown = shown[n:]
	}
	if own > 0 {
		t.rows = append(t.rows, row{own: own})
	}
	if unused > 0 {
		t.rows = append(t.rows, row{more: unused})
	}
	t.again(before)
}

// foldOwn counts neverask's own hooks and, unless they are open, returns only the others.
func (k *known) foldOwn(all []*entry, open bool) (own int, left []*entry) {
	for _, e := range all {
		ours := k.installs.Ours(e.Handler)
		if ours {
			own++
		}
		if !ours || open {
			left = append(left, e)
		}
	}
	return own, left
}

// again chooses the row that was chosen before. A hook that was parked, restored
// or edited has another key, so again looks for its text, or else its position.
func (t *Place) again(before row) {
	old := before.entry
	alike := func(same func(*entry) bool) func(int) bool {
		return func(i int) bool {
			e := t.rows[i].entry
			return old != nil && e != nil && t.rows[i].group == 0 && e.Group.Event == old.Group.Event &&
				e.Source.File == old.Source.File && same(e)
		}
	}
	t.pane.Keep(len(t.rows), func(i int) bool { return t.rows[i].key() == before.key() },
		alike(func(e *entry) bool { return settings.SameValue(e.Handler.Raw, old.Handler.Raw) }),
		alike(func(e *entry) bool { return e.Group.Index == old.Group.Index && e.Handler.Index == old.Handler.Index }))
}

// add lists hooks of one event. A group with several hooks has a row above
// them.
func (t *Place) add(shown []*entry) {
	for len(shown) > 0 {
		n, group := 1, shown[0].group()
		for n < len(shown) && shown[n].group() == group {
			n++
		}
		if n > 1 {
			t.rows = append(t.rows, row{group: n, entry: shown[0]})
		}
		for i, e := range shown[:n] {
			r := row{entry: e}
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

// chosen returns the row that keys act on.
func (t *Place) chosen() row {
	if t.pane.Chosen >= len(t.rows) {
		return row{}
	}
	return t.rows[t.pane.Chosen]
}

// Move chooses another row.
func (t *Place) Move(by int) { t.pane.Move(by, len(t.rows)) }

// Click chooses a row; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, len(t.rows), t.openRow, nil)
}

// Count returns how many rows there are.
func (t *Place) Count() int { return len(t.rows) }

// Typing returns the search line while it is being typed, or nil.
func (t *Place) Typing() *kit.Input { return t.filter.find.Typing() }

// TypedText updates the list.
func (t *Place) TypedText(*kit.Model) tea.Cmd {
	t.refilter()
	return nil
}

// refilter lists the hooks that match a new filter, and chooses a hook, not the event above
// it.
func (t *Place) refilter() {
	t.list()
	if i := slices.IndexFunc(t.rows, func(r row) bool { return r.entry != nil }); t.chosen().entry == nil && i >= 0 {
		t.pane.Chosen = i
	}
}

// Findable returns the hooks, for the palette.
func (t *Place) Findable() (all []kit.MenuEntry) {
	if t.found == nil {
		return nil
	}
	for i := range t.found.entries {
		e := &t.found.entries[i]
		text := kit.Clean("", e.Group.Event) + "  " + hookstate.HookName(t.home, e.Handler)
		if e.state != isActive {
			text += "  " + e.state.badge().Word
		}
		all = append(all, kit.MenuEntry{Group: "Hooks", Text: text, Verb: "open", Do: t.visit(e)})
	}
	return all
}

// visit goes to the place and opens the page of a hook.
func (k *known) visit(e *entry) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		return tea.Batch(m.Send(kit.GoMsg{Place: "Hooks"}), k.show(e)(m))
	}
}

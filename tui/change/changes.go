package change

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/settings"
	"neverask/tui/kit"
)

// Changes is the page that lists everything that neverask has changed, the newest first.
type Changes struct {
	backend ChangesBackend
	home    string
	backups string // the directory of earlier contents
	now     func() time.Time

	past       *Changelog // nil until it is read
	err        error
	generation int

	shown  []int // texts to search, by entry
	widest int   // the width of the names of their files
	pane   kit.Pane
	file   string // only of this file; "" for all
	find   kit.Find

	// tried is the result that undoing an entry would have, by its ID, for the data last read.
	tried  map[string]UndoTrial
	trying bool
}

// NewChanges returns the page; backups is the directory of earlier contents.
func NewChanges(b ChangesBackend, home, backups string, now func() time.Time) *Changes {
	return &Changes{
		backend: b, home: home, backups: backups, now: now, tried: map[string]UndoTrial{},
		pane: kit.Pane{Read: true},
	}
}

// Name returns the name of the page.
func (t *Changes) Name() string { return "Changes" }

type (
	historyReadMsg struct {
		generation int
		past       *Changelog
		err        error
	}
	triedMsg struct {
		generation int
		id         string
		trial      UndoTrial
	}
)

// Load reads what is listed.
func (t *Changes) Load() tea.Cmd {
	t.generation++
	b, generation := t.backend, t.generation
	return func() tea.Msg {
		all, err := b.History()
		return historyReadMsg{generation, NewChangelog(all, b.Contents), err}
	}
}

// Receive takes what was read.
func (t *Changes) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case historyReadMsg:
		if msg.generation != t.generation {
			return nil
		}
		before := t.chosen()
		t.past, t.err, t.tried, t.trying = msg.past, msg.err, map[string]UndoTrial{}, false
		t.list(before)
		return t.Follow()
	case triedMsg:
		if msg.generation == t.generation {
			t.tried[msg.id], t.trying = msg.trial, false
			return t.Follow()
		}
	}
	return nil
}

// list rebuilds the list. The choice stays on its operation, except at the
// top, where it stays with the newest.
func (t *Changes) list(before *Entry) {
	t.shown = t.find.Needle().Among(len(t.past.Entries), func(i int) *kit.SearchText {
		if o := &t.past.Entries[i]; t.file == "" || o.Touches(t.file) {
			text := o.Text.And(t.badgeOf(o).Word)
			return &text
		}
		return nil
	})
	t.widest = 0
	for _, i := range t.shown {
		t.widest = max(t.widest, kit.Width(t.files(&t.past.Entries[i])))
	}
	stays := before != nil && t.pane.Chosen > 0
	t.pane.KeepHit(&t.find, len(t.shown), func(i int) bool { return stays && t.past.Entries[t.shown[i]].ID() == before.ID() })
}

// chosen returns the operation that keys are about; nil when there is none.
func (t *Changes) chosen() *Entry {
	if t.past == nil || t.pane.Chosen >= len(t.shown) {
		return nil
	}
	return &t.past.Entries[t.shown[t.pane.Chosen]]
}

// Follow finds out, in the background, what undoing the chosen entry would do, then the other visible ones.
func (t *Changes) Follow() tea.Cmd {
	if t.chosen() == nil || t.trying {
		return nil
	}
	top := min(t.pane.Top, len(t.shown))
	for _, i := range slices.Concat(t.shown[t.pane.Chosen:t.pane.Chosen+1],
		t.shown[top:min(top+t.pane.Room, len(t.shown))]) {
		o := &t.past.Entries[i]
		if _, known := t.tried[o.ID()]; known || !o.Undoable() {
			continue
		}
		t.trying = true
		b, home, generation, id, past, r := t.backend, t.home, t.generation, o.ID(), t.past, o.Receipts[0]
		return func() tea.Msg { return triedMsg{generation, id, TryUndo(b, past, r, home)} }
	}
	return nil
}

func (t *Changes) filtered() bool { return t.file != "" || t.find.Line.Text != "" }

// Move chooses another row.
func (t *Changes) Move(by int) { t.pane.Move(by, len(t.shown)) }

// Count returns how many rows there are.
func (t *Changes) Count() int { return len(t.shown) }

// Click chooses an operation; a second click on it opens it.
func (t *Changes) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, len(t.shown), t.open, func(*kit.Model) tea.Cmd { return t.Follow() })
}

// Typing returns the line that is being edited, or nil.
func (t *Changes) Typing() *kit.Input { return t.find.Typing() }

// TypedText updates the list.
func (t *Changes) TypedText(*kit.Model) tea.Cmd {
	t.list(t.chosen())
	return t.Follow()
}

// Crumb names the page.
func (t *Changes) Crumb() string { return t.Name() }

// Again reloads what the page shows.
func (t *Changes) Again(*kit.Model) tea.Cmd { return t.Load() }

// Bindings returns the keys that do something now.
func (t *Changes) Bindings() []kit.Binding { return kit.Leaving(t.bindings()) }

func (t *Changes) bindings() []kit.Binding {
	if t.past == nil || len(t.past.Entries) == 0 {
		return nil
	}
	if t.find.Active {
		return t.find.Bindings(t.file != "", t.clear)
	}
	var all []kit.Binding
	if o := t.chosen(); o != nil {
		all = append(all, t.undoBindings(o)...)
		all = append(all, kit.Bind("show", t.open, "enter").Means("show the change line by line"))
	}
	all = append(all, t.find.Keys(t.file != "", t.clear)...)
	if len(t.past.Files) > 1 {
		all = append(all,
			kit.Bind("filter…", kit.Sifting("Which file?", t.sifts), "f").Means("filter the changes: those of one file"))
	}
	return all
}

// undoBindings returns the key that undoes an entry, or says why that cannot be undone. It replaces the key of
// other tabs, which undoes the last change.
func (t *Changes) undoBindings(o *Entry) []kit.Binding {
	if why := t.whyNot(o); why != "" {
		return []kit.Binding{kit.Quiet("z", "undo", func(m *kit.Model) tea.Cmd {
			m.Say(why)
			return nil
		}, "z").Means("undo: " + why).Writing()}
	}
	do := func(m *kit.Model) tea.Cmd {
		return Begin(m, TakingBack(t.backend, t.home, o.Receipts[0]))
	}
	undo := kit.Bind("undo this…", do, "z").Means("undo this change; shows the result first").Writing().Kept()
	if t.tried[o.ID()].More != nil {
		undo = undo.Quietly() // it says what is in the way
	}
	return []kit.Binding{undo}
}

// whyNot says why there is nothing to undo in an entry; "" where there is.
func (t *Changes) whyNot(o *Entry) string {
	switch undone, there := t.past.UndoneBy[o.ID()]; {
	case o.State() == settings.Undone && there:
		return "already undone " + diffview.Since(t.now(), undone.Time)
	case o.State() == settings.Undone:
		return "already undone"
	case o.State() == settings.Failed:
		return "nothing to undo: the file was not changed"
	case !o.Undoable():
		return "this took back another change; make that again to have it back"
	}
	return ""
}

func (t *Changes) clear(*kit.Model) tea.Cmd {
	before := t.chosen()
	t.find, t.file = kit.Find{}, ""
	t.list(before)
	return t.Follow()
}

// sifts returns the choices by file.
func (t *Changes) sifts() (all []kit.Sift) {
	add := func(name, file string) {
		n := 0
		for i := range t.past.Entries {
			if file == "" || t.past.Entries[i].Touches(file) {
				n++
			}
		}
		all = append(all, kit.Sift{Group: "By file", Name: name, Rows: n, On: t.file == file, Do: func() tea.Cmd {
			before := t.chosen()
			t.file = file
			t.list(before)
			return t.Follow()
		}})
	}
	add("all", "")
	for _, file := range t.past.Files {
		add(kit.Short(t.home, file), file)
	}
	return all
}

package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// historyTab lists everything that neverask has changed, the newest first.
type historyTab struct {
	backend Backend
	home    string
	backups string // the directory of earlier contents
	now     func() time.Time

	past       *changelog // nil until it is read
	err        error
	generation int

	shown   []int // of the operations
	pane    pane
	file    string // only of this file; "" for all
	find    typed
	finding bool

	// tried is what would come of taking an operation back, by its ID; it holds
	// for what was read last.
	tried map[string]trial
}

func newHistory(o Options) *historyTab {
	return &historyTab{backend: o.Backend, home: o.Home, backups: o.Backups, now: o.Now, tried: map[string]trial{}}
}

func (t *historyTab) name() string { return "Changes" }

type (
	historyReadMsg struct {
		generation int
		past       *changelog
		err        error
	}
	triedMsg struct {
		generation int
		id         string
		trial      trial
	}
)

func (t *historyTab) load() tea.Cmd {
	t.generation++
	b, generation := t.backend, t.generation
	return func() tea.Msg {
		all, err := b.History()
		return historyReadMsg{generation, newChangelog(all), err}
	}
}

func (t *historyTab) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case historyReadMsg:
		if msg.generation != t.generation {
			return nil
		}
		before := t.chosen()
		t.past, t.err, t.tried = msg.past, msg.err, map[string]trial{}
		t.list(before)
		return t.follow()
	case triedMsg:
		if msg.generation == t.generation {
			t.tried[msg.id] = msg.trial
		}
	}
	return nil
}

// list makes the list anew. The choice stays on its operation, except at the
// top, where it stays with the newest.
func (t *historyTab) list(before *operation) {
	needle := newNeedle(t.find.text)
	t.shown = t.shown[:0]
	for i := range t.past.operations {
		o := &t.past.operations[i]
		if (t.file == "" || o.touches(t.file)) && needle.in(o.text) {
			t.shown = append(t.shown, i)
		}
	}
	at := -1
	if before != nil && t.pane.chosen > 0 {
		at = slices.IndexFunc(t.shown, func(i int) bool { return t.past.operations[i].id() == before.id() })
	}
	if at < 0 {
		at = min(t.pane.chosen, len(t.shown)-1)
	}
	t.pane.chosen = max(at, 0)
}

// chosen is the operation that keys are about; nil when there is none.
func (t *historyTab) chosen() *operation {
	if t.past == nil || t.pane.chosen >= len(t.shown) {
		return nil
	}
	return &t.past.operations[t.shown[t.pane.chosen]]
}

// follow finds out, beside the screen, what would come of taking the chosen
// operation back.
func (t *historyTab) follow() tea.Cmd {
	o := t.chosen()
	if o == nil {
		return nil
	}
	r, _, back := o.recall(t.past)
	if _, known := t.tried[o.id()]; known || !back {
		return nil
	}
	b, home, generation, id, past := t.backend, t.home, t.generation, o.id(), t.past
	return func() tea.Msg { return triedMsg{generation, id, try(b, past, r, home)} }
}

func (t *historyTab) filtered() bool { return t.file != "" || t.find.text != "" }

func (t *historyTab) move(by int) { t.pane.move(by, len(t.shown)) }

func (t *historyTab) count() int { return len(t.shown) }

// click chooses an operation; a second click on it opens it.
func (t *historyTab) click(row int) func(*model) tea.Cmd {
	i, ok := t.pane.at(row)
	if !ok || i >= len(t.shown) {
		return nil
	}
	if i == t.pane.chosen {
		return t.open
	}
	t.pane.chosen = i
	return func(*model) tea.Cmd { return t.follow() }
}

func (t *historyTab) typing() *typed {
	if t.finding {
		return &t.find
	}
	return nil
}

func (t *historyTab) typedText(*model) tea.Cmd {
	t.list(t.chosen())
	return t.follow()
}

func (t *historyTab) bindings() []binding {
	if t.past == nil || len(t.past.operations) == 0 {
		return nil
	}
	if t.finding {
		return []binding{
			bind("done", func(*model) tea.Cmd { t.finding = false; return nil }, "enter"),
			bind("show all", t.clear, "esc"),
		}
	}
	var all []binding
	if o := t.chosen(); o != nil {
		all = append(all, bind("show the change", t.open, "enter").means("what the change did to its files, line by line"))
		all = append(all, t.recallBindings(o)...)
	}
	all = append(all, bind("find", func(*model) tea.Cmd { t.finding = true; return nil }, "/").means("list only changes with these words or beginnings of words"))
	if t.filtered() {
		all = append(all, bind("show all", t.clear, "esc").means("list all changes again"))
	}
	if o := t.chosen(); t.file != "" || o != nil && t.past.files > 1 {
		what := "this file"
		if t.file != "" {
			what = "all files"
		}
		all = append(all, bind(what, t.turnFile, "f").means("list only changes of this file, or of all"))
	}
	if o := t.chosen(); o != nil {
		all = append(all, t.rewindBindings(o)...)
	}
	return all
}

// recallBindings are the keys that take an operation back, or make it again.
// They stand for the keys of other tabs that are about the last change.
func (t *historyTab) recallBindings(o *operation) (all []binding) {
	r, op, ok := o.recall(t.past)
	do := func(m *model) tea.Cmd { return m.begin(change{op: op, receipt: r}) }
	switch {
	case ok && op == "redo":
		all = append(all, bind("make it again…", do, "Z").means("make the undone change again; shows it first").writing())
	case ok:
		all = append(all, bind("undo…", do, "z").means("take this change back; shows it first").writing())
	}
	return all
}

// rewindBindings is the key that takes back an operation and all that came after
// it.
func (t *historyTab) rewindBindings(o *operation) []binding {
	if o.state() == settings.Failed {
		return nil
	}
	back := func(m *model) tea.Cmd { return m.begin(t.rewind(o)) }
	return []binding{bind("rewind…", back, "R").means("give back what was in the file before this change, whatever was done to it since; shows it first").writing()}
}

// rewind gives the files of an operation the content from before it.
func (t *historyTab) rewind(o *operation) change {
	where := targetOf(t.backend, config.Source{File: o.receipts[0].Path})
	return change{op: "rewind", target: where, make: func(b Backend) (installer.Plan, error) { return b.Rewind(o.receipts) },
		asides: []string{"= as it was before: " + tilde(t.home, diffview.Visible(o.description))}}
}

func (t *historyTab) clear(*model) tea.Cmd {
	before := t.chosen()
	t.finding, t.find, t.file = false, typed{}, ""
	t.list(before)
	return t.follow()
}

func (t *historyTab) turnFile(*model) tea.Cmd {
	before := t.chosen()
	if t.file == "" {
		t.file = before.receipts[0].Path
	} else {
		t.file = ""
	}
	t.list(before)
	return t.follow()
}

// recall is the change whose undo takes the operation back, or makes it again,
// and which of both that is. ok is false where there is nothing to take back.
func (o *operation) recall(past *changelog) (r settings.Receipt, op string, ok bool) {
	switch {
	case o.state() == settings.Applied && o.op() == "undo":
		return o.receipts[0], "redo", true
	case o.state() == settings.Applied:
		return o.receipts[0], "undo", true
	case o.state() == settings.Undone:
		for _, r := range o.receipts {
			if back, there := past.undoneBy[r.ID]; there && back.State == settings.Applied {
				return back, "redo", true
			}
		}
	}
	return r, "", false
}

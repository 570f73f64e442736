package hooklist

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// What the keys of the Hooks place do. None writes anything: they request a plan,
// which is shown and confirmed like every other.

// Bindings returns the keys that do something now.
func (t *Place) Bindings() []kit.Binding {
	if t.found == nil {
		return nil
	}
	if t.filter.find.Active {
		return t.filter.find.Bindings(t.filter.sifted(), t.clear)
	}
	row, keys := t.rowBindings(), t.namedKeys()
	row = slices.DeleteFunc(row, func(b kit.Binding) bool {
		return slices.ContainsFunc(keys, func(k kit.Binding) bool { return k.Help().Key == b.Help().Key })
	})
	first := min(len(row), 2) // what is done most often
	all := append(append(keys, row[:first]...), t.asking(eventOf(t), t.chosen().entry))
	all = append(all, row[first:]...)
	if len(t.found.entries) == 0 {
		if in := t.installs; in.Statuses != nil && in.Broken() == nil {
			all = slices.Insert(all, min(len(all), 1), change.Install("the hooks"))
		}
		return append(all, t.idleBinding())
	}
	all = append(all, t.filter.find.Keys(t.filter.sifted(), t.clear)...)
	if len(t.found.entries) > 1 {
		all = append(all, kit.Bind("filter…", kit.Sifting("Which hooks?", t.sifts),
			"f").Means("filter the hooks: by state, such as active or parked; by source, such as user or project; or by event"))
	}
	return append(all, t.idleBinding())
}

// deciding returns the key for the conflicts that texts about hooks name; it may go to one of them, by its ID.
func deciding(at string) kit.Binding {
	b := kit.Conflicts()
	if at != "" {
		b.Do = func(m *kit.Model) tea.Cmd { return m.Send(hookstate.DecideMsg{Conflict: at}) }
	}
	b.SetHelp("C", "decide…")
	return b.Means("decide on conflicts: what other hooks do on questions, and your options")
}

// namedKeys returns the keys that the texts on the screen name, those about the chosen row first.
func (t *Place) namedKeys() (all []kit.Binding) {
	r := t.chosen()
	if r.entry != nil && r.group == 0 {
		c, _ := t.conflict(r.entry)
		all = namedBy(r.entry, c.ID)
	}
	for _, p := range t.problems(true) {
		if !slices.ContainsFunc(all, func(b kit.Binding) bool { return b.Help().Key == p.key.Help().Key }) {
			all = append(all, p.key)
		}
	}
	return all
}

// namedBy returns the keys that the text about a hook names; conflict is the ID of its conflict, or "".
func namedBy(e *entry, conflict string) (all []kit.Binding) {
	if e.state.fixable() {
		all = append(all, kit.Doctor())
	}
	if conflict != "" {
		all = append(all, deciding(conflict))
	}
	return all
}

// foldVerbs says what enter does to rows, by whether they are unfolded.
var foldVerbs = map[bool]string{true: "fold", false: "unfold"}

func (t *Place) idleBinding() kit.Binding {
	return kit.Quiet("E", "show or hide events without hooks", func(m *kit.Model) tea.Cmd {
		hook := t.chosen().entry != nil
		cmd := t.turnIdle(m)
		if !hook { // a row that may have moved to the end
			t.pane.Chosen, t.pane.Top = 0, 0
		}
		return cmd
	}, "E")
}

// noHook says on the heading of an event that what parks hooks needs one.
var noHook = func() kit.Binding {
	b := kit.Quiet("space", "park", func(m *kit.Model) tea.Cmd {
		m.Say("space parks a hook: choose one below")
		return nil
	}, "space")
	b.Vain = true
	return b
}()

// rowBindings returns the keys that act on the chosen row.
func (t *Place) rowBindings() []kit.Binding {
	r := t.chosen()
	switch {
	case r.more > 0:
		return []kit.Binding{kit.Bind("list them", t.openRow, "enter")}
	case r.own > 0:
		return []kit.Binding{kit.Bind(foldVerbs[t.own], t.openRow,
			"enter", "left", "right").Means(foldVerbs[t.own] + " neverask's own hooks")}
	case r.event != nil && t.found.count[string(r.event.Event)] > 0:
		return []kit.Binding{kit.Bind(foldVerbs[!t.folded[string(r.event.Event)]],
			t.openRow, "enter", "left", "right").Means(foldVerbs[!t.folded[string(r.event.Event)]] + " the event's hooks"), noHook}
	case r.event != nil:
		return []kit.Binding{kit.Bind("show", t.openRow, "enter", "right", "l").Means("show the event: what its hooks get and may return")}
	case r.finding != nil:
		show := kit.Bind("show", t.openRow, "enter", "right", "l").Means("show the file, and what is wrong with it")
		show.Quiet = t.pane.ShowsAll() // the page would be the same
		return []kit.Binding{kit.Doctor(), show, kit.Opening(r.finding.File, r.finding.Line, r.finding.Col)}
	case r.entry == nil:
		return nil
	case r.group > 0:
		return append(t.parkBindings(r.entry, true), refusals(&t.known, r.entry)...)
	}
	all := t.hookBindings(r.entry) // copying is the last one
	return slices.Insert(all, len(all)-1, kit.Bind("show", t.openRow, "enter", "right", "l").Means("show the hook with all details"))
}

// hookBindings returns the keys that act on one hook.
func (k *known) hookBindings(e *entry) []kit.Binding {
	all := k.parkBindings(e, false)
	if e.parked == nil {
		all = append(all, kit.Opening(e.Source.File, e.Handler.Line, 0))
	}
	if b, ok := k.testing(e); ok {
		all = append(all, b)
	}
	if k.editable(e) {
		all = append(all, kit.Bind("delete…", func(m *kit.Model) tea.Cmd { return change.Begin(m, k.removing(e)) }, "d").
			Means("delete the hook from its file; shows the change first").Writing())
	}
	return append(append(all, refusals(k, e)...), kit.Bind("copy", func(m *kit.Model) tea.Cmd { return k.copyHook(m, e) },
		"c").Means("copy the hook as JSON, including secrets"))
}

// parkBindings returns the key that parks or restores a hook or a group.
func (k *known) parkBindings(e *entry, group bool) []kit.Binding {
	switch {
	case e.parked != nil:
		return []kit.Binding{hookstate.Restoring(k.backend, *e.parked)}
	case k.editable(e):
		name, what := "park…", "park the hook: take it out of its file and keep it"
		if group {
			name, what = "park all…", "park all hooks of the group: take them out of their file and keep them"
		}
		o := k.parking(e, group)
		return []kit.Binding{kit.Bind(name, func(m *kit.Model) tea.Cmd { return change.Begin(m, o) },
			"space").Means(what + "; space restores it").Writing()}
	}
	return nil
}

// refusals returns the keys that say why a hook's file is not edited.
func refusals(k *known, e *entry) []kit.Binding {
	why := e.Source.Uneditable()
	if e.parked != nil || why == "" || k.installs.Ours(e.Handler) {
		return nil
	}
	said := kit.Short(k.home, e.Source.File) + " is not edited here: " + kit.Clean(k.home, why)
	refuse := func(key, verb string) kit.Binding {
		b := kit.Quiet(key, verb, func(m *kit.Model) tea.Cmd { m.Say(said); return nil }, key)
		b.Vain = true
		return b
	}
	return []kit.Binding{refuse("space", "park"), refuse("d", "delete")}
}

// editable reports whether neverask may change a hook in its file.
func (k *known) editable(e *entry) bool {
	return e.parked == nil && e.Source.Uneditable() == "" && !k.installs.Ours(e.Handler)
}

func (t *Place) clear(*kit.Model) tea.Cmd {
	t.filter = filter{}
	t.list()
	return nil
}

// sifts returns the filters by state, source and event. Each counts the hooks that match it and the
// others.
func (t *Place) sifts() (all []kit.Sift) {
	add := func(group, name string, with filter) {
		f := t.filter
		f.state, f.kind, f.event = with.state, with.kind, with.event
		all = append(all,
			kit.Sift{Group: group, Name: name, Rows: len(sift(&t.known, &f)), On: f == t.filter, Do: func() tea.Cmd {
				t.filter = f
				t.refilter()
				return nil
			}})
	}
	add("All", "all", filter{})
	for _, s := range allStates {
		add("By state", string(s), filter{state: s, kind: t.filter.kind, event: t.filter.event})
	}
	for _, k := range t.found.kinds {
		add("By source", string(k), filter{state: t.filter.state, kind: k, event: t.filter.event})
	}
	for _, e := range t.found.events {
		add("By event", string(e.Event), filter{state: t.filter.state, kind: t.filter.kind, event: string(e.Event)})
	}
	return all
}

// eventOf returns the event of the chosen row.
func eventOf(t *Place) string {
	switch r := t.chosen(); {
	case r.event != nil:
		return string(r.event.Event)
	case r.entry != nil:
		return r.entry.Group.Event
	}
	return ""
}

func (t *Place) turnIdle(*kit.Model) tea.Cmd {
	t.idle = !t.idle
	t.list()
	return nil
}

func (t *Place) fold(*kit.Model) tea.Cmd {
	event := eventOf(t)
	t.folded[event] = !t.folded[event]
	t.list()
	return nil
}

// copyHook sends the hook's text to the terminal for the clipboard.
func (k *known) copyHook(m *kit.Model, e *entry) tea.Cmd {
	raw := e.Handler.Raw
	what := "the hook as JSON"
	if diffview.Redact(raw) != raw {
		what += ", including its secrets"
	}
	return kit.Copied(m, what, raw)
}

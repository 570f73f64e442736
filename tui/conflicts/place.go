package conflicts

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Place lists the third-party hooks that affect questions, those that neverask keeps away from them, the settings
// that affect them, and unreadable files.
type Place struct {
	known
	installs *hookstate.Installs

	items []item // those that are looked for, and the headings of their sections
	rows  int    // of these, without headings
	total int    // how many rows there are
	find  kit.Find
	pane  kit.Pane
}

// known is the state that the list and the pages over it share.
type known struct {
	*hookstate.ThirdParty
	backend Backend
	home    string
	now     func() time.Time
	test    *test // that is under way; nil when none is
}

// An item is a row of the list: one of a survey, or the heading of a section.
type item struct {
	heading  string
	section  string // the index of its heading
	conflict *conflict.Conflict
	resolved *conflicts.Resolved
	sw       *config.Switch
	finding  *config.Finding
}

// New returns the place.
func New(b Backend, found *hookstate.ThirdParty, installs *hookstate.Installs,
	home string, now func() time.Time) *Place {
	return &Place{known: known{ThirdParty: found, backend: b, home: home, now: now}, installs: installs}
}

// Name returns the name of the page.
func (t *Place) Name() string { return "Conflicts" }

// Load looks at third-party hooks, and where neverask is installed.
func (t *Place) Load() tea.Cmd { return tea.Batch(t.ThirdParty.Load(), t.installs.Load()) }

// Receive rebuilds the list after every review, and keeps the choice on its
// hook.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case hookstate.FoundMsg, testedMsg, consideredMsg:
		t.list()
	}
	return nil
}

func (t *Place) list() {
	s := t.Found
	if s == nil {
		return
	}
	before, _ := t.chosen()
	var all []item
	for i := range s.Conflicts {
		all = append(all, item{conflict: &s.Conflicts[i]})
	}
	for i := range s.Resolved {
		all = append(all, item{section: "Resolved by neverask", resolved: &s.Resolved[i]})
	}
	for i := range s.Parked {
		all = append(all, item{section: "Resolved by neverask", resolved: &s.Parked[i]})
	}
	for i := range s.Switches {
		all = append(all, item{section: "Settings that affect questions", sw: &s.Switches[i]})
	}
	for i := range s.Findings {
		all = append(all, item{section: "Broken files", finding: &s.Findings[i]})
	}
	found := t.find.Needle().Among(len(all), func(i int) *kit.SearchText {
		b, text := all[i].words(t.home)
		s := kit.NewSearchText(text, b.Word)
		if c := all[i].conflict; c != nil {
			s = kit.NewSearchText(text, b.Word, string(c.Verdict), string(c.Hook.Source.Kind))
		}
		return &s
	})
	t.items, t.rows, t.total = nil, len(found), len(all)
	section := ""
	for _, i := range found {
		if it := all[i]; it.section != section {
			section = it.section
			t.items = append(t.items, item{heading: section})
		}
		t.items = append(t.items, all[i])
	}
	t.pane.Keep(len(t.items), func(i int) bool {
		c := t.items[i].conflict
		return c != nil && before.conflict != nil && c.ID == before.conflict.ID
	})
	t.skip(1)
}

// Choose chooses a conflict by its ID, and shows all rows.
func (t *Place) Choose(id string) {
	t.find = kit.Find{}
	t.list()
	t.pane.Keep(len(t.items), func(i int) bool { return t.items[i].conflict != nil && t.items[i].conflict.ID == id })
}

// skip moves the choice from a heading to the next row, or the previous one.
func (t *Place) skip(by int) {
	n := len(t.items)
	if t.pane.Chosen >= n || t.items[t.pane.Chosen].heading == "" {
		return
	}
	if to := t.pane.Chosen + by; to >= 0 && to < n {
		t.pane.Chosen = to
		return
	}
	t.pane.Chosen = max(min(t.pane.Chosen-by, n-1), 0)
}

// chosen returns the row that keys are about.
func (t *Place) chosen() (i item, ok bool) {
	if t.pane.Chosen >= len(t.items) {
		return i, false
	}
	return t.items[t.pane.Chosen], true
}

// Move chooses another row.
func (t *Place) Move(by int) {
	t.pane.Move(by, len(t.items))
	t.skip(max(min(by, 1), -1))
}

// Count returns how many rows there are.
func (t *Place) Count() int { return len(t.items) }

// Typing returns the line that is being edited, or nil.
func (t *Place) Typing() *kit.Input { return t.find.Typing() }

// TypedText updates the list.
func (t *Place) TypedText(*kit.Model) tea.Cmd {
	t.list()
	return nil
}

// showAll lists everything again.
func (t *Place) showAll(*kit.Model) tea.Cmd {
	t.find = kit.Find{}
	return t.TypedText(nil)
}

// Click chooses a row; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	if i, _ := t.pane.At(row); i < len(t.items) && t.items[i].heading != "" {
		return nil
	}
	return t.pane.Click(row, len(t.items), t.openCard, nil)
}

// Crumb names the page.
func (t *Place) Crumb() string { return t.Name() }

// Again reloads what the page shows.
func (t *Place) Again(*kit.Model) tea.Cmd { return t.Load() }

// Bindings returns the keys that do something now.
func (t *Place) Bindings() []kit.Binding { return kit.Leaving(t.bindings()) }

func (t *Place) bindings() []kit.Binding {
	switch {
	case t.Found == nil || t.total == 0:
		return nil
	case t.find.Active:
		return t.find.Bindings(false, t.showAll)
	}
	find := t.find.Keys(false, t.showAll)
	i, ok := t.chosen()
	if !ok {
		return find
	}
	show := kit.Bind("show", t.openCard, "enter", "right", "l").Means("show the conflict: all details and your options")
	if i.conflict != nil && i.conflict.Severity.Decide() {
		show.SetHelp("enter", "choose…")
	}
	show.Quiet = i.conflict == nil && t.pane.ShowsAll() // the page would be the same
	all := append(t.rowBindings(i), show)
	if i.conflict != nil {
		all = append(all, t.testing(*i.conflict)...)
		all = append(all, opening(*i.conflict))
	}
	return append(all, find...)
}

// rowBindings returns the keys of rows other than conflicts: to restore a hook, or to repair a file.
func (t *Place) rowBindings(i item) []kit.Binding {
	switch {
	case i.resolved != nil:
		return []kit.Binding{hookstate.Restoring(t.backend, i.resolved.Parked)}
	case i.finding != nil:
		return []kit.Binding{kit.Doctor(), kit.Opening(i.finding.File, i.finding.Line, i.finding.Col)}
	case i.sw != nil && i.sw.File != "":
		return []kit.Binding{kit.Opening(i.sw.File, i.sw.Line, 0)}
	}
	return nil
}

// openCard shows the chosen row on a page of its own.
func (t *Place) openCard(m *kit.Model) tea.Cmd {
	i, ok := t.chosen()
	switch {
	case !ok:
	case i.conflict == nil:
		m.Push(&kit.Details{
			About: func(width int, st *kit.Styles) []string { return i.rows(t.home, width, st) }, Keys: t.rowBindings(i),
		})
	default:
		k := newCards(&t.known, t.wish(), t.Found.Conflicts)
		k.show(slices.Index(k.ids, i.conflict.ID))
		m.Push(k)
	}
	return nil
}

// opening returns the key that opens the file of a hook at its line.
func opening(c conflict.Conflict) kit.Binding {
	return kit.Opening(c.Hook.Source.File, c.Hook.Handler.Line, 0).Lesser()
}

// wish returns the change that applies a resolution: only the resolution if neverask is installed, otherwise an
// install with it.
func (t *Place) wish() wish {
	at := slices.IndexFunc(t.installs.Statuses, hookstate.Installed)
	if at < 0 {
		return wish{settles: true}
	}
	return wish{settles: true, target: t.installs.Statuses[at].Target}
}

// rows describes a row other than a conflict.
func (i item) rows(home string, width int, st *kit.Styles) []string {
	switch {
	case i.resolved != nil:
		return resolvedRows(home, *i.resolved, width, st)
	case i.sw != nil:
		return switchRows(home, *i.sw, width, st)
	}
	return hookstate.FindingRows(home, *i.finding, width, st)
}

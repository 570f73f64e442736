package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// conflictsTab lists the hooks of others that have a part in questions, those
// that neverask keeps from them, the settings that decide about them, and the files that cannot be read.
type conflictsTab struct {
	home     string
	others   *others
	overview *overview // it knows where neverask is installed

	items []item
	pane  kit.Pane
}

// An item is a row of the list: one of a survey, or the heading of a section.
type item struct {
	heading  string
	conflict *conflict.Conflict
	resolved *conflicts.Resolved
	sw       *config.Switch
	finding  *config.Finding
}

func newConflicts(o Options, others *others, overview *overview) *conflictsTab {
	return &conflictsTab{home: o.Home, others: others, overview: overview}
}

func (t *conflictsTab) Name() string { return "Conflicts" }

func (t *conflictsTab) Load() tea.Cmd { return tea.Batch(t.others.Load(), t.overview.installs.Load()) }

// Forget is called before a reload that the person asks for.
func (t *conflictsTab) Forget() { t.others.Forget() }

// Receive makes the list anew after every survey, and keeps the choice on its
// hook.
func (t *conflictsTab) Receive(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case survey.FoundMsg, probedMsg, consideredMsg:
		t.list()
	}
	return nil
}

func (t *conflictsTab) list() {
	s := t.others.Found
	if s == nil {
		return
	}
	before, had := t.chosen()
	t.items = t.items[:0]
	for i := range s.Conflicts {
		t.items = append(t.items, item{conflict: &s.Conflicts[i]})
	}
	if len(s.Resolved) > 0 {
		t.items = append(t.items, item{heading: "Moved off questions by neverask"})
	}
	for i := range s.Resolved {
		t.items = append(t.items, item{resolved: &s.Resolved[i]})
	}
	if len(s.Switches) > 0 {
		t.items = append(t.items, item{heading: "Settings that affect questions"})
	}
	for i := range s.Switches {
		t.items = append(t.items, item{sw: &s.Switches[i]})
	}
	if len(s.Findings) > 0 {
		t.items = append(t.items, item{heading: "Files that cannot be read"})
	}
	for i := range s.Findings {
		t.items = append(t.items, item{finding: &s.Findings[i]})
	}
	at := -1
	if had && before.conflict != nil {
		at = slices.IndexFunc(t.items, func(i item) bool { return i.conflict != nil && i.conflict.ID == before.conflict.ID })
	}
	if at < 0 {
		at = max(min(t.pane.Chosen, len(t.items)-1), 0)
	}
	t.pane.Chosen = at
	t.skip(1)
}

// skip leaves a heading for the row after it, or before it.
func (t *conflictsTab) skip(by int) {
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

// chosen is the row that keys are about.
func (t *conflictsTab) chosen() (i item, ok bool) {
	if t.pane.Chosen >= len(t.items) {
		return i, false
	}
	return t.items[t.pane.Chosen], true
}

func (t *conflictsTab) Move(by int) {
	t.pane.Move(by, len(t.items))
	t.skip(max(min(by, 1), -1))
}

// Click chooses a row; a second click on it opens it.
func (t *conflictsTab) Click(row int) func(*kit.Model) tea.Cmd {
	if i, _ := t.pane.At(row); i < len(t.items) && t.items[i].heading != "" {
		return nil
	}
	return t.pane.Click(row, len(t.items), t.openCard, nil)
}

func (t *conflictsTab) Bindings() []kit.Binding {
	i, ok := t.chosen()
	if !ok || t.others.Found == nil {
		return nil
	}
	all := []kit.Binding{kit.Bind("open", t.openCard, "enter").Means("show full details and your options")}
	if i.conflict != nil {
		all = append(all, t.others.probing(t.home, *i.conflict)...)
	}
	return all
}

// openCard shows the chosen row on a page of its own.
func (t *conflictsTab) openCard(m *kit.Model) tea.Cmd {
	i, ok := t.chosen()
	switch {
	case !ok:
	case i.conflict == nil:
		m.Push(&aside{home: t.home, item: i})
	default:
		k := newCards(t.others, t.home, t.wish(), t.others.Found.Conflicts)
		k.show(slices.Index(k.ids, i.conflict.ID))
		m.Push(k)
	}
	return nil
}

// wish is what taking a way out is a part of: a change where neverask is
// installed, and an install where it is not yet anywhere.
func (t *conflictsTab) wish() wish {
	at := slices.IndexFunc(t.overview.installs.Statuses, survey.Installed)
	if at < 0 {
		return wish{effect: settles}
	}
	return wish{effect: settles, target: t.overview.installs.Statuses[at].Target}
}

// aside shows a setting or a file that has a part in questions.
type aside struct {
	home string
	item item
}

func (*aside) Crumb() string { return "Details" }

func (a *aside) Page(width, _ int, st *kit.Styles) kit.Page {
	return kit.Lines(append([]string{""}, a.item.rows(a.home, kit.Prose(width), st)...))
}

func (a *aside) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("back", (*kit.Model).Back, "esc", "enter")}
}

func (i item) rows(home string, width int, st *kit.Styles) []string {
	switch {
	case i.resolved != nil:
		return resolvedRows(home, *i.resolved, width, st)
	case i.sw != nil:
		return switchRows(home, *i.sw, width, st)
	}
	return survey.FindingRows(home, *i.finding, width, st)
}

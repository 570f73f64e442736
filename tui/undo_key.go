package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// An undoable is the change that the undo key takes back.
type undoable struct {
	receipt     settings.Receipt
	description string // what the change did, not yet safe to draw
	// atOnce says that undo needs no plan, because the change is small
	// and was made in this run.
	atOnce bool
}

type lastChangeMsg struct {
	reading int
	undo    *undoable
}

// readLastChange reads the change to undo.
func (s *shell) readLastChange() tea.Cmd {
	s.ReadingUndo = true
	s.reading++
	reading := s.reading
	return func() tea.Msg { return lastChangeMsg{reading, lastChange(s.Options.Backend, s.state.Rules.Path)} }
}

func lastChange(b Backend, rules string) *undoable {
	all, err := b.History()
	if err != nil {
		return nil
	}
	r, err := b.Last()
	if err != nil {
		return nil
	}
	parts := changes.Parts(all, r)
	return &undoable{r, changes.Description(all, r, b.Contents),
		len(parts) == 1 && smallEdit(parts[0], rules) && b.MadeHere(r)}
}

// on takes the change to undo.
func (msg lastChangeMsg) on(s *shell) {
	if msg.reading != s.reading {
		return // it was read before the last change
	}
	if msg.undo != nil && (s.undo == nil || s.undo.receipt.ID != msg.undo.receipt.ID) {
		s.themed = ""
	}
	s.undo, s.ReadingUndo = msg.undo, false
}

// justWritten returns what makes undo take back a change that was just written, until what undo takes back is read.
func justWritten(s *shell) func(r settings.Receipt, description string) {
	return func(r settings.Receipt, description string) {
		s.undo, s.themed = &undoable{receipt: r, description: description}, ""
	}
}

// smallEdit reports whether a change edits or moves only one question rule in the file of
// rules, and undoing it lets no rule answer irreversible questions.
func smallEdit(r settings.Receipt, path string) bool {
	if r.Path != path || len(r.Edits) == 0 {
		return false
	}
	var places, came, went []string
	for _, e := range r.Edits {
		switch {
		case e.Root, len(e.Path) == 0 && e.Key == "version", len(e.Path) == 0 && e.Old == "" && e.New == "[]":
			continue // the change created the file or the list
		case len(e.Path) == 0 || e.Path[0] != "rules":
			return false
		case e.Old != "" && (e.Key == "oneWay" || gjson.Get(e.Old, "oneWay").Exists()):
			return false
		case len(e.Path) > 1:
			places = append(places, e.Path[1])
			continue
		}
		if e.New != "" {
			came = append(came, e.New)
		}
		if e.Old != "" {
			went = append(went, e.Old)
		}
		if e.New != "" && e.Old != "" {
			places = append(places, strconv.Itoa(e.At))
		}
	}
	slices.Sort(places)
	return len(slices.Compact(places)) <= 1 && len(came) <= 1 && len(went) <= 1
}

// undoBindings returns the undo key.
func (s *shell) undoBindings() (all []kit.Binding) {
	if s.themed != "" {
		all = append(all, kit.Bind("undo", themeChooser(s, s.themed), "z").Means("undo: the theme").Of("the theme").Kept())
	} else if r := s.undo; r != nil && (s.state.Rules.Lost == nil || r.receipt.Path != s.state.Rules.Path) {
		all = append(all, s.undoBinding(*r))
	}
	return all
}

// undoBinding returns the undo key, which names the change, because it may have been made
// on another screen or in another window.
func (s *shell) undoBinding(r undoable) kit.Binding {
	description := kit.Tilde(s.Home, diffview.Visible(r.description))
	about := "undo: " + description
	if r.atOnce {
		return kit.Bind("undo", func(m *kit.Model) tea.Cmd { return s.state.Rules.TakeBack(m, r.receipt) },
			"z").Means(about).Of(description).Writing().Kept()
	}
	do := func(m *kit.Model) tea.Cmd {
		return change.Begin(m, change.TakingBack(s.Options.Backend, s.Home, r.receipt))
	}
	return kit.Bind("undo…", do, "z").Means(about + "; shows it first").Of(description).Writing().Kept()
}

package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// A recall is a change that one key takes back, or makes again.
type recall struct {
	receipt     settings.Receipt
	description string // what the change did, not yet safe to draw
	// atOnce is whether it is taken back without a plan, because it is
	// small.
	atOnce bool
}

type recalledMsg struct{ undo, redo *recall }

// recall reads what could be undone and redone.
func (s *shell) recall() tea.Msg {
	b, rules := s.Options.Backend, s.state.Rules.Path
	all, err := b.History()
	if err != nil {
		return recalledMsg{}
	}
	find := func(r settings.Receipt, err error) *recall {
		if err != nil {
			return nil
		}
		parts := change.PartsOf(all, r)
		return &recall{r, change.DescriptionOf(all, r, b.Contents), len(parts) == 1 && smallEdit(parts[0], rules)}
	}
	return recalledMsg{find(b.Last()), find(b.LastUndo())}
}

// smallEdit reports whether a change is of one question rule in the file of rules,
// or the acceptance of one proposal, and nothing else; and taking it back accepts
// nothing and lets no rule answer what cannot be undone. A move is of one rule, too.
func smallEdit(r settings.Receipt, path string) bool {
	if r.Path != path || len(r.Edits) == 0 {
		return false
	}
	var places, came, went []string
	for _, e := range r.Edits {
		switch {
		case e.Root, len(e.Path) == 0 && e.Key == "version", len(e.Path) == 0 && e.Old == "" && e.New == "[]":
			continue // the file, or the list, was not there before
		case len(e.Path) == 1 && e.Path[0] == "trusted" && e.Old == "":
			places = append(places, "trusted") // taking an acceptance back
			continue
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

// recallBindings are the keys for undo and redo of the last change.
func (s *shell) recallBindings() (all []kit.Binding) {
	if s.undo != nil {
		all = append(all, s.recallBinding("undo", "z", *s.undo).Kept())
	}
	if s.redo != nil {
		all = append(all, s.recallBinding("redo", "Z", *s.redo))
	}
	return all
}

// recallBinding says what would be taken back: the change may have been made on
// another screen, or in another window.
func (s *shell) recallBinding(op, key string, r recall) kit.Binding {
	description := kit.Tilde(s.Home, diffview.Visible(change.Bare(r.description)))
	about := map[string]string{"undo": "undo: ", "redo": "redo: "}[op] + description
	// On Home, where no rule is seen, it is shown first, as every other change is.
	if _, showsRules := s.tabs[s.active].tab.(follower); showsRules && s.active > 0 && r.atOnce {
		return kit.Bind(op, func(m *kit.Model) tea.Cmd { return s.state.Rules.TakeBack(m, op, r.receipt) }, key).Means(about).Of(description).Writing()
	}
	back := change.TakingBack
	if op == "redo" {
		back = change.MakingAgain
	}
	do := func(m *kit.Model) tea.Cmd { return change.Begin(m, back(s.Options.Backend, s.Home, r.receipt)) }
	return kit.Bind(op+"…", do, key).Means(about + "; shows it first").Of(description).Writing()
}

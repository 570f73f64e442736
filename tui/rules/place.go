package rules

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Place lists the rules, shows what each would do, and changes them.
type Place struct {
	list
	backend Backend
	now     func() time.Time
	Here    func() string // the directory that the person works in; may be nil

	facts  map[string]facts // by ID, for the versions in known
	known  [2]int           // the versions of the rules and of the questions
	listed int              // the version of the listed suggestions
	latest *atomic.Int64    // the last request for facts
	looked bool             // whether the place is shown
	form   *ruleForm        // the open form, which waits for counts
	review *review          // of the suggestions
}

// New returns the place.
func New(b Backend, state *rulestate.State, home string, now func() time.Time) *Place {
	t := &Place{list: list{state: state, home: home}, backend: b, now: now, latest: new(atomic.Int64)}
	t.review = &review{place: t}
	return t
}

// Name returns the name of the place.
func (t *Place) Name() string { return "Rules" }

// Load reads what the place shows.
func (t *Place) Load() tea.Cmd {
	t.looked = true
	return t.state.Load()
}

// Left is called when another place is shown.
func (t *Place) Left() { t.looked, t.review.done = false, nil }

// Leave ends the work in the background.
func (t *Place) Leave() { t.state.Rest() }

// Receive takes what was found about rules.
func (t *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case factsMsg:
		if msg.known == t.known {
			t.facts[msg.id] = msg.facts
		}
	case countMsg:
		if t.form != nil {
			t.form.counted(msg)
		}
	}
	known := [2]int{t.state.Rules.Version, t.state.Questions.Version}
	if known == t.known {
		if t.listed != t.state.Suggestions.Version {
			return t.relist()
		}
		return nil
	}
	t.known = known
	t.facts = map[string]facts{}
	return tea.Batch(t.relist(), t.see())
}

// see marks the listed rules as seen.
func (t *Place) see() tea.Cmd {
	if rules := t.state.Rules; !t.looked || len(rules.Appeared) == 0 || rules.ReadOnly || t.state.InSession {
		return nil
	}
	b := t.backend
	return func() tea.Msg {
		_ = b.SeeRules(context.Background()) // on failure they are announced once more
		return nil
	}
}

// relist rebuilds the list, and looks up facts about the chosen rule.
func (t *Place) relist() tea.Cmd {
	t.listed = t.state.Suggestions.Version
	if t.again(); !t.filtered() {
		t.siftable = kit.Siftable(sifts(t))
	}
	return t.Follow()
}

// listing returns a key function that changes what is listed.
func (t *Place) listing(other func()) func(*kit.Model) tea.Cmd {
	return func(*kit.Model) tea.Cmd {
		other()
		return t.relist()
	}
}

// Click chooses a rule; a second click on it opens it.
func (t *Place) Click(row int) func(*kit.Model) tea.Cmd {
	t.moved = true
	return t.pane.Click(row, t.Count(), t.openDetail, func(*kit.Model) tea.Cmd { return t.Follow() })
}

// TypedText updates the list.
func (t *Place) TypedText(*kit.Model) tea.Cmd { return t.relist() }

// Show goes to a rule in the list.
func (t *Place) Show(m *kit.Model, key string) tea.Cmd {
	cmd := m.Send(kit.GoMsg{Place: t.Name()})
	t.all()
	t.state.Rules.Wanted = key
	t.again()
	return cmd
}

// Review goes to the first suggestion, or says why there is none.
func (t *Place) Review(m *kit.Model) tea.Cmd {
	if len(t.state.Suggestions.List) == 0 && t.state.Searching() == "" {
		m.Say(t.state.Suggestions.None())
		return nil
	}
	cmd := m.Send(kit.GoMsg{Place: t.Name()})
	t.all()
	t.relist()
	if t.pane.Chosen = 0; len(t.offers) == 0 {
		m.Say(t.state.Searching())
	}
	return cmd
}

// Findable returns the rules, for the palette.
func (t *Place) Findable() (all []kit.MenuEntry) {
	for _, r := range t.state.Rules.List {
		all = append(all, kit.MenuEntry{
			Group: "Rules", Text: kit.Clean(t.home, drawing.MatchText(r.Match)), Verb: "open", Do: func(m *kit.Model) tea.Cmd {
				return t.Show(m, r.ID)
			},
		})
	}
	return all
}

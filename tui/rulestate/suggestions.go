package rulestate

import (
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// Suggestions are the suggestions that wait for a decision.
type Suggestions struct {
	backend SuggestionsBackend
	// If readOnly, there are no suggestions, because none could be accepted.
	readOnly bool

	List   []suggest.Suggestion
	hidden map[string]bool // by ID

	known  [2]int        // current versions of the rules and the questions
	read   [2]int        // the versions that List was made from
	latest *atomic.Int64 // the last requested list
	made   bool
	due    bool // a search is due
	drops  int  // suggestions taken off the list, or put back, so far

	Version int // grows with every change of the list
}

type (
	advisedMsg struct {
		asked int64
		known [2]int
		drops int // when the search began
		list  []suggest.Suggestion

		hidden []suggest.Suggestion
	}
	adviceDueMsg struct{}
	lintedMsg    struct {
		asked   int64
		found   []preferences.Finding
		effects []suggest.Effect
		version int // of the rules
	}
)

func (adviceDueMsg) Still() bool { return true }

// adviceDelay is how long after a change the questions are searched again, so that changes in
// quick succession cause one search.
const adviceDelay = 2 * time.Second

// follow looks for suggestions when the rules or the questions have changed: at once
// the first time, and later after a delay.
func (a *Suggestions) follow(known [2]int, seen *Asked) tea.Cmd {
	if known == a.known || known[0] == 0 || seen == nil {
		return nil
	}
	a.known = known
	if !a.made {
		a.made = true
		return a.find(seen)
	}
	if a.due {
		return nil
	}
	a.due = true
	return kit.Later(adviceDelay, adviceDueMsg{})
}

// find looks for suggestions, and for what past questions say against the rules.
func (a *Suggestions) find(seen *Asked) tea.Cmd {
	mine, latest, backend, known, drops := a.latest.Add(1), a.latest, a.backend, a.known, a.drops
	return tea.Batch(func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		list, _ := backend.Suggestions(seen.Source) // errors in the rules are reported where they are read
		hidden, _ := backend.Hidden(seen.Source)
		return advisedMsg{mine, known, drops, list, hidden}
	}, func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		found, _ := backend.Lint(seen.Source)
		effects, _ := backend.Effects(seen.Source)
		return lintedMsg{mine, found, effects, known[0]}
	})
}

func (a *Suggestions) receive(msg tea.Msg, seen *Asked) tea.Cmd {
	switch msg := msg.(type) {
	case adviceDueMsg:
		a.due = false
		return a.find(seen)
	case advisedMsg:
		if msg.asked != a.latest.Load() || a.readOnly {
			return nil
		}
		if msg.drops != a.drops { // it may not know what was decided while it went on
			return a.find(seen)
		}
		a.List, a.read = msg.list, msg.known
		a.hidden = map[string]bool{}
		for _, s := range msg.hidden {
			a.hidden[s.ID] = true
		}
		a.Version++
	}
	return nil
}

// Looking reports whether a search for suggestions is under way or due.
func (a *Suggestions) Looking() bool { return !a.readOnly && a.read != a.known }

// Unknown reports whether no search has ended yet.
func (a *Suggestions) Unknown() bool { return !a.readOnly && a.read == [2]int{} }

// Waiting returns how many suggestions would have spared the person a question.
func (a *Suggestions) Waiting() int { return suggest.Waiting(a.List) }

// Bindings returns the key that reviews the suggestions, or says why there are none.
func (a *Suggestions) Bindings() []kit.Binding {
	if a.readOnly {
		return nil
	}
	b := kit.Bind("review", func(m *kit.Model) tea.Cmd { return m.Send(change.ReviewMsg{}) }, "S")
	b.Quiet = len(a.List) == 0
	b.Vain = b.Quiet && !a.Looking()
	return []kit.Binding{b.Means("review rules suggested by your past answers")}
}

// without removes suggestions that have become rules from the list.
func (a *Suggestions) without(rules []question.Rule) {
	a.Version++
	a.List = slices.DeleteFunc(slices.Clone(a.List), func(s suggest.Suggestion) bool {
		return slices.ContainsFunc(rules, func(r question.Rule) bool { return reflect.DeepEqual(r.Match, s.Rule.Match) })
	})
}

// Drop removes a suggestion from the list.
func (a *Suggestions) Drop(id string) {
	a.Version++
	a.drops++
	a.List = slices.DeleteFunc(slices.Clone(a.List), func(s suggest.Suggestion) bool { return s.ID == id })
}

// Hide removes a suggestion that the person has declined from the list.
func (a *Suggestions) Hide(id string) {
	a.Drop(id)
	if a.hidden == nil {
		a.hidden = map[string]bool{}
	}
	a.hidden[id] = true
}

// None says why the list is empty.
func (a *Suggestions) None() string { return suggest.None(len(a.hidden)) }

// Restore puts a suggestion back at an index, in place of one of the same questions that has been found since.
func (a *Suggestions) Restore(s suggest.Suggestion, at int) {
	a.Drop(s.ID)
	delete(a.hidden, s.ID)
	if s.Line == nil {
		a.without([]question.Rule{s.Rule})
	}
	a.List = slices.Insert(a.List, min(at, len(a.List)), s)
}

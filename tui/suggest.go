package tui

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/history"
	"neverask/hooks/question"
	"neverask/hooks/suggest"
	"neverask/settings"
)

// Adviser finds rules that the person's own answers speak for.
type Adviser interface {
	// Suggestions returns them for all questions, the oldest first, by the
	// rules and the decisions as they are now. It may take a second.
	Suggestions(asked []history.Question) ([]suggest.Suggestion, error)
	// Settle remembers what the person decided about one.
	Settle(id string, d suggest.Decision) error
}

// advice is the suggestions that wait for a decision.
type advice struct {
	backend Backend
	home    string
	here    string // the directory that the person works in
	list    []suggest.Suggestion
	err     error

	known  [2]int        // versions of the rules and the past that it is made from
	latest *atomic.Int64 // the last list that was asked for
	made   bool
}

type (
	advisedMsg struct {
		asked int64
		list  []suggest.Suggestion
		err   error
	}
	adviceDueMsg struct{ known [2]int }
)

func newAdvice(o Options) *advice {
	a := &advice{backend: o.Backend, home: o.Home, latest: new(atomic.Int64)}
	for _, t := range o.Backend.Targets() {
		if t.Scope == settings.Project {
			a.here = filepath.Dir(filepath.Dir(t.Path))
		}
	}
	return a
}

// adviceDelay is how long the rules must be left alone before the past is
// searched again.
const adviceDelay = 2 * time.Second

// follow looks for suggestions when the rules or the past have changed: at once
// for the first time, and then when the changes are over.
func (a *advice) follow(known [2]int, seen *memories) tea.Cmd {
	if known == a.known || seen == nil {
		return nil
	}
	a.known = known
	if !a.made {
		a.made = true
		return a.find(seen)
	}
	return later(adviceDelay, adviceDueMsg{known})
}

func (a *advice) find(seen *memories) tea.Cmd {
	mine, latest, backend := a.latest.Add(1), a.latest, a.backend
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		list, err := backend.Suggestions(seen.source)
		return advisedMsg{mine, list, err}
	}
}

func (a *advice) receive(msg tea.Msg, seen *memories) tea.Cmd {
	switch msg := msg.(type) {
	case adviceDueMsg:
		if msg.known == a.known {
			return a.find(seen)
		}
	case advisedMsg:
		if msg.asked == a.latest.Load() {
			a.list, a.err = msg.list, msg.err
		}
	}
	return nil
}

// drop takes a suggestion off the list.
func (a *advice) drop(id string) {
	for i, s := range a.list {
		if s.ID == id {
			a.list = append(a.list[:i:i], a.list[i+1:]...)
			return
		}
	}
}

// entry is the first suggestion on a line, "" when there is none.
func (a *advice) entry(now time.Time) string {
	if len(a.list) == 0 {
		return ""
	}
	s := a.list[0]
	return fmt.Sprintf("“%s”  %s", fit(diffview.Visible(s.Latest.Text), 48), diffview.Visible(s.Evidence(now)))
}

// review goes through the suggestions one by one.
type review struct {
	tab *preferencesTab
	at  int
}

func (t *preferencesTab) review(m *model) tea.Cmd {
	m.push(&review{tab: t})
	return nil
}

// current is the suggestion on the screen; ok is false when none is left.
func (v *review) current() (s suggest.Suggestion, ok bool) {
	list := v.tab.advice.list
	if len(list) == 0 {
		return s, false
	}
	v.at = max(min(v.at, len(list)-1), 0)
	return list[v.at], true
}

func (v *review) bindings() []binding {
	s, ok := v.current()
	var all []binding
	if ok && v.tab.book.editable() {
		all = append(all, bind("accept", v.accept, "y").means("add the rule, for everywhere that it says"))
		if _, _, ok := v.local(s); ok {
			all = append(all, bind("only here", v.acceptHere, "p").means("add the rule for one project alone"))
		}
		all = append(all, bind("edit first…", v.edit, "e").means("change the rule before it is added"))
	}
	if ok {
		all = append(all, bind("not now", v.settle(suggest.Later, "not suggested for 30 days"), "n").means("ask again in 30 days"),
			bind("never", v.settle(suggest.Never, "never suggested again"), "x").means("never suggest this again"))
	}
	if len(v.tab.advice.list) > 1 {
		step := func(by int) func(*model) tea.Cmd {
			return func(m *model) tea.Cmd {
				n := len(v.tab.advice.list)
				v.at = (v.at + by + n) % n
				m.current().top = 0
				return nil
			}
		}
		all = append(all, quiet("→ l", "the next suggestion", step(1), "right", "l"), quiet("← h", "the suggestion before", step(-1), "left", "h"))
	}
	return append(all, bind("back", (*model).back, "esc"))
}

// local is the rule for one project alone: the one that the person works in, or
// else the one where the question was asked last.
func (v *review) local(s suggest.Suggestion) (r question.Rule, dir string, ok bool) {
	if s.Rule.Project != "" {
		return r, "", false
	}
	for _, dir := range []string{v.tab.advice.here, s.Latest.Project} {
		if r, ok := s.Here(dir); ok {
			return r, r.Project, true
		}
	}
	return r, "", false
}

func (v *review) accept(m *model) tea.Cmd {
	s, _ := v.current()
	return v.add(m, s, s.Rule, suggest.Accepted)
}

func (v *review) acceptHere(m *model) tea.Cmd {
	s, _ := v.current()
	r, _, _ := v.local(s)
	return v.add(m, s, r, suggest.AcceptedHere)
}

// add adds the rule of a suggestion, and remembers that it was accepted.
func (v *review) add(m *model, s suggest.Suggestion, r question.Rule, d suggest.Decision) tea.Cmd {
	t := v.tab
	t.advice.drop(s.ID) // a second key must not add it twice
	book, backend := t.book.book, t.backend
	var added question.Rule
	return m.edit(t.book, edit{
		do: func(ctx context.Context) (err error) {
			if added, err = book.Add(ctx, r, "a suggestion"); err != nil {
				return err
			}
			return backend.Settle(s.ID, d)
		},
		then: func(m *model, err error) tea.Cmd {
			if err != nil {
				return t.failed(m, "add the rule", err)
			}
			t.book.wanted = added.ID
			v.next(m, "● "+quoted(added)+" is answered from now on · z takes it back")
			return nil
		},
	})
}

// edit opens the rule in a form; the suggestion is accepted when it is saved.
func (v *review) edit(m *model) tea.Cmd {
	s, _ := v.current()
	cmd := v.tab.openForm(m, question.Rule{}, s.Rule, "a suggestion")
	v.tab.form.saved = func(m *model, r question.Rule) tea.Cmd {
		d := suggest.Accepted
		if r.Project != s.Rule.Project {
			d = suggest.AcceptedHere
		}
		return v.decide(s.ID, d, "saved "+quoted(r)+" · z takes it back")
	}
	return cmd
}

func (v *review) settle(d suggest.Decision, said string) func(*model) tea.Cmd {
	return func(*model) tea.Cmd {
		s, _ := v.current()
		return v.decide(s.ID, d, said)
	}
}

// settledMsg says that a decision about a suggestion is remembered, or not.
type settledMsg struct {
	review *review
	id     string
	said   string
	err    error
}

func (v *review) decide(id string, d suggest.Decision, said string) tea.Cmd {
	backend := v.tab.backend
	return func() tea.Msg { return settledMsg{v, id, said, backend.Settle(id, d)} }
}

// settled goes on to the next suggestion.
func (m *model) settled(msg settledMsg) tea.Cmd {
	if msg.err != nil {
		m.push(failure(m.Home, change{op: "remember the decision"}, msg.err, "The suggestion will come again."))
		return nil
	}
	msg.review.tab.advice.drop(msg.id)
	msg.review.next(m, msg.said)
	return nil
}

// next shows the next suggestion, or leaves when there is none.
func (v *review) next(m *model, said string) {
	if m.current().layer == layer(v) {
		m.current().top = 0
		if len(v.tab.advice.list) == 0 {
			m.pop()
		}
	}
	m.say(said)
}

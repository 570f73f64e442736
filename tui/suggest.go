package tui

import (
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings"
	"neverask/tui/kit"
)

// Adviser finds rules that the person's own answers speak for.
type Adviser interface {
	// Suggestions returns them for all questions, the oldest first, by the
	// rules and the decisions as they are now. It may take a second.
	Suggestions(asked []transcript.Question) ([]suggest.Suggestion, error)
	// Lint returns what those questions say against the rules. It may take a
	// second too.
	Lint(asked []transcript.Question) ([]preferences.Finding, error)
	// Learn keeps what the person saw and answered as evidence of a rule, which
	// answers nothing else.
	Learn(r question.Rule, seen ...question.Seen) error
	// RecordDecision remembers what the person decided about one.
	RecordDecision(id string, d suggest.Decision) error
}

// advice is the suggestions that wait for a decision.
type advice struct {
	backend Backend
	home    string
	here    string // the directory that the person works in
	// readOnly: none is offered, because none could be accepted.
	readOnly bool

	list []suggest.Suggestion
	err  error

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
	lintedMsg    struct {
		asked int64
		found []preferences.Finding
	}
)

func (adviceDueMsg) Still() bool { return true }

func newAdvice(o Options) *advice {
	a := &advice{backend: o.Backend, home: o.Home, readOnly: o.ReadOnly, latest: new(atomic.Int64)}
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
	return kit.Later(adviceDelay, adviceDueMsg{known})
}

// find looks for suggestions, and for what the past says against the rules.
func (a *advice) find(seen *memories) tea.Cmd {
	mine, latest, backend := a.latest.Add(1), a.latest, a.backend
	return tea.Batch(func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		list, err := backend.Suggestions(seen.source)
		return advisedMsg{mine, list, err}
	}, func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		// Rules that cannot be read are told of where they are read.
		found, _ := backend.Lint(seen.source)
		return lintedMsg{mine, found}
	})
}

func (a *advice) receive(msg tea.Msg, seen *memories) tea.Cmd {
	switch msg := msg.(type) {
	case adviceDueMsg:
		if msg.known == a.known {
			return a.find(seen)
		}
	case advisedMsg:
		if msg.asked == a.latest.Load() && !a.readOnly {
			a.list, a.err = msg.list, msg.err
		}
	}
	return nil
}

// drop takes a suggestion off the list.
func (a *advice) drop(id string) {
	a.list = slices.DeleteFunc(slices.Clone(a.list), func(s suggest.Suggestion) bool { return s.ID == id })
}

// restore puts a suggestion back to a place, unless it has come back already.
func (a *advice) restore(s suggest.Suggestion, at int) {
	a.drop(s.ID)
	a.list = slices.Insert(a.list, min(at, len(a.list)), s)
}

// entry is the first suggestion on a line, "" when there is none. The question
// gives way to the evidence, as far as it stays legible.
func (a *advice) entry(now time.Time, width int) string {
	if len(a.list) == 0 {
		return ""
	}
	s := a.list[0]
	evidence := diffview.Visible(s.Evidence(now))
	room := max(width-lipgloss.Width(evidence)-2, min(24, width))
	return kit.Fit(suggestionText(s, room)+"  "+evidence, width)
}

// review goes through the suggestions one by one.
type review struct {
	tab  *preferencesTab
	at   int
	id   string    // of the suggestion on the screen, which the list may move
	done []decided // the oldest first

	undone []decided // taken back, the oldest first; the next decision forgets them
}

func (*review) Crumb() string { return "Suggestions" }

// decided is what was decided in this review.
type decided struct {
	suggestion suggest.Suggestion
	at         int // its place in the list
	decision   suggest.Decision
	rule       string // the ID of the rule that was added
	added      question.Rule
	back       *decided // what is taken back with this
}

func (t *preferencesTab) review(m *kit.Model) tea.Cmd {
	m.Push(&review{tab: t})
	m.Say("")
	return nil
}

// current is the suggestion on the screen; ok is false when none is left.
func (v *review) current() (s suggest.Suggestion, ok bool) {
	list := v.tab.advice.list
	if len(list) == 0 {
		return s, false
	}
	if at := slices.IndexFunc(list, func(s suggest.Suggestion) bool { return s.ID == v.id }); at >= 0 {
		v.at = at
	}
	v.at = max(min(v.at, len(list)-1), 0)
	v.id = list[v.at].ID
	return list[v.at], true
}

func (v *review) Bindings() []kit.Binding {
	s, ok := v.current()
	var all []kit.Binding
	if ok && v.tab.book.editable() {
		all = append(all, kit.Bind("accept", v.accept, "y").Means("add the rule where it says"))
		if _, _, ok := v.local(s); ok {
			all = append(all, kit.Bind("only here", v.acceptHere, "p").Means("add the rule for one project only"))
		}
		all = append(all, kit.Bind("edit first…", v.edit, "e").Means("change the rule before it is added"))
	}
	if ok {
		all = append(all, kit.Bind("not now", v.decideAs(suggest.Later), "n").Means("ask again in 30 days"),
			kit.Bind("never", v.decideAs(suggest.Never), "x").Means("never suggest this again"))
	}
	if len(v.done) > 0 {
		all = append(all, kit.Bind("undo", v.takeBack, "z").Means("undo the last decision"))
	}
	if len(v.undone) > 0 && v.tab.book.editable() {
		all = append(all, kit.Bind("redo", v.redo, "Z").Means("redo the last undone decision"))
	}
	if len(v.tab.advice.list) > 1 {
		step := func(by int) func(*kit.Model) tea.Cmd {
			return func(m *kit.Model) tea.Cmd {
				list := v.tab.advice.list
				v.at = (v.at + by + len(list)) % len(list)
				v.id = list[v.at].ID
				m.ToTop()
				return nil
			}
		}
		all = append(all, kit.Quiet("→ l", "next suggestion", step(1), "right", "l"), kit.Quiet("← h", "previous suggestion", step(-1), "left", "h"))
	}
	if !ok {
		return append(all, kit.Bind("done", (*kit.Model).Back, "enter", "esc"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
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

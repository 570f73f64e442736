package suggestion

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// review goes through the suggestions one by one.
type review struct {
	backend Backend
	state   *follow.State
	home    string
	now     func() time.Time

	at   int
	id   string    // of the suggestion on the screen, which the list may move
	done []decided // the oldest first

	here string // the directory that the person works in
}

func (*review) Crumb() string { return "Suggestions" }

// decided is what was decided in this review.
type decided struct {
	suggestion suggest.Suggestion
	at         int // its place in the list
	decision   suggest.Decision
	rule       string    // the ID of the rule that was added
	with       []decided // those that were accepted in the same change
}

// all are what was decided at once.
func (d decided) all() []decided { return append([]decided{d}, d.with...) }

// Open opens the review. here is the directory that the person works in.
func Open(m *kit.Model, b Backend, state *follow.State, here string) {
	m.Push(&review{backend: b, state: state, home: m.Home, now: m.Now, here: here})
}

// current is the suggestion on the screen; ok is false when none is left.
func (v *review) current() (s suggest.Suggestion, ok bool) {
	list := v.state.Suggestions.List
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
	writes := ok && v.state.Rules.Editable()
	if writes {
		all = append(all, kit.Bind("accept", v.accept, "enter", "a").Means("add the rule as shown"),
			kit.Bind("edit first…", v.edit, "e").Means("change the rule before it is added"))
		if n := len(v.clear()); n > 1 {
			all = append(all, kit.Bind(fmt.Sprintf("accept all %d…", n), v.acceptAll, "A").Means("add a rule for each question that you always answered the same; lists them first"))
		}
	}
	if ok { // a narrow line has these at least: a way to say no
		all = append(all, kit.Bind("not now", v.decideAs(suggest.Later), "n").Means("ask again in 30 days"),
			kit.Bind("back", (*kit.Model).Back, "esc"),
			kit.Bind("never suggest", v.decideAs(suggest.Never), "N").Means("never suggest this again"))
	}
	if len(v.done) > 0 {
		all = append(all, kit.Bind("undo", v.takeBack, "z").Means("undo the last decision"))
	}
	if writes {
		if _, _, ok := v.local(s); ok {
			all = append(all, kit.Bind("only here", v.acceptHere, "p").Means("add the rule for one project only"))
		}
	}
	if len(v.state.Suggestions.List) > 1 {
		step := func(by int) func(*kit.Model) tea.Cmd {
			return func(m *kit.Model) tea.Cmd {
				list := v.state.Suggestions.List
				v.at = (v.at + by + len(list)) % len(list)
				v.id = list[v.at].ID
				m.To(0)
				return nil
			}
		}
		all = append(all, kit.Quiet("→ l", "next suggestion", step(1), "right", "l"), kit.Quiet("← h", "previous suggestion", step(-1), "left", "h"))
	}
	if !ok {
		return append(all, kit.Bind("back", (*kit.Model).Back, "esc", "enter"))
	}
	return all
}

// local is the rule for one project alone: the one that the person works in, or
// else the one where the question was asked last.
func (v *review) local(s suggest.Suggestion) (r question.Rule, dir string, ok bool) {
	if s.Rule.Project != "" {
		return r, "", false
	}
	for _, dir := range []string{v.here, s.Latest.Project} {
		if r, ok := s.Here(dir); ok {
			return r, r.Project, true
		}
	}
	return r, "", false
}

package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings/saferead"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// review decides about the suggestions, which are listed before the rules.
type review struct {
	place *Place
	done  []decided // decisions since the place was opened, the oldest first
}

// decided is a decision made in this review.
type decided struct {
	suggestion suggest.Suggestion
	at         int // the index that the suggestion had in the list
	decision   suggest.Decision
	rule       string         // the ID of the added rule
	with       []decided      // others accepted in the same change
	stamp      saferead.Stamp // of the file of rules after the decision
}

// all returns the decision and those made with it.
func (d decided) all() []decided { return append([]decided{d}, d.with...) }

// offersFound returns the suggestions that match the filter. None has a mode yet.
func (l *list) offersFound(needle kit.Needle) (rows [][]suggest.Suggestion) {
	list := l.state.Suggestions.List
	for _, i := range needle.Among(len(list), func(i int) *kit.SearchText {
		if l.mode != "" || l.scope != "" && list[i].Where() != l.scope {
			return nil
		}
		text := kit.NewSearchText(drawing.Suggestion(list[i], kit.Far)+" "+offerAnswer(list[i]),
			list[i].Where(), list[i].Latest.Text, "suggested")
		return &text
	}) {
		at := slices.IndexFunc(rows, func(like []suggest.Suggestion) bool { return alike(like[0], list[i]) })
		if at < 0 {
			rows = append(rows, list[i:i+1:i+1])
		} else {
			rows[at] = append(rows[at], list[i])
		}
	}
	return rows
}

// alike reports whether two suggestions differ only in one word of their questions.
func alike(a, b suggest.Suggestion) bool {
	same := reflect.DeepEqual(a.Rule.Answer, b.Rule.Answer) && a.Rule.Mode == b.Rule.Mode &&
		a.Rule.Project == b.Rule.Project && slices.Equal(a.Latest.Options, b.Latest.Options)
	if !same || a.Rule.Match.Text == "" || b.Rule.Match.Text == "" || len(a.Different)+len(b.Different) > 0 {
		return false
	}
	return oddWord(a, b) >= 0
}

// oddWord returns the index of the only word in which two questions differ, or -1.
func oddWord(a, b suggest.Suggestion) int {
	one, other, odd := strings.Fields(a.Latest.Text), strings.Fields(b.Latest.Text), -1
	if len(one) != len(other) || len(one) < 4 {
		return -1
	}
	for i := range one {
		if one[i] == other[i] {
			continue
		}
		if odd >= 0 {
			return -1
		}
		odd = i
	}
	return odd
}

func offerKey(s suggest.Suggestion) string { return "suggested " + s.ID }

// chosen returns the suggestions of the chosen row; none if it is the row of a rule.
func (v *review) chosen() []suggest.Suggestion {
	t := v.place
	if t.pane.Chosen >= len(t.offers) {
		return nil
	}
	return t.offers[t.pane.Chosen]
}

// current returns the first chosen suggestion; ok is false if there is none.
func (v *review) current() (s suggest.Suggestion, ok bool) {
	all := v.chosen()
	if len(all) == 0 {
		return s, false
	}
	return all[0], true
}

// bindings returns the keys that act on the chosen suggestion.
func (v *review) bindings() (all []kit.Binding) {
	chosen := v.chosen()
	writes, one := v.place.state.Rules.Editable(), len(chosen) == 1
	if one && chosen[0].Line != nil {
		all = v.lineBindings(chosen[0])
	} else if writes && one {
		all = append(all, kit.Bind("accept", v.accept, "enter").Means("accept the suggestion: add the rule as shown"),
			kit.Bind("edit first…", v.edit, "e").Means("edit first: change the suggested rule before it is added"))
	} else if writes {
		all = append(all, kit.Bind(fmt.Sprintf("accept %d", len(chosen)),
			v.acceptAlike, "enter").Means("add a rule for each of these questions"))
	}
	if writes {
		if n := len(v.clear()); n > 1 {
			all = append(all, kit.Bind(fmt.Sprintf("accept all %d…", n),
				v.acceptAll, "A").Means("add a rule for each question that you always answered the same; lists them first"))
		}
	}
	show := kit.Bind("show", v.place.openDetail, "right", "l").Means("show the suggestion with all details")
	show.SetHelp("→", "show")
	all = append(all, kit.Bind("not now", v.decideAs(suggest.Later), "n").Means("not now: suggest this again in 30 days"),
		kit.Bind("never suggest", v.decideAs(suggest.Never), "N").Means("never suggest this again"), show)
	if all = append(all, v.undoing()...); writes {
		if _, _, ok := v.local(chosen[0]); ok && one {
			all = append(all,
				kit.Bind("accept here", v.acceptHere, "p").Means("accept here: add the rule at once, for one project only"))
		}
		all = append(all,
			kit.Bind("add…", v.place.Add, "a").Means("add a rule, from a past question or from scratch").Lesser())
	}
	return all
}

// undoing returns the key that takes back the last decision, unless something else has changed since.
func (v *review) undoing() []kit.Binding {
	if n := len(v.done); n == 0 || v.done[n-1].stamp != v.place.state.Rules.Stamp() {
		return nil
	}
	return []kit.Binding{kit.Bind("undo", v.takeBack, "z").Means("undo the last decision").Kept()}
}

// local returns the rule for one project: the one that the person works in, or else the one
// where the question was last asked.
func (v *review) local(s suggest.Suggestion) (r question.Rule, dir string, ok bool) {
	if s.Rule.Project != "" || s.Line != nil {
		return r, "", false
	}
	dirs := []string{s.Latest.Project}
	if here := v.place.Here; here != nil {
		dirs = slices.Insert(dirs, 0, here())
	}
	for _, dir := range dirs {
		if r, ok := s.Here(dir); ok {
			return r, r.Project, true
		}
	}
	return r, "", false
}

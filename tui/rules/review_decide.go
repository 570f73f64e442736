package rules

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Decisions about suggestions, and taking them back.

func (v *review) accept(m *kit.Model) tea.Cmd {
	s, _ := v.current()
	return v.add(m, s, s.Rule, suggest.Accepted)
}

func (v *review) acceptAlike(m *kit.Model) tea.Cmd { return v.addAll(m, v.chosen()) }

func (v *review) acceptHere(m *kit.Model) tea.Cmd {
	s, _ := v.current()
	r, _, _ := v.local(s)
	return v.add(m, s, r, suggest.AcceptedHere)
}

// add adds the rule of a suggestion, and records that the suggestion was accepted.
func (v *review) add(m *kit.Model, s suggest.Suggestion, r question.Rule, d suggest.Decision) tea.Cmd {
	state, at := v.place.state, v.index(s)
	state.Suggestions.Drop(s.ID) // a second key press must not add it twice
	v.place.again()
	book, backend, asked := state.Rules.Book, v.place.backend, state.Questions.All.Source
	var added question.Rule
	var forgotten error
	return v.place.state.Rules.Change(m, rulestate.Edit{
		Cannot: "add the rule",
		Do: func(ctx context.Context) (err error) {
			if added, err = book.Add(ctx, r, preferences.BySuggestion); err == nil {
				forgotten = errors.Join(backend.Learn(transcript.Accepted(added, asked, time.Now())...),
					backend.RecordDecision(s.ID, d))
			}
			return err
		},
		Failed: func(*kit.Model, error) bool {
			v.place.state.Suggestions.Restore(s, at)
			v.place.again()
			return false
		},
		Then: func(m *kit.Model) tea.Cmd {
			v.next(m, decided{suggestion: s, at: at, decision: d, rule: added.ID},
				v.added(1, s, added))
			if forgotten != nil {
				return v.recordFailed(m, forgotten)
			}
			return nil
		},
	})
}

// added says that n rules were added, where the only one applies, and whether they answer now.
func (v *review) added(n int, first suggest.Suggestion, r question.Rule) string {
	said := fmt.Sprintf("✓ added %d rules", n)
	if n == 1 {
		said = "✓ added " + drawing.Suggestion(first, kit.Far) + " everywhere"
		if r.Project != "" {
			said = "✓ added " + drawing.Suggestion(first, kit.Far) + ", only in " + drawing.ScopeText(v.place.home, r)
		}
	}
	return said + unanswering(v.place.state)
}

// unanswering says after a rule was named why it does not answer yet, or "" if it does.
func unanswering(state *rulestate.State) string {
	switch {
	case state.Unhooked:
		return ", off until the hooks are installed · i to install"
	case state.Silent() != "":
		return "; " + state.Silent()
	}
	return ""
}

// index returns the index of a suggestion in the list.
func (v *review) index(s suggest.Suggestion) int {
	return max(slices.IndexFunc(v.place.state.Suggestions.List, func(o suggest.Suggestion) bool { return o.ID == s.ID }),
		0)
}

// clear returns the suggestions for questions that the person always answered the same way, and that
// a rule would have spared them.
func (v *review) clear() []suggest.Suggestion {
	return slices.DeleteFunc(slices.Clone(v.place.state.Suggestions.List), unclear)
}

func unclear(s suggest.Suggestion) bool { return len(s.Different) > 0 || s.Line != nil || !s.Useful() }

// leftOut names the suggestions that are not clear, and says why; "" if there are none.
func (v *review) leftOut() string {
	left := slices.DeleteFunc(slices.Clone(v.place.state.Suggestions.List), func(s suggest.Suggestion) bool {
		return !unclear(s)
	})
	if len(left) == 0 {
		return ""
	}
	first, why := left[0], ", which you once answered differently"
	switch {
	case first.Line != nil:
		why = ", which no rule can match"
	case len(first.Different) == 0:
		why = ", because a rule would have spared you none of these questions"
	}
	more := ""
	if n := len(left) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return "Not " + drawing.Suggestion(first, kit.Far) + why + more
}

// acceptAll lists the clear suggestions and, after a yes, adds their rules in one change.
func (v *review) acceptAll(m *kit.Model) tea.Cmd {
	all, left := v.clear(), v.leftOut()
	m.Push(&kit.Confirm{
		Heading: fmt.Sprintf("Add %d rules?", len(all)), NoText: "No, one by one", YesText: "Yes, add them", Whole: true, Undone: true,
		About: func(width, height int) (rows []string) {
			for _, s := range all {
				answer := " → " + drawing.AnswerText(s.Rule.Answer)
				if project := s.Where(); project != "" {
					answer += ", " + drawing.Scope(m.Home, project)
				}
				rows = append(rows, kit.Wrap(drawing.Suggestion(s, kit.Far)+answer, width)...)
			}
			if left != "" {
				rows = append(append(rows, ""), kit.Wrap(left, width)...)
			}
			return rows
		},
		Do: func(m *kit.Model) tea.Cmd {
			m.Pop()
			return v.addAll(m, all)
		},
	})
	return nil
}

// addAll adds the rules of suggestions in one change, and records that they were accepted.
func (v *review) addAll(m *kit.Model, all []suggest.Suggestion) tea.Cmd {
	state, book, backend, asked := v.place.state, v.place.state.Rules.Book,
		v.place.backend, v.place.state.Questions.All.Source
	var made []decided
	var at []int
	for _, s := range all {
		at = append(at, v.index(s))
	}
	var forgotten error
	return state.Rules.Change(m, rulestate.Edit{
		Cannot: "add the rules",
		Do: func(ctx context.Context) error {
			rules := make([]question.Rule, len(all))
			for i, s := range all {
				rules[i] = s.Rule
			}
			added, err := book.AddNew(ctx, rules, preferences.BySuggestion)
			if err != nil {
				return err
			}
			for i, s := range all {
				d := decided{suggestion: s, at: at[i], decision: suggest.Accepted}
				// A rule that exists already is not added.
				if at := slices.IndexFunc(added, func(r question.Rule) bool {
					return r.Project == s.Rule.Project && reflect.DeepEqual(r.Match, s.Rule.Match)
				}); at >= 0 {
					d.rule = added[at].ID
					forgotten = errors.Join(forgotten, backend.Learn(transcript.Accepted(added[at], asked, time.Now())...))
				}
				forgotten = errors.Join(forgotten, backend.RecordDecision(s.ID, suggest.Accepted))
				made = append(made, d)
			}
			return nil
		},
		Then: func(m *kit.Model) tea.Cmd {
			made[0].with = made[1:]
			v.next(m, made[0], v.added(len(made), made[0].suggestion, made[0].suggestion.Rule))
			if forgotten != nil {
				return v.recordFailed(m, forgotten)
			}
			return nil
		},
	})
}

// edit opens the rule in a form; saving it accepts the suggestion, and its answer is the person's to the latest question.
func (v *review) edit(m *kit.Model) tea.Cmd {
	s, _ := v.current()
	asked := v.place.state.Questions.All.Source
	saved := func(r question.Rule, said string) tea.Cmd {
		d := suggest.Accepted
		if r.Project != s.Rule.Project {
			d = suggest.AcceptedHere
		}
		return v.decide(decided{suggestion: s, at: v.index(s), decision: d, rule: r.ID}, said)
	}
	return m.Send(rulestate.NewRuleMsg{
		Fill: s.Rule, By: preferences.BySuggestion, Asked: &s.Latest, Saved: saved,
		Answers: func(r question.Rule) []question.PastAnswer {
			all := transcript.AnswersTo(r, asked)
			if given := transcript.AnswerOf(r, s.Latest, time.Now()); len(given) > 0 && given[0].By == question.AnsweredOnScreen {
				all = append(all, given...)
			}
			return all
		},
	})
}

func (v *review) decideAs(d suggest.Decision) func(*kit.Model) tea.Cmd {
	return func(*kit.Model) tea.Cmd {
		var all []decided
		for _, s := range v.chosen() {
			all = append(all, decided{suggestion: s, at: v.index(s), decision: d})
		}
		all[0].with = all[1:]
		text := drawing.Suggestion(all[0].suggestion, kit.Far)
		if n := len(all); n > 1 {
			text = fmt.Sprintf("“%s” ×%d", commonWording(v.chosen()), n)
		}
		return v.decide(all[0], "✓ "+decisionTexts[d]+": "+text)
	}
}

var decisionTexts = map[suggest.Decision]string{
	suggest.Later: "hidden for 30 days", suggest.Never: "hidden for good",
}

// decisionMsg says whether a decision about a suggestion could be recorded.
type decisionMsg struct {
	review *review
	done   decided
	said   string
	err    error
}

func (v *review) decide(d decided, said string) tea.Cmd {
	record := v.place.backend.RecordDecision
	return func() tea.Msg {
		var err error
		for _, one := range d.all() {
			err = errors.Join(err, record(one.suggestion.ID, d.decision))
		}
		return decisionMsg{v, d, said, err}
	}
}

// Take goes on to the next suggestion, or back to the one whose decision was taken back.
func (msg decisionMsg) Take(m *kit.Model) tea.Cmd {
	v := msg.review
	switch {
	case msg.done.decision == suggest.Undecided:
		v.reopen(m, msg.done)
	case msg.err == nil || msg.done.rule != "":
		v.next(m, msg.done, msg.said)
	}
	if msg.err != nil {
		return v.recordFailed(m, msg.err)
	}
	return nil
}

// recordFailed says that a decision could not be recorded.
func (v *review) recordFailed(m *kit.Model, err error) tea.Cmd {
	m.Push(change.Failure(m.Home, "remember the decision", err, "The suggestion may come again."))
	return nil
}

// next chooses the next suggestion or, after the last one, the rule made from it.
func (v *review) next(m *kit.Model, d decided, said string) {
	state := v.place.state
	for _, one := range d.all() {
		if one.decision.Hides() {
			state.Suggestions.Hide(one.suggestion.ID)
		} else {
			state.Suggestions.Drop(one.suggestion.ID)
		}
	}
	d.stamp = state.Rules.Stamp()
	v.done = append(v.done, d)
	if len(state.Suggestions.List) == 0 {
		state.Rules.Wanted = d.rule
	}
	v.place.again()
	m.Say(said + " · z to undo")
}

// takeBack takes back the last decision, and the rule that it added, if any.
func (v *review) takeBack(m *kit.Model) tea.Cmd {
	last := v.done[len(v.done)-1]
	v.done = v.done[:len(v.done)-1]
	var rules []string
	for _, d := range last.all() {
		if d.rule != "" {
			rules = append(rules, d.rule)
		}
	}
	last.decision, last.rule = suggest.Undecided, ""
	if rules == nil {
		return v.decide(last, "")
	}
	return v.place.state.Rules.Change(m, rulestate.Edit{
		Cannot: "undo the rule",
		Do:     func(ctx context.Context) error { return v.unadd(ctx, rules) },
		Then: func(m *kit.Model) tea.Cmd {
			return v.decide(last, "")
		},
	})
}

// unadd undoes the change that added rules or, if there was another change since, deletes the
// rules.
func (v *review) unadd(ctx context.Context, ids []string) error {
	has := func(content []byte) bool {
		return slices.ContainsFunc(rulestate.RulesIn(content), func(r question.Rule) bool {
			return slices.Contains(ids, r.ID)
		})
	}
	if last, err := v.place.backend.Last(); err == nil && last.Path == v.place.state.Rules.Path {
		if plan, err := v.place.backend.Undo(last); err == nil && has(plan.Before) && !has(plan.After) {
			_, err := v.place.backend.Apply(ctx, plan)
			return err
		}
	}
	return v.place.state.Rules.Book.Remove(ctx, ids...)
}

// reopen lists a decided suggestion again.
func (v *review) reopen(m *kit.Model, d decided) {
	for _, one := range d.all() {
		v.place.state.Suggestions.Restore(one.suggestion, one.at)
	}
	if n := len(v.done); n > 0 { // the file is again as it was after the decision before
		v.done[n-1].stamp = v.place.state.Rules.Stamp()
	}
	t := v.place
	t.again()
	t.pane.Keep(t.Count(), func(i int) bool { return t.key(i) == offerKey(d.suggestion) })
	if n := len(d.all()); n > 1 {
		m.Say(fmt.Sprintf("✓ undone: %d suggestions are back", n))
		return
	}
	m.Say("✓ undone: " + drawing.Suggestion(d.suggestion, kit.Far) + " is suggested again")
}

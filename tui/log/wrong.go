package log

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// ruleThatAsks finds the rule by which Claude asks a question, because its answer was marked as wrong or
// the person chose so.
func ruleThatAsks(rules []question.Rule, q *transcript.Question, r question.Rule, ruled bool) (question.Rule, bool) {
	if ruled {
		return r, r.Mode == question.AlwaysAsk
	}
	i := slices.IndexFunc(rules, func(r question.Rule) bool {
		return r.Mode == question.AlwaysAsk && r.Match.Exact == q.Text && r.Project == ""
	})
	if i < 0 {
		return r, false
	}
	return rules[i], true
}

// askedAlready says that Claude asks already, by which rule.
func askedAlready(q *transcript.Question, asks question.Rule) string {
	if question.MarkedWrong(asks.Note, q.Text, q.ToolUseID) {
		return "marked already: Claude asks you from now on, by " + drawing.Quoted(asks)
	}
	return "Claude asks you this already, by " + drawing.Quoted(asks)
}

// marked reports whether the answer to a question is marked as wrong.
func marked(rules *rulestate.Rules, q *transcript.Question) bool {
	return pastquestions.MarkedWrong(rules.List, q)
}

// shortened returns a question's text, cut for a note.
func shortened(q *transcript.Question) string { return kit.Fit(q.Text, 120) }

// errMarked says that a rule has Claude ask already.
var errMarked = errors.New("marked already")

// wrong turns the rule that gave an answer into one that always asks. If no rule gave it, because the
// person was away, wrong adds a rule for the question.
func wrong(t *Place, q *transcript.Question, ruled bool) func(*kit.Model) tea.Cmd {
	var after question.Rule
	note, book := question.WrongNote(t.now(), kit.Fit(q.Answer, 60), shortened(q), q.ToolUseID), t.state.Rules.Book
	change := func(r question.Rule) (question.Rule, error) {
		if after = r; r.Mode == question.AlwaysAsk {
			return r, errMarked
		}
		if r.Note != "" {
			note = r.Note + "; " + note
		}
		r.Mode, r.OneWay, r.Note = question.AlwaysAsk, "", note
		return r, nil
	}
	add := func(ctx context.Context) (err error) {
		now, _, err := book.Read()
		if err != nil {
			return err
		}
		if asks, is := ruleThatAsks(now.Rules, q, question.Rule{}, false); is {
			after = asks
			return errMarked
		}
		after, err = book.Add(ctx, question.Rule{Mode: question.AlwaysAsk, Match: question.Match{Exact: q.Text}, Note: note},
			preferences.ByWrong)
		return err
	}
	edit := rulestate.Edit{
		Cannot: "change the rule",
		Do: func(ctx context.Context) error {
			if !ruled {
				return add(ctx)
			}
			changed, err := book.Change(ctx, q.Rule, "rules wrong", change)
			if err == nil {
				after = changed
			}
			return err
		},
		Then: func(m *kit.Model) tea.Cmd {
			said := "✓ marked as wrong: Claude asks you from now on, by " + drawing.Quoted(after)
			if q.Away != "" {
				said += " · tell Claude in that session what you want instead"
			}
			m.Say(said + " · z to undo")
			return nil
		},
		Failed: func(m *kit.Model, err error) bool {
			if errors.Is(err, errMarked) {
				m.Say(askedAlready(q, after))
				return true
			}
			return false
		},
	}
	return func(m *kit.Model) tea.Cmd { return t.state.Rules.Change(m, edit) }
}

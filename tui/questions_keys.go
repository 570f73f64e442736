package tui

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// What the keys of the Questions tab do.

func (t *questionsTab) Bindings() []kit.Binding {
	if t.state.Questions.All == nil {
		return nil
	}
	if t.finding {
		return kit.FindBindings(&t.finding, t.clear)
	}
	var all []kit.Binding
	if q := t.chosen(); q != nil {
		all = append(all, kit.Bind("show", t.open, "enter").Means("show the whole question, what happened, and what would happen now"))
		all = append(all, t.questionBindings(q)...)
	}
	if len(t.state.Questions.All.List) > 0 {
		all = append(all, kit.Bind("find", func(*kit.Model) tea.Cmd { t.finding = true; return nil }, "/").Means("filter by words"))
		if t.filtered() {
			all = append(all, kit.Bind("show all", t.clear, "esc").Means("clear the filter"))
		}
		all = append(all, kit.Bind("filter", t.turn, "f").Means("all, answered for you, overwritten by another hook, declined"))
	}
	if q := t.chosen(); t.project != "" || q != nil && q.Project != "" {
		all = append(all, kit.Quiet("p", "this project's questions, or all", t.turnProject, "p"))
	}
	return all
}

// questionBindings are the keys about a question.
func (t *questionsTab) questionBindings(q *transcript.Question) (all []kit.Binding) {
	book := t.state.Rules
	if book.Editable() {
		all = append(all, kit.Bind("new rule…", t.newRule, "n").Means("make a rule from the question"))
	}
	if book.Editable() && t.server() != "" {
		all = append(all, kit.Bind("policy", t.turnPolicy, "m").Means("of this MCP server: ask, answer as Claude's own, or refuse with the answer"))
	}
	r, there := book.Decider(q)
	if !there {
		return all
	}
	if q.By == transcript.Neverask && r.Trusted == nil && r.Mode != question.AlwaysAsk && book.Editable() {
		all = append(all, kit.Bind("was wrong", t.wrong, "!").Means("this answer was wrong: ask me from now on"))
	}
	return append(all, kit.Bind("rule", t.jump, "r", "R").Means("show the rule that decided it"))
}

func (t *questionsTab) clear(*kit.Model) tea.Cmd {
	t.finding, t.find, t.by, t.project = false, kit.Input{}, everything, ""
	return t.refresh()
}

func (t *questionsTab) turn(*kit.Model) tea.Cmd {
	t.by = (t.by + 1) % filters
	return t.refresh()
}

func (t *questionsTab) turnProject(*kit.Model) tea.Cmd {
	if t.project != "" {
		t.project = ""
	} else {
		t.project = t.chosen().Project
	}
	return t.refresh()
}

// newRule opens a form that is filled from the question and its answer.
func (t *questionsTab) newRule(m *kit.Model) tea.Cmd {
	return t.rules.formFor(m, t.chosen())
}

// ruleFrom is a rule that would answer a question as it was answered.
func ruleFrom(q *transcript.Question) question.Rule {
	r := question.Rule{Mode: question.NeverAsk, Match: question.Match{Text: q.Text}}
	if q.Cut {
		// Its text is not known as a whole, so nothing can be compared with it.
		r.Match = question.Match{Header: q.Header, Options: labelsOf(q)}
	}
	if server, ok := question.IsTool(q.Tool); ok && server != "" {
		r.Match.Tool = server
	}
	var labels []string
	for _, i := range q.Chosen {
		if i < len(q.Options) {
			labels = append(labels, q.Options[i].Label)
		}
	}
	switch {
	case q.Outcome == transcript.Picked && q.Multi:
		r.Answer = question.Answer{Labels: labels}
	case q.Outcome == transcript.Picked && len(labels) == 1:
		r.Answer = question.Answer{Label: labels[0]}
	case q.Outcome == transcript.Typed:
		r.Answer = question.Answer{Text: q.Answer}
	default:
		if call, err := q.Call(); err == nil && call.Questions[0].Recommended() >= 0 {
			r.Answer = question.Answer{Word: question.Recommended}
		}
	}
	return r
}

// jump shows the rule that decided the question.
func (t *questionsTab) jump(m *kit.Model) tea.Cmd {
	r, _ := t.state.Rules.Decider(t.chosen())
	return t.rules.show(m, r)
}

// server is the MCP server that asked the chosen question, if one did.
func (t *questionsTab) server() string {
	q := t.chosen()
	if q == nil {
		return ""
	}
	server, _ := question.IsTool(q.Tool)
	return server
}

// turnPolicy goes on to the next policy for the server.
func (t *questionsTab) turnPolicy(m *kit.Model) tea.Cmd {
	name := "mcp." + t.server()
	o, _ := preferences.OptionOf(name)
	words, now := strictjson.Words(o.Values), o.Value(name, t.state.Rules.Said)
	next := words[(slices.Index(words, now)+1)%len(words)]
	return t.state.Rules.SetOption(m, name, next)
}

// wrong turns the rule that gave an answer into one that asks.
func (t *questionsTab) wrong(m *kit.Model) tea.Cmd {
	q := t.chosen()
	book, day := t.state.Rules.Book, t.now()
	var after question.Rule
	return t.state.Rules.Change(m, follow.Edit{
		Do: func(ctx context.Context) (err error) {
			after, err = book.Change(ctx, q.Rule, "prefs wrong", func(r question.Rule) (question.Rule, error) {
				note := question.WrongNote(day, kit.Fit(q.Answer, 60), kit.Fit(q.Text, 120))
				if r.Note != "" {
					note = r.Note + "; " + note
				}
				r.Mode, r.OneWay, r.Note = question.AlwaysAsk, "", note
				return r, nil
			})
			return err
		},
		Then: func(m *kit.Model, err error) tea.Cmd {
			if err != nil {
				return t.state.Rules.Failed(m, "change the rule", err)
			}
			m.Say("○ Claude asks you from now on: " + drawing.Quoted(after) + " · z to undo")
			return nil
		},
	})
}

// answered names who is behind what became of a question.
func answered(q *transcript.Question) kit.Badge {
	switch {
	case q.Overwritten:
		return kit.Mark("▲", "overwritten", kit.Warn)
	case q.By == transcript.Neverask:
		return kit.Mark("●", "neverask", kit.Good)
	case q.By == transcript.OtherHook:
		return kit.Mark("▲", "other hook", kit.Warn)
	}
	switch q.Outcome {
	case transcript.Picked, transcript.Typed:
		if q.By == transcript.Unknown {
			return kit.Mark("·", "unknown", kit.Calm)
		}
	}
	switch q.Outcome {
	case transcript.Picked:
		return kit.Mark("◆", "you", kit.Calm)
	case transcript.Typed:
		return kit.Mark("✎", "you typed", kit.Calm)
	case transcript.Declined:
		return kit.Mark("✗", "declined", kit.Warn)
	case transcript.TimedOut:
		return kit.Mark("✗", "timed out", kit.Warn)
	case transcript.Denied:
		return kit.Mark("✗", "refused", kit.Warn)
	case transcript.Failed:
		return kit.Mark("✗", "failed", kit.Bad)
	}
	return kit.Mark("·", "open", kit.Calm)
}

// outcomeText says what became of a question, after the badge that names who is
// behind it.
func (t *questionsTab) outcomeText(q *transcript.Question) string {
	answer := "“" + diffview.Visible(q.Answer) + "”"
	by := "you"
	switch q.By {
	case transcript.Neverask:
		by = "neverask"
		if r, ok := t.state.Rules.Decider(q); ok {
			by = "your rule " + drawing.Quoted(r)
			if r.Trusted != nil {
				by = "the rule " + diffview.Visible(r.ID) + " of " + kit.Short(t.home, r.Project)
			}
		} else if q.Rule != "" {
			by = "the rule " + diffview.Visible(q.Rule) + ", which is gone"
		}
	case transcript.OtherHook:
		by = "another hook"
		if q.Command != "" {
			by += " (" + kit.Clean(t.home, q.Command) + ")"
		}
	case transcript.Nobody, transcript.Unknown:
		by = "someone unknown"
	}
	switch {
	case q.Overwritten:
		return fmt.Sprintf("neverask answered “%s”, and %s replaced it with %s", diffview.Visible(q.Expected), by, answer)
	case q.Outcome == transcript.Picked && q.By == transcript.Person:
		return "chose " + answer
	case q.Outcome == transcript.Picked, q.Outcome == transcript.Typed && q.By != transcript.Person:
		return "answered " + answer + " by " + by
	case q.Outcome == transcript.Typed:
		return answer
	case q.Outcome == transcript.Declined:
		return "you declined to answer"
	case q.Outcome == transcript.TimedOut:
		return "nobody answered in time"
	case q.Outcome == transcript.Denied:
		return "refused before it was asked"
	case q.Outcome == transcript.Failed:
		return "asking failed"
	case q.Outcome == transcript.Unreadable && q.Answer != "":
		return "unrecognised answer: " + answer
	}
	return "answer unknown"
}

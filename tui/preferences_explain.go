package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// explanation shows how a question is decided, step by step.
type explanation struct {
	home     string
	question *transcript.Question
	decision question.Decision
	steps    []question.Step
}

func (*explanation) crumb() string { return "Why" }

// explain shows how the last question that the rule matches is decided.
func (t *preferencesTab) explain(m *model) tea.Cmd {
	r, _ := t.chosen()
	f := t.facts[ruleKey(r)]
	m.push(&explanation{t.home, f.latest, f.decision, f.steps})
	return nil
}

func (e *explanation) page(width, height int, st *styles) page {
	inner := prose(width)
	all := spaced(height, "")
	all = append(all, dialogRows(e.question, takenBy(facts{decision: e.decision}), true, inner, st)...)
	all = append(all, spaced(height, "")...)
	all = append(all, explained(e.home, e.decision, e.steps, inner, st)...)
	p := lines(all)
	p.subject = short(e.home, e.question.Project)
	p.head = []string{" " + st.strong.Render("How this question is decided now")}
	return p
}

// explained is the steps of a decision, and what comes of them.
func explained(home string, d question.Decision, steps []question.Step, width int, st *styles) []string {
	var all []string
	for i, s := range steps {
		text := clean(home, s.Text)
		if s.Rule != "" {
			text = clean(home, s.Rule) + " " + text
		}
		lines := indented(text, 15, width)
		lines[0] = " " + st.muted.Render(fmt.Sprintf("%2d. %-9s", i+1, s.Kind)) + " " + lines[0][15:]
		all = append(all, lines...)
	}
	if len(d.Choices) > 0 {
		c := d.Choices[0]
		all = append(append(all, ""), noted(verdictBadge(c.Verdict), clean(home, c.Why), width, st)...)
	}
	return all
}

func (e *explanation) bindings() []binding {
	return []binding{bind("back", (*model).back, "esc", "enter")}
}

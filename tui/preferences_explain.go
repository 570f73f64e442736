package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

// explanation shows how a question is decided, step by step.
type explanation struct {
	home     string
	question *transcript.Question
	decision question.Decision
	steps    []question.Step
}

func (*explanation) Crumb() string { return "Why" }

// explain shows how the last question that the rule matches is decided.
func (t *preferencesTab) explain(m *kit.Model) tea.Cmd {
	r, _ := t.chosen()
	f := t.facts[ruleKey(r)]
	m.Push(&explanation{t.home, f.latest, f.decision, f.steps})
	return nil
}

func (e *explanation) Page(width, height int, st *kit.Styles) kit.Page {
	inner := kit.Prose(width)
	all := kit.Spaced(height, "")
	all = append(all, dialogRows(e.question, takenBy(facts{decision: e.decision}), true, inner, st)...)
	all = append(all, kit.Spaced(height, "")...)
	all = append(all, explained(e.home, e.decision, e.steps, inner, st)...)
	p := kit.Lines(all)
	p.Subject = kit.Short(e.home, e.question.Project)
	p.Head = []string{" " + st.Strong.Render("How neverask decides this question now")}
	return p
}

// explained is the steps of a decision, and what comes of them.
func explained(home string, d question.Decision, steps []question.Step, width int, st *kit.Styles) []string {
	var all []string
	for i, s := range steps {
		text := kit.Clean(home, s.Text)
		if s.Rule != "" {
			text = kit.Clean(home, s.Rule) + " " + text
		}
		lines := kit.Indented(text, 15, width)
		lines[0] = " " + st.Muted.Render(fmt.Sprintf("%2d. %-9s", i+1, s.Kind)) + " " + lines[0][15:]
		all = append(all, lines...)
	}
	if len(d.Choices) > 0 {
		c := d.Choices[0]
		all = append(append(all, ""), kit.Noted(verdictBadge(c.Verdict), kit.Clean(home, c.Why), width, st)...)
	}
	return all
}

func (e *explanation) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("back", (*kit.Model).Back, "esc", "enter")}
}

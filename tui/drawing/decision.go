package drawing

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

// VerdictBadge returns a verdict as a sign and a word.
func VerdictBadge(v question.Verdict) kit.Badge {
	switch v {
	case question.Answered:
		return kit.Mark("●", "answered for you", kit.Good)
	case question.Preferred:
		return kit.Mark("◇", "asked, this answer first", kit.Calm)
	}
	return kit.Mark("○", "asked", kit.Calm)
}

// A Decision draws what the rules do with one question, and why. Other matching rules share
// one step until they are unfolded.
type Decision struct {
	question.Decision
	Steps    []question.Step
	Unfolded bool
	Heading  int // the row of the page where the decision begins
}

// Verdict draws the verdict, and the rule that decides; rule finds a rule by its ID.
func (d *Decision) Verdict(home string, rule func(string) (question.Rule, bool), width int, st *kit.Styles) []string {
	if len(d.Choices) == 0 {
		return nil
	}
	c := d.Choices[0]
	all := kit.Noted(VerdictBadge(c.Verdict), kit.Curled(kit.Clean(home, c.Why)), width, st)
	if r, ok := rule(c.Rule); ok {
		all = append(all, kit.Styled(kit.Indented("by "+RuleText(r), 3, width), st.Muted)...)
	}
	return all
}

// Reasons draws the steps that lead to the verdict.
func (d *Decision) Reasons(home string, rule func(string) (question.Rule, bool),
	width int, st *kit.Styles) (all []string) {
	steps, decider := d.Steps, ""
	if len(d.Choices) > 0 {
		decider = d.Choices[0].Rule
	}
	if !d.Unfolded {
		steps = question.Brief(steps)
	}
	for i, s := range steps {
		text := s.Text
		if r := s.Match; r != nil {
			text = r.Matched() + ": " + ModeBadge(r.Mode).Word
		}
		text = kit.Curled(kit.Clean(home, text))
		if r, ok := rule(s.Rule); ok && s.Rule != decider {
			text = Quoted(r) + " " + text
		}
		lines := kit.Indented(text, 15, width-1)
		lines[0] = " " + st.Muted.Render(fmt.Sprintf("%2d. %-9s", i+1, s.Kind)) + " " + lines[0][15:]
		all = append(all, lines...)
	}
	return all
}

// Bindings returns the key that unfolds the other matching rules, if any.
func (d *Decision) Bindings() []kit.Binding {
	if len(question.Brief(d.Steps)) == len(d.Steps) {
		return nil
	}
	name := map[bool]string{false: "matching rules", true: "fold the rules"}[d.Unfolded]
	turn := func(m *kit.Model) tea.Cmd {
		d.Unfolded = !d.Unfolded
		m.To(d.Heading)
		return nil
	}
	return []kit.Binding{kit.Bind(name, turn, "enter").Means("list the rules that match too, or fold them")}
}

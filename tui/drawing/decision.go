package drawing

import (
	"fmt"

	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

// VerdictBadge is what becomes of a question, as a sign and a word.
func VerdictBadge(v question.Verdict) kit.Badge {
	switch v {
	case question.Answered:
		return kit.Mark("●", "answered for you", kit.Good)
	case question.Preferred:
		return kit.Mark("◇", "asked, this first", kit.Calm)
	}
	return kit.Mark("○", "asked", kit.Warn)
}

// Decision is the steps of a decision, and what comes of them.
func Decision(home string, d question.Decision, steps []question.Step, width int, st *kit.Styles) []string {
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
		all = append(append(all, ""), kit.Noted(VerdictBadge(c.Verdict), kit.Clean(home, c.Why), width, st)...)
	}
	return all
}

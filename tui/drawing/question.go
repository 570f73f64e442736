package drawing

import (
	"slices"
	"strconv"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/rule/wording"
	"neverask/tui/kit"
)

// TakenBy returns what a decision chooses in its first question.
func TakenBy(d question.Decision) Taken {
	if len(d.Choices) == 0 {
		return Taken{}
	}
	c := d.Choices[0]
	switch c.Verdict {
	case question.Answered:
		return Taken{c.Options, c.Text, TheRule}
	case question.Preferred:
		return Taken{Options: c.Options, By: TheRule}
	}
	return Taken{}
}

// Taken says what is chosen in a question.
type Taken struct {
	Options []int
	Text    string
	By      string // who gives that answer; "" for the person, who chose it
}

// TheRule gives the answer.
const TheRule = "the rule"

// mark stands behind what is chosen: "chosen" is said of what the person picked alone.
func (t Taken) mark() string {
	if t.By == "" {
		return "  ✓ chosen"
	}
	return "  ← " + t.By
}

// Chosen returns what was chosen in a question that was asked.
func Chosen(q *transcript.Question) Taken {
	c := Taken{Options: q.Chosen}
	if q.Outcome == transcript.Typed {
		c.Text = q.Answer
	}
	switch q.By {
	case transcript.Neverask:
		c.By = "neverask"
	case transcript.OtherHook:
		c.By = "another hook"
	case transcript.Unknown:
		c.By = "the answer"
	}
	return c
}

// Question draws a question as Claude asks it, and beside what a rule takes what the person chose.
// described tells what its options mean.
func Question(q *transcript.Question, chosen Taken, described bool, width int, st *kit.Styles) []string {
	var all []string
	var own Taken
	if chosen.By == TheRule {
		if own = Chosen(q); own.By != "" {
			own = Taken{}
		}
	}
	if q.Header != "" {
		all = append(all, " "+st.Accent.Render("☐ "+kit.Fit(diffview.Visible(q.Header), width-4)))
	}
	all = append(all, kit.Styled(kit.Indented(diffview.Visible(q.Text), 1, width), st.Strong)...)
	for i, o := range q.Options {
		mark, style := "   ", kit.Plain
		label := strconv.Itoa(i+1) + ". " + diffview.Visible(o.Label)
		if slices.Contains(chosen.Options, i) {
			mark, style = st.Selected.Render(" ▸ "), st.Selected
			label += chosen.mark()
		}
		if slices.Contains(own.Options, i) {
			label += own.mark()
		}
		for j, l := range kit.Wrap(label, width-6) {
			if j > 0 {
				mark = "      "
			}
			all = append(all, mark+style.Render(l))
		}
		if described && o.Description != "" {
			all = append(all, kit.Styled(kit.Indented(diffview.Visible(o.Description), 6, width), st.Muted)...)
		}
	}
	if own.Text != "" && own.Text != chosen.Text {
		all = append(all, kit.Indented("“"+diffview.Visible(own.Text)+"”"+own.mark(), 3, width)...)
	}
	if chosen.Text != "" {
		all = append(all,
			kit.Styled(kit.Indented("▸ “"+diffview.Visible(chosen.Text)+"”"+chosen.mark(), 1, width), st.Selected)...)
	}
	return all
}

// OneWay reports whether a question is about something irreversible: as neverask's hook
// recorded, or else as the safety check says now.
func OneWay(q *transcript.Question) bool {
	call, err := q.Call()
	return q.OneWay || err == nil && question.Undecided(call).OneWay()
}

// Suggestion returns the question of a suggestion, fit into a width.
func Suggestion(s suggest.Suggestion, width int) string {
	text := s.Latest.Text
	if s.Rule.Match.Text != "" {
		text = wording.Elided(text)
	}
	return "“" + kit.Fit(diffview.Visible(text), width-2) + "”"
}

// Answered says who answered a question, or why nobody did.
func Answered(q *transcript.Question) kit.Badge {
	switch {
	case q.Overwritten:
		return kit.Mark("▲", "overwritten", kit.Warn)
	case q.By == transcript.Neverask:
		return kit.Mark("●", "neverask", kit.Good)
	case q.Outcome == transcript.Denied && q.By != transcript.Neverask:
		return kit.Mark("✗", "denied", kit.Warn)
	case q.By == transcript.OtherHook:
		return kit.Mark("▲", "other hook", kit.Warn)
	}
	if q.By == transcript.Unknown && (q.Outcome == transcript.Picked || q.Outcome == transcript.Typed) {
		return kit.Mark("·", "unknown", kit.Calm)
	}
	switch q.Outcome {
	case transcript.Picked:
		return kit.Mark("◆", "you", kit.Calm)
	case transcript.Typed:
		return kit.Mark("✎", "you typed", kit.Calm)
	case transcript.Declined:
		return kit.Mark("✗", "declined", kit.Calm)
	case transcript.TimedOut:
		return kit.Mark("✗", "timed out", kit.Warn)
	case transcript.Failed:
		return kit.Mark("✗", "failed", kit.Bad)
	}
	return kit.Mark("·", "open", kit.Calm)
}

package drawing

import (
	"slices"
	"strconv"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
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
	d := newDrawn(q, chosen, described, width, st)
	all := d.asked()
	for i := range q.Options {
		all = append(all, d.option(i)...)
	}
	return slices.Concat(all, d.typed(d.own), d.typed(chosen))
}

// QuestionParts draws the parts of [Question], without descriptions, for where not all have room: the question, what is
// chosen, and the other options.
func QuestionParts(q *transcript.Question, chosen Taken, width int, st *kit.Styles) (asked, answer, others []string) {
	d := newDrawn(q, chosen, false, width, st)
	for i := range q.Options {
		if rows := d.option(i); slices.Contains(chosen.Options, i) {
			answer = append(answer, rows...)
		} else {
			others = append(others, rows...)
		}
	}
	return d.asked(), append(answer, d.typed(chosen)...), append(others, d.typed(d.own)...)
}

// drawn draws the parts of a question.
type drawn struct {
	q           *transcript.Question
	chosen, own Taken // own is what the person chose, beside what a rule takes
	described   bool
	width       int
	st          *kit.Styles
}

func newDrawn(q *transcript.Question, chosen Taken, described bool, width int, st *kit.Styles) drawn {
	d := drawn{q: q, chosen: chosen, described: described, width: width, st: st}
	if chosen.By == TheRule {
		if d.own = Chosen(q); d.own.By != "" {
			d.own = Taken{}
		}
	}
	return d
}

// asked draws the header and the text.
func (d drawn) asked() (all []string) {
	if d.q.Header != "" {
		all = append(all, " "+d.st.Accent.Render("☐ "+kit.Fit(diffview.Visible(d.q.Header), d.width-4)))
	}
	return append(all, kit.Styled(kit.Indented(diffview.Visible(d.q.Text), 1, d.width), d.st.Strong)...)
}

func (d drawn) option(i int) (all []string) {
	o, mark, style := d.q.Options[i], "   ", kit.Plain
	label := strconv.Itoa(i+1) + ". " + diffview.Visible(o.Label)
	if slices.Contains(d.chosen.Options, i) {
		mark, style = d.st.Selected.Render(" ▸ "), d.st.Selected
		label += d.chosen.mark()
	}
	if slices.Contains(d.own.Options, i) {
		label += d.own.mark()
	}
	for j, l := range kit.Wrap(label, d.width-6) {
		if j > 0 {
			mark = "      "
		}
		all = append(all, mark+style.Render(l))
	}
	if d.described && o.Description != "" {
		all = append(all, kit.Styled(kit.Indented(diffview.Visible(o.Description), 6, d.width), d.st.Muted)...)
	}
	return all
}

// typed draws an answer in words, which is the chosen one or, unless it says the same, the person's own.
func (d drawn) typed(t Taken) []string {
	text := "“" + diffview.Visible(t.Text) + "”" + t.mark()
	switch {
	case t.Text == "", t.By != d.chosen.By && t.Text == d.chosen.Text:
		return nil
	case t.By == d.chosen.By:
		return kit.Styled(kit.Indented("▸ "+text, 1, d.width), d.st.Selected)
	}
	return kit.Indented(text, 3, d.width)
}

// Given returns what was answered to a question, for a list: the labels of options without their marks of recommendation.
func Given(q *transcript.Question) string {
	text := q.Answer
	for i, o := range q.Options {
		if slices.Contains(q.Chosen, i) {
			text = strings.Replace(text, o.Label, question.WithoutMark(o.Label), 1)
		}
	}
	return diffview.Visible(text)
}

// OneWay reports whether a question is about something irreversible: as the hook judged the whole question when Claude
// asked or, if it did not, as the safety check says now.
func OneWay(q *transcript.Question) bool {
	if q.Judged {
		return q.OneWay
	}
	call, err := q.ShownCall()
	return err == nil && question.Undecided(call).OneWay()
}

// Suggestion returns the question of a suggestion, fit into a width.
func Suggestion(s suggest.Suggestion, width int) string {
	text := s.Latest.Text
	if s.Rule.Match.Text != "" {
		text = wording.Elided(text)
	}
	return "“" + kit.Fit(diffview.Visible(text), width-2) + "”"
}

// Judged returns who answered a question, or that the user has marked the answer as wrong.
func Judged(rules []question.Rule, q *transcript.Question) kit.Badge {
	if pastquestions.MarkedWrong(rules, q) {
		return kit.Mark("!", "wrong", kit.Warn)
	}
	return Answered(q)
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

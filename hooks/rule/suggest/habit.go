package suggest

import (
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// A habit needs at least this many questions, and this percentage of equal answers.
const (
	minAsked   = 3
	minPercent = 90
)

// minSessions is the number of sessions in which the same options must have been answered.
const minSessions = 2

// habit is the answer that a person nearly always gives to some questions.
type habit struct {
	questions    []*past // the oldest first
	answer       question.Answer
	words        string // the answer
	asked, alike int
}

// counts reports whether a question shows what the person wants.
func (p *past) counts() bool { return p.Question.Answered() || p.Outcome == transcript.Declined }

// habitOf finds the answer to nearly all of the questions, or the habit of always taking the recommended option.
func habitOf(questions []*past) (habit, bool) {
	h := habit{questions: slices.DeleteFunc(slices.Clone(questions), func(p *past) bool { return !p.counts() })}
	h.asked = len(h.questions)
	if h.asked < minAsked {
		return habit{}, false
	}
	times, recommended := map[string]int{}, 0
	most, example := "", (*past)(nil)
	for _, p := range h.questions {
		key := p.answerKey()
		if key == "" {
			continue
		}
		if times[key]++; times[key] >= times[most] {
			most, example = key, p
		}
		if p.tookRecommended() {
			recommended++
		}
	}
	switch {
	case example != nil && 100*times[most] >= minPercent*h.asked:
		h.alike = times[most]
		h.answer, h.words = example.answer()
	case recommended == h.asked:
		h.alike = recommended
		h.answer, h.words = question.Answer{Word: question.Recommended}, "the recommended option"
	default:
		return habit{}, false
	}
	return h, true
}

// answerKey returns the same key for equal answers; "" if there is none.
func (p *past) answerKey() string {
	switch p.Outcome {
	case transcript.Picked:
		keys := []string{"options"}
		for _, i := range p.Chosen {
			keys = append(keys, question.LabelKey(p.label(i)))
		}
		slices.Sort(keys[1:])
		return strings.Join(keys, "\x00")
	case transcript.Typed:
		return "text\x00" + strings.ToLower(strings.TrimSpace(p.Answer))
	}
	return ""
}

// answer returns the answer as in a rule, and in words.
func (p *past) answer() (a question.Answer, words string) {
	if p.Outcome == transcript.Typed {
		return question.Answer{Text: p.Answer}, p.Answer
	}
	var labels []string
	for _, i := range p.Chosen {
		labels = append(labels, question.WithoutMark(p.label(i)))
	}
	words = strings.Join(labels, " + ")
	if p.Multi {
		return question.Answer{Labels: labels}, words
	}
	return question.Answer{Label: labels[0]}, words
}

// tookRecommended reports whether the answer is the option that the question
// recommends.
func (p *past) tookRecommended() bool {
	return p.Outcome == transcript.Picked && !p.Multi && p.Chosen[0] == p.Plain.Questions[0].Recommended()
}

// label returns an option's label; under a marker, without the ending that a skill rewords each time.
func (p *past) label(i int) string {
	if p.ID.Marker != "" {
		return question.RoutineLabel(p.Options[i].Label)
	}
	return p.Options[i].Label
}

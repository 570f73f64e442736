package runtime

import (
	"strings"

	"neverask/hooks"
	"neverask/hooks/question"
)

// merge puts the answers of a partly answered call back: all questions in their
// original order, with the answers the dialog gave and the ones it did not ask
// for.
func (w waiting) merge(response hooks.Value, res result) (hooks.Value, error) {
	var answers hooks.ObjectBuilder
	for i, q := range w.call.Questions {
		answer, ok := res.answers[q.Text]
		if !ok {
			answer = w.given[i].answer
		}
		answers.Raw(q.RawText().Raw(), answer)
	}
	merged, err := response.With("questions", w.call.RawQuestions())
	if err != nil {
		return hooks.Value{}, err
	}
	return merged.With("answers", answers.Value())
}

// automatic tells the model which answers of a merged result were ours.
func (w waiting) automatic(res result) string {
	var list []string
	for i, q := range w.call.Questions {
		if _, asked := res.answers[q.Text]; !asked && w.given[i].answer.Kind() != hooks.Absent {
			list = append(list, quoted(q.Text))
		}
	}
	return shorten("Answered automatically from the user's saved preferences, without being shown: "+strings.Join(list, "; ")+
		". The user answered the others.", maxDisclosed)
}

// isPartial reports whether answers wait to be put back.
func (w waiting) isPartial() bool { return w.outcome == question.OutcomePartial }

package program

import (
	"strings"

	"neverask/hooks"
)

// merge completes the result of a partly answered call: all questions in their original order,
// with the answers from the dialog and from neverask.
func (w openCall) merge(response hooks.Value, res result) (hooks.Value, error) {
	var answers hooks.Writer
	answers.Begin('{')
	for i, q := range w.call.Questions {
		answer, ok := res.answers[q.Text]
		if !ok {
			answer = w.given[i].answer
		}
		if answer.Kind() != hooks.Absent {
			answers.RawName(q.RawText()).Value(answer)
		}
	}
	answers.End('}')
	merged, err := response.With("questions", w.call.RawQuestions())
	if err != nil {
		return hooks.Value{}, err
	}
	return merged.With("answers", answers.Finish())
}

// automatic tells the model which answers of a merged result were ours.
func (w openCall) automatic(res result) string {
	var list []string
	for i, q := range w.call.Questions {
		if _, asked := res.answers[q.Text]; !asked && w.given[i].answer.Kind() != hooks.Absent {
			list = append(list, quoted(q.Text))
		}
	}
	if len(list) == 0 {
		return "" // another hook has restored the whole call
	}
	return shorten("Answered automatically from the user's saved preferences, without being shown: "+
		strings.Join(list, "; ")+
		". The user answered the others.", maxDisclosed)
}

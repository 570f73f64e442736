package tool

import (
	"slices"

	"neverask/hooks"
)

// AskUserQuestion asks the person one to four questions.
type AskUserQuestion struct {
	Questions   []Question  `json:"questions,omitempty"`
	Answers     hooks.Value `json:"answers,omitzero"` // an object: the text of a question, and its answer
	Annotations hooks.Value `json:"annotations,omitzero"`
	Metadata    hooks.Value `json:"metadata,omitzero"`
	Raw         hooks.Value // the input as it came
}

// Question is one question, with two to four options.
type Question struct {
	Question    string
	Header      string
	MultiSelect bool
	Options     []Option
}

// Option is one answer that a question offers.
type Option struct {
	Label       string
	Description string
	Preview     string
}

// Value returns the input with the changed fields. To change the questions, put others into Raw.
func (a AskUserQuestion) Value() hooks.Value { return write(a, a.Raw) }

func questions(list hooks.Value) (all []Question) {
	for v := range list.Elements() {
		q := Question{
			Question: v.Get("question").String(), Header: v.Get("header").String(), MultiSelect: v.Get("multiSelect").IsTrue(),
		}
		for o := range v.Get("options").Elements() {
			q.Options = append(q.Options,
				Option{o.Get("label").String(), o.Get("description").String(), o.Get("preview").String()})
		}
		all = append(all, q)
	}
	return all
}

// Answered returns the input with an answer to every question, for a hook that allows the call
// with it: then the person is not asked. pick returns the label of an option, or several joined
// by ", ", or any other text, or "" when it does not know. After one "", answered is false, and
// there is no input: beside answered questions, the client never asks the open one, and does not
// tell the model (Claude Code 2.1.329).
func (a AskUserQuestion) Answered(pick func(Question) string) (input hooks.Value, answered bool) {
	if len(a.Questions) == 0 {
		return hooks.Value{}, false
	}
	var w hooks.Writer
	w.Begin('{')
	for i, q := range a.Questions {
		answer := pick(q)
		if answer == "" {
			return hooks.Value{}, false
		}
		same := func(other Question) bool { return other.Question == q.Question }
		if slices.IndexFunc(a.Questions, same) == i { // answers are keyed by the text alone
			w.Name(q.Question).String(answer)
		}
	}
	w.End('}')
	a.Answers = w.Finish()
	input = a.Value()
	return input, input.Get("answers").Kind() == hooks.Object
}

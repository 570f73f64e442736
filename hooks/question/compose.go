package question

import (
	"strings"

	"neverask/hooks"
)

// Answers returns the answers to the questions that a decision answers: an
// object from question text to label, both spelt as they came.
func (d Decision) Answers(c Call) hooks.Value {
	var out hooks.ObjectBuilder
	for i, choice := range d.Choices {
		if choice.Verdict == Answered {
			q := c.Questions[i]
			out.Raw(q.RawText().Raw(), choice.Value(q))
		}
	}
	return out.Value()
}

// Value is the answer as the client writes it, and absent when there is none.
func (choice Choice) Value(q Question) hooks.Value {
	if !q.Multi && len(choice.Options) == 1 {
		return q.Options[choice.Options[0]].rawLabel
	}
	if len(choice.Options) == 0 && choice.Text == "" {
		return hooks.Value{}
	}
	return hooks.StringOf(choice.Answer(q))
}

// Answer is the chosen text or labels, joined as the client joins them.
func (choice Choice) Answer(q Question) string {
	if choice.Text != "" {
		return choice.Text
	}
	labels := make([]string, len(choice.Options))
	for i, o := range choice.Options {
		labels[i] = q.Options[o].Label
	}
	return strings.Join(labels, ", ")
}

// UpdatedInput returns the input that carries out a decision: with the answers,
// or with the questions that are left to ask. It is absent when the call stays
// as it came.
func (d Decision) UpdatedInput(c Call) (hooks.Value, error) {
	switch d.Outcome {
	case OutcomeAnswer:
		return c.input.With("answers", d.Answers(c))
	case OutcomePartial, OutcomePrefer:
		var left []hooks.Value
		for i, choice := range d.Choices {
			if choice.Verdict == Answered {
				continue
			}
			q := c.Questions[i].raw
			if choice.Verdict == Preferred {
				var err error
				if q, err = preferFirst(c.Questions[i], choice.Options); err != nil {
					return hooks.Value{}, err
				}
			}
			left = append(left, q)
		}
		return c.input.With("questions", hooks.ArrayOf(left))
	}
	return hooks.Value{}, nil
}

// preferredNote marks the preferred option. It goes into the description, since
// the label is the answer that the model reads.
const preferredNote = "Your preference."

// preferFirst moves the preferred options to the front and marks them.
func preferFirst(q Question, preferred []int) (hooks.Value, error) {
	var first, rest []hooks.Value
	for i, o := range q.Options {
		chosen := false
		for _, p := range preferred {
			chosen = chosen || p == i
		}
		if !chosen {
			rest = append(rest, o.raw)
			continue
		}
		marked := o.raw
		if marked.Kind() == hooks.Object {
			var err error
			note := strings.TrimSpace(preferredNote + " " + o.Description)
			if marked, err = marked.With("description", hooks.StringOf(note)); err != nil {
				return hooks.Value{}, err
			}
		}
		first = append(first, marked)
	}
	return q.raw.With("options", hooks.ArrayOf(append(first, rest...)))
}

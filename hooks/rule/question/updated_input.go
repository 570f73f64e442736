package question

import (
	"slices"
	"strings"

	"neverask/hooks"
)

// Answers returns the answers of a decision: an object from question text to label, both spelt as in the call.
func (d Decision) Answers(c Call) hooks.Value {
	var w hooks.Writer
	w.Begin('{')
	for i, choice := range d.Choices {
		if choice.Verdict == Answered {
			q := c.Questions[i]
			w.RawName(q.RawText()).Value(choice.Value(q))
		}
	}
	w.End('}')
	return w.Finish()
}

// Value returns the answer as the client writes it, or absent.
func (choice Choice) Value(q Question) hooks.Value {
	switch {
	case choice.Text == "" && len(choice.Options) == 0:
		return hooks.Value{}
	case !q.Multi && len(choice.Options) == 1:
		return q.Options[choice.Options[0]].rawLabel
	}
	return hooks.StringOf(choice.Answer(q))
}

// Answer returns the chosen text or labels, joined as the client joins them.
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

// UpdatedInput returns the input that carries out a decision: with the answers, or with the
// questions left to ask. It is absent if the call stays unchanged.
func (d Decision) UpdatedInput(c Call) (hooks.Value, error) {
	switch d.Outcome {
	case OutcomeAnswer:
		return c.withAnswers(d.Answers(c))
	case OutcomePartial, OutcomePrefer:
		var w hooks.Writer
		w.Begin('[')
		for i, choice := range d.Choices {
			q := c.Questions[i]
			switch choice.Verdict {
			case Asked:
				w.Value(q.raw)
			case Preferred:
				reordered, err := preferFirst(q, choice.Options)
				if err != nil {
					return hooks.Value{}, err
				}
				w.Value(reordered)
			}
		}
		w.End(']')
		return c.input.With("questions", w.Finish())
	}
	return hooks.Value{}, nil
}

// withAnswers returns a call's input with answers. It omits notes that came with the call, because
// the model would take them for the person's (Claude Code 2.1.329).
func (c Call) withAnswers(answers hooks.Value) (hooks.Value, error) {
	const notes = "annotations"
	input := c.input
	if input.Get(notes).Kind() != hooks.Absent {
		var w hooks.Writer
		w.Begin('{')
		for m := range input.Members() {
			if m.Name != notes {
				w.Member(m.Name, m.Value)
			}
		}
		w.End('}')
		input = w.Finish()
	}
	return input.With("answers", answers)
}

// preferredNote marks the preferred option. It goes into the description, because the label
// is the answer that the model reads.
const preferredNote = "Your preference."

// preferred returns the description of a preferred option.
func (o Option) preferred() string { return strings.TrimSpace(preferredNote + " " + o.Description) }

// IsShownAs reports whether what a person was shown equals the question, member by member,
// apart from options that neverask has moved to the front and marked.
func (q Question) IsShownAs(shown Question) bool {
	const text, header, options, several, label, description = "question", "header", "options", "multiSelect", "label", "description"
	if q.Text != shown.Text || q.Header != shown.Header || q.Multi != shown.Multi ||
		len(q.Options) != len(shown.Options) ||
		remaining(q.raw, text, header, options, several) != remaining(shown.raw, text, header, options, several) {
		return false
	}
	left := slices.Clone(shown.Options)
	for _, o := range q.Options {
		i := slices.IndexFunc(left, func(s Option) bool {
			return s.Label == o.Label && (s.Description == o.Description || s.Description == o.preferred()) &&
				remaining(s.raw, label, description) == remaining(o.raw, label, description)
		})
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// preferFirst moves the preferred options to the front and marks them.
func preferFirst(q Question, preferred []int) (hooks.Value, error) {
	var w hooks.Writer
	w.Begin('[')
	for _, i := range preferred {
		o := q.Options[i]
		marked, err := o.raw.With("description", hooks.StringOf(o.preferred()))
		if err != nil {
			return hooks.Value{}, err
		}
		w.Value(marked)
	}
	for i, o := range q.Options {
		if !slices.Contains(preferred, i) {
			w.Value(o.raw)
		}
	}
	w.End(']')
	return q.raw.With("options", w.Finish())
}

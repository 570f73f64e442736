package question

import (
	"errors"
	"fmt"

	"neverask/hooks"
)

// Question is one question of a call.
type Question struct {
	Text    string
	Header  string
	Multi   bool // several options may be chosen
	Options []Option
	raw     hooks.Value
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
	raw         hooks.Value // the whole option
	rawLabel    hooks.Value
}

// ParseQuestion reads one question of a call, as [ParseCall] does.
func ParseQuestion(raw hooks.Value) (q Question, err error) {
	if m, twice := raw.Duplicate(); twice {
		return Question{}, fmt.Errorf("%q occurs twice", m.Name)
	}
	q.raw = raw
	var options hooks.Value
	for m := range raw.Members() {
		switch m.Name {
		case "question":
			q.Text, err = text(m)
		case "header":
			q.Header, err = text(m)
		case "multiSelect":
			q.Multi, err = m.Value.IsTrue(), isOrNull(m, hooks.Bool)
		case "options":
			options, err = m.Value, isOrNull(m, hooks.Array)
		}
		if err != nil {
			return Question{}, err
		}
	}
	if q.Text == "" {
		return Question{}, errors.New("no text")
	}
	if n := options.Len(); n > maxOptions {
		return Question{}, fmt.Errorf("more than %d options", maxOptions)
	} else if n > 0 {
		q.Options = make([]Option, 0, n)
	}
	for o := range options.Elements() {
		option, err := parseOption(o)
		if err != nil {
			return Question{}, fmt.Errorf("option %d: %w", len(q.Options)+1, err)
		}
		q.Options = append(q.Options, option)
	}
	return q, nil
}

func parseOption(raw hooks.Value) (o Option, err error) {
	if raw.Kind() != hooks.Object {
		return Option{}, errors.New("not an object")
	}
	if m, twice := raw.Duplicate(); twice {
		return Option{}, fmt.Errorf("%q occurs twice", m.Name)
	}
	o.raw = raw
	for m := range raw.Members() {
		switch m.Name {
		case "label":
			o.rawLabel = m.Value
			o.Label, err = text(m)
		case "description":
			o.Description, err = text(m)
		case "preview":
			_, err = text(m)
		}
		if err != nil {
			return Option{}, err
		}
	}
	if o.Label == "" {
		return Option{}, errors.New("no label")
	}
	return o, nil
}

// text reads a member that is a string or null.
func text(m hooks.Member) (string, error) { return m.Value.String(), isOrNull(m, hooks.String) }

// isOrNull fails unless a member is null or of this kind.
func isOrNull(m hooks.Member, kind hooks.Kind) error {
	if got := m.Value.Kind(); got != kind && got != hooks.Null {
		return fmt.Errorf("its %s is of the wrong kind", m.Name)
	}
	return nil
}

// Labels returns the labels of the options, in order.
func (q Question) Labels() []string {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = o.Label
	}
	return labels
}

// Raw returns the question as it was written.
func (q Question) Raw() hooks.Value { return q.raw }

// RawText returns the text as it was written, which is the key of its answer: decoding and encoding
// a string may change it.
func (q Question) RawText() hooks.Value { return q.raw.Get("question") }

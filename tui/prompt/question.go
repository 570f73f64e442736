package prompt

import (
	"fmt"
	"strconv"
	"strings"

	"neverask/hooks/rule/question"
)

// A Question has options to choose from.
type Question struct {
	Text    string
	Options []Option
	Multi   bool // several options may be chosen
	Other   bool // other text than an option may be typed
	// Preset is the label of the option that an empty line stands for. Without it, an
	// empty line leaves the question.
	Preset string
	// Leave says what leaving the question does, such as "stops the run".
	Leave string
	// Tries is how many invalid lines are allowed before the question counts as left; 0 is any
	// number.
	Tries int
}

// An Option is one of the offered answers.
type Option struct {
	Label       string
	Description string // may be empty
}

// Read parses a typed answer: the number or label of an option, several of them if Multi, or other
// text if Other.
func (q Question) Read(s string) (labels []string, err error) {
	s = strings.TrimSpace(s)
	if label, ok := q.option(s); ok {
		return []string{label}, nil
	}
	if q.Multi {
		for part := range strings.SplitSeq(s, ",") {
			label, ok := q.option(strings.TrimSpace(part))
			if !ok {
				labels = nil
				break
			}
			labels = append(labels, label)
		}
		if labels != nil {
			return labels, nil
		}
	}
	if _, err := strconv.Atoi(s); err == nil || !q.Other || s == "" {
		return nil, fmt.Errorf("no option reads %q", s)
	}
	return []string{s}, nil
}

// option finds the label that a person means.
func (q Question) option(s string) (label string, ok bool) {
	if n, err := strconv.Atoi(s); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1].Label, true
	}
	for _, o := range q.Options {
		if s != "" && question.LabelKey(o.Label) == question.LabelKey(s) {
			return o.Label, true
		}
	}
	return "", false
}

package question

import (
	"slices"
	"strings"

	"neverask/hooks"
)

// Part is a part of a question that affects what its answer does.
type Part string

// The parts, in the order in which they are compared.
const (
	PartText         Part = "wording"
	PartOptions      Part = "options" // the set of their labels, and whether several may be chosen
	PartHeader       Part = "header"
	PartCall         Part = "other members of the call" // and the server
	PartMore         Part = "other members"             // of the question: undocumented members that a client may show
	PartDescriptions Part = "descriptions"              // of all options
	PartPreview      Part = "previews"                  // of all options, and their other members
)

var parts = [...]Part{PartText, PartOptions, PartHeader, PartCall, PartMore, PartDescriptions, PartPreview}

// dissected is a question, split into the parts that are compared.
type dissected struct {
	parts   [len(parts)]string
	answer  []string // the chosen labels
	typed   string
	unclear bool // an answer that cannot be distinguished from another
}

// takeApart splits a question and its answer into parts; strictly, these include the order of
// the options and the marks of recommendation.
func takeApart(c Call, q Question, p picked, strictly bool) dissected {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = withoutBareMark(o.Label)
	}
	d := dissected{typed: p.text, unclear: p.text == "" && len(p.options) == 0}
	for _, i := range p.options {
		d.answer = append(d.answer, labels[i])
	}
	slices.Sort(d.answer)
	order := make([]int, len(labels))
	for i := range order {
		order[i] = i
	}
	if !strictly { // in an order independent of the options' order
		slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(labels[i], labels[j]) })
	}
	var names, descriptions, previews []string
	for _, i := range order {
		o := q.Options[i]
		if strictly {
			names = append(names, o.Label)
		} else {
			names = append(names, labels[i])
		}
		descriptions = append(descriptions, o.Description)
		previews = append(previews, remaining(o.raw, "label", "description"))
	}
	kind := "one of"
	if q.Multi {
		kind = "any of"
	}
	d.parts = [...]string{
		q.Text, joined(append(names, kind)), q.Header, joined([]string{c.Server, remaining(c.input, "questions")}),
		remaining(q.raw, "question", "header", "options", "multiSelect"), joined(descriptions), joined(previews),
	}
	return d
}

// joined joins several texts reversibly into one.
func joined(texts []string) string {
	var b []byte
	for _, t := range texts {
		b = hooks.AppendString(b, t)
	}
	return string(b)
}

// remaining returns an object without the known members.
func remaining(object hooks.Value, known ...string) string {
	var b []byte
	for m := range object.Members() {
		if !slices.Contains(known, m.Name) && m.Value.Kind() != hooks.Null {
			b = append(hooks.AppendString(b, m.Name), m.Value.Raw()...)
		}
	}
	return string(b)
}

// differ returns the parts that are not the same. If the labels differ, it leaves out the descriptions.
func (d dissected) differ(other dissected) (differ []Part) {
	for i, p := range parts {
		isOfLabels := p == PartDescriptions || p == PartPreview
		if d.parts[i] != other.parts[i] && !(isOfLabels && slices.Contains(differ, PartOptions)) {
			differ = append(differ, p)
		}
	}
	return differ
}

// asksTheSame reports whether questions that differ in these parts still ask the same, whatever they say about their
// options.
func asksTheSame(differ []Part) bool {
	return !slices.ContainsFunc(differ, func(p Part) bool { return p != PartDescriptions && p != PartPreview })
}

func (d dissected) sameAnswer(other dissected) bool {
	return !d.unclear && !other.unclear && d.typed == other.typed && slices.Equal(d.answer, other.answer)
}

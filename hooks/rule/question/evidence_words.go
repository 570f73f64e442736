package question

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// What is new to a person, in words.

// fewWords and fewBytes limit how much of a difference is shown.
const (
	fewWords = 5
	fewBytes = 60
)

// maxToldValues limits how many earlier values are shown.
const maxToldValues = 3

// newWords says what is new in some parts of a question, compared with answered questions that
// differ from it in the same parts, the latest first.
func newWords(differ []Part, q Question, chosen []int, likes []*PastAnswer) string {
	list := make([]string, len(differ))
	for i, p := range differ {
		name := "the " + string(p)
		if now, seen := contrast(p, q, chosen, likes); now != "" {
			if p != PartText {
				now = name + " " + now
			}
			name = now + "; seen: " + seen
			if len(differ) > 1 {
				name = now + " (seen: " + seen + ")"
			}
		}
		list[i] = name
	}
	return strings.Join(list, ", ")
}

// contrast says in a few words how a part differs from the answered ones, or returns "" if that takes too many words.
func contrast(p Part, q Question, chosen []int, likes []*PastAnswer) (now, seen string) {
	var values []string
	for _, like := range likes {
		is, was := between(p, q, chosen, like)
		if now == "" {
			now = is
		}
		if is != "" && is == now && !slices.Contains(values, was) && len(values) < maxToldValues {
			values = append(values, was)
		}
	}
	return now, strings.Join(values, ", ")
}

// between says how a part differs from the answered one.
func between(p Part, q Question, chosen []int, like *PastAnswer) (now, seen string) {
	was := like.Question
	switch p {
	case PartText:
		return differing(strings.Fields(q.Text), strings.Fields(was.Text))
	case PartHeader:
		return differing(strings.Fields(q.Header), strings.Fields(was.Header))
	case PartDescriptions:
		return differing(descriptions(q, chosen), descriptions(was, like.picked().options))
	case PartOptions:
		now, before := q.Labels(), was.Labels()
		without := func(labels, other []string) []string {
			return slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return slices.Contains(other, l) })
		}
		return differing(strings.Fields(strings.Join(without(now, before), ", ")),
			strings.Fields(strings.Join(without(before, now), ", ")))
	}
	return "", ""
}

// descriptions returns the descriptions of the chosen options.
func descriptions(q Question, chosen []int) (words []string) {
	for _, i := range chosen {
		words = append(words, strings.Fields(q.Options[i].Description)...)
	}
	return words
}

// differing returns what remains of two texts without their common beginning and end.
func differing(now, was []string) (is, seen string) {
	for len(now) > 0 && len(was) > 0 && now[0] == was[0] {
		now, was = now[1:], was[1:]
	}
	for len(now) > 0 && len(was) > 0 && now[len(now)-1] == was[len(was)-1] {
		now, was = now[:len(now)-1], was[:len(was)-1]
	}
	if len(now) == 1 && len(was) == 1 {
		a, b := withoutShared(now[0], was[0])
		now, was = []string{a}, []string{b}
	}
	few := func(words []string) (text string, ok bool) {
		if text = strings.Join(words, " "); text == "" {
			return "nothing", true
		}
		return fmt.Sprintf("%q", text), len(words) <= fewWords && len(text) <= fewBytes
	}
	is, shortNow := few(now)
	seen, shortSeen := few(was)
	if !shortNow || !shortSeen || is == seen {
		return "", ""
	}
	return is, seen
}

// withoutShared removes the punctuation with which both words begin or end.
func withoutShared(a, b string) (string, string) {
	isMark := func(c byte) bool { return strings.IndexByte("`'\"()[].,;:!?", c) >= 0 }
	for len(a) > 1 && len(b) > 1 && a[0] == b[0] && isMark(a[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 1 && len(b) > 1 && a[len(a)-1] == b[len(b)-1] && isMark(a[len(a)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// partsAnswered says for each part of the question how often the person has answered one with
// an equal part.
func partsAnswered(c Call, q Question, chosen Choice, past []PastAnswer) string {
	strictly := len(chosen.OneWay) > 0
	want := takeApart(c, q, picked{chosen.Options, chosen.Text}, strictly)
	var list []string
	add := func(p Part, how string) {
		if n := len(list); n > 0 && strings.HasSuffix(list[n-1], ": "+how) { // as the part before
			list[n-1] = strings.TrimSuffix(list[n-1], ": "+how) + ", " + string(p) + ": " + how
			return
		}
		list = append(list, string(p)+": "+how)
	}
	for i, p := range parts {
		times, last := 0, time.Time{}
		for _, a := range past {
			if had := takeApart(a.Asked(), a.Question, a.picked(), strictly); had.parts[i] == want.parts[i] {
				times, last = times+1, a.At
			}
		}
		switch {
		case times == 0:
			add(p, "new")
		case strings.Trim(want.parts[i], `"`) == "": // a part the question does not have
		case times == 1:
			add(p, "equal on "+Day(last))
		default:
			add(p, fmt.Sprintf("equal %d times, last on %s", times, Day(last)))
		}
	}
	return strings.Join(list, "; ")
}

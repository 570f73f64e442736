package question

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// What is new to a person, in words.

// fewWords and fewBytes are how much of a difference is told.
const (
	fewWords = 5
	fewBytes = 60
)

// contrast says in a few words how a part differs from the one that was seen, and
// nothing where that takes more.
func contrast(p Part, q Question, chosen []int, like *Seen) string {
	if like == nil {
		return ""
	}
	was := like.Question
	switch p {
	case PartText:
		return differing(strings.Fields(q.Text), strings.Fields(was.Text))
	case PartHeader:
		return differing(strings.Fields(q.Header), strings.Fields(was.Header))
	case PartChoice:
		return differing(descriptions(q, chosen), descriptions(was, like.picked().options))
	case PartOptions:
		now, before := q.Labels(), was.Labels()
		without := func(labels, other []string) []string {
			return slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return slices.Contains(other, l) })
		}
		return differing(strings.Fields(strings.Join(without(now, before), ", ")), strings.Fields(strings.Join(without(before, now), ", ")))
	}
	return ""
}

// descriptions are the words of what was chosen.
func descriptions(q Question, chosen []int) (words []string) {
	for _, i := range chosen {
		words = append(words, strings.Fields(q.Options[i].Description)...)
	}
	return words
}

// differing is what is between the words that two texts begin and end with.
func differing(now, seen []string) string {
	for len(now) > 0 && len(seen) > 0 && now[0] == seen[0] {
		now, seen = now[1:], seen[1:]
	}
	for len(now) > 0 && len(seen) > 0 && now[len(now)-1] == seen[len(seen)-1] {
		now, seen = now[:len(now)-1], seen[:len(seen)-1]
	}
	few := func(words []string) (text string, ok bool) {
		if text = strings.Join(words, " "); text == "" {
			return "nothing", true
		}
		return fmt.Sprintf("%q", text), len(words) <= fewWords && len(text) <= fewBytes
	}
	a, shortNow := few(now)
	b, shortSeen := few(seen)
	if !shortNow || !shortSeen || a == b {
		return ""
	}
	return " (" + a + "; seen: " + b + ")"
}

// partsSeen says of every part that the question has, with an answer, how often the
// person saw it as it is, and when last.
func partsSeen(c Call, q Question, chosen Choice, seen []Seen) string {
	want := shown(c.Server, q, picked{chosen.Options, chosen.Text})
	var list []string
	for i, p := range parts {
		times, last := 0, time.Time{}
		for _, s := range seen {
			if had := shown(s.Server, s.Question, s.picked()); had.parts[i] == want.parts[i] {
				times, last = times+1, s.At
			}
		}
		switch {
		case times == 0:
			list = append(list, string(p)+": new")
		case strings.Trim(want.parts[i], `"`) == "": // which it does not have
		case times == 1:
			list = append(list, string(p)+": seen on "+last.Format(time.DateOnly))
		default:
			list = append(list, fmt.Sprintf("%s: seen %d times, last on %s", p, times, last.Format(time.DateOnly)))
		}
	}
	return strings.Join(list, "; ")
}

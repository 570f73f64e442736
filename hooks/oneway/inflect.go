package oneway

import "strings"

// form is how a verb stands in a sentence.
type form uint8

const (
	base   form = iota // delete
	third              // deletes
	gerund             // deleting
	past               // deleted
)

// reading is one way to read a word as a form of an English verb.
type reading struct {
	verb string
	form form
}

// readings returns the possible base forms of w, w itself first. What it
// returns need not be a verb.
func readings(w string, out *[5]reading) []reading {
	list := append(out[:0], reading{w, base})
	n := len(w)
	switch {
	case n < 4:
	case strings.HasSuffix(w, "ing") && n > 5:
		stem := w[:n-3]
		list = append(list, reading{stem, gerund}, reading{stem + "e", gerund})
		list = undouble(list, stem, gerund)
	case strings.HasSuffix(w, "ied"):
		list = append(list, reading{w[:n-3] + "y", past})
	case strings.HasSuffix(w, "ed"):
		list = append(list, reading{w[:n-1], past}, reading{w[:n-2], past})
		list = undouble(list, w[:n-2], past)
	case strings.HasSuffix(w, "ies"):
		list = append(list, reading{w[:n-3] + "y", third})
	case strings.HasSuffix(w, "es"):
		list = append(list, reading{w[:n-1], third}, reading{w[:n-2], third})
	case strings.HasSuffix(w, "s"):
		list = append(list, reading{w[:n-1], third})
	default:
		if verb := irregular(w); verb != "" {
			list = append(list, reading{verb, past})
		}
	}
	return list
}

func undouble(list []reading, stem string, f form) []reading {
	n := len(stem)
	if n > 3 && stem[n-1] == stem[n-2] {
		list = append(list, reading{stem[:n-1], f})
	}
	return list
}

// inflects reports whether w is verb or one of its regular forms.
func inflects(verb, w string) bool {
	if len(w) < len(verb)-1 || w[0] != verb[0] {
		return w == verb
	}
	var buf [5]reading
	for _, r := range readings(w, &buf) {
		if r.verb == verb {
			return true
		}
	}
	return false
}

// anyForm reports whether is holds for w or for a verb that w is a form of.
func anyForm(w string, is func(string) bool) bool {
	var buf [5]reading
	for _, r := range readings(w, &buf) {
		if is(r.verb) {
			return true
		}
	}
	return false
}

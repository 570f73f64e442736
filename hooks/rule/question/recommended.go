package question

import (
	"strings"

	"neverask/hooks/rule/wording"
)

// cutMark removes a mark such as "(Recommended)", "[recommended]" or
// "(recommended, faster)" from the start or the end of a label, and reports
// whether there was one. "(not recommended)" and "(recommended for experts)"
// are no marks.
func cutMark(label string) (rest string, marked bool) {
	label = strings.TrimSpace(label)
	if n := len(label); n > 0 && (label[n-1] == ')' || label[n-1] == ']') {
		open := byte('(')
		if label[n-1] == ']' {
			open = '['
		}
		if i := strings.LastIndexByte(label, open); i >= 0 && isMark(label[i+1:n-1]) {
			return strings.TrimSpace(label[:i]), true
		}
	}
	if label != "" && (label[0] == '(' || label[0] == '[') {
		closing := byte(')')
		if label[0] == '[' {
			closing = ']'
		}
		if i := strings.IndexByte(label, closing); i > 0 && isMark(label[1:i]) {
			return strings.TrimSpace(label[i+1:]), true
		}
	}
	return label, false
}

func isMark(inside string) bool {
	first, _, _ := strings.Cut(inside, ",")
	return strings.EqualFold(strings.TrimSpace(first), "recommended")
}

// Recommended returns the option that the question itself recommends: the only
// one that carries a mark, or the only one named by "Recommendation: X" in the
// text, by its whole label or by its prefix ("A) ..."). When the two disagree,
// or either is ambiguous, there is none, and it returns -1.
func (q Question) Recommended() int {
	index := -1
	for i, o := range q.Options {
		if _, marked := cutMark(o.Label); marked {
			if index >= 0 {
				return -1
			}
			index = i
		}
	}
	named, several := namedInText(q)
	switch {
	case several, index >= 0 && named >= 0 && index != named:
		return -1
	case index < 0:
		return named
	}
	return index
}

// namedInText returns the option that all "Recommendation: X" lines of the text
// name, -1 when there is none, and whether they name several.
func namedInText(q Question) (index int, several bool) {
	index = -1
	text := q.Text
	for {
		at := indexFold(text, "recommendation:")
		if at < 0 {
			return index, false
		}
		text = text[at+len("recommendation:"):]
		line, _, _ := strings.Cut(text, "\n")
		for i, o := range q.Options {
			if !names(line, o.Label) {
				continue
			}
			if index >= 0 && index != i {
				return -1, true
			}
			index = i
		}
	}
}

// indexFold is strings.Index for an ASCII word in lower case, in any case.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// reasons are the ways in which the words after a recommended option go on.
var reasons = [...]string{" because ", " since ", " as ", ". ", "; ", ", because ", ", since ", ", as ", " - ", " – ", " — ", " ("}

// names reports whether the words after "Recommendation:" name the option with
// this label: the whole label or its prefix alone, up to the end of the line or
// to the words that give a reason.
func names(words, label string) bool {
	words = wording.Fold(plain(words))
	for _, verb := range [...]string{"choose ", "pick ", "option "} {
		words = strings.TrimPrefix(words, verb)
	}
	label = plain(LabelKey(label))
	for _, want := range [...]string{label, prefix(label)} {
		rest, ok := strings.CutPrefix(words, want)
		if want == "" || !ok {
			continue
		}
		rest = strings.TrimPrefix(rest, ")")
		if strings.Trim(rest, ".!; ") == "" {
			return true
		}
		for _, r := range reasons {
			if strings.HasPrefix(rest, r) {
				return true
			}
		}
	}
	return false
}

// plain removes emphasis, quotes and brackets around a recommended option.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("*`\"“”[]", r) {
			return -1
		}
		return r
	}, s)
}

// prefix returns the letter or number that a folded label starts with, as in
// "a) ship it", "2. wait" or "option b: wait".
func prefix(label string) string {
	label = strings.TrimPrefix(label, "option ")
	i := strings.IndexAny(label, ").:")
	if i < 1 || i > 2 {
		return ""
	}
	p := label[:i]
	letter := i == 1 && p[0] >= 'a' && p[0] <= 'z'
	number := strings.Trim(p, "0123456789") == ""
	if !letter && !number {
		return ""
	}
	return p
}

// LabelKey is what two labels have in common when they mean the same option:
// case, white space and a "(Recommended)" mark do not matter.
func LabelKey(label string) string {
	rest, _ := cutMark(label)
	return wording.Fold(rest)
}

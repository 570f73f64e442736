package question

import (
	"slices"
	"strings"

	"neverask/hooks/rule/wording"
)

// recommendedWords are "recommended" in the languages of questions, folded.
var recommendedWords = [...]string{
	"recommended", "recomendado", "recomendada", "recommandé", "recommandée", "empfohlen", "consigliato", "consigliata",
	"рекомендуется", "推荐", "推薦", "推奨", "おすすめ", "お勧め",
}

// brackets may enclose a mark.
var brackets = [...][2]string{{"(", ")"}, {"[", "]"}, {"（", "）"}, {"【", "】"}}

// cutMark removes a mark such as "(Recommended)", "[recommended]" or
// "(recommended — smaller change)" from the start or the end of a label, and reports
// whether there was one. "(not recommended)" and "(recommended for experts)"
// are no marks.
func cutMark(label string) (rest string, marked bool) {
	label = strings.TrimSpace(label)
	rest, _, marked = cutBracket(label, func(inside string) bool {
		word := inside
		if i := strings.IndexAny(inside, ",;:—–，、；："); i >= 0 {
			word = inside[:i]
		}
		if before, _, dash := strings.Cut(word, " - "); dash {
			word = before
		}
		return saysRecommended(word)
	})
	return strings.TrimSpace(rest), marked
}

// withoutBareMark removes a mark that consists only of the word, and the spaces around it. Anything else in brackets
// is part of the label.
func withoutBareMark(label string) string {
	rest, atEnd, marked := cutBracket(label, saysRecommended)
	switch {
	case !marked || strings.Trim(rest, " ") == "":
		return label
	case atEnd:
		return strings.TrimRight(rest, " ")
	}
	return strings.TrimLeft(rest, " ")
}

func saysRecommended(word string) bool {
	return slices.Contains(recommendedWords[:], wording.Fold(strings.TrimSpace(word)))
}

// cutBracket removes the bracket with which a label ends or begins, if its content is wanted.
func cutBracket(label string, wanted func(inside string) bool) (rest string, atEnd, cut bool) {
	for _, b := range brackets {
		if before, ok := strings.CutSuffix(label, b[1]); ok {
			if i := strings.LastIndex(before, b[0]); i >= 0 && wanted(before[i+len(b[0]):]) {
				return before[:i], true, true
			}
		}
	}
	for _, b := range brackets {
		if after, ok := strings.CutPrefix(label, b[0]); ok {
			if inside, rest, closed := strings.Cut(after, b[1]); closed && wanted(inside) {
				return rest, false, true
			}
		}
	}
	return label, false, false
}

// Recommended returns the option that the question itself recommends: the only one with a
// mark, or the only one that "Recommendation: X" in the text names, by its whole label or its
// prefix ("A) ..."). It returns -1 if there is none, if the two disagree, or if either is
// ambiguous.
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

// namedInText returns the option that all "Recommendation: X" lines of the text name, or -1,
// and whether they name several.
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

// indexFold is strings.Index for a lower-case ASCII word, ignoring case.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// reasons are the words that begin a reason after a recommended option.
var reasons = [...]string{" because ", " since ", " as ", ". ",
	"; ", ", because ", ", since ", ", as ", " - ", " – ", " — ", " ("}

// names reports whether the words after "Recommendation:" name the option with this label:
// by the whole label or only its prefix, up to the end of the line or to a reason.
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

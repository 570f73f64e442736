package wording

import (
	"strings"
	"unicode/utf8"
)

// A Slot is the part of a question's text that a placeholder of its fingerprint stands
// for.
type Slot struct {
	Name       string // the placeholder's kind: "name", "n", "url", "hash" or "date"
	Start, End int    // the text that the placeholder stands for
	From, To   int    // that text without quotation marks: the value
}

// Slots finds, in order, the parts of a text that its fingerprint replaces by placeholders. It finds none if a
// placeholder cannot be distinguished from the text itself, as in "What is {n}?", or if filling it in would make
// another question.
func Slots(text string) []Slot {
	o := newOrigin(text)
	made := fingerprint(text, o)
	if len(o.of) != len(made) {
		return nil
	}
	var found []Slot
	for i := 0; i < len(made); {
		p := placeholder(made[i:])
		number := o.of[i].slot
		if p == "" && number == 0 {
			i++
			continue
		}
		if p == "" || !o.isWhole(number, i, i+len(p)) {
			return nil
		}
		s := Slot{Name: strings.Trim(p, "{}"), Start: int(o.of[i].start), End: int(o.of[i].end)}
		if n := len(found); s.Start >= s.End || n > 0 && s.Start < found[n-1].End {
			return nil
		}
		s.From, s.To = withoutMarks(text, s.Start, s.End)
		found = append(found, s)
		i += len(p)
	}
	if len(found) == 0 || Fingerprint(withPlaceholders(text, found)) != made {
		return nil
	}
	return found
}

// HasValues reports whether the fingerprint of a text has placeholders, even if [Slots] cannot find what they stand for.
func HasValues(text string) bool {
	made := Fingerprint(text)
	for i := range made {
		if placeholder(made[i:]) != "" {
			return true
		}
	}
	return false
}

// Elided returns a text with a sign of omission in place of the values that may vary: “number …”.
func Elided(text string) string {
	return filled(text, Slots(text), func(Slot) (string, bool) { return "…", false })
}

// withPlaceholders returns a text with placeholders in its slots.
func withPlaceholders(text string, found []Slot) string {
	return filled(text, found, func(s Slot) (string, bool) { return "{" + s.Name + "}", true })
}

// filled returns a text with other content in its slots; with says whether it replaces only the value, or also the
// marks around it.
func filled(text string, found []Slot, with func(Slot) (value string, marks bool)) string {
	var out strings.Builder
	at := 0
	for _, s := range found {
		value, marks := with(s)
		from, to := s.From, s.To
		if marks {
			from, to = s.Start, s.End
		}
		out.WriteString(text[at:from] + value)
		at = to
	}
	return out.String() + text[at:]
}

// placeholder returns the placeholder that a text starts with, or "".
func placeholder(s string) string {
	for _, p := range [...]string{placeNumber, placeName, placeURL, placeHash, placeDate} {
		if strings.HasPrefix(s, p) {
			return p
		}
	}
	return ""
}

// withoutMarks narrows a span to what is between its quotation marks, if it has any.
func withoutMarks(text string, start, end int) (from, to int) {
	first, n := utf8.DecodeRuneInString(text[start:end])
	last, m := utf8.DecodeLastRuneInString(text[start:end])
	if !isQuote(first) || !isQuote(last) || n+m > end-start {
		return start, end
	}
	if first == '`' {
		n = end - start - len(strings.TrimLeft(text[start:end], "`"))
		m = n
	}
	if n+m > end-start {
		return start, end
	}
	return start + n, end - m
}

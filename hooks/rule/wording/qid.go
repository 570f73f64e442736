package wording

import "strings"

// markers are the forms in which a question's text may carry an id.
var markers = [...]string{"<gstack-qid:", "<qid:"}

// nextMarker finds the first marker of a text: what is before it, its id, and
// what follows.
func nextMarker(text string) (before, id, after string, ok bool) {
	at, start := -1, 0
	for _, m := range markers {
		if i := strings.Index(text, m); i >= 0 && (at < 0 || i < at) {
			at, start = i, i+len(m)
		}
	}
	if at < 0 {
		return text, "", "", false
	}
	id, after, ok = strings.Cut(text[start:], ">")
	return text[:at], strings.TrimSpace(id), after, ok
}

// QID returns the id of the text's marker. A text with two different ids has
// none: one of them may be quoted.
func QID(text string) string {
	found := ""
	for {
		_, id, after, ok := nextMarker(text)
		if !ok {
			return found
		}
		if found != "" && id != found {
			return ""
		}
		found, text = id, after
	}
}

// withoutQIDs returns the text without its markers; from, if not nil, records the origin of each byte.
func withoutQIDs(text string, from *origin) string {
	if !strings.Contains(text, "qid:") {
		return text
	}
	var out strings.Builder
	for {
		before, _, after, ok := nextMarker(text)
		if !ok {
			from.keep(len(text))
			from.pass()
			out.WriteString(text)
			return out.String()
		}
		from.keep(len(before))
		from.skip(len(text) - len(before) - len(after))
		from.put(" ", "")
		out.WriteString(before)
		out.WriteByte(' ')
		text = after
	}
}

package program

import (
	"strings"

	"neverask/hooks"
)

// result is the result of a question tool.
type result struct {
	readable bool                   // the answers are known: the client's own tool
	empty    bool                   // nobody was asked, or the answer was lost
	text     string                 // of an MCP server
	answers  map[string]hooks.Value // by question text
}

// missing starts the text that the client puts in place of a lost result.
const missing = "[Tool result missing"

func readResult(server string, response hooks.Value) result {
	if server != "" {
		text, other := collectText(response, 0)
		text = strings.TrimSpace(text)
		return result{text: text, empty: text == "" && !other || strings.HasPrefix(text, missing)}
	}
	r := result{readable: true, empty: true, answers: map[string]hooks.Value{}}
	for m := range response.Get("answers").Members() {
		if r.answers[m.Name] = m.Value; hooks.AnswerText(m.Value) != "" {
			r.empty = false
		}
	}
	return r
}

// collectText collects the text of an MCP result (a string, a list of content blocks, or an
// object around such a list), and reports whether there is content of another kind.
func collectText(v hooks.Value, depth int) (text string, other bool) {
	if depth > 4 {
		return "", true
	}
	switch v.Kind() {
	case hooks.String:
		return v.String(), false
	case hooks.Array:
		var all strings.Builder
		for e := range v.Elements() {
			t, o := collectText(e, depth+1)
			all.WriteString(t)
			other = other || o
		}
		return all.String(), other
	case hooks.Object:
		for _, name := range [...]string{"content", "text", "result", "structuredContent"} {
			if inner := v.Get(name); inner.Kind() != hooks.Absent {
				return collectText(inner, depth+1)
			}
		}
		return "", v.Len() > 0
	case hooks.Absent, hooks.Null:
		return "", false
	}
	return "", true
}

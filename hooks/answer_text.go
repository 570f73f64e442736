package hooks

import "strings"

// AnswerText returns the text of an answer in a question's result, with several labels joined as
// the client joins them.
func AnswerText(v Value) string {
	if v.Kind() != Array {
		return v.String()
	}
	var labels []string
	for e := range v.Elements() {
		labels = append(labels, e.String())
	}
	return strings.Join(labels, ", ")
}

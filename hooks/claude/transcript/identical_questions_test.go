package transcript

import (
	"fmt"
	"reflect"
	"testing"

	"neverask/hooks/rule/question"
)

// TestContentIsCall compares the call of a content with the one that the hook would have
// read.
func TestContentIsCall(t *testing.T) {
	t.Parallel()
	ask := func(tool, text string, options int) Question {
		q := Question{Tool: tool, Text: text, Header: "Topic", Source: "plan", Multi: options == 2}
		for i := range options {
			q.Options = append(q.Options, Option{Label: fmt.Sprint("é ", i), Description: "<what>"})
		}
		return q
	}
	unnamed := ask(question.Tool, "Which?", 2)
	unnamed.Options[1].Label = ""
	for _, q := range []Question{
		ask(question.Tool, "Which?", 2), ask("mcp__a__"+question.Tool, "Which?", 3), ask(question.Tool, "Which?", 0),
		ask(question.Tool, "Which?", 17), ask(question.Tool, "Which?", 1000), ask(question.Tool, "Which?", 1001),
		ask(question.Tool, "", 2), ask("Bash", "Which?", 2), unnamed,
	} {
		want, err := q.Call()
		var contents Contents
		c := contents.Of(&q)
		if ok := c != nil; ok != (err == nil) {
			t.Errorf("%s %q with %d options: %t, but %v", q.Tool, q.Text, len(q.Options), ok, err)
			continue
		}
		if c != nil && (fields(c.Plain) != fields(want) || c.ID != question.Identify(want.Questions[0])) {
			t.Errorf("got %s, want %s", fields(c.Plain), fields(want))
		}
		again := q
		if c != contents.Of(&again) {
			t.Errorf("%s: the same question has another content", fields(want))
		}
	}
	var asked question.Question
	for i, known := range []string{"Text", "Header", "Multi", "Options", "raw"} {
		if f := reflect.TypeOf(asked).Field(i); f.Name != known || reflect.TypeOf(asked).NumField() != 5 {
			t.Errorf("a question has a member %s that a content does not know", f.Name)
		}
	}
}

// fields is what a call says, without the JSON that it was read from.
func fields(c question.Call) string {
	s := fmt.Sprintf("%q %q %q", c.Tool, c.Server, c.Source)
	for _, q := range c.Questions {
		s += fmt.Sprintf(" %q %q %t", q.Text, q.Header, q.Multi)
		for _, o := range q.Options {
			s += fmt.Sprintf(" %q %q", o.Label, o.Description)
		}
	}
	return s
}

package question

import (
	"errors"
	"fmt"
	"strings"

	"neverask/hooks"
)

// Tool is the client's own question tool.
const Tool = "AskUserQuestion"

// The client allows at most 4 questions with 4 options; MCP servers may allow more. A call beyond these limits is not
// meant for a person.
const (
	maxQuestions = 64
	maxOptions   = 1000
)

// Call is a call of a question tool.
type Call struct {
	Tool      string // as the client names it
	Server    string // the MCP server of a lookalike, "" for the client's own tool
	Source    string // metadata.source, if any
	Questions []Question
	input     hooks.Value
}

// Question is one question of a call.
type Question struct {
	Text    string
	Header  string
	Multi   bool // several options may be chosen
	Options []Option
	raw     hooks.Value
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
	raw         hooks.Value // the whole option
	rawLabel    hooks.Value
}

// IsTool reports whether a tool asks the person questions, and returns the server's name of
// an MCP lookalike (mcp__SERVER__AskUserQuestion).
func IsTool(name string) (server string, ok bool) {
	if name == Tool {
		return "", true
	}
	server, isMCP := strings.CutPrefix(name, "mcp__")
	server, isQuestion := strings.CutSuffix(server, "__"+Tool)
	if !isMCP || !isQuestion || server == "" {
		return "", false
	}
	return server, true
}

// ParseCall reads the input of a question tool. It fails unless the input has the documented shape, and every
// question a text, because neverask cannot judge duplicate members or members of another shape. Unknown members stay
// in the input.
func ParseCall(tool string, input hooks.Value) (Call, error) {
	server, ok := IsTool(tool)
	if !ok {
		return Call{}, fmt.Errorf("%q is not a question tool", tool)
	}
	if m, twice := input.Duplicate(); twice {
		return Call{}, fmt.Errorf("%q occurs twice", m.Name)
	}
	c := Call{Tool: tool, Server: server, input: input}
	c.Source = input.Get("metadata").Get("source").String()
	questions := input.Get("questions")
	n := questions.Len()
	if questions.Kind() != hooks.Array || n == 0 || n > maxQuestions {
		return Call{}, fmt.Errorf("not an array of 1 to %d questions", maxQuestions)
	}
	c.Questions = make([]Question, 0, n)
	for raw := range questions.Elements() {
		q, err := ParseQuestion(raw)
		if err != nil {
			return Call{}, fmt.Errorf("question %d: %w", len(c.Questions)+1, err)
		}
		c.Questions = append(c.Questions, q)
	}
	return c, nil
}

// ParseQuestion reads one question of a call, as [ParseCall] does.
func ParseQuestion(raw hooks.Value) (q Question, err error) {
	if m, twice := raw.Duplicate(); twice {
		return Question{}, fmt.Errorf("%q occurs twice", m.Name)
	}
	q.raw = raw
	var options hooks.Value
	for m := range raw.Members() {
		switch m.Name {
		case "question":
			q.Text, err = text(m)
		case "header":
			q.Header, err = text(m)
		case "multiSelect":
			q.Multi, err = m.Value.IsTrue(), isOrNull(m, hooks.Bool)
		case "options":
			options, err = m.Value, isOrNull(m, hooks.Array)
		}
		if err != nil {
			return Question{}, err
		}
	}
	if q.Text == "" {
		return Question{}, errors.New("no text")
	}
	if n := options.Len(); n > maxOptions {
		return Question{}, fmt.Errorf("more than %d options", maxOptions)
	} else if n > 0 {
		q.Options = make([]Option, 0, n)
	}
	for o := range options.Elements() {
		option, err := parseOption(o)
		if err != nil {
			return Question{}, fmt.Errorf("option %d: %w", len(q.Options)+1, err)
		}
		q.Options = append(q.Options, option)
	}
	return q, nil
}

func parseOption(raw hooks.Value) (o Option, err error) {
	if raw.Kind() != hooks.Object {
		return Option{}, errors.New("not an object")
	}
	if m, twice := raw.Duplicate(); twice {
		return Option{}, fmt.Errorf("%q occurs twice", m.Name)
	}
	o.raw = raw
	for m := range raw.Members() {
		switch m.Name {
		case "label":
			o.rawLabel = m.Value
			o.Label, err = text(m)
		case "description":
			o.Description, err = text(m)
		case "preview":
			_, err = text(m)
		}
		if err != nil {
			return Option{}, err
		}
	}
	if o.Label == "" {
		return Option{}, errors.New("no label")
	}
	return o, nil
}

// text reads a member that is a string or null.
func text(m hooks.Member) (string, error) { return m.Value.String(), isOrNull(m, hooks.String) }

// isOrNull fails unless a member is null or of this kind.
func isOrNull(m hooks.Member, kind hooks.Kind) error {
	if got := m.Value.Kind(); got != kind && got != hooks.Null {
		return fmt.Errorf("its %s is of the wrong kind", m.Name)
	}
	return nil
}

// Labels returns the labels of the options, in order.
func (q Question) Labels() []string {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = o.Label
	}
	return labels
}

// Raw returns the question as it was written.
func (q Question) Raw() hooks.Value { return q.raw }

// RawText returns the text as it was written, which is the key of its answer: decoding and encoding
// a string may change it.
func (q Question) RawText() hooks.Value { return q.raw.Get("question") }

// Others returns an object with all members of the call's input except the questions. It is absent if there are none.
func (c Call) Others() hooks.Value {
	var w hooks.Writer
	some := false
	w.Begin('{')
	for m := range c.input.Members() {
		if m.Name != "questions" && m.Value.Kind() != hooks.Null {
			w.Member(m.Name, m.Value)
			some = true
		}
	}
	w.End('}')
	if !some {
		return hooks.Value{}
	}
	return w.Finish()
}

// WithOthers returns a call with the same questions and these other members, an object as [Call.Others] returns it.
func (c Call) WithOthers(others hooks.Value) Call {
	c.input = others
	return c
}

// toolOf returns the name of an MCP server's question tool, or of the client's own for "".
func toolOf(server string) string {
	if server == "" {
		return Tool
	}
	return "mcp__" + server + "__" + Tool
}

// RawQuestions returns the array of questions as it was written.
func (c Call) RawQuestions() hooks.Value { return c.input.Get("questions") }

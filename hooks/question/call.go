package question

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"neverask/hooks"
)

// Tool is the client's own question tool.
const Tool = "AskUserQuestion"

// The client offers at most 4 questions of 4 options; MCP servers may offer
// more. Beyond these bounds a call is not a question to a person.
const (
	maxQuestions = 64
	maxOptions   = 1000
)

// Call is one call of a question tool.
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

// IsTool reports whether a tool asks the person a question, and for an MCP
// lookalike (mcp__SERVER__AskUserQuestion) the server's name.
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

// ParseCall reads the input of a question tool. It fails unless the input has the
// documented shape, with at least one question that has a text: what is there in
// another shape, or twice, cannot be judged. Members it does not know stay in the input.
func ParseCall(tool string, input hooks.Value) (Call, error) {
	server, ok := IsTool(tool)
	if !ok {
		return Call{}, fmt.Errorf("%q is not a question tool", tool)
	}
	if m, twice := input.Duplicate(); twice {
		return Call{}, fmt.Errorf("%q is there twice", m.Name)
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
		return Question{}, fmt.Errorf("%q is there twice", m.Name)
	}
	q.raw = raw
	if q.Text, err = text(raw, "question"); err != nil || q.Text == "" {
		return Question{}, cmp.Or(err, errors.New("no text"))
	}
	if q.Header, err = text(raw, "header"); err != nil {
		return Question{}, err
	}
	multi, options := raw.Get("multiSelect"), raw.Get("options")
	switch {
	case !isOrMissing(multi, hooks.Bool):
		return Question{}, errors.New("its multiSelect is not true or false")
	case !isOrMissing(options, hooks.Array):
		return Question{}, errors.New("its options are not an array")
	}
	q.Multi = multi.IsTrue()
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
		return Option{}, fmt.Errorf("%q is there twice", m.Name)
	}
	o.raw, o.rawLabel = raw, raw.Get("label")
	if o.Label, err = text(raw, "label"); err != nil || o.Label == "" {
		return Option{}, cmp.Or(err, errors.New("no label"))
	}
	if o.Description, err = text(raw, "description"); err != nil {
		return Option{}, err
	}
	_, err = text(raw, "preview")
	return o, err
}

// text reads a member that is a text or not there.
func text(object hooks.Value, name string) (string, error) {
	v := object.Get(name)
	if !isOrMissing(v, hooks.String) {
		return "", fmt.Errorf("its %s is not a text", name)
	}
	return v.String(), nil
}

func isOrMissing(v hooks.Value, kind hooks.Kind) bool {
	return v.Kind() == kind || v.Kind() == hooks.Absent || v.Kind() == hooks.Null
}

// Labels are the labels of the options, in order.
func (q Question) Labels() []string {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = o.Label
	}
	return labels
}

// Raw is the question as it was written.
func (q Question) Raw() hooks.Value { return q.raw }

// RawText is the text as it was written, which is the key of its answer: a
// string that is decoded and encoded again may not be the same.
func (q Question) RawText() hooks.Value { return q.raw.Get("question") }

// RawQuestions is the array of questions as it was written.
func (c Call) RawQuestions() hooks.Value { return c.input.Get("questions") }

package question

import (
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

// ParseCall reads the input of a question tool. It fails when the input does not
// hold at least one question with a text; members it does not know stay in the
// input.
func ParseCall(tool string, input hooks.Value) (Call, error) {
	server, ok := IsTool(tool)
	if !ok {
		return Call{}, fmt.Errorf("%q is not a question tool", tool)
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
		q, err := parseQuestion(raw)
		if err != nil {
			return Call{}, fmt.Errorf("question %d: %w", len(c.Questions)+1, err)
		}
		c.Questions = append(c.Questions, q)
	}
	return c, nil
}

func parseQuestion(raw hooks.Value) (Question, error) {
	q := Question{raw: raw, Multi: raw.Get("multiSelect").IsTrue(), Header: raw.Get("header").String()}
	text, ok := raw.Get("question").Text()
	if !ok || text == "" {
		return Question{}, errors.New("no text")
	}
	q.Text = text
	options := raw.Get("options")
	if n := options.Len(); n > maxOptions {
		return Question{}, fmt.Errorf("more than %d options", maxOptions)
	} else if n > 0 {
		q.Options = make([]Option, 0, n)
	}
	for o := range options.Elements() {
		option := Option{raw: o, rawLabel: o}
		if o.Kind() == hooks.Object {
			option.rawLabel = o.Get("label")
			option.Description = o.Get("description").String()
		}
		if option.Label, ok = option.rawLabel.Text(); !ok || option.Label == "" {
			return Question{}, fmt.Errorf("option %d has no label", len(q.Options)+1)
		}
		q.Options = append(q.Options, option)
	}
	return q, nil
}

// Labels are the labels of the options, in order.
func (q Question) Labels() []string {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i] = o.Label
	}
	return labels
}

// RawText is the text as it was written, which is the key of its answer: a
// string that is decoded and encoded again may not be the same.
func (q Question) RawText() hooks.Value { return q.raw.Get("question") }

// RawQuestions is the array of questions as it was written.
func (c Call) RawQuestions() hooks.Value { return c.input.Get("questions") }

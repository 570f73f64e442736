package question

import (
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

// nativeTool is the name that rules use for the client's own tool.
const nativeTool = "native"

func toolName(server string) string {
	if server == "" {
		return nativeTool
	}
	return server
}

// RawQuestions returns the array of questions as it was written.
func (c Call) RawQuestions() hooks.Value { return c.input.Get("questions") }

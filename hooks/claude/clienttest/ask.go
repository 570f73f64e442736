package clienttest

import "encoding/json"

// Question is one question of an AskUserQuestion call.
type Question struct {
	Question    string   `json:"question"`
	Header      string   `json:"header"`
	MultiSelect bool     `json:"multiSelect"`
	Options     []Option `json:"options"`
}

// Option is one answer that a question offers.
type Option struct {
	Label       string `json:"label"`
	Description string `json:"description"`
	Preview     string `json:"preview,omitempty"`
}

// Choice returns a question with options of the given labels, each with a
// description.
func Choice(question string, labels ...string) Question {
	q := Question{Question: question, Header: "Choice"}
	for _, label := range labels {
		q.Options = append(q.Options, Option{Label: label, Description: "what " + label + " means"})
	}
	return q
}

type asked struct {
	Questions []Question `json:"questions"`
}

// Ask is a turn in which the model asks questions.
func Ask(questions ...Question) Turn {
	return ToolUse("AskUserQuestion", asked{questions})
}

// AskJSON is Ask with the tool's whole input, {"questions":[...]}, given as
// JSON and sent byte for byte.
func AskJSON(input string) Turn { return ToolUse("AskUserQuestion", json.RawMessage(input)) }

// AskMCP is Ask through the AskUserQuestion tool of an MCP server.
func AskMCP(server string, questions ...Question) Turn {
	return ToolUse("mcp__"+server+"__AskUserQuestion", asked{questions})
}

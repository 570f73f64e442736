package offline

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Turn is one scripted answer of the model: text, tool calls, or both.
type Turn struct {
	blocks  []block
	refused bool // the request, by the API
}

type block struct {
	text  string          // of a text block
	tool  string          // name, of a tool_use block
	input json.RawMessage // of a tool_use block, spelled as it was given
}

// Text is a turn in which the model says something, and stops.
func Text(text string) Turn { return Turn{blocks: []block{{text: text}}} }

// Refuse is a turn that there is not: the API refuses the request, in a way that Claude
// Code 2.1.329 does not try again.
func Refuse() Turn { return Turn{refused: true} }

// ToolUse is a turn in which the model calls a tool. The input is encoded as
// JSON, except that a [json.RawMessage] is sent byte for byte: with its order
// of keys and spelling of numbers.
func ToolUse(tool string, input any) Turn {
	raw, ok := input.(json.RawMessage)
	if !ok {
		raw = marshal(input)
	}
	return Turn{blocks: []block{{tool: tool, input: raw}}}
}

// Together is a turn that does what several turns do, at once.
func Together(turns ...Turn) Turn {
	var all Turn
	for _, t := range turns {
		all.blocks = append(all.blocks, t.blocks...)
	}
	return all
}

// marshal encodes v the way the API does, without escapes for HTML.
func marshal(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("offline: %T cannot be encoded: %v", v, err))
	}
	return bytes.TrimSpace(b.Bytes())
}

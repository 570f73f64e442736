package clienttest

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Turn is one scripted answer of the model: text, tool calls, or both; or a
// refusal.
type Turn struct {
	blocks  []block
	refused bool
}

type block struct {
	text  string          // of a text block
	tool  string          // name, of a tool_use block
	input json.RawMessage // of a tool_use block, spelled as it was given
}

// Text is a turn in which the model writes text, and stops.
func Text(text string) Turn { return Turn{blocks: []block{{text: text}}} }

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

// Refused is a turn in which the API rejects the key, after which the client does not retry.
func Refused() Turn { return Turn{refused: true} }

// Together is a turn that combines several turns.
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
		panic(fmt.Sprintf("clienttest: %T cannot be encoded: %v", v, err))
	}
	return bytes.TrimSpace(b.Bytes())
}

package clienttest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// Request is a request that the client has sent to the API.
type Request struct {
	Method, Path string
	Header       http.Header
	Body         json.RawMessage
	// Main reports that it belongs to a session's main loop and was answered with a turn of
	// the script.
	Main bool
}

// ToolResult is the result of one of the model's tool calls, as the model received it.
type ToolResult struct {
	ToolUseID string
	IsError   bool
	Text      string // its text blocks, joined by newlines
}

// toolResults collects the tool results in requests, each one once.
func toolResults(requests []Request) []ToolResult {
	var results []ToolResult
	for _, req := range requests {
		if !req.Main {
			continue
		}
		for _, b := range req.blocks() {
			seen := slices.ContainsFunc(results, func(r ToolResult) bool { return r.ToolUseID == b.ToolUseID })
			if b.Type == "tool_result" && !seen {
				results = append(results, ToolResult{b.ToolUseID, b.IsError, b.Content.text()})
			}
		}
	}
	return results
}

// Text returns everything that the request lets the model read in its messages, tool results
// included, one block per line; roles are left out.
func (r Request) Text() string {
	var all []string
	for _, b := range r.blocks() {
		if b.Type == "tool_result" {
			all = append(all, b.Content.text())
		} else if b.Text != "" {
			all = append(all, b.Text)
		}
	}
	return strings.Join(all, "\n")
}

// content is a list of blocks, as the API takes it: one, or a string.
type content []contentBlock

type contentBlock struct {
	Type      string
	Text      string
	ToolUseID string `json:"tool_use_id"`
	IsError   bool   `json:"is_error"`
	Content   content
}

func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = content{{Type: "text", Text: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]contentBlock)(c))
}

func (c content) text() string {
	var all []string
	for _, b := range c {
		if b.Type == "text" {
			all = append(all, b.Text)
		}
	}
	return strings.Join(all, "\n")
}

// blocks returns the content blocks of all messages of a request.
func (r Request) blocks() []contentBlock {
	var body struct{ Messages []struct{ Content content } }
	if json.Unmarshal(r.Body, &body) != nil {
		return nil
	}
	var all []contentBlock
	for _, m := range body.Messages {
		all = append(all, m.Content...)
	}
	return all
}

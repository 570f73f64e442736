package offline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

// Model stands in for the Messages API. The k-th request of the main loop, which
// is one that offers the usual tools, is answered with the k-th turn, or
// with "done" when there is none; any other request with something harmless.
type Model struct {
	listener *listener
	loop     func(Request) bool
	more     func(Request) (status int, body any)

	mu          sync.Mutex
	turns       []Turn
	requests    []Request
	changed     chan struct{} // closed and replaced when a request arrives
	connections map[*os.File]bool
}

// Request is a request that the client has sent to the API.
type Request struct {
	Method, Path string
	Body         json.RawMessage
	// Main says that it belongs to the main loop of a session and was
	// answered with a turn of the script.
	Main bool
}

// NewModel serves a model without a script in a network, until it is closed. Where loop
// is not nil, it says which of the requests that offer the usual tools are of the main
// loop: those of a subagent offer them, too. more answers what is for no model, below
// /mcp/; it may be nil.
func NewModel(n *Network, loop func(Request) bool, more func(Request) (status int, body any)) *Model {
	m := &Model{listener: n.listener, loop: loop, more: more, changed: make(chan struct{}), connections: map[*os.File]bool{}}
	go func() {
		for {
			c, err := m.listener.accept()
			if err != nil || !m.connected(c) {
				return
			}
			go func() {
				defer m.disconnected(c)
				// The client may be gone; that is no concern of the model.
				_ = converse(c, m.respond)
			}()
		}
	}()
	return m
}

// connected remembers a connection, unless the model is closed.
func (m *Model) connected(c *os.File) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.connections == nil {
		c.Close()
		return false
	}
	m.connections[c] = true
	return true
}

func (m *Model) disconnected(c *os.File) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.connections, c)
	c.Close()
}

// Close ends the model and all its connections.
func (m *Model) Close() {
	m.listener.close()
	m.mu.Lock()
	defer m.mu.Unlock()
	for c := range m.connections {
		c.Close()
	}
	m.connections = nil
}

// respond answers a request.
func (m *Model) respond(r Request) answer {
	status, body := 200, any(struct{}{})
	switch r.Path {
	case "/v1/messages":
		return m.messages(r)
	case "/v1/messages/count_tokens":
		m.record(r, false)
		body = map[string]int{"input_tokens": 10}
	default:
		m.record(r, false)
		if m.more != nil && strings.HasPrefix(r.Path, "/mcp/") {
			status, body = m.more(r)
		}
	}
	return answer{status, jsonType, marshal(body)}
}

const jsonType = "application/json"

// Add adds turns to the script: what the model answers, in order.
func (m *Model) Add(turns ...Turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns = append(m.turns, turns...)
}

// record remembers a request and wakes whoever waits for one. Of the main
// loop's requests it returns the number, from 0, and the turn to answer with.
func (m *Model) record(req Request, messages bool) (n int, turn Turn) {
	req.Main = messages && offersTools(req.Body) && (m.loop == nil || m.loop(req))
	turn = Text("ok")
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, earlier := range m.requests {
		if earlier.Main {
			n++
		}
	}
	if req.Main {
		turn = Text("done")
		if n < len(m.turns) {
			turn = m.turns[n]
		}
	}
	m.requests = append(m.requests, req)
	close(m.changed)
	m.changed = make(chan struct{})
	return n, turn
}

// offersTools tells a request of the main loop from the client's small
// requests on the side, such as one for a title.
func offersTools(body []byte) bool {
	var b struct{ Tools []struct{ Name string } }
	if json.Unmarshal(body, &b) != nil {
		return false
	}
	return slices.ContainsFunc(b.Tools, func(t struct{ Name string }) bool {
		return t.Name == "AskUserQuestion" || t.Name == "Bash" || t.Name == "Read"
	})
}

// messages answers one request for a message, as a stream of server-sent
// events if the request asks for that.
func (m *Model) messages(req Request) answer {
	n, turn := m.record(req, true)
	var want struct {
		Model  string
		Stream bool
	}
	// What is not understood gets the answer for the zero value.
	_ = json.Unmarshal(req.Body, &want)

	if turn.refused {
		return answer{403, jsonType, []byte(`{"type":"error","error":{"type":"permission_error","message":"refused"}}`)}
	}
	id := fmt.Sprintf("msg_%04d", n)
	var content []map[string]any
	stop := "end_turn"
	for i, b := range turn.blocks {
		if b.tool == "" {
			content = append(content, map[string]any{"type": "text", "text": b.text})
			continue
		}
		stop = "tool_use"
		content = append(content, map[string]any{
			"type": "tool_use", "id": fmt.Sprintf("toolu_%04d_%d", n, i), "name": b.tool, "input": b.input,
		})
	}
	message := map[string]any{
		"id": id, "type": "message", "role": "assistant", "model": want.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": map[string]int{"input_tokens": 1, "output_tokens": 1},
	}
	if want.Stream {
		return answer{200, "text/event-stream", stream(message, content)}
	}
	return answer{200, jsonType, marshal(message)}
}

// stream writes a message in the pieces that the streaming API cuts it into.
func stream(message map[string]any, content []map[string]any) []byte {
	var b bytes.Buffer
	send := func(event string, fields map[string]any) {
		fields["type"] = event
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", event, marshal(fields))
	}
	stop := message["stop_reason"]
	message["content"], message["stop_reason"] = []any{}, nil
	send("message_start", map[string]any{"message": message})
	for i, b := range content {
		var delta map[string]any
		if b["type"] == "text" {
			delta = map[string]any{"type": "text_delta", "text": b["text"]}
			b["text"] = ""
		} else {
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(b["input"].(json.RawMessage))}
			b["input"] = struct{}{}
		}
		send("content_block_start", map[string]any{"index": i, "content_block": b})
		send("content_block_delta", map[string]any{"index": i, "delta": delta})
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]int{"output_tokens": 5},
	})
	send("message_stop", map[string]any{})
	return b.Bytes()
}

// Seen returns the requests so far and a channel that is closed when there is
// another one.
func (m *Model) Seen() ([]Request, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests), m.changed
}

// ToolResult is what the model was told about one of its tool calls.
type ToolResult struct {
	ToolUseID string
	IsError   bool
	Text      string // its text blocks, joined by newlines
}

// ToolResults collects the tool results in requests, each one once.
func ToolResults(requests []Request) []ToolResult {
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

// Text returns all that the request lets the model read in its messages,
// tool results included, one block a line; roles are left out.
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

// content is what the API takes for a list of blocks: one, or a string.
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

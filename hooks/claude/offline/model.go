package offline

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Model stands in for the Messages API. The k-th request of the main loop, which
// is one that offers the usual tools, is answered with the k-th turn, or
// with "done" when there is none; any other request with something harmless.
type Model struct {
	server http.Server
	loop   func(Request) bool

	mu       sync.Mutex
	turns    []Turn
	requests []Request
	changed  chan struct{} // closed and replaced when a request arrives
}

// Request is a request that the client has sent to the API.
type Request struct {
	Method, Path string
	Body         json.RawMessage
	// Main says that it belongs to the main loop of a session and was
	// answered with a turn of the script.
	Main bool
}

// NewModel serves a model without a script on a listener, until it is closed. Where
// loop is not nil, it says which of the requests that offer the usual tools are of the
// main loop: those of a subagent offer them, too. more serves further paths; nil for none.
func NewModel(l net.Listener, loop func(Request) bool, more map[string]http.HandlerFunc) *Model {
	m := &Model{loop: loop, changed: make(chan struct{})}
	mux := http.NewServeMux()
	for pattern, handler := range more {
		mux.HandleFunc(pattern, handler)
	}
	mux.HandleFunc("POST /v1/messages", m.messages)
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, r *http.Request) {
		m.record(r, false)
		Respond(w, map[string]int{"input_tokens": 10})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		m.record(r, false)
		Respond(w, struct{}{})
	})
	m.server.Handler = mux
	go func() { _ = m.server.Serve(l) }()
	return m
}

// Close ends the model and all its connections.
func (m *Model) Close() { m.server.Close() }

// Add adds turns to the script: what the model answers, in order.
func (m *Model) Add(turns ...Turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns = append(m.turns, turns...)
}

// Respond answers a request with JSON.
func Respond(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	// The client may be gone; that is no concern of the model.
	_, _ = w.Write(marshal(v))
}

// record remembers a request and wakes whoever waits for one. Of the main
// loop's requests it returns the number, from 0, and the turn to answer with.
func (m *Model) record(r *http.Request, messages bool) (req Request, n int, turn Turn) {
	body, _ := io.ReadAll(r.Body)
	req = Request{Method: r.Method, Path: r.URL.Path, Body: body}
	req.Main = messages && offersTools(body) && (m.loop == nil || m.loop(req))
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
	return req, n, turn
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
func (m *Model) messages(w http.ResponseWriter, r *http.Request) {
	req, n, turn := m.record(r, true)
	var want struct {
		Model  string
		Stream bool
	}
	// What is not understood gets the answer for the zero value.
	_ = json.Unmarshal(req.Body, &want)

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
		stream(w, message, content)
	} else {
		Respond(w, message)
	}
}

// stream sends a message in the pieces that the streaming API cuts it into.
func stream(w http.ResponseWriter, message map[string]any, content []map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(event string, fields map[string]any) {
		fields["type"] = event
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, marshal(fields))
		w.(http.Flusher).Flush()
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

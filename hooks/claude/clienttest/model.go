package clienttest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
)

// A model stands in for the Messages API. The k-th request of the main loop, one that offers
// the usual tools, is answered with the k-th turn, or with "done" if there is none; any other
// request with something harmless.
type model struct {
	server http.Server

	mu       sync.Mutex
	turns    []Turn
	requests []Request
	changed  chan struct{} // closed and replaced when a request arrives
}

// startModel serves a model without a script, until it is closed.
func startModel(l net.Listener) *model {
	m := &model{changed: make(chan struct{})}
	m.server.Handler = m
	go func() { _ = m.server.Serve(l) }() // it always ends with an error
	return m
}

// close ends the model and all its connections.
func (m *model) close() { m.server.Close() }

// An answer is a response to a request, with status 200 unless set otherwise.
type answer struct {
	kind   string
	body   []byte
	status int
}

// ServeHTTP answers a request.
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	a := m.answer(Request{Method: r.Method, Path: r.URL.Path, Header: r.Header, Body: body})
	w.Header().Set("Content-Type", a.kind)
	w.WriteHeader(cmp.Or(a.status, http.StatusOK))
	_, _ = w.Write(a.body) // the client may be gone by now
}

func (m *model) answer(r Request) answer {
	switch r.Path {
	case "/v1/messages":
		return m.messages(r)
	case "/v1/messages/count_tokens":
		m.record(r, false)
		return answer{kind: jsonType, body: marshal(map[string]int{"input_tokens": 10})}
	default:
		m.record(r, false)
		return answer{kind: jsonType, body: marshal(struct{}{})}
	}
}

const jsonType = "application/json"

// add adds turns to the script: what the model answers, in order.
func (m *model) add(turns ...Turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns = append(m.turns, turns...)
}

// restart makes a new script begin with the next request: the rest of the old one is dropped,
// and requests beyond it still count.
func (m *model) restart(turns ...Turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	script := make([]Turn, m.mains(), m.mains()+len(turns))
	m.turns = append(script, turns...)
}

// mains counts the requests of the main loop. The caller holds the lock.
func (m *model) mains() (n int) {
	for _, r := range m.requests {
		if r.Main {
			n++
		}
	}
	return n
}

// record keeps a request and wakes whoever waits for one. For a request of the main loop it
// returns the number, from 0, and the turn to answer with.
func (m *model) record(req Request, messages bool) (n int, turn Turn) {
	req.Main = messages && offersTools(req.Body)
	turn = Text("ok")
	m.mu.Lock()
	defer m.mu.Unlock()
	n = m.mains()
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

// offersTools distinguishes a request of the main loop from the client's small side requests,
// such as one for a title, and from those of an agent hook, which answers with a tool of its
// own.
func offersTools(body []byte) bool {
	var b struct{ Tools []struct{ Name string } }
	if json.Unmarshal(body, &b) != nil {
		return false
	}
	offers := func(names ...string) bool {
		return slices.ContainsFunc(b.Tools, func(t struct{ Name string }) bool { return slices.Contains(names, t.Name) })
	}
	return offers("AskUserQuestion", "Bash", "Read") && !offers("StructuredOutput")
}

// messages answers one request for a message, as a stream of server-sent
// events if the request asks for that.
func (m *model) messages(req Request) answer {
	n, turn := m.record(req, true)
	var want struct {
		Model  string
		Stream bool
	}
	if turn.refused {
		why := map[string]string{"type": "authentication_error", "message": "invalid x-api-key"}
		return answer{jsonType, marshal(map[string]any{"type": "error", "error": why}), http.StatusUnauthorized}
	}
	// A request that is not understood gets the answer for the zero value.
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
		return answer{kind: "text/event-stream", body: stream(message, content)}
	}
	return answer{kind: jsonType, body: marshal(message)}
}

// stream splits a message as the streaming API does.
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

// seen returns the requests so far and a channel that is closed when there is
// another one.
func (m *model) seen() ([]Request, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests), m.changed
}

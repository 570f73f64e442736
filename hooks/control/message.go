package control

import (
	"context"
	"io"
	"sync"

	"neverask/hooks"
)

// Message is a line of the client that is not part of the control protocol.
type Message struct {
	// Type and Subtype are the members of these names, as in "result" and
	// "success"; both are empty for a line that is not a message at all.
	Type, Subtype string
	// Line is the line as it came, without its end.
	Line []byte
	// Value is the parsed line; absent when it is not valid JSON. A line that
	// nests deeper than [hooks.MaxDepth] has null for what is deepest.
	Value hooks.Value
}

// newMessage reads a line; the error says why it cannot be parsed as a whole.
func newMessage(line []byte) (Message, error) {
	m := Message{Line: line}
	v, err := hooks.Parse(line)
	if err != nil {
		// What the model writes can nest to any depth, and is in messages that must not be
		// missed, such as a result.
		v, _ = hooks.Parse(shallow(line))
	}
	if v.Kind() == hooks.Object {
		m.Value, m.Type, m.Subtype = v, v.Get("type").String(), v.Get("subtype").String()
	}
	return m, err
}

// queue holds messages until they are received. It has no bound: a client that cannot write its
// messages cannot write its requests either.
type queue struct {
	mu      sync.Mutex
	waiting []Message
	closed  bool
	changed chan struct{} // closed and replaced when something happens
}

func newQueue() *queue { return &queue{changed: make(chan struct{})} }

func (q *queue) put(m Message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, m)
	q.wake()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake()
}

func (q *queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// get returns the next message, io.EOF after the last one.
func (q *queue) get(ctx context.Context) (Message, error) {
	for {
		q.mu.Lock()
		if len(q.waiting) > 0 {
			m := q.waiting[0]
			q.waiting[0] = Message{}
			q.waiting = q.waiting[1:]
			q.mu.Unlock()
			return m, nil
		}
		closed, changed := q.closed, q.changed
		q.mu.Unlock()
		if closed {
			return Message{}, io.EOF
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Message{}, context.Cause(ctx)
		}
	}
}

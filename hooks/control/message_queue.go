package control

import (
	"context"
	"io"
	"sync"
)

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

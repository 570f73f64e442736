package termtest

import (
	"io"
	"sync"
)

// queue is input that the program has not read yet. Writing to it never blocks:
// a program that does not read must not stop the terminal from reading its
// output.
type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	buf    []byte
	closed bool
}

func newQueue() *queue {
	q := new(queue)
	q.more = sync.NewCond(&q.mu)
	return q
}

func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.buf = append(q.buf, p...)
	q.more.Signal()
	return len(p), nil
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Signal()
}

// feed writes the queued input to w, in order, until the queue is closed or w
// fails.
func (q *queue) feed(w io.Writer) {
	for {
		q.mu.Lock()
		for len(q.buf) == 0 && !q.closed {
			q.more.Wait()
		}
		next, closed := q.buf, q.closed
		q.buf = nil
		q.mu.Unlock()
		if closed {
			return
		}
		if _, err := w.Write(next); err != nil {
			return
		}
	}
}

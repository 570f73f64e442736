package control

import (
	"io"
	"slices"
	"sync"
)

// lineWriter writes whole lines in the order they are put, in a goroutine that runs while
// there are any: a peer that is slow to read holds up only callers that wait.
type lineWriter struct {
	w io.Writer

	mu      sync.Mutex
	waiting []line
	busy    bool // the goroutine runs
}

type line struct {
	text    []byte
	written func(error)
}

// put queues b, to be written with a line end in one call. written then receives the error or
// nil; it must not wait for another line.
func (l *lineWriter) put(b []byte, written func(error)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, line{append(slices.Clip(b), '\n'), written})
	if !l.busy {
		l.busy = true
		go l.drain()
	}
}

func (l *lineWriter) drain() {
	for {
		l.mu.Lock()
		if len(l.waiting) == 0 {
			l.waiting, l.busy = nil, false
			l.mu.Unlock()
			return
		}
		next := l.waiting[0]
		l.waiting[0] = line{}
		l.waiting = l.waiting[1:]
		l.mu.Unlock()
		_, err := l.w.Write(next.text)
		next.written(err)
	}
}

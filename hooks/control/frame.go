package control

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
)

// MaxLine is the longest line that is read from the client.
const MaxLine = 64 << 20

// keptOfLong is how much is kept of a longer line.
const keptOfLong = 4 << 10

// lineReader reads the lines of a stream.
type lineReader struct {
	r   *bufio.Reader
	max int
}

// frame is one line, without its end.
type frame struct {
	line    []byte
	tooLong bool // line is only its beginning
	torn    bool // the stream ended before the line did
}

// next returns the next line. Blank lines are skipped, unless they are too long to tell. The
// error is io.EOF at the end of the stream, or the read error; a line that it cut off has been
// returned before.
func (f *lineReader) next() (frame, error) {
	for {
		var got frame
		var err error
		for {
			var piece []byte
			piece, err = f.r.ReadSlice('\n')
			switch {
			case got.tooLong:
			case len(got.line)+len(piece) > f.max:
				// Into new memory, so that the rest can be freed.
				got.line = append([]byte(nil), append(got.line, piece...)[:min(keptOfLong, len(got.line)+len(piece))]...)
				got.tooLong = true
			default:
				got.line = append(got.line, piece...)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		got.torn = err != nil
		got.line = bytes.TrimSpace(got.line)
		if len(got.line) > 0 || got.tooLong {
			return got, nil
		}
		if err != nil {
			return frame{}, err
		}
	}
}

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

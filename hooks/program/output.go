package program

import (
	"io"
	"sync/atomic"
)

// output is printed at most once, and never after the budget is spent.
type output struct{ state atomic.Int32 }

const (
	deciding int32 = iota
	printing
	printed
	closed
)

func (o *output) print(stdout io.Writer, text []byte, written func()) {
	if !o.state.CompareAndSwap(deciding, printing) {
		return
	}
	if len(text) > 0 {
		_, _ = stdout.Write(text) // there is nobody to tell when the client does not listen any more
	}
	written()
	o.state.Store(printed)
}

// close reports whether the process may end, which it must not while it prints.
func (o *output) close() bool {
	return o.state.CompareAndSwap(deciding, closed) || o.state.Load() != printing
}

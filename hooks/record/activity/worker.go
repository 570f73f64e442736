package activity

import (
	"bytes"
	"context"
	"strings"
	"sync"

	"neverask/hooks/record/eventlog"
	"neverask/settings/saferead"
)

// block is how much of a file is read at once. A line is much shorter.
const block = 256 << 10

// reading is one update of a reader.
type reading struct {
	ctx      context.Context //nolint:containedctx // a reading lives as long as the call that began it
	size     int64
	mu       sync.Mutex
	done     int64
	progress func(done, total int64)
	each     func(Call)
}

// add counts bytes that were read.
func (r *reading) add(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += int64(n)
	if r.progress != nil {
		r.progress(min(r.done, r.size), r.size)
	}
}

// worker reads one session after another.
type worker struct {
	*reading
	match matcher
	tally *tally
	texts map[string]string
	buf   []byte
}

// thread reads the new lines of a session.
func (w *worker) thread(t *thread) {
	s := &t.session
	s.out, s.seen.all = w, w.texts
	for i := range t.files {
		w.file(&t.files[i], s.take)
	}
	w.texts = s.seen.all
	s.out, s.seen.all = nil, nil
}

// file reads the new whole lines of a file. An unreadable file is left for later, and lines that
// are not records are skipped.
func (w *worker) file(p *place, take func(*eventlog.Activity)) {
	if p.read >= p.file.Size {
		return
	}
	f, err := saferead.Open(p.file.Path)
	if err != nil {
		return
	}
	defer f.Close()
	if w.buf == nil {
		w.buf = make([]byte, block)
	}
	kept := 0
	for w.ctx.Err() == nil {
		n, err := f.ReadAt(w.buf[kept:], p.read+int64(kept))
		n += kept
		end := bytes.LastIndexByte(w.buf[:n], '\n') + 1
		if end == 0 && n == len(w.buf) {
			end = n // not one of our lines: its parts will not parse as records
		}
		records(string(w.buf[:end]), take)
		p.read += int64(end)
		w.add(end)
		kept = copy(w.buf, w.buf[end:n])
		if err != nil {
			return
		}
	}
}

// records yields the records in a text of whole lines, one after the other in the same
// variable.
func records(text string, take func(*eventlog.Activity)) {
	var a eventlog.Activity
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		var err error
		if a, err = eventlog.ParseActivity(line); err == nil {
			take(&a)
		}
	}
}

func (w *worker) ended(c *Call) {
	if !w.match.call(c) {
		return
	}
	w.tally.call(c)
	w.tell(c)
}

func (w *worker) inferred(c *Call) {
	if w.match.call(c) {
		w.tell(c)
	}
}

func (w *worker) tell(c *Call) {
	if w.reading == nil || w.each == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(*c)
}

func (w *worker) prompted(a *eventlog.Activity) {
	if w.match.prompt(a) {
		w.tally.sum.Prompts++
	}
}

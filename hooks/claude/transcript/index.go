package transcript

import (
	"encoding/binary"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"time"
)

// The index file holds what was read of each transcript, so that a start reads
// only what is new. Layout: the magic line; the checksum of what follows, four
// bytes, little endian; values one after the other, in the order of the
// functions below. Numbers are varints. A string is 0, its length and its bytes
// the first time, and then the number of its first time, counted from 1.

// indexMagic changes whenever the layout does, or what is read of a line.
const indexMagic = "neverask history 4\n"

// encodeIndex writes the index of the transcripts below root.
func encodeIndex(files map[string]transcript, root string) []byte {
	w := writer{seen: map[string]int{}}
	w.text(root)
	w.number(len(files))
	for _, path := range slices.Sorted(maps.Keys(files)) {
		w.transcript(files[path])
	}
	return sealed(w.buf)
}

// sealed puts the magic line and the checksum before what an index holds.
func sealed(body []byte) []byte {
	out := make([]byte, 0, len(indexMagic)+4+len(body))
	out = append(out, indexMagic...)
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
	return append(out, body...)
}

// decodeIndex reads an index. It fails when the bytes are not what this version
// has written for this root.
func decodeIndex(b []byte, root string) (files map[string]transcript, ok bool) {
	start := len(indexMagic) + 4
	if len(b) < start || string(b[:len(indexMagic)]) != indexMagic ||
		binary.LittleEndian.Uint32(b[start-4:]) != crc32.ChecksumIEEE(b[start:]) {
		return nil, false
	}
	// All strings are parts of this one.
	r := reader{rest: string(b[start:])}
	if r.text() != root {
		return nil, false
	}
	files = map[string]transcript{}
	for range r.count() {
		t := r.transcript()
		files[t.path] = t
	}
	return files, !r.broken && r.rest == ""
}

type writer struct {
	buf  []byte
	seen map[string]int
}

func (w *writer) int64(n int64) { w.buf = binary.AppendVarint(w.buf, n) }
func (w *writer) number(n int)  { w.int64(int64(n)) }

func (w *writer) flag(b bool) {
	if b {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (w *writer) text(s string) {
	if n, ok := w.seen[s]; ok {
		w.number(n)
		return
	}
	w.seen[s] = len(w.seen) + 1
	w.number(0)
	w.number(len(s))
	w.buf = append(w.buf, s...)
}

// noTime stands for the zero time.
const noTime = math.MinInt64

func (w *writer) time(t time.Time) {
	if t.IsZero() {
		w.int64(noTime)
		return
	}
	w.int64(t.UnixNano())
}

func (w *writer) transcript(t transcript) {
	w.text(t.path)
	w.int64(t.stamp.Size)
	w.int64(t.stamp.Modified)
	w.int64(int64(t.stamp.Inode))
	w.int64(t.offset)
	w.int64(int64(t.tail))
	w.number(t.skipped.Broken)
	w.number(t.skipped.Foreign)
	w.number(t.skipped.Long)
	list(w, t.calls, w.call)
	list(w, t.hooks, w.hook)
	list(w, t.tallies, w.tally)
}

func list[T any](w *writer, all []T, one func(T)) {
	w.number(len(all))
	for _, v := range all {
		one(v)
	}
}

func (w *writer) call(c call) {
	w.time(c.time)
	w.text(c.session)
	w.text(c.toolUseID)
	w.text(c.project)
	w.text(c.version)
	w.text(c.tool)
	w.text(c.source)
	list(w, c.questions, w.asked)
	w.number(int(c.result.state))
	w.time(c.result.time)
	w.text(c.result.source)
	w.flag(c.result.dialog)
	list(w, c.result.answers, w.text)
}

func (w *writer) asked(a asked) {
	w.text(a.text)
	w.text(a.header)
	w.flag(a.multi)
	w.flag(a.cut)
	list(w, a.options, func(o Option) { w.text(o.Label); w.text(o.Description) })
	w.text(a.raw)
}

func (w *writer) hook(h Hook) {
	w.time(h.Time)
	for _, s := range [...]string{h.Session, h.Project, h.Version, h.ToolUseID, string(h.Event), h.Tool, h.Kind, h.Command, h.Stdout, h.Stderr, h.Decision} {
		w.text(s)
	}
	w.number(h.ExitCode)
	w.int64(int64(h.Duration))
	w.flag(h.UpdatesInput)
	w.flag(h.UpdatesOutput)
	w.flag(h.Stops)
	w.flag(h.TimedOut)
	list(w, h.Questions, w.text)
	list(w, h.Answers, func(a Answer) { w.text(a.Question); w.text(a.Answer) })
}

// reader reads what a writer has written. After a value that cannot be, broken
// is set and all further values are zero.
type reader struct {
	rest   string
	seen   []string
	broken bool
}

func (r *reader) int64() int64 {
	var n uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		b := r.rest[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return int64(n>>1) ^ -int64(n&1)
		}
	}
	r.fail()
	return 0
}

func (r *reader) fail() { r.broken, r.rest = true, "" }

func (r *reader) number() int { return int(r.int64()) }
func (r *reader) flag() bool  { return r.number() == 1 }

// count reads a number of values that follow: each takes a byte at least.
func (r *reader) count() int {
	n := r.int64()
	if n < 0 || n > int64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) text() string {
	if n := r.int64(); n < 0 || n > int64(len(r.seen)) {
		r.fail()
		return ""
	} else if n > 0 {
		return r.seen[n-1]
	}
	n := r.count()
	s := r.rest[:n]
	r.rest = r.rest[n:]
	r.seen = append(r.seen, s)
	return s
}

func (r *reader) time() time.Time {
	n := r.int64()
	if n == noTime {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

func (r *reader) transcript() transcript {
	t := transcript{path: r.text()}
	t.stamp.Exists = true
	t.stamp.Size = r.int64()
	t.stamp.Modified = r.int64()
	t.stamp.Inode = uint64(r.int64())
	t.offset = r.int64()
	t.tail = uint32(r.int64())
	t.skipped.Broken = r.number()
	t.skipped.Foreign = r.number()
	t.skipped.Long = r.number()
	t.calls = all(r, r.call)
	t.hooks = all(r, r.hook)
	t.tallies = all(r, r.tally)
	return t
}

func all[T any](r *reader, one func() T) []T {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]T, 0, min(n, 1<<10))
	for range n {
		if r.broken {
			return nil
		}
		list = append(list, one())
	}
	return list
}

func (r *reader) call() call {
	c := call{
		time: r.time(), session: r.text(), toolUseID: r.text(), project: r.text(), version: r.text(), tool: r.text(), source: r.text(),
		questions: all(r, r.asked),
	}
	state := state(r.number())
	if state >= states {
		r.fail()
		return call{}
	}
	c.result = result{state: state, time: r.time(), source: r.text(), dialog: r.flag(), answers: all(r, r.text)}
	return c
}

func (r *reader) asked() asked {
	return asked{
		text: r.text(), header: r.text(), multi: r.flag(), cut: r.flag(),
		options: all(r, func() Option { return Option{r.text(), r.text()} }), raw: r.text(),
	}
}

func (r *reader) hook() Hook {
	h := Hook{Time: r.time()}
	for _, s := range [...]*string{&h.Session, &h.Project, &h.Version, &h.ToolUseID, (*string)(&h.Event), &h.Tool, &h.Kind, &h.Command, &h.Stdout, &h.Stderr, &h.Decision} {
		*s = r.text()
	}
	h.ExitCode = r.number()
	h.Duration = time.Duration(r.int64())
	h.UpdatesInput = r.flag()
	h.UpdatesOutput = r.flag()
	h.Stops = r.flag()
	h.TimedOut = r.flag()
	h.Questions = all(r, r.text)
	h.Answers = all(r, func() Answer { return Answer{r.text(), r.text()} })
	return h
}

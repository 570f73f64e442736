package transcript

import (
	"encoding/binary"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"time"

	"neverask/hooks/record/histogram"
)

// The index file holds what was read of each transcript, so that a start reads only what is
// new. Layout: the magic line; the checksum of what follows, four bytes, little endian; the
// values, in the order of the functions below. Numbers are varints. A string is 0, its length
// and its bytes at its first occurrence, and then the number of that occurrence, counted from
// 1.

// indexMagic changes whenever the layout does, or what is extracted from a line.
const indexMagic = "neverask history 6\n"

// encodeIndex writes the index of the transcripts below root.
func encodeIndex(files map[string]transcript, root string) []byte {
	c := codec{seen: map[string]int{}}
	c.text(&root)
	n := len(files)
	c.number(&n)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		t := files[path]
		c.transcript(&t)
	}
	return sealed(c.buf)
}

// sealed puts the magic line and the checksum before an index's content.
func sealed(body []byte) []byte {
	out := make([]byte, 0, len(indexMagic)+4+len(body))
	out = append(out, indexMagic...)
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
	return append(out, body...)
}

// decodeIndex reads an index. It fails if this version did not write the bytes for this root.
func decodeIndex(b []byte, root string) (files map[string]transcript, ok bool) {
	start := len(indexMagic) + 4
	if len(b) < start || string(b[:len(indexMagic)]) != indexMagic ||
		binary.LittleEndian.Uint32(b[start-4:]) != crc32.ChecksumIEEE(b[start:]) {
		return nil, false
	}
	// All strings are substrings of this one.
	c := codec{reads: true, rest: string(b[start:])}
	var of string
	if c.text(&of); of != root {
		return nil, false
	}
	files = map[string]transcript{}
	for range c.count(0) {
		var t transcript
		c.transcript(&t)
		files[t.path] = t
	}
	return files, !c.broken && c.rest == ""
}

// codec visits the values of an index and either writes or reads them, so that the layout is
// defined once.
type codec struct {
	buf  []byte // written
	seen map[string]int

	reads  bool
	rest   string   // to be read
	known  []string // in the order in which they were read
	broken bool     // after an impossible value; all further ones are zero
}

func (c *codec) int64(n *int64) {
	if !c.reads {
		c.buf = binary.AppendVarint(c.buf, *n)
		return
	}
	var u uint64
	for i := 0; i < len(c.rest) && i < binary.MaxVarintLen64; i++ {
		b := c.rest[i]
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.rest = c.rest[i+1:]
			*n = int64(u>>1) ^ -int64(u&1)
			return
		}
	}
	c.fail()
	*n = 0
}

func (c *codec) fail() { c.broken, c.rest = true, "" }

// integer64 visits a number of any type.
func integer64[T ~int | ~int64 | ~uint32 | ~uint64 | ~byte](c *codec, n *T) {
	wide := int64(*n)
	c.int64(&wide)
	*n = T(wide)
}

func (c *codec) number(n *int) { integer64(c, n) }

func (c *codec) flag(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	c.number(&n)
	*b = n == 1
}

// count visits the number of values that follow: each takes at least a byte.
func (c *codec) count(n int) int {
	wide := int64(n)
	if c.int64(&wide); c.reads && (wide < 0 || wide > int64(len(c.rest))) {
		c.fail()
		return 0
	}
	return int(wide)
}

func (c *codec) text(s *string) {
	if !c.reads {
		n, again := c.seen[*s]
		if c.number(&n); again {
			return
		}
		c.seen[*s] = len(c.seen) + 1
		c.count(len(*s))
		c.buf = append(c.buf, *s...)
		return
	}
	var n int64
	switch c.int64(&n); {
	case n < 0 || n > int64(len(c.known)):
		c.fail()
		*s = ""
	case n > 0:
		*s = c.known[n-1]
	default:
		size := c.count(0)
		*s, c.rest = c.rest[:size], c.rest[size:]
		c.known = append(c.known, *s)
	}
}

func (c *codec) texts(all ...*string) {
	for _, s := range all {
		c.text(s)
	}
}

// noTime represents the zero time.
const noTime = math.MinInt64

func (c *codec) time(t *time.Time) {
	n := int64(noTime)
	if !t.IsZero() {
		n = t.UnixNano()
	}
	if c.int64(&n); !c.reads {
		return
	}
	*t = time.Time{}
	if n != noTime {
		*t = time.Unix(0, n).UTC()
	}
}

// list visits values of one kind.
func list[T any](c *codec, all *[]T, one func(*T)) {
	n := c.count(len(*all))
	if !c.reads {
		for i := range *all {
			one(&(*all)[i])
		}
		return
	}
	if n > 0 {
		*all = make([]T, 0, min(n, 1<<10))
	}
	for range n {
		if c.broken {
			*all = nil
			return
		}
		var v T
		one(&v)
		*all = append(*all, v)
	}
}

func (c *codec) transcript(t *transcript) {
	c.text(&t.path)
	t.stamp.Exists = true
	c.int64(&t.stamp.Size)
	c.int64(&t.stamp.Modified)
	integer64(c, &t.stamp.Inode)
	c.int64(&t.offset)
	integer64(c, &t.tail)
	c.number(&t.skipped.Broken)
	c.number(&t.skipped.Foreign)
	c.number(&t.skipped.Long)
	list(c, &t.calls, c.call)
	list(c, &t.hooks, c.hook)
	list(c, &t.tallies, c.tally)
}

func (c *codec) call(v *call) {
	c.time(&v.time)
	c.texts(&v.session, &v.toolUseID, &v.project, &v.tool, &v.source, &v.others)
	list(c, &v.questions, c.asked)
	if integer64(c, &v.result.state); v.result.state >= states {
		c.fail()
		*v = call{}
		return
	}
	c.time(&v.result.time)
	c.text(&v.result.source)
	c.flag(&v.result.dialog)
	list(c, &v.result.answers, c.text)
}

func (c *codec) asked(a *asked) {
	c.texts(&a.text, &a.header)
	c.flag(&a.multi)
	c.flag(&a.cut)
	list(c, &a.options, func(o *Option) { c.texts(&o.Label, &o.Description) })
	c.text(&a.raw)
	c.flag(&a.note)
}

func (c *codec) hook(h *Hook) {
	c.time(&h.Time)
	c.texts(&h.Session, &h.Project, &h.ToolUseID, (*string)(&h.Event),
		&h.Tool, &h.Kind, &h.Command, &h.Stdout, &h.Stderr, &h.Decision)
	c.number(&h.ExitCode)
	integer64(c, &h.Duration)
	for _, b := range [...]*bool{&h.UpdatesInput, &h.UpdatesOutput, &h.Stops, &h.TimedOut} {
		c.flag(b)
	}
	list(c, &h.Questions, c.text)
	list(c, &h.Answers, func(a *Answer) { c.texts(&a.Question, &a.Answer) })
}

func (c *codec) tally(t *tally) {
	c.texts((*string)(&t.Event), &t.Name)
	for _, n := range [...]*int{&t.Seen, &t.Errors, &t.Blocked, &t.Cancelled, &t.TimedOut} {
		c.number(n)
	}
	c.time(&t.First)
	c.time(&t.Last)
	integer64(c, &t.Max)
	list(c, (*[]histogram.Slot)(&t.waits), func(s *histogram.Slot) { c.number(&s.At); c.number(&s.Count) })
}

package transcript

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"neverask/settings/saferead"
)

// transcript is one of the client's files and what was found in it so far.
type transcript struct {
	path  string // below the root, with slashes
	stamp saferead.Stamp
	// offset is the start of the first unread line, and tail the checksum of the bytes before
	// it.
	offset  int64
	tail    uint32
	calls   []call
	hooks   []Hook
	tallies []tally
	skipped Skipped
}

// Skipped counts the lines that seemed to concern a question or a hook but were not
// understood.
type Skipped struct {
	Broken  int // not JSON
	Foreign int // JSON, but not in the client's form
	Long    int // too long to be read
}

func (s *Skipped) add(other Skipped) {
	s.Broken += other.Broken
	s.Foreign += other.Foreign
	s.Long += other.Long
}

const (
	// blockSize is how much is read at once: little enough to be still in the processor's
	// cache when it is searched.
	blockSize = 256 << 10
	// overlap is how much of a piece of a very long line is kept, so that nothing across two
	// pieces is missed.
	overlap = 4 * maxWord
	// maxLine is the longest line that is parsed.
	maxLine = 16 << 20
	// maxOpen is how many calls may wait for their results at once. More wait only if results
	// are missing for good.
	maxOpen = 16
	// tailSize is how much of what was read the checksum covers.
	tailSize = 256
)

// scanner reads one transcript.
type scanner struct {
	file io.ReaderAt
	out  *transcript
	open map[string]int // the calls without a result, by id
	buf  []byte
	same map[string]string // recurring strings
	runs map[origin]int    // the indexes of the tallies
	read func(n int)       // receives the number of bytes read
}

// expect notes that a call waits for its result.
func (s *scanner) expect(id string, index int) {
	s.open[id] = index
	for len(s.open) > maxOpen {
		oldest := id
		for other, i := range s.open {
			if i < s.open[oldest] {
				oldest = other
			}
		}
		delete(s.open, oldest)
	}
}

// scanFile reads what is new in a transcript. The result is a new value; old stays unchanged, so
// that a scanFile can be abandoned at any time.
func scanFile(ctx context.Context, name string, old transcript, now saferead.Stamp,
	buf []byte, read func(int)) (transcript, error) {
	if err := ctx.Err(); err != nil {
		return old, err
	}
	f, err := saferead.Open(name)
	if err != nil {
		return old, err
	}
	defer f.Close()
	out := transcript{path: old.path, stamp: now}
	if continues(f, old, now) {
		out.offset, out.skipped = old.offset, old.skipped
		out.calls, out.hooks, out.tallies = slices.Clone(old.calls), slices.Clone(old.hooks), slices.Clone(old.tallies)
	}
	s := scanner{
		file: f, out: &out, open: map[string]int{}, buf: buf, same: map[string]string{},
		runs: tallied(out.tallies), read: read,
	}
	for i, c := range out.calls {
		if c.result.state == open {
			s.expect(c.toolUseID, i)
		}
	}
	if err := s.run(ctx, now.Size); err != nil {
		return old, err
	}
	out.tail, err = tailSum(f, out.offset)
	return out, err
}

// continues reports whether a file still starts with what was read from it.
func continues(f io.ReaderAt, old transcript, now saferead.Stamp) bool {
	if old.offset == 0 || old.stamp.Inode != now.Inode || now.Size <= old.stamp.Size {
		return false
	}
	sum, err := tailSum(f, old.offset)
	return err == nil && sum == old.tail
}

// tailSum is the checksum of the bytes before an offset.
func tailSum(f io.ReaderAt, offset int64) (uint32, error) {
	b := make([]byte, min(offset, tailSize))
	n, err := f.ReadAt(b, offset-int64(len(b)))
	if n == len(b) {
		err = nil
	}
	return crc32.ChecksumIEEE(b), err
}

// run reads the whole lines up to size.
func (s *scanner) run(ctx context.Context, size int64) error {
	// buf holds held bytes from the offset on, the first line of which have no line break.
	held, line := 0, 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := s.fill(s.buf[held:], s.out.offset+int64(held), size)
		if held += n; err != nil || held == line {
			return err
		}
		newline := lastNewline(s.buf[line:held])
		switch {
		case newline >= 0:
			end := line + newline + 1
			s.lines(s.buf[:end])
			s.out.offset += int64(end)
			held = copy(s.buf, s.buf[end:held])
			line = held
		case held == len(s.buf):
			var ended bool
			if held, ended, err = s.longLine(ctx, size); err != nil || !ended {
				return err
			}
			line = 0
		default:
			line = held
		}
	}
}

// lastNewline is bytes.LastIndexByte for line breaks, but faster on very long lines: that
// examines one byte after another.
func lastNewline(b []byte) int {
	const step = 4 << 10
	for len(b) > step && bytes.IndexByte(b[len(b)-step:], '\n') < 0 {
		b = b[:len(b)-step]
	}
	return bytes.LastIndexByte(b, '\n')
}

// fill reads bytes of the file, up to size. It returns 0 at the end.
func (s *scanner) fill(b []byte, at, size int64) (int, error) {
	if left := size - at; int64(len(b)) > left {
		b = b[:max(0, left)]
	}
	if len(b) == 0 {
		return 0, nil
	}
	n, err := s.file.ReadAt(b, at)
	s.read(n)
	if n > 0 || errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// lines searches a block of whole lines.
func (s *scanner) lines(b []byte) {
	named := -1 // the next place that names a question tool
	for start := 0; start < len(b); {
		end := start + bytes.IndexByte(b[start:], '\n')
		line := b[start:end]
		if named < start && len(s.open) == 0 {
			named = len(b)
			if i := find(b[start:]); i >= 0 {
				named = start + i
			}
		}
		if len(s.open) == 0 && named < end || len(s.open) > 0 && s.concerns(line) {
			s.parseLine(line)
		}
		if isHook(line) {
			s.tally(line)
		}
		start = end + 1
	}
}

// longLine reads past the line at the offset, which is longer than the buffer and already fills
// it. It reads a line whole only if a piece concerns a question, or the line is a hook's. It
// reports whether the line has ended, and how many bytes after it are in the buffer.
func (s *scanner) longLine(ctx context.Context, size int64) (held int, ended bool, err error) {
	at, piece, concerns, hook := s.out.offset, s.buf, false, isHook(s.buf)
	for {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		end := bytes.IndexByte(piece, '\n')
		if end >= 0 {
			concerns = concerns || s.concerns(piece[:end])
			at += int64(end)
			held = copy(s.buf, piece[end+1:])
			break
		}
		concerns = concerns || s.concerns(piece)
		at += int64(len(piece))
		kept := copy(s.buf, piece[max(0, len(piece)-overlap):])
		n, err := s.fill(s.buf[kept:], at, size)
		if n == 0 {
			return 0, false, err
		}
		at -= int64(kept)
		piece = s.buf[:kept+n]
	}
	start, length := s.out.offset, at-s.out.offset
	s.out.offset = at + 1
	switch {
	case !concerns && !hook:
	case length > maxLine:
		s.out.skipped.Long++
	default:
		line := make([]byte, length)
		if _, err := s.file.ReadAt(line, start); err != nil {
			return 0, false, err
		}
		if concerns {
			s.parseLine(line)
		}
		if hook {
			s.tally(line)
		}
	}
	return held, true, nil
}

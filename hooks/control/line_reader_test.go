package control

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func readAll(t testing.TB, r io.Reader, limit int) (all []frame, err error) {
	t.Helper()
	in := &lineReader{bufio.NewReaderSize(r, 16), limit}
	for {
		f, err := in.next()
		if err != nil {
			return all, err
		}
		all = append(all, f)
	}
}

func TestFramesAfterAnError(t *testing.T) {
	broken := errors.New("broken")
	got, err := readAll(t, io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 64)
	if err != broken || len(got) != 2 || !got[1].torn {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestHugeLine: a line of the size that is promised is read whole.
func TestHugeLine(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 130 MB")
	}
	line := bytes.Repeat([]byte{'x'}, MaxLine-1)
	in := &lineReader{bufio.NewReaderSize(io.MultiReader(bytes.NewReader(line), strings.NewReader("\n"), bytes.NewReader(line), strings.NewReader("xx\nlast\n")), 64<<10), MaxLine}
	if f, err := in.next(); err != nil || f.tooLong || len(f.line) != len(line) {
		t.Errorf("got %d bytes, too long %v, %v", len(f.line), f.tooLong, err)
	}
	if f, err := in.next(); err != nil || !f.tooLong || len(f.line) > keptOfLong || cap(f.line) > 2*keptOfLong {
		t.Errorf("got %d bytes in %d, too long %v, %v", len(f.line), cap(f.line), f.tooLong, err)
	}
	if f, err := in.next(); err != nil || string(f.line) != "last" {
		t.Errorf("got %q, %v", f.line, err)
	}
}

func FuzzFrames(f *testing.F) {
	for _, s := range []string{"", "\n \r\n\t\na\n\n", "a\nb\n", "\n\n", "a\r\nb", strings.Repeat("x", 100), "\xff\n{}\n", "a\n" + strings.Repeat("y", 70) + "\nb\n"} {
		f.Add([]byte(s), 16)
	}
	f.Fuzz(func(t *testing.T, in []byte, limit int) {
		limit = 1 + int(uint(limit)%200)
		whole, err := readAll(t, bytes.NewReader(in), limit)
		pieces, err2 := readAll(t, iotest.OneByteReader(bytes.NewReader(in)), limit)
		if err != io.EOF || err2 != io.EOF || len(whole) != len(pieces) {
			t.Fatalf("%d lines, %v; in pieces %d, %v", len(whole), err, len(pieces), err2)
		}
		var want []string
		for _, line := range strings.SplitAfter(string(in), "\n") {
			if strings.TrimSpace(line) != "" || len(line) > limit {
				want = append(want, line)
			}
		}
		if len(want) != len(whole) {
			t.Fatalf("%d lines of %d: %q", len(whole), len(want), in)
		}
		for i, got := range whole {
			if got.tooLong != pieces[i].tooLong || got.torn != pieces[i].torn || got.torn != !strings.HasSuffix(want[i], "\n") {
				t.Errorf("line %d: %+v, in pieces %+v", i, got, pieces[i])
			}
			if got.tooLong != (len(want[i]) > limit) {
				t.Errorf("line %d of %d bytes: too long is %v with a limit of %d", i, len(want[i]), got.tooLong, limit)
			}
			if !got.tooLong && string(got.line) != string(bytes.TrimSpace([]byte(want[i]))) {
				t.Errorf("line %d: %q, want %q", i, got.line, want[i])
			}
		}
	})
}

// slowly takes what is written a byte at a time, with nothing that keeps writers apart.
type slowly struct{ got []byte }

func (w *slowly) Write(b []byte) (int, error) {
	for _, c := range b {
		w.got = append(w.got, c)
		runtime.Gosched()
	}
	return len(b), nil
}

package settings

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/settings/musttest"
)

// TestPosition: with checkpoints as without, in texts that are no UTF-8 as well.
func TestPosition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\n", "x", "é", "日", "👍", "\x80", "\xff", strings.Repeat("a", 500), strings.Repeat("\x80", 5000), strings.Repeat("é", 3000)}
	for range 50 {
		var text strings.Builder
		for text.Len() < 30_000 {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := text.String()
		d := Document{text: s, outline: &outline{}}
		for range 200 {
			offset := r.IntN(len(s) + 10)
			head := s[:min(offset, len(s))]
			wantLine, wantCol := strings.Count(head, "\n")+1, utf8.RuneCountInString(head[strings.LastIndexByte(head, '\n')+1:])+1
			if offset < len(s) && !utf8.RuneStart(s[offset]) {
				continue // no value begins there
			}
			if line, col := d.Position(offset); line != wantLine || col != wantCol {
				t.Fatalf("offset %d: %d:%d, want %d:%d", offset, line, col, wantLine, wantCol)
			}
		}
	}
}

// TestManyPositions: the text is not copied, or gone through, for each.
func TestManyPositions(t *testing.T) {
	d := parse(t, `{"a": [`+strings.Repeat("1, ", 1<<20)+`1]}`)
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := allocated()
	for i := range 1000 {
		d.Position(i * 3000)
	}
	if n := allocated() - before; n > 10<<20 {
		t.Errorf("%d MB for 1000 positions", n>>20)
	}
}

// TestPositionAfterAnEdit: checkpoints are those of the text they were made of.
func TestPositionAfterAnEdit(t *testing.T) {
	t.Parallel()
	d := parse(t, "{\n\"a\": 1,\n\"b\": 2\n}")
	at := func(d Document, name string) (line int) {
		v, _ := d.Get(name)
		line, _ = d.Position(v.Index)
		return line
	}
	if line := at(d, "b"); line != 3 {
		t.Errorf("b is in line %d", line)
	}
	d, err := d.Set(Path{"a"}, "[\n1\n]")
	musttest.Do(t, err)
	if line := at(d, "b"); line != 5 {
		t.Errorf("afterwards b is in line %d:\n%s", line, bytes.TrimSpace(d.Bytes()))
	}
}

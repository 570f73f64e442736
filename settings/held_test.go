//go:build unix

package settings

import (
	"sync/atomic"
	"testing"

	"neverask/settings/musttest"
)

// TestFilesAreParsedOnce: while a file holds what it held, its document is the same, with
// what was derived of it, and without the edits by which it came to be so.
func TestFilesAreParsedOnce(t *testing.T) {
	b := newBench(t, original)
	var derived atomic.Int32
	type key struct{}
	load := func(content string, times int32) Document {
		t.Helper()
		f, err := b.store.Load(b.path)
		musttest.Do(t, err)
		f.Document.Derived(key{}, func() any { return derived.Add(1) })
		if got := string(f.Document.Bytes()); got != content || derived.Load() != times || len(f.Document.Edits()) > 0 {
			t.Errorf("got %q, derived %d times, edits %v", got, derived.Load(), f.Document.Edits())
		}
		return f.Document
	}
	load(original, 1)
	load(original, 1)
	doc := load(original, 1)
	doc, err := doc.Set(Path{"a"}, "1")
	musttest.Do(t, err)
	f, err := Load(b.path)
	musttest.Do(t, err)
	doc.Derived(key{}, func() any { return derived.Add(1) })
	p := f.Plan(doc)
	b.do(p, nil, "add")
	load(string(p.After), 2) // what was planned is what is there
	if is, err := p.Is(); err != nil || string(is.Bytes()) != string(p.After) || len(is.Edits()) > 0 {
		t.Errorf("%q, %v", is.Bytes(), err)
	}
	p.After = []byte("{}\n")
	if is, err := p.Is(); err != nil || string(is.Bytes()) != "{}\n" {
		t.Errorf("%q, %v", is.Bytes(), err)
	}
	b.write(original)
	load(original, 3)
	b.write("{")
	if _, err := b.store.Load(b.path); err == nil {
		t.Error("what is broken was read")
	}
	b.write(original)
	load(original, 3)
}

// TestMentions: a name that is not in the text is not in the document, unless it is
// spelled with escapes.
func TestMentions(t *testing.T) {
	for text, want := range map[string]bool{`{"a": "the hook"}`: true, `{"a": "x"}`: false, `{"a": "\u0068ook"}`: true} {
		doc, err := Parse([]byte(text))
		musttest.Do(t, err)
		if doc.Mentions("hook") != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
}

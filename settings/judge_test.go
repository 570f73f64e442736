//go:build unix

package settings

import (
	"context"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestAnotherWritesAfterACrash stops the process at every file operation of a
// change that takes a group out, and lets the client write the file before the
// next process comes: the group is in the file, or the change log knows of it.
func TestAnotherWritesAfterACrash(t *testing.T) {
	const content = `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"theirs"}]}]}}`
	for stop := 1; ; stop++ {
		b := newBench(t, content)
		f, err := Load(b.path)
		musttest.Do(t, err)
		doc, err := f.Document.Delete(Path{"hooks", "PreToolUse", "0"})
		musttest.Do(t, err)
		d := &crashDisk{disk: osDisk{}, stop: stop}
		b.store.disk = d
		_, _ = b.store.Apply(context.Background(), f.Plan(doc), "park")
		if len(d.ops) < stop {
			return
		}
		b.write(strings.Replace(b.content(), "{", `{"model":"opus",`, 1))
		b.store.disk = osDisk{}
		musttest.Do(t, b.store.finishInterrupted())
		all, err := b.store.History()
		musttest.Do(t, err)
		known := len(all) == 1 && all[0].State == Applied
		if there := strings.Contains(b.content(), "theirs"); there == known {
			t.Fatalf("stopped at operation %d of %v: it is in the file: %v; the change log says it was taken out: %v", stop, d.ops, there, known)
		}
		if litter := b.litter(); len(litter) > 0 {
			t.Errorf("stopped at operation %d of %v: litter %v", stop, d.ops, litter)
		}
	}
}

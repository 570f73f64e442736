//go:build unix

package settings

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"neverask/settings/musttest"
)

// TestCrashAnywhere stops the process at every file operation of a change,
// and then lets the next process do another change of the same kind.
func TestCrashAnywhere(t *testing.T) {
	t.Parallel()
	for _, content := range []string{original, ""} {
		for name, base := range map[string]disk{"exchange": osDisk{}, "rename": simpleDisk{osDisk{}}} {
			for _, what := range []string{"install", "undo"} {
				t.Run(fmt.Sprintf("%s %s of %d bytes", name, what, len(content)), func(t *testing.T) {
					crashAnywhere(t, base, content, what)
				})
			}
		}
	}
}

func crashAnywhere(t *testing.T, base disk, content, what string) {
	t.Helper()
	for stop := 1; ; stop++ {
		b := newBench(t, content)
		b.store.disk = base
		p := b.plan()
		if what == "undo" {
			undo, err := b.store.Undo(b.apply(p))
			musttest.Do(t, err)
			p = undo
		}
		d := &crashDisk{disk: base, stop: stop}
		b.store.disk = d
		if _, err := b.store.Apply(context.Background(), p, what); err == nil && len(d.ops) < stop {
			if stop < 8 {
				t.Fatalf("only %d operations were seen: %v", stop, d.ops)
			}
			return
		}
		at := fmt.Sprintf("stopped at operation %d of %v", stop, d.ops)
		// Between taking a file away and forgetting it, it has another name.
		if got := b.content(); got != string(p.Before) && got != string(p.After) {
			t.Fatalf("%s: the file holds %q", at, got)
		}
		b.store.disk = base
		if err := b.store.finishInterrupted(); err != nil {
			t.Fatalf("%s: heal: %v", at, err)
		}
		if litter := b.litter(); len(litter) > 0 {
			t.Fatalf("%s: litter %v", at, litter)
		}
		all, err := b.store.History()
		musttest.Do(t, err)
		var last Receipt
		if len(all) > 0 {
			last = all[len(all)-1]
		}
		done := last.Op == what && last.State == Applied
		if want := map[bool]string{true: string(p.After), false: string(p.Before)}[done]; b.content() != want {
			t.Fatalf("%s: the change log says applied %v, and the file holds %q", at, done, b.content())
		}
		if r := b.apply(b.plan()); r.State != Applied {
			t.Fatalf("%s: the next change: %+v", at, r)
		}
	}
}

// TestOrderOfAChange: the change log knows of a change before the file does, and what gets
// a name is on the disk before, and its name before the change has ended. No crash of a
// process shows that; a loss of power would.
func TestOrderOfAChange(t *testing.T) {
	const (
		begun  = "append changes.jsonl, write changes.jsonl, sync changes.jsonl, "
		temp   = "create temp, chmod temp, write temp, sync temp, "
		ended  = ", append changes.jsonl, write changes.jsonl"
		backup = "create in backups, write in backups, sync in backups, syncdir backups"
	)
	for _, tt := range []struct {
		name, content string
		refused       bool
		want          string
	}{
		{"new file", "", false, "; " + begun + "mkdir .claude, syncdir home, " + temp + "rename new settings.json, syncdir .claude" + ended},
		{"replaced", original, false, backup + "; " + begun + temp + "exchange settings.json, link in replaced, remove temp, syncdir .claude" + ended},
		{"written since", original, true, backup + ", remove in backups; " + begun + temp + "exchange settings.json, exchange settings.json, remove temp" + ended},
	} {
		b := newBench(t, tt.content)
		other := bench{t, b.dir, filepath.Join(b.dir, "other.json"), b.store}
		other.write(original)
		other.apply(other.plan()) // makes the directories
		p := b.plan()
		hooked := hookedDisk{disk: osDisk{}}
		if tt.refused {
			hooked.before = b.intruder(1, "in place")
		}
		d := &crashDisk{disk: hooked, stop: math.MaxInt}
		b.store.disk = d
		if _, err := b.store.Apply(context.Background(), p, "install"); errors.Is(err, ErrChanged) != tt.refused {
			t.Errorf("%s: %v", tt.name, err)
		}
		// The backup is made at the same time as the new content.
		split := func(backup bool) string {
			return strings.Join(slices.DeleteFunc(slices.Clone(d.ops), func(op string) bool { return strings.Contains(op, "backups") != backup }), ", ")
		}
		if got := split(true) + "; " + split(false); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestFaultAnywhere fails every file operation once. Whatever fails, the file is exactly as
// before or exactly as planned, the error says which, and no change is made without a backup.
func TestFaultAnywhere(t *testing.T) {
	t.Parallel()
	for _, fault := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EACCES, syscall.EIO, syscall.EDQUOT, syscall.EXDEV} {
		for _, content := range []string{original, ""} {
			for _, what := range []string{"install", "undo"} {
				for _, base := range []disk{osDisk{}, simpleDisk{osDisk{}}, bareDisk{simpleDisk{osDisk{}}}} {
					for stop := 1; !faultAt(t, base, fault, content, what, stop); stop++ {
					}
				}
			}
		}
	}
}

func faultAt(t *testing.T, base disk, fault error, content, what string, stop int) (through bool) {
	t.Helper()
	b := newBench(t, content)
	p := b.plan()
	if what == "undo" {
		undo, err := b.store.Undo(b.apply(p))
		musttest.Do(t, err)
		p = undo
	}
	d := &crashDisk{disk: base, stop: stop, fault: fault}
	b.store.disk = d
	r, err := b.store.Apply(context.Background(), p, what)
	if len(d.ops) < stop {
		return true
	}
	at := fmt.Sprintf("%v at operation %d of %v", fault, stop, d.ops)
	if before, ok := b.store.Before(r); err == nil && (strings.HasPrefix(d.ops[stop-1], "sync ") || !ok || string(before) != string(p.Before)) {
		t.Errorf("%s: changed, and the content before is %q", at, before)
	}
	want := string(p.After)
	if err != nil {
		want = string(p.Before)
	}
	if b.content() != want {
		t.Errorf("%s: error %v, and the file holds %q", at, err, b.content())
	}
	b.store.disk = osDisk{}
	if err := b.store.finishInterrupted(); err != nil {
		t.Errorf("%s: heal: %v", at, err)
	}
	if litter := b.litter(); len(litter) > 0 {
		t.Errorf("%s: litter %v", at, litter)
	}
	return false
}

// TestUnreadableAfterTheChange: a change that cannot be read back is an error, but it stands,
// and so does its backup.
func TestUnreadableAfterTheChange(t *testing.T) {
	b := newBench(t, original)
	p := b.plan()
	b.store.disk = hookedDisk{disk: osDisk{}, behind: func() {
		musttest.Do(t, errors.Join(os.Rename(b.path, b.path+".aside"), os.Mkdir(b.path, 0o700)))
	}}
	if _, err := b.store.Apply(context.Background(), p, "install"); err == nil || !strings.Contains(err.Error(), "read back") {
		t.Errorf("got %v", err)
	}
	musttest.Do(t, errors.Join(os.Remove(b.path), os.Rename(b.path+".aside", b.path)))
	all, err := b.store.History()
	musttest.Do(t, err)
	if before, _ := b.store.Before(all[0]); all[0].State != Applied || string(before) != original {
		t.Errorf("%s, and its backup is %q", all[0].State, before)
	}
}

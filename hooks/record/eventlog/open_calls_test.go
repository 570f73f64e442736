package eventlog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func openCallsAt(t *testing.T) (p OpenCalls, now *time.Time) {
	t.Helper()
	at := time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC)
	return OpenCalls{Dir: filepath.Join(t.TempDir(), "open"), Now: func() time.Time { return at }}, &at
}

func put(t *testing.T, p OpenCalls, session, call, content string) (newDay bool) {
	t.Helper()
	newDay, err := p.Put(session, call, []byte(content))
	musttest.Do(t, err)
	return newDay
}

func claim(t *testing.T, p OpenCalls, session, call string) bool {
	t.Helper()
	first, err := p.Claim(session, call)
	musttest.Do(t, err)
	return first
}

func TestPending(t *testing.T) {
	p, now := openCallsAt(t)
	if b := p.Get("s", "u"); b != nil {
		t.Errorf("nothing was put, got %q", b)
	}
	if !put(t, p, "s", "u", "{\"a\":\n1}") || put(t, p, "s", "../../etc/passwd", `{"b":2}`) {
		t.Error("the first call of the day is not the one")
	}
	put(t, p, "s", "u", "{\"again\":\n1}")
	put(t, p, "su", "", `{"c":3}`)

	*now = now.Add(2 * time.Minute) // past midnight
	for _, tt := range []struct{ session, call, want string }{
		{"s", "u", `{"again": 1}`}, {"s", "../../etc/passwd", `{"b":2}`}, {"su", "", `{"c":3}`}, {"s", "v", ""}, {"", "su", ""},
	} {
		if got := string(p.Get(tt.session, tt.call)); got != tt.want {
			t.Errorf("%q %q: got %q, want %q", tt.session, tt.call, got, tt.want)
		}
	}
	if !claim(t, p, "s", "u") || claim(t, p, "s", "u") || p.Get("s", "u") != nil {
		t.Error("a call is recorded once, and then forgotten")
	}
	if !claim(t, p, "s", "never put") || claim(t, p, "s", "never put") {
		t.Error("a call that was never put is recorded once")
	}
	entries, err := os.ReadDir(p.Dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("files %v, %v", entries, err)
	}
	if _, err := p.Put("s", "long", make([]byte, MaxOpenCall+1)); err == nil {
		t.Error("a call that is too long was kept")
	}
}

func TestClaimIsExclusive(t *testing.T) {
	p, _ := openCallsAt(t)
	put(t, p, "s", "u", `{}`)
	var won atomic.Int32
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			mine := p
			at := p.Now().Add(time.Duration(i))
			mine.Now = func() time.Time { return at }
			if claim(t, mine, "s", "u") {
				won.Add(1)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 {
		t.Errorf("%d have won", won.Load())
	}
}

// TestOpenCallsFail: what cannot be kept or recorded is an error, and nobody's result.
func TestOpenCallsFail(t *testing.T) {
	p, _ := openCallsAt(t)
	musttest.Write(t, p.Dir, "a file")
	if _, err := p.Put("s", "u", []byte(`{}`)); err == nil {
		t.Error("a call was kept in a file")
	}
	if first, err := p.Claim("s", "u"); err == nil || first {
		t.Errorf("claimed: %v, %v", first, err)
	}
	if err := p.Sweep(func([]byte) { t.Error("a call was lost") }); err == nil {
		t.Error("a file was swept")
	}
}

func TestSweep(t *testing.T) {
	p, now := openCallsAt(t)
	put(t, p, "s", "answered", `{"answered":1}`)
	put(t, p, "s", "lost", `{"lost":1}`)
	put(t, p, "s", "lost", `{"lost":2}`)
	claim(t, p, "s", "answered")
	put(t, p, "s", "answered", `{"answered":2}`)
	old := filepath.Join(p.Dir, "2026-11-01.swept")
	foreign := []string{filepath.Join(p.Dir, "0.txt"), filepath.Join(p.Dir, "mine.jsonl")}
	for _, name := range append(foreign, old) {
		musttest.Write(t, name, "")
	}
	sweep := func() (lost []string) {
		musttest.Do(t, p.Sweep(func(content []byte) { lost = append(lost, string(content)) }))
		return lost
	}
	*now = now.Add(24 * time.Hour)
	put(t, p, "s", "new", `{"new":1}`)
	if lost := sweep(); len(lost) > 0 || p.Get("s", "lost") == nil {
		t.Errorf("swept after a day: %q", lost)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("what a dead sweep left behind is still there")
	}
	for _, name := range foreign {
		if err := os.Remove(name); err != nil {
			t.Error("a file of somebody else is gone:", err)
		}
	}
	*now = now.Add(24 * time.Hour)
	if lost := sweep(); !slices.Equal(lost, []string{`{"lost":2}`}) {
		t.Errorf("swept after two days: %q", lost)
	}
	if lost := sweep(); len(lost) > 0 || p.Get("s", "new") == nil {
		t.Errorf("swept again: %q", lost)
	}
	entries, err := os.ReadDir(p.Dir)
	if err != nil || len(entries) != 1 || !strings.HasPrefix(entries[0].Name(), "2026-11-22") {
		t.Errorf("files %v, %v", entries, err)
	}
}

package saferead

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// TestStamp: what is done to a file shows in its stamp, although nothing is read.
func TestStamp(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if got := StampOf(path); got != (Stamp{}) {
		t.Errorf("without a file: %+v", got)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	write := func(path, text string, at time.Time) {
		t.Helper()
		musttest.Do(t, os.WriteFile(path, []byte(text), 0o600))
		musttest.Do(t, os.Chtimes(path, at, at))
	}
	write(path, "one", now)
	first := StampOf(path)
	if again := StampOf(path); again != first || !again.Exists {
		t.Errorf("%+v, and then %+v", first, again)
	}
	for name, change := range map[string]func(){
		"longer":   func() { write(path, "longer", now) },
		"later":    func() { write(path, "one", now.Add(time.Microsecond)) },
		"gone":     func() { os.Remove(path) },
		"replaced": func() { write(path+".new", "two", now); os.Rename(path+".new", path) },
	} {
		if name == "replaced" && runtime.GOOS == "windows" {
			continue // the system does not tell
		}
		write(path, "one", now)
		before := StampOf(path)
		if change(); StampOf(path) == before {
			t.Errorf("%s: still %+v", name, before)
		}
	}
}

//go:build unix

package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// TestNothingWaitsForAPipe puts a pipe that nobody writes to in the place of each file
// that the hook reads. To open one would take all of the hook's time.
func TestNothingWaitsForAPipe(t *testing.T) {
	const preferences = `{"version":1,"rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"usual"}],
		"toolRules":[{"id":"d","tool":"Bash","act":"deny","message":"no"}]}`
	const answered, refused = `"answers":{"Run the tests?":"No"}`, `"permissionDecision":"deny"`
	for name, tt := range map[string]struct {
		file      func(w *world) string
		says      [2]string // to the question, and to the call of a tool
		complains bool
	}{
		"preferences": {func(w *world) string { return w.paths.Preferences() }, [2]string{"", ""}, true},
		"answers": {func(w *world) string {
			files, err := os.ReadDir(w.paths.Answers())
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			return filepath.Join(w.paths.Answers(), files[0].Name())
		}, [2]string{"", refused}, true},
		"open calls": {func(w *world) string {
			return filepath.Join(w.paths.OpenCalls(), w.clock.UTC().Format(time.DateOnly)+".jsonl")
		}, [2]string{answered, refused}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, preferences)
			for i := range 3 { // which makes it usual
				call := func(payload string) string { return strings.Replace(payload, "u1", fmt.Sprint("call", i), 1) }
				w.runInTime(call(pre(tests)))
				w.runInTime(call(post(tests, `{"Run the tests?":"No"}`)))
				musttest.Do(t, os.RemoveAll(w.paths.OpenCalls()))
			}
			w.runInTime(pre(tests))
			w.runInTime(preBash("b1", "ls"), RulesArgument)
			file := tt.file(w)
			musttest.Do(t, os.RemoveAll(file))
			if err := syscall.Mkfifo(file, 0o600); err != nil {
				t.Skip("no pipes here:", err)
			}
			for i, got := range [2]string{w.runInTime(pre(tests)), w.runInTime(preBash("b2", "ls"), RulesArgument)} {
				if (got == "") != (tt.says[i] == "") || !strings.Contains(got, tt.says[i]) {
					t.Errorf("printed %q, want %q", got, tt.says[i])
				}
			}
			w.runInTime(post(tests, `{"Run the tests?":"No"}`))
			if got := w.complaints(); len(got) > 0 != tt.complains {
				t.Errorf("complaints: %q", got)
			}
		})
	}
}

// runInTime is run for a hook that may hang.
func (w *world) runInTime(payload string, args ...string) string {
	w.t.Helper()
	payload = w.inSession(payload)
	defer w.writeDown(payload)
	done := make(chan string, 1)
	go func() {
		var out bytes.Buffer
		Main(args, strings.NewReader(payload), &out, w.hook())
		done <- out.String()
	}()
	select {
	case out := <-done:
		return out
	case <-time.After(2 * time.Minute):
		w.t.Fatal("the hook waits")
		return ""
	}
}

package eventlog

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestMain lets the tests start many writers: with one of these variables set the
// test binary appends lines and does nothing else.
func TestMain(m *testing.M) {
	if job := os.Getenv("JOURNAL_TEST_RECORDER"); job != "" {
		recordLines(job)
		return
	}
	if job := os.Getenv("JOURNAL_TEST_WRITER"); job != "" {
		writeLines(job)
		return
	}
	os.Exit(m.Run())
}

// writeLines does the job "path maxSize keep writer lines".
func writeLines(job string) {
	f := strings.Fields(job)
	number := func(i int) int {
		n, err := strconv.Atoi(f[i])
		if err != nil {
			panic(err)
		}
		return n
	}
	log := Log{Path: f[0], MaxSize: int64(number(1)), Keep: number(2)}
	for i := range number(4) {
		if err := log.Append(testLine(number(3), i)); err != nil {
			panic(err)
		}
	}
}

// testLine is the same for the same numbers, and of a length of its own.
func testLine(writer, i int) []byte {
	return fmt.Appendf(nil, "writer %d line %d %s", writer, i, strings.Repeat("x", (writer*31+i*7)%500))
}

// startWriters runs so many processes of so many lines each at once.
func startWriters(t *testing.T, log Log, writers, lines int) {
	t.Helper()
	executable, err := os.Executable()
	musttest.Do(t, err)
	var running []*exec.Cmd
	for w := range writers {
		cmd := exec.Command(executable)
		cmd.Env = append(os.Environ(), fmt.Sprintf("JOURNAL_TEST_WRITER=%s %d %d %d %d", log.Path, log.MaxSize, log.Keep, w, lines))
		cmd.Stderr = os.Stderr
		musttest.Do(t, cmd.Start())
		running = append(running, cmd)
	}
	for _, cmd := range running {
		musttest.Do(t, cmd.Wait())
	}
}

func checkLines(t *testing.T, log Log, writers, lines int) {
	t.Helper()
	want := map[string]bool{}
	for w := range writers {
		for i := range lines {
			want[string(testLine(w, i))] = true
		}
	}
	n := 0
	for line := range log.Lines() {
		if !want[string(line)] {
			t.Fatalf("a line that nobody wrote, or twice: %.80q", line)
		}
		delete(want, string(line))
		n++
	}
	if n != writers*lines {
		t.Errorf("%d lines, want %d", n, writers*lines)
	}
}

func TestManyProcessesWhileRotating(t *testing.T) {
	// 20 x 200 lines of about 270 bytes are 1.1 MB: up to ten rotations, fewer
	// when a writer finds another one rotating, and room for all of them.
	log := Log{Path: filepath.Join(t.TempDir(), "log"), MaxSize: 100 << 10, Keep: 50}
	startWriters(t, log, 20, 200)
	checkLines(t, log, 20, 200)
	names, err := filepath.Glob(log.Path + ".[0-9]*")
	if err != nil || len(names) == 0 {
		t.Errorf("nothing was rotated: %v", err)
	}
}

func TestRotation(t *testing.T) {
	log := Log{Path: filepath.Join(t.TempDir(), "log"), MaxSize: 20, Keep: 3}
	for i := range 10 {
		musttest.Do(t, log.Append(fmt.Appendf(nil, "line number %d", i))) // 13 bytes, so one a file
	}
	var got []string
	for line := range log.Lines() {
		got = append(got, string(line))
	}
	if want := "line number 7,line number 8,line number 9"; strings.Join(got, ",") != want {
		t.Errorf("got %q", got)
	}
	names, _ := filepath.Glob(log.Path + "*")
	if len(names) != 4 { // three files and the lock
		t.Errorf("files: %q", names)
	}
	// A line longer than a file gets one of its own.
	musttest.Do(t, log.Append(bytes.Repeat([]byte("y"), 50)))
	if b, err := os.ReadFile(log.Path); err != nil || len(b) != 51 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

func TestTornLine(t *testing.T) {
	log := Log{Path: filepath.Join(t.TempDir(), "log"), MaxSize: 1 << 20, Keep: 1}
	long := strings.Repeat("z", 70<<10)
	for _, content := range []string{"one\ntor", "one\ntor\n"} {
		musttest.Write(t, log.Path, content)
		musttest.Do(t, log.Append([]byte("two"), []byte(long), []byte(strings.Repeat("!", maxLine+1)), []byte("three")))
		var got []string
		for line := range log.Lines() {
			got = append(got, string(line))
		}
		if want := []string{"one", "tor", "two", long, "three"}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("after %q: %.80q", content, got)
		}
	}
}

func TestLogFilesArePrivate(t *testing.T) {
	log := Log{Path: filepath.Join(t.TempDir(), "dir", "log"), MaxSize: 1, Keep: 2}
	for range 2 {
		musttest.Do(t, log.Append([]byte("x")))
	}
	for name, want := range map[string]os.FileMode{log.Path: 0o600, log.Path + ".1": 0o600, filepath.Dir(log.Path): 0o700 | os.ModeDir} {
		info, err := os.Stat(name)
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestAppendFails(t *testing.T) {
	dir := t.TempDir()
	musttest.Write(t, filepath.Join(dir, "file"), "")
	for _, path := range []string{dir, filepath.Join(dir, "file", "log")} {
		if err := (Log{Path: path, MaxSize: 1, Keep: 1}).Append([]byte("x")); err == nil {
			t.Errorf("%s: no error", path)
		}
	}
}

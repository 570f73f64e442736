package eventlog

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// recordLines does the job "process lines dir".
func recordLines(job string) {
	var process, lines int
	var dir string
	if _, err := fmt.Sscan(job, &process, &lines, &dir); err != nil {
		panic(err)
	}
	// All begin at once, when the other end is closed.
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		panic(err)
	}
	log := OpenActivity(dir)
	a := full
	a.Time = noon.UnixNano()
	for i := range lines {
		a.ToolUse = fmt.Sprintf("%d-%d", process, i)
		// Lines of many lengths end everywhere in a page.
		a.Key = strings.Repeat("x", i%40)
		if err := log.Append(a); err != nil {
			panic(err)
		}
	}
}

// TestManyProcessesRecord has many processes append to the file of one session at once: no
// line is torn, mixed with another one or lost.
func TestManyProcessesRecord(t *testing.T) {
	t.Parallel()
	processes, lines := 100, 1000
	if testing.Short() {
		processes, lines = 8, 200
	}
	dir := t.TempDir()
	read, write, err := os.Pipe()
	musttest.Do(t, err)
	defer read.Close()
	var started []*exec.Cmd
	for i := range processes {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("JOURNAL_TEST_RECORDER=%d %d %s", i, lines, dir))
		cmd.Stdin, cmd.Stdout, cmd.Stderr = read, t.Output(), t.Output()
		musttest.Do(t, cmd.Start())
		started = append(started, cmd)
	}
	begin := time.Now()
	write.Close()
	for _, cmd := range started {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d lines of %d processes in %v", processes*lines, processes, time.Since(begin))
	content := musttest.Read(t, filepath.Join(dir, noon.Format(dayLayout), session+activitySuffix))
	seen := make(map[string]bool, processes*lines)
	for line := range bytes.Lines(content) {
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if len(line) == 0 {
			continue // somebody saw a line that was not yet whole, and began a new one
		}
		a, err := ParseActivity(line)
		if err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		if seen[a.ToolUse] {
			t.Errorf("%s occurs twice", a.ToolUse)
		}
		seen[a.ToolUse] = true
		id := a.ToolUse
		a.Key, a.ToolUse, a.Time = full.Key, full.ToolUse, full.Time
		if !bytes.Equal(a.JSON(), full.JSON()) {
			t.Errorf("%s: %s", id, line)
		}
	}
	for i := range processes {
		for j := range lines {
			if !seen[fmt.Sprintf("%d-%d", i, j)] {
				t.Errorf("line %d of process %d is lost", j, i)
			}
		}
	}
}

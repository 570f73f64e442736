package tui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// TestIdleSleeps: while nothing changes, the program hardly wakes up, on every place. A wake-up counts for each of its
// threads; a program that drew at 50 frames a second woke up more than 200 times a second.
func TestIdleSleeps(t *testing.T) {
	t.Parallel()
	const most = 100 // a second
	p := newPerson(t, before)
	cmd := p.command()
	term := termtest.Start(t, cmd, 80, 24)
	term.WaitText("Install neverask")
	for place := range 4 {
		term.Key(fmt.Sprint(place + 1))
		n := most + 1.0
		for range 10 { // it may still be reading at first
			start, from := time.Now(), wakeUps(t, cmd.Process.Pid)
			time.Sleep(time.Second)
			if n = float64(wakeUps(t, cmd.Process.Pid)-from) / time.Since(start).Seconds(); n <= most {
				break
			}
		}
		if n > most {
			t.Errorf("place %d: woke up %.0f times a second", place+1, n)
		}
	}
	leave(t, term, "ctrl+c")
}

// wakeUps returns how often the threads of a process have slept until now.
func wakeUps(t *testing.T, pid int) (sum int) {
	t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	musttest.Do(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) { // the thread has ended
			continue
		}
		musttest.Do(t, err)
		_, count, _ := strings.Cut(string(text), "\nvoluntary_ctxt_switches:\t")
		count, _, _ = strings.Cut(count, "\n")
		n, err := strconv.Atoi(count)
		musttest.Do(t, err)
		sum += n
	}
	return sum
}

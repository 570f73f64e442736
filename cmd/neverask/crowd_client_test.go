//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/cmd/neverask/internal/cli"
	"neverask/tui/termtest"
)

// TestClientAndCrowdWriteAtOnce: twenty commands and three screens change the
// file that the real client saves a setting to. The file is valid at every
// moment, nobody's change is lost, and whoever is refused is told so.
func TestClientAndCrowdWriteAtOnce(t *testing.T) {
	l := newLab(t)
	l.Settings(strings.Replace(parkable, "    \"PreToolUse\"", "    \"Stop\": [{\"hooks\": ["+strings.Join(waiting(), ", ")+"]}],\n    \"PreToolUse\"", 1))
	for i := range 20 {
		l.neverask("hooks", "park", l.id(fmt.Sprintf("true crowd-%d", i)), "--yes")
	}
	var parked []struct{ ID string }
	if err := json.Unmarshal([]byte(l.neverask("hooks", "unpark", "--json")), &parked); err != nil || len(parked) != 20 {
		t.Fatalf("parked are %v: %v", parked, err)
	}
	bin := cmdtest.Programs(t)
	start := func(args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, "neverask"), args...)
		l.Adopt(cmd)
		return cmd
	}
	watched, stop := l.watchSettings()

	s := l.Interactive()
	var screens []*termtest.Terminal
	for range 3 {
		screens = append(screens, termtest.Start(t, start(), 100, 30, termtest.StartWith(l.Start), termtest.Timeout(6*time.Minute)))
	}
	for _, term := range screens {
		term.WaitText("Install neverask")
	}
	s.Type("/model sonnet")
	s.WaitText("/model sonnet")
	s.Key("enter") // and while it is at that:
	var crowd sync.WaitGroup
	for i := range 20 {
		crowd.Go(func() {
			if err := insist(func() *exec.Cmd {
				return start("hooks", "unpark", parked[i].ID, "--yes")
			}); err != nil {
				t.Errorf("command %d: %v", i, err)
			}
		})
	}
	for _, term := range screens {
		crowd.Go(func() { installOn(t, term) })
	}
	crowd.Wait()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if text, _ := l.settings(); strings.Contains(text, `"sonnet"`) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the client's setting is not in the file\n%s", s.Screen())
		}
	}
	for _, term := range screens {
		term.Key("ctrl+c")
		if code := term.Wait(); code != 0 || !term.ModesRestored() {
			t.Errorf("the screens end with %d, modes restored %v", code, term.ModesRestored())
		}
	}
	s.Quit()
	close(stop)
	for problem := range watched {
		t.Error(problem)
	}
	l.nothingIsLost()
}

// waiting are twenty handlers for the crowd to park and to put back.
func waiting() (all []string) {
	for i := range 20 {
		all = append(all, fmt.Sprintf(`{"type": "command", "command": "true crowd-%d"}`, i))
	}
	return all
}

// nothingIsLost: the client may save what it read before somebody else wrote; that
// is told as lost. Everything else is in the file.
func (l lab) nothingIsLost() {
	l.t.Helper()
	text, _ := l.settings()
	told := l.neverask("hooks", "restore", "--list")
	for command, name := range map[string]string{
		"true first": "true first", "true parked": "true parked", "true last": "true last", "neverask-hook": "lost: PreToolUse, questions: neverask's own",
	} {
		if !strings.Contains(text, command) && !strings.Contains(told, name) {
			l.t.Errorf("%s is lost:\n%s\n%s", command, text, told)
		}
	}
	for i := range 20 {
		command := fmt.Sprintf(`"true crowd-%d"`, i)
		if n := strings.Count(text, command); n != 1 && !strings.Contains(told, strings.Trim(command, `"`)) {
			l.t.Errorf("%s is %d times in the file, and nothing is told:\n%s\n%s", command, n, text, told)
		}
	}
	l.neverask("uninstall", "--yes")
	if text, _ := l.settings(); strings.Contains(text, "neverask-hook") || !strings.Contains(text, `"sonnet"`) {
		l.t.Errorf("after uninstalling:\n%s", text)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(l.SettingsPath()), ".neverask-*")); len(left) > 0 {
		l.t.Errorf("litter: %v", left)
	}
}

// watchSettings reads the settings all the time and reports what is not valid.
func (l lab) watchSettings() (problems <-chan string, stop chan<- struct{}) {
	found, end := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(found)
		for {
			select {
			case <-end:
				return
			case <-time.After(time.Millisecond):
			}
			b, err := os.ReadFile(l.SettingsPath())
			if err == nil && json.Valid(b) {
				continue
			}
			select {
			case found <- fmt.Sprintf("at one moment the settings were %q, %v", b, err):
			default:
			}
		}
	}()
	return found, end
}

// insist runs a command until it is not refused for what others do. It must say
// so, and leave with the code for that.
func insist(command func() *exec.Cmd) error {
	for range 100 {
		out, err := command().CombinedOutput()
		var ended *exec.ExitError
		switch {
		case err == nil:
			return nil
		case !errors.As(err, &ended) || ended.ExitCode() != cli.Changed || !strings.Contains(string(out), "neverask: "):
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	return errors.New("refused a hundred times")
}

// installOn presses what is on the screen, as a person would, until the hooks are
// installed by whomever.
func installOn(t *testing.T, term *termtest.Terminal) {
	t.Helper()
	steps := []struct{ sees, key string }{
		{"y apply", "y"}, {"Where should", "enter"}, {"i install…", "i"}, {"esc back", "esc"},
	}
	for deadline := time.Now().Add(6 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		screen := term.Screen()
		if strings.Contains(screen, "Installed in ") || strings.Contains(screen, "Nothing to do") {
			return
		}
		if i := slices.IndexFunc(steps, func(s struct{ sees, key string }) bool { return strings.Contains(screen, s.sees) }); i >= 0 {
			term.Key(steps[i].key)
		} else {
			term.Key("enter")
		}
	}
	t.Errorf("the screens do not come to an end:\n%s", term.Screen())
}

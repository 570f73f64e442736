//go:build linux

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// terminal starts a run in a terminal.
func (l lab) terminal(args ...string) *termtest.Terminal {
	l.t.Helper()
	argv := append(l.command("run", "--"), l.claude(args...)...)
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	return termtest.Start(l.t, cmd, 100, 30, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
}

// TestClientRunAsksOnTheTerminal, also for what the installed hook leaves open. Whoever
// presses esc there ends the run.
func TestClientRunAsksOnTheTerminal(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	for _, installed := range []bool{false, true} {
		t.Run(fmt.Sprintf("hooks installed %v", installed), func(t *testing.T) {
			l := newLab(t)
			if installed {
				l.install()
			}
			l.seenRule(libraries(), "--question", library, "--answer", "moment")
			// Which says what the person has answered themselves on the terminal.
			days := l.rule("--question", "Which days?", "--labels", "Mon,Wed")
			several := ct.Choice("Which days?", "Mon", "Tue", "Wed")
			several.MultiSelect = true
			l.Turns(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest"), several), ct.Ask(ct.Choice("Which color?", "red", "blue")))
			log := []string{"Which color? green by you", "Which days? Mon, Wed by you", library + " moment by neverask", runner + " vitest by you"}
			end, code := "finished", 0
			if !installed {
				l.Turns(ct.Ask(ct.Choice("Which size?", "small", "large")))
				log = append(log, "Which size?  by nobody")
				end, code = "Which size?", 7
			}
			l.Turns(ct.Text("finished"))
			term := l.terminal("-p", "hello")
			if screen := term.WaitText(runner); strings.Contains(screen, library) {
				t.Errorf("the decided question is asked:\n%s", screen)
			}
			term.Key("down", "enter")
			term.WaitText("Which days?")
			term.Key("space", "down", "space", "enter") // which the rule has put first
			term.WaitText("Which color?")
			term.Key("3", "enter")
			term.Type("green")
			term.WaitText("green_")
			term.Key("enter")
			if !installed {
				term.WaitFor("the last dialog", func(screen string) bool {
					return strings.Contains(screen, "Which size?") && strings.Contains(screen, "something else")
				})
				term.Key("esc")
			}
			if got := term.Wait(); got != code {
				t.Errorf("exit code %d\n%s", got, term.Screen())
			}
			if screen := term.Screen(); !strings.Contains(screen, end) || !strings.Contains(screen, "? Which days?  Mon, Wed") {
				t.Errorf("the screen is\n%s", screen)
			}
			results := l.toolResults(2)
			l.says(results[0], `="moment"`, `="vitest"`, `="Mon, Wed"`)
			l.says(results[1], "green")
			if out := l.neverask("rules", "list", days); strings.Count(out, "Which days? → Mon, Wed  (dialog)") != 1 {
				t.Errorf("what was answered is not known:\n%s", out)
			}
			l.wantLog(log...)
		})
	}
}

// TestClientRunGivesTheTerminalBack, also when it is ended in a dialog.
func TestClientRunGivesTheTerminalBack(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	l.Turns(ct.Ask(libraries()))
	pid := filepath.Join(l.Root, "pid")
	argv := append([]string{"-c", `sh -c 'echo $$ > "$0"; exec "$@"' "$@"; stty -a; echo over`, "sh", pid}, l.command("run", "--")...)
	cmd := exec.Command("/bin/sh", append(argv, l.claude("-p", "hello")...)...)
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 100, 40, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
	term.WaitText("something else")
	b := musttest.Read(t, pid)
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	musttest.Do(t, err)
	musttest.Do(t, syscall.Kill(n, syscall.SIGTERM))
	if screen := term.WaitText("over"); !strings.Contains(screen, " icanon") || !strings.Contains(screen, "withdrawn") {
		t.Errorf("the screen is\n%s", screen)
	}
}

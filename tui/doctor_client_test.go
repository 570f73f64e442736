//go:build linux

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
	"neverask/tui/termtest"
)

// A settings file with comments and a mistake behind them turns every hook off.
// The doctor shows what its repair takes away, repairs one after the other, and
// the real client runs the hook again.
func TestJourneyFixABrokenFile(t *testing.T) {
	t.Parallel()
	l := ct.New(t)
	bin := filepath.Join(cmdtest.Programs(t), "neverask")
	mark := l.Script("mark.sh", "#!/bin/sh\ncat >/dev/null\ntouch \"$HOME/fired\"\n")
	lines := []string{
		`{`,
		`  // my own settings`,
		`  "env": {"API_TOKEN": "hunter2secret"}, /* never share */`,
		`  "hooks": {`,
		`    "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "` + mark + `"},]}],`,
		`    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true", "timeout": "5"}]}]`,
		`  }`,
		`}`,
	}
	broken := strings.Join(lines, "\n") + "\n"
	lines[2], lines[4] = strings.TrimSuffix(lines[2], " /* never share */"), strings.Replace(lines[4], "},]", "}]", 1)
	lines[5] = strings.Replace(lines[5], `"5"`, "5", 1)
	repaired := strings.Join(append(lines[:1:1], lines[2:]...), "\n") + "\n"
	l.Settings(broken)
	fires := func() bool {
		t.Helper()
		_ = os.Remove(filepath.Join(l.Home, "fired"))
		l.Turns(ct.Text("finished"))
		if r := l.Headless(nil, "-p", "hello"); r.ExitCode != 0 {
			t.Fatalf("%+v", r)
		}
		_, err := os.Stat(filepath.Join(l.Home, "fired"))
		return err == nil
	}
	if fires() {
		t.Fatal("the client runs a hook of the broken file")
	}

	cmd := exec.Command(bin)
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 120, 40)
	term.WaitText("settings.json is broken")
	term.Key("D")
	see(term, "a comment: Claude Code rejects the whole file", "// my own settings", "/* never share */")
	term.Key("b")
	see(term, "Repair ~/.claude/settings.json", "· removes: // my own settings", "· removes: /* never share */")
	if got, _ := os.ReadFile(l.SettingsPath()); string(got) != broken {
		t.Fatal("written before the yes")
	}
	yes(term, "✓ Repaired")
	see(term, "a timeout is not a number")
	term.Key("b")
	see(term, "write the timeout", "Repair ~/.claude/settings.json")
	yes(term, "✓ Repaired")
	term.WaitGone("a timeout is not a number")
	leave(t, term, "ctrl+c")
	if strings.Contains(string(term.Raw()), "hunter2secret") {
		t.Error("a secret was drawn")
	}

	if got, _ := os.ReadFile(l.SettingsPath()); string(got) != repaired {
		t.Errorf("got:\n%s\nwant:\n%s", got, repaired)
	}
	if !fires() {
		t.Error("the client does not run the hook of the mended file")
	}
}

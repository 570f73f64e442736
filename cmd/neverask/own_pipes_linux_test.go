package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// ownFiles returns a home in which neverask has written every file that it opens again.
func ownFiles(t *testing.T, bin, home string) (files []string) {
	t.Helper()
	run := func(stdin, program string, args ...string) {
		t.Helper()
		cmd := inHome(t.Context(), bin, home, program, args...)
		cmd.Stdin = strings.NewReader(stdin)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", program, args, err, out)
		}
	}
	const call = `{"questions":[{"question":"Ready?","header":"Go","multiSelect":false,"options":[{"label":"Yes","description":""},{"label":"No","description":""}]}]}`
	musttest.Write(t, filepath.Join(home, ".claude", "settings.json"), "{}\n")
	musttest.Write(t, filepath.Join(home, ".claude", "projects", "-w", "s.jsonl"), strings.Repeat(
		`{"parentUuid":"p","isSidechain":false,"message":{"content":[{"id":"toolu_1","input":`+call+`,"name":"AskUserQuestion","type":"tool_use"}],"role":"assistant"},"type":"assistant","timestamp":"2026-01-02T06:00:10.000Z","cwd":"/w","sessionId":"s","version":"2.1.329"}`+"\n", 2000))
	run("", "neverask", "install", "--yes")
	run(call, "neverask", "rules", "add", "--question", "Ready?", "--answer", "Yes", "--call", "-", "--yes", "--id", "ready")
	run("", "neverask", "rules", "add", "tool", "Bash", "--act", "ask", "--id", "bash", "--yes")
	musttest.Write(t, filepath.Join(home, ".local", "state", "neverask", "suggestions.jsonl"), "\n")
	run("", "neverask", "log", "--record", "arguments", "--yes")
	for _, event := range []string{"PreToolUse", "PostToolUse"} {
		run(`{"session_id":"s","transcript_path":"/t","cwd":"/w","permission_mode":"default","hook_event_name":"`+event+`","tool_name":"AskUserQuestion","tool_use_id":"u","tool_input":`+call+`,"tool_response":{}}`,
			"neverask-hook")
	}
	run("", "neverask", "off", "--for", "1h")
	run("", "neverask", "status")
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasPrefix(path, filepath.Join(home, ".claude")) {
			files = append(files, path)
		}
		return err
	})
	musttest.Do(t, err)
	return files
}

// inHome returns a program that has only this home.
func inHome(ctx context.Context, bin, home, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, program), args...)
	cmd.Env, cmd.Dir = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}, home
	return cmd
}

// TestOwnFilesAreNotWaitedFor: a pipe that nobody writes to, in the place of any file of neverask's
// own, keeps no command from coming to an end. Each file meets every sixth command, and each command
// every sixth file.
func TestOwnFilesAreNotWaitedFor(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command with every file")
	}
	t.Parallel()
	bin, home := cmdtest.Programs(t), t.TempDir()
	for i, file := range ownFiles(t, bin, home) {
		name, err := filepath.Rel(home, file)
		musttest.Do(t, err)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for j, line := range []string{
				"status", "doctor", "rules list", "rules list ready", "rules suggest", "report", "log", "log --questions", "log --summary", "hooks list", "undo --list",
				"rules edit ready --note n --yes", "rules add --header H --answer A --yes", "install --yes", "off --for 2h", "try -- true", "undo --yes", "uninstall --yes",
			} {
				if (i+j)%6 > 0 {
					continue
				}
				copied := t.TempDir()
				musttest.Do(t, os.CopyFS(copied, os.DirFS(home)))
				musttest.Do(t, os.Remove(filepath.Join(copied, name)))
				musttest.Do(t, syscall.Mkfifo(filepath.Join(copied, name), 0o600))
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				out, err := inHome(ctx, bin, copied, "neverask", strings.Fields(line)...).CombinedOutput()
				if errors.Is(ctx.Err(), context.DeadlineExceeded) {
					t.Errorf("neverask %s waits\n%s", line, out)
				} else if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || len(out) == 0) {
					t.Errorf("neverask %s: %v\n%s", line, err, out)
				}
				cancel()
			}
		})
	}
}

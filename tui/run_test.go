//go:build unix

package tui

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// TestRun shows screens on a terminal, lends it to an editor, changes its size, and copies to its clipboard.
func TestRun(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.Put(userFile, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo done"}]}]}}`)
	editor := filepath.Join(t.TempDir(), "vi")
	musttest.Do(t, os.WriteFile(editor, []byte("#!/bin/sh\nprintf 'editing: '\nread line\n"), 0o700))
	ended := make(chan error)
	// Another process has the terminal as its own, and the screens run in this one.
	term := termtest.Start(t, exec.Command("sleep", "1000"), 80, 24, termtest.StartWith(func(cmd *exec.Cmd) error {
		fd, err := unix.FcntlInt(cmd.Stdin.(*os.File).Fd(), unix.F_DUPFD_CLOEXEC, 0)
		musttest.Do(t, err)
		tty := os.NewFile(uintptr(fd), "tty")
		go func() {
			defer tty.Close()
			ended <- Run(context.Background(), Options{
				Backend: f, Input: tty, Output: tty, Now: func() time.Time { return noon },
				Environ: []string{"TERM=xterm-256color", "VISUAL=" + editor, "PATH=" + os.Getenv("PATH")},
			})
		}()
		return cmd.Start()
	}))
	term.WaitText("neverask")
	term.Key("4")
	term.WaitText("echo done")
	term.Key("c")
	term.WaitText("copied the hook")
	copied := ansi.SetSystemClipboard(`{"type": "command", "command": "echo done"}`)
	term.WaitFor("the copy", func(string) bool { return strings.Contains(string(term.Raw()), copied) })

	term.Key("o")
	if screen := term.WaitText("editing:"); strings.Contains(screen, "echo done") {
		t.Errorf("the editor is drawn over the screens:\n%s", screen)
	}
	if !term.ModesRestored() {
		t.Error("the editor does not get lines")
	}
	term.Type("done\r")
	term.WaitText("echo done")

	term.Resize(100, 30)
	musttest.Do(t, syscall.Kill(os.Getpid(), syscall.SIGWINCH))
	term.WaitText(strings.Repeat("─", 85))
	term.Key(":")
	term.WaitText("Go to or do anything")
	term.Type("\x1b\x1b") // the second one leads to the first place
	term.WaitText("▸1 Home")
	term.Key("ctrl+c")
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !term.ModesRestored() {
		t.Error("input lines, echo or signals are not as before")
	}
}

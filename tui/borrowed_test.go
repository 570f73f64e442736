//go:build unix

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"neverask/settings/musttest"
)

// TestSuspend: after ctrl+z the terminal is as before the program, and afterwards the screens are back, at another size.
func TestSuspend(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("2")
	term.WaitText("Rules ")
	term.Key("ctrl+z")
	term.WaitGone("neverask")
	within(t, term.ModesRestored)
	restored(t, term)
	term.Resize(100, 30)
	within(t, func() bool { // it may not yet wait for the signal
		term.Signal(syscall.SIGCONT)
		return strings.Contains(term.Screen(), "╰"+strings.Repeat("─", 98)+"╯")
	})
	term.Key("1")
	term.WaitText("Install neverask")
	leave(t, term, "ctrl+c")
}

// within waits until something is so.
func within(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within a minute")
		}
	}
}

// TestEditorHasTheTerminal: while the editor runs, the terminal is its own, and what it changed is on the screen after.
func TestEditorHasTheTerminal(t *testing.T) {
	t.Parallel()
	p := newPerson(t, strings.Replace(before, "echo done", "echo old", 1))
	editor := filepath.Join(p.home, "vi")
	musttest.Do(t, os.WriteFile(editor, []byte("#!/bin/sh\nfor f; do :; done\nprintf 'editing: '\nread line\nsed -i \"s/old/$line/\" \"$f\"\n"), 0o700))
	p.env = append(p.env, "VISUAL="+editor)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("4")
	term.WaitText("echo old")
	term.Key("o")
	screen := term.WaitText("editing:")
	if strings.Contains(screen, "echo old") {
		t.Errorf("the editor is drawn over the screens:\n%s", screen)
	}
	restored(t, term)
	term.Type("new\r")
	term.WaitText("echo new")
	term.Key("esc")
	leave(t, term, "ctrl+c")
}

// TestCopyReachesTheTerminal: the terminal gets a copied hook.
func TestCopyReachesTheTerminal(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("4")
	term.WaitText("echo done")
	term.Key("c")
	term.WaitText("copied")
	copied := ansi.SetSystemClipboard(`{ "type": "command", "command": "echo done" }`)
	term.WaitFor("the text", func(string) bool { return strings.Contains(string(term.Raw()), copied) })
	leave(t, term, "ctrl+c")
}

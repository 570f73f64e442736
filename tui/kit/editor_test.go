package kit

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestEditorCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		visual, editor string
		line, col      int
		want           string
	}{
		{"", "vi", 0, 0, "vi|/f"},
		{"", "vi", 7, 0, "vi|+7|/f"},
		{"nano", "vi", 7, 0, "nano|+7|/f"},
		{" ", "/usr/bin/nvim -R", 7, 0, "/usr/bin/nvim|-R|+7|/f"},
		{"emacsclient -t", "", 7, 0, "emacsclient|-t|+7|/f"},
		{"code --wait", "", 7, 0, "code|--wait|--goto|/f:7"},
		{"code --wait", "", 0, 0, "code|--wait|/f"},
		{"Cursor.exe", "", 7, 0, "Cursor.exe|--goto|/f:7"},
		{"codium", "", 7, 0, "codium|--goto|/f:7"},
		{"zed --wait", "", 7, 0, "zed|--wait|/f:7:1"},
		{"subl -w", "", 7, 0, "subl|-w|/f:7:1"},
		{"hx", "", 7, 0, "hx|/f:7:1"},
		{"myedit", "", 7, 0, "myedit|/f"},
		{"nvim -R", "", 7, 3, "nvim|-R|+call cursor(7,3)|/f"},
		{"vi", "", 7, 3, "vi|+7|/f"},
		{"nano", "", 7, 3, "nano|+7,3|/f"},
		{"emacsclient -t", "", 7, 3, "emacsclient|-t|+7:3|/f"},
		{"kak", "", 7, 3, "kak|+7:3|/f"},
		{"code", "", 7, 3, "code|--goto|/f:7:3"},
		{"hx", "", 7, 3, "hx|/f:7:3"},
	} {
		env := map[string]string{"VISUAL": c.visual, "EDITOR": c.editor}
		got, err := EditorCommand(func(name string) string { return env[name] }, "/f", c.line, c.col)
		if err != nil || strings.Join(got, "|") != c.want {
			t.Errorf("VISUAL=%q EDITOR=%q line %d, column %d: %q, %v, want %s", c.visual, c.editor, c.line, c.col, got, err, c.want)
		}
	}
	if _, err := EditorCommand(func(string) string { return "" }, "/f", 1, 0); !errors.Is(err, ErrNoEditor) {
		t.Errorf("without an editor: %v", err)
	}
}

func TestNeedsTerminal(t *testing.T) {
	t.Parallel()
	for editor, want := range map[string]bool{"/usr/bin/Vim.exe": true, "nano": true, "code": false, "./edit.sh": false} {
		if NeedsTerminal(editor) != want {
			t.Errorf("%s: %v", editor, !want)
		}
	}
}

// Somebody who has named no editor gets a usual one, but none from a directory that depends on where they are.
func TestUsualEditor(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a program needs an extension there")
	}
	bin := t.TempDir()
	vi := filepath.Join(bin, "vi")
	musttest.Do(t, os.WriteFile(vi, []byte("#!/bin/sh\n"), 0o755))
	for path, want := range map[string]string{
		"relative" + string(filepath.ListSeparator) + bin: vi + "|+7|/f",
		"": "", ".": "", t.TempDir(): "",
	} {
		got, err := EditorCommand(func(name string) string { return map[string]string{"PATH": path}[name] }, "/f", 7, 0)
		if strings.Join(got, "|") != want || (err == nil) != (want != "") {
			t.Errorf("PATH=%s: %q, %v", path, got, err)
		}
	}
}

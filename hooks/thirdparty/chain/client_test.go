//go:build linux

package chain

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/must"
)

// TestClientShell: a command is run by the shell that the client runs it with,
// also one that names bash.
func TestClientShell(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	line := func(file string) string { return `readlink /proc/$$/exe >` + filepath.Join(lab.Root, file) }
	shells := map[string]string{"system": "", "bash": "bash"}
	var handlers []map[string]any
	for name, shell := range shells {
		h := map[string]any{"type": "command", "command": line(name)}
		if shell != "" {
			h["shell"] = shell
		}
		handlers = append(handlers, h)
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": map[string]any{"UserPromptSubmit": []any{map[string]any{"hooks": handlers}}}}))
	lab.Turns(ct.Text("fine"))
	if r := lab.Headless(nil, "hello"); r.ExitCode != 0 {
		t.Fatalf("%+v", r)
	}
	for name, shell := range shells {
		theirs, err := os.ReadFile(filepath.Join(lab.Root, name))
		must.Do(t, err)
		out := Command{Line: line("ours"), Shell: shell, Limit: time.Minute}.Run(context.Background(), nil, os.Environ(), lab.Root, nil)
		ours, err := os.ReadFile(filepath.Join(lab.Root, "ours"))
		if err != nil || out.Exit != 0 {
			t.Fatalf("%+v, %v", out, err)
		}
		if string(ours) != string(theirs) {
			t.Errorf("shell %q: run by %s, by the client %s", shell, ours, theirs)
		}
	}
}

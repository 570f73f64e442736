package control_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/control"
	"neverask/settings/must"
)

// TestClientDeepCallIsRefused: the model writes an input that nests deeper than is
// read. The client waits for ever when nobody answers, and the run has its result.
func TestClientDeepCallIsRefused(t *testing.T) {
	for name, entries := range map[string][]control.Entry{
		"permission": nil,
		"guard":      {on(hooks.EventPreToolUse, "", always(control.OK()))},
	} {
		t.Run(name, func(t *testing.T) {
			input := `{"questions":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`
			lab := newLab(t, ct.ToolUse("mcp__x__AskUserQuestion", json.RawMessage(input)), ct.Text("finished"))
			var args []string
			for _, arg := range lab.MCPServer("x", ct.OK) {
				if entries != nil || !strings.HasPrefix(arg, "--allowedTools") {
					args = append(args, arg)
				}
			}
			w := begin(t, lab, register(t, always(control.Allow()), entries...), args...)
			if m := w.finish(); m.Value.Get("result").String() != "finished" {
				t.Errorf("got %s", m.Line)
			}
			if r := w.toolResult(0); !r.IsError || !strings.Contains(r.Text, "the request cannot be read") {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// TestClientModeOfTheSettings: a callback that will not be asked is warned of,
// once. Without settings it is asked, and the other tests hear of no such warning.
func TestClientModeOfTheSettings(t *testing.T) {
	for _, tt := range []struct {
		settings string
		args     []string
		want     string // of all warnings
	}{
		{`{"permissions":{"defaultMode":"plan"}}`, nil, ""},
		{`{"permissions":{"defaultMode":"dontAsk"}}`, nil, "permission mode dontAsk, of the settings: the permission callback is not asked about anything"},
		{`{"permissions":{"defaultMode":"dontAsk"}}`, []string{"--permission-mode", "default"}, ""},
		{`{}`, []string{"--permission-mode", "dontAsk"}, "--permission-mode dontAsk: the permission callback is not asked about anything"},
	} {
		t.Run(fmt.Sprint(tt.settings, tt.args), func(t *testing.T) {
			lab := newLab(t)
			lab.Settings(tt.settings)
			cmd := lab.Command(tt.args...)
			var warned []string
			s, err := control.Start(t.Context(), control.Options{
				Client: cmd.Args[:1], Args: cmd.Args[1:], Dir: cmd.Dir, Env: cmd.Env, Registry: register(t, always(control.Allow())),
				Start: func(c *exec.Cmd) error { return lab.Start(c) },
				Warn:  func(text string) { warned = append(warned, text) },
			})
			must.Do(t, err)
			s.Close()
			if got := strings.Join(warned, "; "); got != tt.want {
				t.Errorf("warned %q, want %q", got, tt.want)
			}
		})
	}
}

func TestClientPermissionUpdateIsWritten(t *testing.T) {
	lab := newLab(t)
	command := "touch " + filepath.Join(lab.Root, "made")
	lab.Turns(bash(command), bash(command), ct.Text("finished"))
	update, err := control.AddRules(control.ToLocalSettings, control.BehaviorAllow, control.Rule{Tool: "Bash", Content: command})
	must.Do(t, err)
	directory, err := control.AddDirectories(control.ToSession, lab.Root)
	must.Do(t, err)
	asked := 0
	w := begin(t, lab, register(t, control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		if asked++; len(in.Suggestions) == 0 {
			t.Errorf("no suggestions in %s", in.Raw.Raw())
		}
		return control.AllowPermanently(update, directory), nil
	})))
	w.finish()
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	b, err := os.ReadFile(filepath.Join(lab.Project, ".claude", "settings.local.json"))
	if err != nil || !strings.Contains(string(b), "Bash("+command+")") {
		t.Errorf("got %s, %v", b, err)
	}
}

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
	"neverask/settings/musttest"
)

// TestClientDeepCallIsRefused: the model writes an input that nests deeper than is
// read. The client waits for ever when nobody answers, and the run has its result.
func TestClientDeepCallIsRefused(t *testing.T) {
	ct.Daily(t, 3)
	input := json.RawMessage(`{"questions":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`)
	const permission, guard = "mcp__x__AskUserQuestion", "mcp__y__AskUserQuestion"
	lab := newLab(t, ct.ToolUse(permission, input), ct.ToolUse(guard, input), ct.Text("finished"))
	var args []string
	for _, arg := range append(lab.MCPServer("x", ct.OK), lab.MCPServer("y", ct.OK)...) {
		if arg != "--allowedTools="+permission {
			args = append(args, arg)
		}
	}
	allow := control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		t.Errorf("asked about %s", in.ToolName)
		return control.Allow(), nil
	})
	w := begin(t, lab, register(t, allow, on(hooks.EventPreToolUse, guard, allow)), args...)
	if m := w.finish(); m.Value.Get("result").String() != "finished" {
		t.Errorf("got %s", m.Line)
	}
	for n, place := range []string{"permission", "guard"} {
		if r := w.toolResult(n); !r.IsError || !strings.Contains(r.Text, "the request cannot be read") {
			t.Errorf("%s: got %+v", place, r)
		}
	}
}

// TestClientModeOfTheSettings: the client tells its mode, so that a callback that will not
// be asked is warned of. TestCheckMode has the other modes.
func TestClientModeOfTheSettings(t *testing.T) {
	ct.Daily(t, 3)
	for _, tt := range []struct {
		settings string
		args     []string
		want     string // of all warnings
	}{
		{`{"permissions":{"defaultMode":"dontAsk"}}`, nil, "permission mode dontAsk, from the settings: the permission callback is not asked about anything"},
		{`{"permissions":{"defaultMode":"dontAsk"}}`, []string{"--permission-mode", "default"}, ""},
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
			musttest.Do(t, err)
			s.Close()
			if got := strings.Join(warned, "; "); got != tt.want {
				t.Errorf("warned %q, want %q", got, tt.want)
			}
		})
	}
}

func TestClientPermissionUpdateIsWritten(t *testing.T) {
	ct.Daily(t, 3)
	lab := newLab(t)
	command := "touch " + filepath.Join(lab.Root, "made")
	lab.Turns(bash(command), bash(command), ct.Text("finished"))
	update, err := control.AddRules(control.ToLocalSettings, control.BehaviorAllow, control.Rule{Tool: "Bash", Content: command})
	musttest.Do(t, err)
	directory, err := control.AddDirectories(control.ToSession, lab.Root)
	musttest.Do(t, err)
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

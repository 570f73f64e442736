package trial

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// site returns a home directory with settings, a project, and what finds them.
func site(t *testing.T, user string) (Options, []config.Hook) {
	t.Helper()
	home := t.TempDir()
	project := filepath.Join(home, "project")
	for _, dir := range []string{filepath.Join(home, ".claude"), project} {
		musttest.Do(t, os.MkdirAll(dir, 0o700))
	}
	musttest.Write(t, filepath.Join(home, ".claude", "settings.json"), user)
	where := config.Site{Locations: settings.Locations{Home: home, Dir: project}, GOOS: "linux", ManagedDir: filepath.Join(home, "none")}
	o := Options{
		Sources: config.Find(where), Transcripts: filepath.Join(home, ".claude", "projects"),
		Around: conflict.CommandEnv{Home: home, Project: project, Env: append([]string{"PATH=" + os.Getenv("PATH")}, config.Variables(where)...)},
	}
	return o, o.Sources.Hooks()
}

func TestPrepareTakesAPastCall(t *testing.T) {
	t.Parallel()
	o, all := site(t, `{"hooks": {"PreToolUse": [{"matcher": "Bash|Read", "hooks": [{"type": "command", "command": "x", "if": "Bash(git *)"}]}],
 "PostToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "y"}]}, {"matcher": "Write", "hooks": [{"type": "command", "command": "z"}]}]}}`)
	call := func(id, tool, input, project string) string {
		return fmt.Sprintf(`{"type":"assistant","sessionId":"s","cwd":%q,"timestamp":"2026-11-21T06:00:00Z","message":{"content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}]}}`+"\n", project, id, tool, input)
	}
	write := func(project, name string, lines ...string) {
		t.Helper()
		dir := filepath.Join(o.Transcripts, transcript.Folder(project))
		musttest.Do(t, os.MkdirAll(dir, 0o700))
		musttest.Write(t, filepath.Join(dir, name), strings.Join(lines, ""))
	}
	here := o.Around.Project
	write(here, "a.jsonl",
		call("1", "Bash", `{"command":"git status"}`, here), call("2", "Bash", `{"command":"git push"}`, here), call("3", "Bash", `{"command":"ls"}`, here), call("4", "Read", `{}`, here))
	write("/elsewhere", "b.jsonl",
		call("5", "Bash", `{"command":"git log"}`, "/elsewhere"), call("6", "Edit", `{"file_path":"/x"}`, "/elsewhere"),
		`{"type":"user","toolUseResult":{"filePath":"/x"},"message":{"content":[{"type":"tool_result","tool_use_id":"6"}]}}`+"\n")
	for i, want := range []string{
		`past "` + here + `" {"command":"git push"} `, `past "/elsewhere" {"file_path":"/x"} {"filePath":"/x"}`, `made-up "" `,
	} {
		p, err := Prepare(context.Background(), o, all[i], Input{})
		musttest.Do(t, err)
		payload, err := hooks.Parse([]byte(p.Call.Payload))
		musttest.Do(t, err)
		got := fmt.Sprintf("%s %q %s %s", p.Call.Origin, p.Call.Project, payload.Get("tool_input").Raw(), payload.Get("tool_response").Raw())
		if !strings.HasPrefix(got, want) || p.Doubt != "" {
			t.Errorf("%s: got %s, doubt %q, want %s", all[i].Handler.Command, got, p.Doubt, want)
		}
	}
}

func TestPrepareTakesWhatIsGiven(t *testing.T) {
	t.Parallel()
	o, all := site(t, `{"env": {"WORD": "said", "COUNT": 3}, "hooks": {
 "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "a", "if": "Bash(git push:*)"}]}, {"matcher": "mcp__shop__.*", "hooks": [{"type": "command", "command": "b"}]}, {"hooks": [{"type": "prompt", "prompt": "c"}]}],
 "Stop": [{"hooks": [{"type": "command", "command": "d", "timeout": 7}]}], "Stopped": [{"hooks": [{"type": "command", "command": "e"}]}],
 "SessionStart": [{"matcher": "resume", "hooks": [{"type": "command", "command": "f"}]}]}}`)
	hook := func(command string) config.Hook {
		return all[slices.IndexFunc(all, func(h config.Hook) bool { return h.Handler.Summary() == command })]
	}
	for _, tt := range []struct {
		command string
		in      Input
		want    string // in the payload, or in the error
	}{
		{"a", Input{}, `"tool_input":{"command":"git push"}`},
		{"a", Input{JSON: []byte(`{"command": "git  push"}`)}, `"tool_input":{"command": "git  push"}`},
		{"a", Input{JSON: []byte(`{"hook_event_name":"PreToolUse","tool_name":"Read"}`)}, `{"hook_event_name":"PreToolUse","tool_name":"Read"}`},
		{"a", Input{JSON: []byte(`{"hook_event_name":"Stop"}`)}, "payload of Stop"},
		{"a", Input{JSON: []byte(`[]`)}, "not a JSON object"},
		{"a", Input{JSON: []byte(`{`)}, "the input: "},
		{"b", Input{}, "give one with --value"},
		{"b", Input{Value: "mcp__shop__buy"}, `"tool_name":"mcp__shop__buy"`},
		{"c", Input{}, "of type prompt"},
		{"d", Input{}, `"stop_hook_active":false`},
		{"d", Input{JSON: []byte(`{"x":1}`)}, "no hook_event_name"},
		{"e", Input{}, "there is no event Stopped"},
		{"f", Input{}, `"source":"resume"`},
	} {
		p, err := Prepare(context.Background(), o, hook(tt.command), tt.in)
		if got := fmt.Sprint(string(p.Call.Payload), err); !strings.Contains(got, tt.want) {
			t.Errorf("%s, %s: got %s, want %s", tt.command, tt.in.JSON, got, tt.want)
		}
	}
	p, err := Prepare(context.Background(), o, hook("a"), Input{JSON: []byte(`{"command":"ls"}`)})
	if err != nil || !strings.Contains(p.Doubt, "would not run it for this call") || !slices.Contains(p.env, "WORD=said") || !slices.Contains(p.env, "COUNT=3") {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := Prepare(context.Background(), o, hook("d"), Input{}); err != nil || p.LimitMS != 7000 || p.Shell != "/bin/sh" || p.Dir != o.Around.Project {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestEveryEventCanBeMadeUp: the payloads that are made up are read as what they are.
func TestEveryEventCanBeMadeUp(t *testing.T) {
	t.Parallel()
	for _, event := range hooks.Events() {
		if event == hooks.EventPreToolUse || event == hooks.EventPermissionRequest {
			continue // in one file with the others they are found, too, and above
		}
		o, all := site(t, fmt.Sprintf(`{"hooks": {%q: [{"hooks": [{"type": "command", "command": "x"}]}]}}`, event))
		p, err := Prepare(context.Background(), o, all[0], Input{})
		if err != nil {
			t.Errorf("%s: %v", event, err)
			continue
		}
		payload, err := hooks.ParsePayload(p.Call.Payload)
		if err != nil || payload.Base().Event != event || p.Doubt != "" {
			t.Errorf("%s: %v, %q: %s", event, err, p.Doubt, p.Call.Payload)
			continue
		}
		about, _ := dispatch.Describe(event)
		if value := payload.Base().Document.Get(dispatch.Member(event)).String(); (about.Filter != "") != (value != "") {
			t.Errorf("%s: it is about %q", event, value)
		}
	}
}

func TestRunGivesWhatWasPlanned(t *testing.T) {
	t.Parallel()
	o, all := site(t, `{"env": {"WORD": "said"}, "hooks": {"SessionStart": [{"hooks": [
 {"type": "command", "command": "read -r line; echo \"$WORD $CLAUDE_PROJECT_DIR $(pwd -P) $CLAUDE_CODE_SESSION_ID $line\"; echo \"X=$PASSWORD\" >\"$CLAUDE_ENV_FILE\"; echo \"token=abcdefghij0123456789\" >&2; exit 1"}]}]}}`)
	p, err := Prepare(context.Background(), o, all[0], Input{})
	musttest.Do(t, err)
	r, err := p.Run(context.Background())
	musttest.Do(t, err)
	resolved, _ := filepath.EvalSymlinks(p.Dir)
	if want := fmt.Sprintf("said %s %s neverask-sample %s\n", p.Dir, resolved, p.Call.Payload); r.Stdout != want || r.Exit != 1 || r.TookMS <= 0 {
		t.Errorf("got %+v, want %s", r, want)
	}
	if r.Outcome != Nothing || strings.Contains(r.Redacted().Stderr, "abcdefghij") || !strings.Contains(r.Stderr, "abcdefghij") {
		t.Errorf("got %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Run(ctx); err == nil {
		t.Error("a run that was interrupted is a result")
	}
}

// TestQuestionIsKept: what a handler does with a made-up question is what reviews count
// until its program changes.
func TestQuestionIsKept(t *testing.T) {
	t.Parallel()
	o, all := site(t, `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "sh ./deny.sh"}]}, {"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]}}`)
	o.Tools, o.Tests, o.Now = []string{"AskUserQuestion"}, filepath.Join(o.Around.Home, "state", "tests.json"), time.Now
	if _, err := Prepare(t.Context(), o, all[1], Input{Question: true}); err == nil || !strings.Contains(err.Error(), "does not run for questions") {
		t.Errorf("a hook for other tools: %v", err)
	}
	script := filepath.Join(o.Around.Project, "deny.sh")
	musttest.Write(t, script, "cat >asked\n./other\n")
	musttest.Do(t, os.WriteFile(filepath.Join(o.Around.Project, "other"), []byte("#!/bin/sh\necho no >&2\nexit 2\n"), 0o700))
	p, err := Prepare(t.Context(), o, all[0], Input{Question: true})
	musttest.Do(t, err)
	if len(conflict.ReadTests(o.Tests)) > 0 || p.Call.Origin != MadeUp || p.Call.Value != "AskUserQuestion" {
		t.Errorf("prepared: %+v", p.Call)
	}
	verdict := func() conflict.Verdict {
		found, err := conflict.Review(t.Context(), conflict.Options{
			Sources: o.Sources, Tools: o.Tools, Around: o.Around, Ours: func(config.Handler) bool { return false }, Tests: conflict.ReadTests(o.Tests),
		})
		musttest.Do(t, err)
		return found[0].Verdict
	}
	if v := verdict(); v != conflict.Unknown {
		t.Errorf("before the test: %s", v)
	}
	r, err := p.Run(t.Context())
	musttest.Do(t, err)
	asked, _ := os.ReadFile(filepath.Join(o.Around.Project, "asked"))
	if r.Outcome != Refuses || !strings.Contains(string(asked), "Which color should the button have?") {
		t.Errorf("%s, asked %s", r.Outcome, asked)
	}
	if v := verdict(); v != conflict.Denies {
		t.Errorf("after the test: %s", v)
	}
	musttest.Write(t, script, "./another\n")
	if v := verdict(); v != conflict.Unknown {
		t.Errorf("after a change: %s", v)
	}
}

// TestCallIsNamed: a person is told whether the call is one that was made, and of which kind it is.
func TestCallIsNamed(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]Call{
		"a made-up PreToolUse Bash call":   {Origin: MadeUp, Event: hooks.EventPreToolUse, Value: "Bash"},
		"a made-up Stop event":             {Origin: MadeUp, Event: hooks.EventStop},
		"a made-up SessionStart new event": {Origin: MadeUp, Event: hooks.EventSessionStart, Value: "new"},
		"PostToolUse Edit":                 {Origin: Past, Event: hooks.EventPostToolUse, Value: "Edit"},
	} {
		if got := c.Name(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

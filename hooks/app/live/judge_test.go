package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/offline"
	"neverask/settings/must"
)

// TestJudgeNoticesTheClient: what the client did counts, not what is predicted.
func TestJudgeNoticesTheClient(t *testing.T) {
	p := newPerson(t)
	p.write("home/.claude/settings.json", object{"hooks": object{
		"PreToolUse": []object{p.handler("Bash", nil), p.handler("Read", nil), p.handler("-", nil), p.handler("Edit", nil)}, "PreToolUsee": []object{p.handler("-", nil)},
	}})
	o := p.options(config.Site{})
	o.Managed = nil
	plan, err := Prepare(o)
	must.Do(t, err)
	r := run{Plan: plan, place: offline.Place{Root: t.TempDir()}}
	must.Do(t, os.Mkdir(record(r.place), 0o700))
	for _, name := range []string{witness, "1", "2"} {
		call := `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"true"}}`
		must.Do(t, Record([]string{record(r.place), name}, strings.NewReader(call)))
	}
	result, err := r.judge()
	must.Do(t, err)
	var got []string
	for _, h := range result.Handlers {
		got = append(got, string(h.State)+": "+h.Why)
	}
	for i, want := range []string{"never: it did not fire for PreToolUse Bash, for which it should", "fires: ", "fires: ", "not-tried: no PreToolUse Edit happened", "never: Claude Code knows no such event"} {
		if i >= len(got) || !strings.HasPrefix(got[i], want) {
			t.Errorf("handler %d: got %q, want %s", i, got, want)
		}
	}
	if d := result.Disagreements; len(d) != 2 || d[0].ID != result.Handlers[0].ID || d[0].Fires || d[1].ID != result.Handlers[1].ID || !d[1].Fires {
		t.Errorf("disagreements %+v", d)
	}
	for _, args := range [][]string{nil, {"x"}, {record(r.place), "../x"}} {
		if err := Record(args, strings.NewReader("{}")); err == nil {
			t.Errorf("%q is recorded", args)
		}
	}
}

// TestCallsDoNoHarm: what a rule names is never run, and is never outside of the project.
func TestCallsDoNoHarm(t *testing.T) {
	for rule, want := range map[string]string{
		"Bash(git push:*)":       "true || git push",
		"Bash(rm -rf /*)":        "true || rm -rf /",
		"Bash(npm run * --fix)":  "true || npm run x --fix",
		"Bash(x; rm -rf /)":      "true",
		"Bash(x || rm -rf /)":    "true",
		"Bash(x & rm -rf /)":     "true",
		"Bash(x\nrm -rf /)":      "true",
		"Bash($(rm -rf /))":      "true",
		"Bash(`rm`:*)":           "true",
		"Bash(A=1)":              "true",
		"Bash({ rm; })":          "true",
		"Bash(! rm)":             "true",
		"Bash(rm > /etc/passwd)": "true",
		"Bash(if)":               "true",
		"Bash(*)":                "true",
		"Read(~/.ssh/id)":        "true",
	} {
		v, err := hooks.Parse(input("Bash", hooks.EventPreToolUse, rule))
		if got := v.Get("command").String(); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", rule, got, want, err)
		}
	}
	for rule, want := range map[string]string{
		"Edit(src/**)": "src/file", "Edit(**/*.go)": "any/x.go", "Edit(/docs/a.md)": "docs/a.md",
		"Edit(~/.bashrc)": "README.md", "Edit(//etc/passwd)": "README.md", "Edit(../x)": "README.md", "Edit(a/../../x)": "README.md", "Edit(.claude/settings.json)": "README.md",
	} {
		v, err := hooks.Parse(input("Edit", hooks.EventPreToolUse, rule))
		if got := v.Get("file_path").String(); err != nil || got != "DIR/"+want {
			t.Errorf("%s: %q, want %q (%v)", rule, got, want, err)
		}
	}
	for _, name := range madeUp(hooks.EventSubagentStart, "../../x|explore") {
		if name == "explore" || filepath.Base(name) != name || strings.HasPrefix(name, ".") {
			t.Errorf("made up: %q", name)
		}
	}
}

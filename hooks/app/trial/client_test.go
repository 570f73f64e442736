//go:build linux

package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

// tries are handlers at PreToolUse, each told of one command that needs permission.
var tries = []string{
	`"command": "true"`,
	`"command": "exit 1"`,
	`"command": "echo no >&2; exit 2"`,
	`"command": "echo no; exit 2"`,
	`"command": "exit 1", "onFailure": "block"`,
	`"command": "sleep 9", "timeout": 1`,
	`"command": "sleep 9", "timeout": 1, "onFailure": "block"`,
	`"command": "no-such-program-anywhere"`,
	`"command": "no-such-program-anywhere", "args": []`,
	`"command": "no-such-program-anywhere", "args": [], "onFailure": "block"`,
	`"command": "echo '{\"x'", "onFailure": "block"`,
	`"command": "echo '{\"decision\": 5}'"`,
	`"command": "echo '{\"decision\": 5}'", "onFailure": "block"`,
	`"command": "echo '{\"decision\": \"block\", \"reason\": \"no\"}'"`,
	`"command": "echo '{\"decision\": \"block\", \"reason\": \"no\"}'; exit 1"`,
	`"command": "echo words; echo '{\"decision\": \"block\", \"reason\": \"no\"}'"`,
	`"command": "echo '{\"decision\": \"approve\"}'"`,
	`"command": "echo '{\"permissionDecision\": \"deny\"}'"`,
	`"command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"allow\"}}'"`,
	`"command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"allow\"}}'; exit 2"`,
	`"command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PostToolUse\", \"permissionDecision\": \"allow\"}}'"`,
	`"command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"additionalContext\": \"CONTEXT\"}}'"`,
	`"command": "echo '{\"systemMessage\": \"m\"}'", "async": true`,
	`"command": "echo no >&2; exit 2", "async": true`,
	`"command": "echo '{\"async\": true}'; echo no >&2; exit 2"`,
	`"command": "kill -9 $$"`,
	`"command": "[[ x == x ]] && echo '{\"decision\": \"block\"}'", "shell": "bash"`,
}

// TestClientAgreesOnOutcomes: the outcomes told for a handler are those that the client has.
func TestClientAgreesOnOutcomes(t *testing.T) {
	ct.Daily(t, 2)
	t.Parallel()
	lab := ct.New(t)
	var groups []string
	var turns []ct.Turn
	command := func(i int) string { return fmt.Sprintf("touch made-%d", i) }
	for i, members := range tries {
		groups = append(groups, fmt.Sprintf(`{"matcher": "Bash", "hooks": [{"type": "command", "if": "Bash(%s)", %s}]}`, command(i), members))
		turns = append(turns, ct.ToolUse("Bash", map[string]string{"command": command(i), "description": "d"}))
	}
	lab.Settings(`{"hooks": {"PreToolUse": [` + strings.Join(groups, ",") + `]}}`)
	lab.Turns(append(turns, ct.Text("finished"))...)
	if r := lab.Headless(nil, "hello", "--permission-mode=default"); r.ExitCode != 0 {
		t.Fatalf("%+v", r)
	}
	results := lab.ToolResults()
	if len(results) != len(tries) {
		t.Fatalf("%d results of %d calls", len(results), len(tries))
	}
	site := config.Site{Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux", ManagedDir: filepath.Join(lab.Home, "none")}
	o := Options{Sources: config.Find(site), Around: conflict.CommandEnv{Home: lab.Home, Project: lab.Project, Env: os.Environ()}}
	for i, h := range o.Sources.Hooks() {
		input, _ := json.Marshal(map[string]string{"command": command(i)})
		p, err := Prepare(context.Background(), o, h, Input{Value: "Bash", JSON: input})
		if err != nil || p.Doubt != "" {
			t.Fatalf("%v, %q", err, p.Doubt)
		}
		r, err := p.Run(context.Background())
		musttest.Do(t, err)
		_, statErr := os.Stat(filepath.Join(lab.Project, fmt.Sprintf("made-%d", i)))
		comes := map[bool]Outcome{true: Allows, false: Nothing}[statErr == nil]
		if results[i].IsError && strings.Contains(results[i].Text, "hook error") {
			comes = Refuses
		}
		says := r.Outcome
		if says == Background || says == Tells {
			says = Nothing // of the call itself
		}
		if says != comes {
			t.Errorf("%s: said is %s (%s), and the call: %s\n%.300s", tries[i], r.Outcome, r.Effect, comes, results[i].Text)
		}
	}
	if last := lab.Requests(); !slices.ContainsFunc(last, func(r ct.Request) bool { return strings.Contains(r.Text(), "CONTEXT") }) {
		t.Error("the context did not reach the model")
	}
}

// ofTheSession are variables that name what belongs to one session, or that the test
// itself gives the client.
var ofTheSession = []string{
	"ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "BUN_JSC_useDFGJIT", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL",
	"CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "LANG", "TERM", "TMPDIR",
	"CLAUDE_CODE_CHILD_NOTES_DIR", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_PID", "AI_AGENT",
	"COREPACK_ENABLE_AUTO_PIN", "NoDefaultCurrentDirectoryInExePath", "PWD", "OLDPWD", "SHLVL", "_",
}

// TestClientEnvironment: a handler has the variables that it has under the client,
// those of settings and of its plugin among them, the latter with their values.
func TestClientEnvironment(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	lab := ct.New(t)
	names := `env | sed -n 's/^\\(CLAUDE_P[LR][^ ]*\\|[A-Za-z_][A-Za-z_0-9]*=\\).*/\\1/p' | sort >`
	lab.Settings(`{"env": {"OF_SETTINGS": "x"}, "hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "` + names + lab.Root + `/user"}]}]}}`)
	plugin := filepath.Join(lab.Root, "plugin")
	for name, text := range map[string]string{
		".claude-plugin/plugin.json": `{"name": "plugin"}`,
		"hooks/hooks.json":           `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "` + names + lab.Root + `/plugged"}]}]}}`,
	} {
		path := filepath.Join(plugin, name)
		musttest.Write(t, path, text)
	}
	lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	if r := lab.Headless(nil, "hello", "--plugin-dir="+plugin); r.ExitCode != 0 {
		t.Fatalf("%+v", r)
	}
	read := func(name string) []string {
		t.Helper()
		b := musttest.Read(t, filepath.Join(lab.Root, name))
		return slices.DeleteFunc(strings.Fields(string(b)), func(v string) bool { return slices.Contains(ofTheSession, strings.TrimSuffix(v, "=")) })
	}
	theirs := map[string][]string{"user": read("user"), "plugged": read("plugged")}
	site := config.Site{Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux", ManagedDir: filepath.Join(lab.Home, "none"), PluginDirs: []string{plugin}}
	o := Options{Sources: config.Find(site), Around: conflict.CommandEnv{Home: lab.Home, Project: lab.Project, Env: append([]string{"PATH=" + os.Getenv("PATH")}, config.Variables(site)...)}}
	for _, h := range o.Sources.Hooks() {
		p, err := Prepare(context.Background(), o, h, Input{})
		musttest.Do(t, err)
		if r, err := p.Run(context.Background()); err != nil || r.Exit != 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		name := h.Handler.Command[strings.LastIndexByte(h.Handler.Command, '/')+1:]
		if ours := read(name); !slices.Equal(ours, theirs[name]) {
			t.Errorf("%s:\nours   %q\nclient %q", name, ours, theirs[name])
		}
	}
}

package doctor

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// parts are what random settings are made of.
var parts = struct{ events, matchers, handlers []string }{
	events:   []string{"PreToolUse", "PostToolUse", "SessionStart", "Stop", "Notification", "PermissionRequest", "Setup", "Nonsense"},
	matchers: []string{"", "Bash", "bash", "mcp__memo__.*", "mcp__memo", "(", "*", "Bash|Edti", "startup", "mcp__.*__write.*", "Bash(git *)", "|"},
	handlers: []string{
		`{"type": "command", "command": "true"}`, `{"type": "command", "command": "/none/guard.sh"}`, `{"type": "command", "command": "no-such-program"}`,
		`{"type": "command", "command": "~/z.sh", "args": []}`, `{"type": "command", "command": "true", "if": "Bash(git *)"}`, `{"type": "command", "command": "true", "if": "Bsh"}`,
		`{"type": "http", "url": "http://localhost/x"}`, `{"type": "http", "url": "localhost:80/x"}`, `{"type": "prompt", "prompt": "x"}`, `{"type": "agent", "prompt": "x"}`,
		`{"type": "mcp_tool", "server": "s", "tool": "t"}`, `{"type": "command", "command": "cd sub && ./guard.sh"}`, `{"type": "command", "command": "bash -c '/none/x'"}`,
		`{"type": "command", "command": "C:\\Users\\me\\guard.cmd"}`, `{"type": "command", "command": ""}`,
	},
}

// TestFacesAgree: of the hooks of random settings the doctor finds an error with exactly
// those that Home, status and the list count among the failing, and each has a reason.
func TestFacesAgree(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	for range 30 {
		root := t.TempDir()
		for _, file := range []string{"home/.claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"} {
			var events []string
			for _, e := range slices.Compact(slices.Sorted(slices.Values([]string{pick(parts.events), pick(parts.events), pick(parts.events)}))) {
				var groups []string
				for range 1 + random.IntN(3) {
					groups = append(groups, fmt.Sprintf("{\"matcher\": %q, \"hooks\": [\n%s]}", pick(parts.matchers), pick(parts.handlers)))
				}
				events = append(events, fmt.Sprintf("%q: [%s]", e, strings.Join(groups, ",\n")))
			}
			extra := ""
			if random.IntN(4) == 0 {
				extra = `"allowedHttpHookUrls": [], `
			}
			put(t, root, file, "{"+extra+"\"hooks\": {"+strings.Join(events, ",\n")+"}}")
		}
		o := Options{Planner: fixture(t, root), Env: []string{"PATH=" + os.Getenv("PATH")}}
		agree(t, o)
	}
}

// agree compares what the doctor finds with the states of the hooks. A matcher stands in the
// line of its handler or in the one before; what Claude Code rejects is no hook.
func agree(t *testing.T, o Options) {
	t.Helper()
	sources := o.Planner.Sources()
	hooks := sources.Hooks()
	states := o.Standings(sources)
	failing := dispatch.Failing(states)
	here := func(f Finding, h config.Hook) bool {
		event := f.ID == "event-unknown" && strings.Contains(f.Message, strconv.Quote(h.Group.Event))
		return f.File == h.Source.File && (event || f.Line == h.Handler.Line || f.Line == h.Handler.Line-1 && f.Off == config.OffGroup)
	}
	var found []Finding
	for _, f := range Hooks(o) {
		if f.StopsHook() {
			found = append(found, f)
		}
	}
	for _, i := range failing {
		h := hooks[i]
		if states[i].Why == "" {
			t.Errorf("%s at %s is said to be %s, and not why", h.Handler.Raw, h.Group.Event, states[i].State)
		}
		if !slices.ContainsFunc(found, func(f Finding) bool { return here(f, h) }) {
			t.Errorf("%s at %s is %s (%s), and the doctor finds nothing", h.Group.Raw, h.Group.Event, states[i].State, states[i].Why)
		}
	}
	for _, f := range found {
		works := func(i int) bool { return here(f, hooks[i]) && states[i].State == dispatch.Active }
		fails := slices.ContainsFunc(failing, func(i int) bool { return here(f, hooks[i]) })
		for i := range hooks {
			if works(i) && !fails {
				t.Errorf("the doctor finds %+v, and %s at %s is active", f, hooks[i].Group.Raw, hooks[i].Group.Event)
			}
		}
	}
}

// TestFacesAgreeOnTables: the same for the samples of the tables, each in one of the scopes.
func TestFacesAgreeOnTables(t *testing.T) {
	t.Parallel()
	scopes := []string{userFile, "project/.claude/settings.json", "project/.claude/settings.local.json"}
	for i, s := range samples(t) {
		scope := scopes[i%len(scopes)]
		moved := sample{name: s.name, files: map[string]string{}}
		for path, text := range s.files {
			if path == userFile {
				path = scope
			}
			moved.files[path] = text
		}
		root := t.TempDir()
		in := moved.lay(t, root, filepath.Join(root, "record"))
		t.Run(s.name+" in "+scope, func(t *testing.T) { agree(t, Options{Planner: in, Env: environment(filepath.Join(root, "home"))}) })
	}
}

//go:build linux

package doctor

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientAgreesOnHooks: of each hook of hooks.tsv the client runs exactly those that the
// table says at the call that it names, before the repair and after it. All hooks are in
// one file, so that a session holds all rows of all calls against the client.
func TestClientAgreesOnHooks(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	c := calls{lab: lab, before: map[string][]string{}, after: map[string][]string{}, want: map[string][]hookSample{}}
	var rows []string
	for i, s := range hookSamples(t) {
		if ct.Part(i, 20) {
			c.add(t, s)
			rows = append(rows, s.name)
		}
	}
	before, after := c.session(t, c.before), c.session(t, c.after)
	for call, some := range c.want {
		for _, s := range some {
			if want := s.before; want != "-" && call == s.calls[0] && before[call][s.name] != (want == "yes") {
				t.Errorf("%s: at %s the client runs it: %v", s.name, call, before[call][s.name])
			}
			want := call == s.calls[0] && s.after == "yes"
			if s.after != "-" && after[call][s.name] != want {
				t.Errorf("%s: repaired, at %s the client runs it: %v", s.name, call, after[call][s.name])
			}
		}
	}
	t.Logf("%d hooks at %d calls", len(rows), len(c.want))
}

// TestClientAgreesOnOutputs: of each hook of outputs.tsv what it says reaches the model where
// the table says so.
func TestClientAgreesOnOutputs(t *testing.T) {
	t.Parallel()
	c := calls{lab: ct.New(t)}
	c.lab.ProjectSettings(`{"permissions": {"allow": ["Bash"]}}`)
	heeded := func() bool {
		before := len(c.lab.Requests())
		if c.asked() >= c.turns { // else a prompt was refused, and the turn is left
			turns := append(c.past(), ct.ToolUse("Bash", map[string]string{"command": "true"}))
			c.lab.Turns(turns...)
			c.turns += len(turns)
		}
		c.lab.Headless(strings.NewReader(""), "hello", "--permission-mode=default")
		return slices.ContainsFunc(c.lab.Requests()[before:], func(r ct.Request) bool { return strings.Contains(string(r.Body), "MARK") })
	}
	for i, s := range outputSamples(t) {
		if !ct.Part(i, 12) {
			continue
		}
		c.lab.Settings(s.files[userFile])
		if got := heeded(); got != (s.before == "yes") {
			t.Errorf("%s counts: %v", s.name, got)
		}
	}
}

// calls are the hooks of a table as groups by event, before and after their repair.
type calls struct {
	lab           *ct.Lab
	turns         int // of the script so far
	before, after map[string][]string
	want          map[string][]hookSample // by call
}

// add lays the files of a row, repairs its settings and keeps both.
func (c *calls) add(t *testing.T, s hookSample) {
	t.Helper()
	recorder := c.lab.Recorder("tool_use_id")
	in := newPlanner(t, c.lab.Home, c.lab.Project)
	for path, text := range s.files {
		put(t, c.lab.Root, path, strings.NewReplacer("RECORD", recorder, "PLUGIN_ROOT", "PLUGIN_ROOT", "PROJECT_ROOT", "PROJECT_ROOT", "ROOT", c.lab.Root).Replace(text))
	}
	c.collect(t, c.before, s)
	repairAll(t, Options{Planner: in, Env: environment(c.lab.Home)})
	c.collect(t, c.after, s)
	for path := range s.files {
		if path == s.file || strings.HasSuffix(path, ".json") {
			musttest.Do(t, os.Remove(filepath.Join(c.lab.Root, path)))
		}
	}
	for _, call := range s.calls {
		if call != "" && call != "-" {
			c.want[call] = append(c.want[call], s)
		}
	}
}

// collect adds the groups of a settings file.
func (c *calls) collect(t *testing.T, all map[string][]string, s hookSample) {
	t.Helper()
	b := musttest.Read(t, filepath.Join(c.lab.Root, s.file))
	gjson.GetBytes(b, "hooks").ForEach(func(event, groups gjson.Result) bool {
		for _, g := range groups.Array() {
			all[event.Str] = append(all[event.Str], g.Raw)
		}
		return true
	})
}

// session runs the client for all calls, and returns for each of them the names of the rows
// whose hooks ran. What ran for no call of a tool counts for all of them.
func (c *calls) session(t *testing.T, groups map[string][]string) map[string]map[string]bool {
	t.Helper()
	var events []string
	for event, list := range groups {
		events = append(events, fmt.Sprintf("%q: [%s]", event, strings.Join(list, ",\n")))
	}
	c.lab.Settings(`{"permissions": {"allow": ["Bash", "Edit", "Write", "Read"]}, "hooks": {` + strings.Join(events, ",\n") + "}}")
	c.lab.ForgetRuns()
	turns, id, ran := c.past(), map[string]string{}, map[string]map[string]bool{}
	// Agent is the last, because its subagent asks, too.
	for _, call := range slices.Backward(slices.Sorted(maps.Keys(c.want))) {
		ran[call] = map[string]bool{}
		if call != "prompt" {
			id[call] = fmt.Sprintf("toolu_%04d_0", c.turns+len(turns))
			turns = append(turns, c.turn(t, call))
		}
	}
	c.lab.Turns(turns...)
	c.turns += len(turns)
	args := append([]string{"hello", "--permission-mode=default"}, c.lab.MCPServer("shop", ct.OK)...)
	if r := c.lab.Headless(strings.NewReader(""), args...); r.ExitCode != 0 {
		t.Fatalf("%+v", r)
	}
	rows := hookSamples(t)
	for _, r := range c.lab.Runs() {
		n := -1
		if fmt.Sscan(r.Name, &n); n < 0 || n >= len(rows) {
			continue
		}
		for call := range ran {
			if r.Value == id[call] || !strings.HasPrefix(r.Value, "toolu_") {
				ran[call][rows[n].name] = true
			}
		}
	}
	return ran
}

// turn returns a call.
func (c *calls) turn(t *testing.T, call string) ct.Turn {
	t.Helper()
	tool, argument, _ := strings.Cut(call, " ")
	path := filepath.Join(c.lab.Project, argument)
	switch tool {
	case "Bash":
		return ct.ToolUse(tool, map[string]string{"command": argument})
	case "Write":
		put(t, c.lab.Project, "src/x", "")
		_ = os.Remove(path) // another session may have made it
		return ct.ToolUse(tool, map[string]string{"file_path": path, "content": "x\n"})
	case "Read", "Edit":
		put(t, c.lab.Project, argument, "x\n")
		return ct.ToolUse(tool, json.RawMessage(fmt.Sprintf(`{"file_path": %q%s}`, path, map[string]string{"Edit": `, "old_string": "x", "new_string": "y"`}[tool])))
	case "MCP":
		return ct.AskMCP("shop", ct.Choice("Which one?", "this", "that"))
	case "Agent":
		return ct.ToolUse(tool, map[string]string{"subagent_type": "Explore", "description": "d", "prompt": "p"})
	}
	t.Fatalf("what is %s?", call)
	return ct.Turn{}
}

// past returns turns for what was asked beyond the script: they are counted.
func (c *calls) past() (turns []ct.Turn) {
	for range c.asked() - c.turns {
		turns = append(turns, ct.Text("done"))
	}
	return turns
}

func (c *calls) asked() (n int) {
	for _, r := range c.lab.Requests() {
		if r.Main {
			n++
		}
	}
	return n
}

// TestClientAgreesOnCommandsOfSettings: the status line and the api key helper do not run
// where the doctor finds a mistake in them, and run where it finds none; while all hooks are off, the
// status line does not.
func TestClientAgreesOnCommandsOfSettings(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	lab := ct.New(t)
	lab.Env["ANTHROPIC_API_KEY"] = ""
	for _, name := range []string{"line", "key"} {
		put(t, lab.Home, name+".sh*", "#!/bin/sh\necho "+name+" >>\"$HOME/ran\"\necho sk-ant-mock-not-a-key\n")
	}
	ran := func(key, line string, off bool, findings int, enough func(string) bool) string {
		lab.Settings(fmt.Sprintf(`{"apiKeyHelper": %q, "statusLine": {"type": "command", "command": %q}, "disableAllHooks": %v}`, key, line, off))
		if found := Hooks(Options{Planner: newPlanner(t, lab.Home, lab.Project), Env: environment(lab.Home)}); len(found) != findings {
			t.Fatalf("found %+v", found)
		}
		_ = os.Remove(filepath.Join(lab.Home, "ran"))
		s := lab.Interactive("--permission-mode=default")
		var b []byte
		for range 100 {
			if b, _ = os.ReadFile(filepath.Join(lab.Home, "ran")); enough(string(b)) {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		s.Quit()
		return string(b)
	}
	tried := func(s string) bool {
		log := lab.Debug()
		return s != "" || strings.Contains(log, "line.sh: not found") && strings.Contains(log, "key.sh: not found")
	}
	if got := ran(`"$CLAUDE_PROJECT_DIR/key.sh"`, `"~/line.sh"`, false, 2, tried); got != "" {
		t.Errorf("with a mistake in them there ran %s", got)
	}
	both := func(s string) bool { return strings.Contains(s, "line") && strings.Contains(s, "key") }
	if got := ran("~/key.sh", "~/line.sh", false, 0, both); !both(got) {
		t.Errorf("without one there ran %q", got)
	}
	shown := func(s string) bool {
		return strings.Contains(s, "key") && strings.Contains(lab.Debug(), "disableAllHooks is true")
	}
	if got := ran("~/key.sh", "~/line.sh", true, 1, shown); !strings.Contains(got, "key") || strings.Contains(got, "line") {
		t.Errorf("while all hooks are off there ran %q", got)
	}
}

// TestClientLosesRelativePaths: once Claude has gone into another directory, a hook with a
// relative path does not run any more, and one with a path from the root of the project does.
func TestClientLosesRelativePaths(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	c := calls{lab: ct.New(t)}
	put(t, c.lab.Project, "a.sh*", "#!/bin/sh\nexec "+c.lab.Recorder("tool_name")+" a\n")
	put(t, c.lab.Project, "sub/x", "")
	runs := func(command string) int {
		c.lab.Settings(fmt.Sprintf(`{"permissions": {"allow": ["Bash"]}, "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": %q}]}]}}`, command))
		c.lab.ForgetRuns()
		turns := append(c.past(), ct.ToolUse("Bash", map[string]string{"command": "cd sub"}), ct.ToolUse("Bash", map[string]string{"command": "true"}))
		c.lab.Turns(turns...)
		c.turns += len(turns)
		c.lab.Headless(strings.NewReader(""), "hello", "--permission-mode=default")
		return len(c.lab.Runs())
	}
	if n := runs("./a.sh"); n != 1 {
		t.Errorf("of two calls, one in another directory, it ran at %d", n)
	}
	if n := runs(`"$CLAUDE_PROJECT_DIR"/a.sh`); n != 2 {
		t.Errorf("from the root of the project, it ran at %d of two", n)
	}
}

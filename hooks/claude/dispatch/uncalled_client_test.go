//go:build linux

package dispatch

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// updateTypes writes what the client does into the table; with -client.whole.
var updateTypes = flag.Bool("update-types", false, "write what the client does into testdata/types.tsv")

// TestClientAgreesOnTypes holds the table of types and events against the client: of each
// type there is a handler at every event, beside one that records what happens. Without
// -client.whole, those events happen that take no terminal.
func TestClientAgreesOnTypes(t *testing.T) {
	table := typeTable(t)
	calls := make([]map[hooks.Event]bool, len(handlerTypes))
	t.Run("types", func(t *testing.T) {
		for i, kind := range handlerTypes {
			if !ct.Part(i, 4) {
				continue
			}
			t.Run(kind, func(t *testing.T) {
				t.Parallel()
				calls[i] = calledAt(t, kind)
			})
		}
	})
	for i, kind := range handlerTypes {
		if n := len(calls[i]); *ct.Whole && n != len(hooks.Events()) {
			t.Errorf("%d events happened with hooks of the type %s", n, kind)
		}
		for e, called := range calls[i] {
			was, is := table[e][kind], map[bool]string{true: "+", false: "-"}[called]
			if was == "~" { // a server is connected only after the first events of a session
				continue
			}
			if was != is && !*updateTypes {
				t.Errorf("%s at %s: the client calls it %s, and the table says %s", kind, e, is, was)
			}
			table[e][kind] = is
		}
	}
	if *updateTypes {
		musttest.Do(t, os.WriteFile(typesFile, []byte(table.String()), 0o644))
	}
}

// typeLab is a lab with handlers of a type at every event.
type typeLab struct {
	*ct.Lab
	kind, calls string // the file in which an MCP server notes its calls
	args        []string
}

func newTypeLab(t *testing.T, kind string) typeLab {
	t.Helper()
	lab := typeLab{Lab: ct.New(t), kind: kind}
	lab.args, lab.calls = append(lab.MCPServer("shop", ct.OK), lab.MCPServer("asker", ct.Elicit)...), filepath.Join(lab.Home, "calls")
	path := filepath.Join(lab.Root, "shop.mcp.json")
	b := musttest.Read(t, path)
	program, _, _ := strings.Cut(strings.SplitAfterN(string(b), `"command":"`, 2)[1], `"`)
	tee := lab.Script("tee.sh", fmt.Sprintf(`tee -a %q | %q "$@"`, lab.calls, program))
	musttest.Write(t, path, strings.ReplaceAll(string(b), program, tee))

	recorder := lab.Recorder("tool_name")
	says := map[hooks.Event]string{ // besides
		hooks.EventSessionStart:   `{"hookSpecificOutput": {"hookEventName": "SessionStart", "watchPaths": ["` + lab.Project + `/watched"]}}`,
		hooks.EventWorktreeCreate: lab.Home,
	}
	all := map[string]any{}
	for _, e := range hooks.Events() {
		command := recorder + " x"
		if text := says[e]; text != "" {
			command += "; " + lab.Script("says-"+string(e), "cat <<'X'\n"+text+"\nX")
		}
		handlers := []any{map[string]any{"type": "command", "command": command}, lab.handler(e)}
		all[string(e)] = []any{map[string]any{"hooks": handlers}}
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": all, "permissions": map[string]any{"allow": []string{"Bash", "EnterWorktree", "ExitWorktree"}}}))
	return lab
}

// handler is one of the type; what it is called with tells the event.
func (lab typeLab) handler(e hooks.Event) map[string]any {
	h := map[string]any{"type": lab.kind}
	switch lab.kind {
	case "http":
		h["url"] = lab.URL() + "/hook/" + mark(e)
	case "mcp_tool":
		h["server"], h["tool"], h["input"] = "shop", "AskUserQuestion", map[string]any{"mark": mark(e)}
	default:
		h["prompt"] = mark(e)
	}
	return h
}

func mark(e hooks.Event) string { return "MARK-" + string(e) + "-" }

// headless makes happen what takes no terminal.
func headless(t *testing.T, lab typeLab) {
	t.Helper()
	lab.Env["CLAUDE_CODE_ENABLE_TODO_TOOLS"], lab.Env["CLAUDE_CODE_MAX_RETRIES"] = "1", "0"
	session := func(flags []string, turns ...ct.Turn) {
		lab.NextTurns(append(turns, ct.Text("finished"))...)
		lab.Headless(nil, append(append(lab.args, "hello"), flags...)...)
	}
	session([]string{"--init", "--permission-mode=default"},
		ct.ToolUse("Bash", map[string]string{"command": "echo > watched; sleep 2"}),
		ct.ToolUse("EnterWorktree", map[string]string{"name": "w"}), ct.ToolUse("ExitWorktree", map[string]any{"action": "remove", "discard_changes": true}),
		ct.ToolUse("TaskCreate", map[string]string{"subject": "s", "description": "d"}), ct.ToolUse("TaskUpdate", map[string]string{"taskId": "1", "status": "completed"}),
		ct.AskMCP("asker", ct.Choice("Which one?", "this", "that")),
	)
	// Auto mode denies what it cannot check: the API of the lab has no classifier.
	session([]string{"--permission-mode=auto"}, ct.ToolUse("Write", map[string]string{"file_path": filepath.Join(lab.Root, "outside"), "content": "x"}))
	session(nil, ct.Refused())
}

// teammate makes one that has nothing to do.
func teammate(t *testing.T, lab typeLab) {
	t.Helper()
	lab.Env["CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS"] = "1"
	lab.Turns(ct.ToolUse("Agent", map[string]string{"name": "mate", "subagent_type": "general-purpose", "description": "d", "prompt": "p"}), ct.Text("finished"), ct.Text("finished"))
	s := lab.Interactive(append(lab.args, "--permission-mode=default")...)
	s.Prompt("hello")
	fired(t, lab.Lab, func(all map[string][]string) bool { return len(all["TeammateIdle"]) > 0 })
	s.Quit()
}

// calledAt says of the events that were made to happen whether the client calls handlers
// of a type at them.
func calledAt(t *testing.T, kind string) map[hooks.Event]bool {
	t.Helper()
	lives := []func(*testing.T, typeLab){headless, teammate, func(t *testing.T, lab typeLab) { t.Helper(); happen(t, lab.Lab, lab.args...) }}
	if !*ct.Whole {
		lives = lives[:1]
	}
	called := map[hooks.Event]bool{}
	for _, live := range lives {
		lab := newTypeLab(t, kind)
		live(t, lab)
		for _, e := range hooks.Events() {
			// A hook that is an agent is one itself, for which no other is called.
			if own := kind == "agent" && e == hooks.EventSubagentStop; lab.happened(e) && (*ct.Whole || !own) {
				called[e] = called[e] || lab.called(e)
			}
		}
	}
	return called
}

func (lab typeLab) happened(e hooks.Event) bool {
	for _, r := range lab.Runs() {
		if r.Event == string(e) {
			return true
		}
	}
	return false
}

func (lab typeLab) called(e hooks.Event) bool {
	for _, r := range lab.Requests() {
		hook := strings.HasPrefix(r.Path, "/hook/")
		// What is said of a hook in the conversation has its prompt in brackets.
		body := strings.ReplaceAll(string(r.Body), "["+mark(e), "")
		if hook && strings.HasSuffix(r.Path, mark(e)) || !hook && !r.Main && strings.Contains(body, mark(e)) {
			return true
		}
	}
	calls, _ := os.ReadFile(lab.calls)
	return strings.Contains(string(calls), mark(e))
}

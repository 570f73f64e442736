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
// -client.whole, those events happen that take no terminal. Not made to happen are what
// TestClientAgreesOnOtherEvents names, and tasks, which the client does not offer here.
func TestClientAgreesOnTypes(t *testing.T) {
	table := typeTable(t)
	t.Run("types", func(t *testing.T) {
		for _, kind := range handlerTypes {
			t.Run(kind, func(t *testing.T) {
				t.Parallel()
				for e, called := range calledAt(t, kind) {
					was, is := table[e][kind], map[bool]string{true: "+", false: "-"}[called]
					// A server is connected only after the first events of a session.
					if was != is && was != "~" && !*updateTypes {
						t.Errorf("%s at %s: the client calls it %s, and the table says %s", kind, e, is, was)
					}
					if was != "~" {
						table[e][kind] = is
					}
				}
			})
		}
	})
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
	mode := ct.Elicit
	if kind == "mcp_tool" {
		mode = ct.OK // it would be called for what it asks
	}
	lab.args, lab.calls = lab.MCPServer("shop", mode), filepath.Join(lab.Home, "calls")
	path := filepath.Join(lab.Root, "shop.mcp.json")
	b, err := os.ReadFile(path)
	musttest.Do(t, err)
	program, _, _ := strings.Cut(strings.SplitAfterN(string(b), `"command":"`, 2)[1], `"`)
	tee := lab.Script("tee.sh", fmt.Sprintf(`tee -a %q | %q "$@"`, lab.calls, program))
	musttest.Write(t, path, strings.ReplaceAll(string(b), program, tee))

	recorder := lab.Recorder("tool_name")
	says := map[hooks.Event]string{ // besides
		hooks.EventSessionStart:   `{"hookSpecificOutput": {"hookEventName": "SessionStart", "watchPaths": ["` + lab.Project + `/watched"]}}`,
		hooks.EventWorktreeCreate: lab.Home,
		hooks.EventElicitation:    `{"hookSpecificOutput": {"hookEventName": "Elicitation", "action": "decline"}}`,
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

// calledAt says of the events that were made to happen whether the client calls handlers
// of a type at them.
func calledAt(t *testing.T, kind string) map[hooks.Event]bool {
	t.Helper()
	lives := []func(typeLab){
		func(lab typeLab) {
			lab.Turns(
				ct.ToolUse("Bash", map[string]string{"command": "echo > watched; sleep 2"}), ct.ToolUse("EnterWorktree", map[string]string{"name": "w"}),
				ct.ToolUse("ExitWorktree", map[string]any{"action": "remove", "discard_changes": true}), ct.AskMCP("shop", ct.Choice("Which one?", "this", "that")), ct.Text("finished"),
			)
			lab.Headless(nil, append(lab.args, "hello", "--init", "--permission-mode=default")...)
		},
		func(lab typeLab) { happen(t, lab.Lab, lab.args...) },
	}
	if !*wholeClient {
		lives = lives[:1]
	}
	called := map[hooks.Event]bool{}
	for _, live := range lives {
		lab := newTypeLab(t, kind)
		live(lab)
		for _, e := range hooks.Events() {
			// A hook that is an agent is one itself, for which no other is called.
			if own := kind == "agent" && e == hooks.EventSubagentStop; lab.happened(e) && (*wholeClient || !own) {
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
		if hook && strings.HasSuffix(r.Path, mark(e)) || !hook && !r.Main && strings.Contains(string(r.Body), mark(e)) {
			return true
		}
	}
	calls, _ := os.ReadFile(lab.calls)
	return strings.Contains(string(calls), mark(e))
}

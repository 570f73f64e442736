//go:build linux

package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// parkable are settings with a hook that has a member which the client does not
// know and would drop.
const parkable = `{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [
        {"type": "command", "command": "true first"},
        {"type": "command", "command": "true parked", "timeout": 7, "mine": 1.50},
        {"type": "command", "command": "true last"}
      ]}
    ]
  }
}
`

// id returns the ID of the hook that runs a command.
func (l lab) id(command string) string {
	l.t.Helper()
	var list struct {
		Hooks []struct{ ID, Command string }
	}
	musttest.Do(l.t, json.Unmarshal([]byte(l.neverask("hooks", "list", "--json")), &list))
	for _, h := range list.Hooks {
		if h.Command == command {
			return h.ID
		}
	}
	l.t.Fatalf("there is no hook %q", command)
	return ""
}

// settings reads the user's settings file as a value.
func (l lab) settings() (text string, v map[string]any) {
	l.t.Helper()
	b := musttest.Read(l.t, l.SettingsPath())
	if err := json.Unmarshal(b, &v); err != nil {
		l.t.Fatalf("%v\n%s", err, b)
	}
	return string(b), v
}

// TestClientRewritesBetweenParkAndUnpark: park, then the client saves a setting of its
// own into the same file, then unpark. The hook is back with all
// its members, and nothing else is different from what the client has left.
func TestClientRewritesBetweenParkAndUnpark(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	l.Settings(parkable)
	l.neverask("hooks", "park", l.id("true parked"), "--yes")
	before, _ := l.settings()

	s := l.Interactive()
	s.Type("/model sonnet")
	s.WaitText("/model sonnet")
	s.Key("enter")
	until(t, "what the client writes", func() bool {
		now, _ := l.settings()
		return now != before
	})
	s.Quit()
	rewritten, after := l.settings()

	var parked []struct{ ID string }
	if err := json.Unmarshal([]byte(l.neverask("hooks", "unpark", "--json")), &parked); err != nil || len(parked) != 1 {
		t.Fatalf("parked are %v: %v", parked, err)
	}
	l.neverask("hooks", "unpark", parked[0].ID, "--yes")
	text, final := l.settings()
	if !strings.Contains(text, `"mine": 1.50`) || !strings.Contains(text, `"timeout": 7`) {
		t.Errorf("the parked hook has lost a member:\n%s", text)
	}
	groups := final["hooks"].(map[string]any)["PreToolUse"].([]any)
	group := groups[0].(map[string]any)
	handlers := group["hooks"].([]any)
	if len(groups) != 1 || len(handlers) != 3 || handlers[1].(map[string]any)["command"] != "true parked" {
		t.Fatalf("the hook is not where it was:\n%s", text)
	}
	group["hooks"] = append(handlers[:1:1], handlers[2])
	if !reflect.DeepEqual(final, after) {
		t.Errorf("besides the hook, this is different from what the client has left:\n%s\nnot\n%s", text, rewritten)
	}
}

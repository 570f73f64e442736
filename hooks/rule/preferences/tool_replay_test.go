package preferences

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks/rule/toolrule"
	"neverask/settings/must"
)

func TestReplayTools(t *testing.T) {
	root := t.TempDir()
	var lines []string
	use := func(tool, input string) {
		lines = append(lines, fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"u%d","name":%q,"input":%s}]},`+
			`"timestamp":"2026-11-21T06:00:00Z","cwd":"/work","sessionId":"s","permissionMode":"default"}`, len(lines), tool, input))
	}
	for i := range 20 {
		use("Bash", fmt.Sprintf(`{"command":"ls %d"}`, i))
	}
	for i := range 5 {
		use("Bash", fmt.Sprintf(`{"command":"git push %d","n":1}`, i))
	}
	use("Bash", `{"command":"rm -r x `+strings.Repeat("y", 400)+`"}`)
	use("Read", `{"file_path":"/etc/passwd"}`)
	use("Write", `{"file_path":"/etc/passwd"}`)
	must.Write(t, filepath.Join(root, "s.jsonl"), strings.Join(lines, "\n"))
	list := []toolrule.Rule{
		{ID: "push", Tool: "Bash", Act: toolrule.Ask, When: []toolrule.Condition{{Field: "command", Matches: "git push"}}, Patch: []toolrule.Edit{{Field: "command", Replace: "push", With: "push -n"}}},
		{ID: "rm", Tool: "Bash", Act: toolrule.Deny, Message: "no", When: []toolrule.Condition{{Field: "command", Matches: "^rm"}}},
		{ID: "write", Tool: "Write", Act: toolrule.Deny, Message: "no", When: []toolrule.Condition{{Field: "file_path", Within: "project", Not: true}}},
		{ID: "elsewhere", Tool: "Bash", Act: toolrule.Deny, Message: "no", Project: "/other"},
	}
	got, err := ReplayTools(context.Background(), root, "/home/her", list, 8)
	must.Do(t, err)
	if got.Calls != 27 || got.Acted != 7 {
		t.Errorf("acted on %d of %d", got.Acted, got.Calls)
	}
	if want := map[toolrule.Act]int{toolrule.Ask: 5, toolrule.Deny: 2}; !reflect.DeepEqual(got.Acts, want) {
		t.Errorf("%v", got.Acts)
	}
	if want := map[string]int{"push": 5, "rm": 1, "write": 1}; !reflect.DeepEqual(got.Rules, want) {
		t.Errorf("%v", got.Rules)
	}
	var examples []string
	for _, e := range got.Examples {
		examples = append(examples, fmt.Sprintf("%s %s %s %s: %.12s > %s", e.Tool, e.Act, e.Rules, e.Field, e.Before, e.After))
		if len(e.Before) > maxExample+3 {
			t.Errorf("an example of %d bytes", len(e.Before))
		}
	}
	want := []string{
		"Bash ask [push] command: git push 0 > git push -n 0", "Bash ask [push] command: git push 1 > git push -n 1",
		"Bash deny [rm] command: rm -r x yyyy > ", "Write deny [write] file_path: /etc/passwd > ",
	}
	if !reflect.DeepEqual(examples, want) {
		t.Errorf("%q", examples)
	}
	allows := []toolrule.Rule{{ID: "ok", Tool: "Bash", Act: toolrule.Allow, When: []toolrule.Condition{{Field: "command", Runs: []string{"git push 3|4"}}}}}
	got, err = ReplayTools(context.Background(), root, "", allows, 8)
	if err != nil || got.Acts[toolrule.Allow] != 2 || got.Not == nil || got.Not.Before != "git push 0" || got.Why != "it does not cover: git push 0" {
		t.Errorf("%+v, %v", got, err)
	}
	if none, err := ReplayTools(context.Background(), root, "", nil, 5); err != nil || none.Calls != 0 || none.Acted != 0 {
		t.Errorf("without rules: %+v, %v", none, err)
	}
}

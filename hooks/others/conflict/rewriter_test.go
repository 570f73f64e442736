package conflict

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

func TestRewriters(t *testing.T) {
	root := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(root, name)
		musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		musttest.Do(t, os.WriteFile(path, []byte(content), 0o700))
	}
	write("rewrite.sh", "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{}}}'\n")
	write("check.sh", "#!/bin/sh\n# updatedInput is not for us\nexit 2\n")
	write(".claude/settings.json", `{"hooks":{"PreToolUse":[
  {"matcher":"Bash|Edit","hooks":[{"type":"command","command":"~/rewrite.sh one"},{"type":"command","command":"~/check.sh"}]},
  {"hooks":[{"type":"command","command":"~/rewrite.sh all"},{"type":"command","command":"~/rewrite.sh async","async":true},
            {"type":"command","command":"~/rewrite.sh if","if":"Edit(*.go)"},{"type":"command","command":"/opt/neverask-hook","args":["rules"]}]},
  {"matcher":"mcp__db__query","hooks":[{"type":"command","command":"~/rewrite.sh mcp"}]},
  {"matcher":"Write","hooks":[{"type":"command","command":"~/rewrite.sh write"}]}],
 "PostToolUse":[{"hooks":[{"type":"command","command":"~/rewrite.sh post"}]}]}}`)
	o := Options{
		Sources: config.Find(config.Site{Locations: settings.Locations{Home: root, Dir: root}, GOOS: "linux", ManagedDir: filepath.Join(root, "managed")}),
		Ours:    config.Owner{Commands: []string{"/opt/neverask-hook"}}.Owns, Around: CommandEnv{Home: root, Project: root},
	}
	for matcher, want := range map[string][]string{
		"":                  nil,
		"Glob":              {"~/rewrite.sh all Glob"},
		"Bash":              {"~/rewrite.sh one Bash", "~/rewrite.sh all Bash"},
		"Edit":              {"~/rewrite.sh one Edit", "~/rewrite.sh all Edit", "~/rewrite.sh if Edit"},
		`^(?:mcp__db__.*)$`: {"~/rewrite.sh mcp mcp__db__query"},
	} {
		var got []string
		for _, r := range Rewriters(o, matcher) {
			for _, tool := range r.Tools {
				got = append(got, r.Hook.Handler.Command+" "+tool)
			}
			if r.Evidence.Detail != "it names updatedInput (rewrite.sh:2)" {
				t.Errorf("%s: got %+v", matcher, r.Evidence)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", matcher, got, want)
		}
	}
}

// TestOtherPacksAreNoConflict: another copy's entries for activity have no part in
// questions.
func TestOtherPacksAreNoConflict(t *testing.T) {
	for args, want := range map[string]Severity{`[]`: Races, `["activity"]`: Info, `["rules"]`: Info} {
		g := config.ParseGroup("PreToolUse", `{"hooks":[{"type":"command","command":"/elsewhere/neverask-hook","args":`+args+`}]}`)
		found, err := Review(t.Context(), Options{
			Sources: config.Sources{List: []config.Source{{Kind: config.User, Groups: []config.Group{g}}}},
			Tools:   []string{"AskUserQuestion"}, Ours: func(config.Handler) bool { return false },
		})
		if err != nil || len(found) != 1 || found[0].Severity != want {
			t.Errorf("%s: got %+v, %v", args, found, err)
		}
	}
}

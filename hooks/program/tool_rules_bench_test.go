package program

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkToolRules is the life of a hook for a shell command with twenty rules,
// of which one acts.
func BenchmarkToolRules(b *testing.B) { benchmarkToolRules(b, twentyToolRules()) }

func benchmarkToolRules(b *testing.B, preferences string) {
	b.Helper()
	call := func(i int) string { return preBash(fmt.Sprint("u", i), "cd /work && git push origin main") }
	beside(b, benchWorld(b, preferences).install(b), call, `"permissionDecision":"ask"`, RulesArgument)
}

// twentyToolRules are for shell commands all of them, with patterns that find a
// command wherever it stands.
func twentyToolRules() string {
	var list []string
	for _, command := range []string{
		"push", "rebase", "reset", "clean", "checkout", "merge", "stash", "tag", "fetch", "pull", "rm", "mv", "branch", "commit", "apply", "bisect", "gc", "notes", "remote", "worktree",
	} {
		list = append(list, fmt.Sprintf(`{"id":"git-%s","tool":"Bash","when":[{"field":"command","matches":"(?:^|[^\\w./-])git(?:\\s+(?:-[Cc]\\s+\\S+|--?[\\w-]+(?:=\\S+)?))*\\s+%[1]s(?:\\s|$|[;&|)])"}],`+
			`"act":"ask","message":"Really %[1]s?"}`, command))
	}
	return `{"version":1,"toolRules":[` + strings.Join(list, ",\n") + `]}`
}

func preBash(id, command string) string {
	return fmt.Sprintf(`{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"/work","permission_mode":"default","hook_event_name":"PreToolUse",`+
		`"tool_name":"Bash","tool_input":{"command":%q,"description":"d","timeout":1.50},"tool_use_id":%q}`, command, id)
}

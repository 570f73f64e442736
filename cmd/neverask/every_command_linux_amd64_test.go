package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/neverask/internal/cli"
)

// invocations are the arguments with which a command is tried, for those that
// need some or have more than one kind of output. In capitals: what an example is
// put in the place of. All others are run without arguments. A command that has
// --json is run with it as well, and one that has --dry-run with that.
var invocations = map[string][]string{
	"run answer":      {"PARKED --drop"},
	"explain":         {"-"},
	"hooks runs":      {"Bash", "AskUserQuestion", "SessionStart"},
	"hooks list":      {"", "HOOK", "--events"},
	"hooks park":      {"HOOK"},
	"hooks rm":        {"HOOK"},
	"hooks test":      {"HOOK"},
	"install":         {"", "--diff unified", "--scope project", "--scope local", "--on-conflict park"},
	"rules import":    {"gstack"},
	"rules suggest":   {"", "--accept all"},
	"log":             {"", "--questions", "--questions --csv", "--tools", "--tools --csv", "--summary", "--record on", "--record arguments", "--record off"},
	"rules add":       {"--question Ready? --answer Yes"},
	"rules add tool":  {"Bash --act ask"},
	"rules edit":      {"RULE --note n", "TOOLRULE --note n", "RULE --position 1", "TOOLRULE --position 1", "--option partial=off"},
	"rules list":      {"", "RULE", "TOOLRULE"},
	"rules rm":        {"RULE", "TOOLRULE"},
	"hooks conflicts": {"", "--cwd ."},
	"doctor":          {"", "--cwd .", "--fix"},
	"undo":            {"", "--list", "--list CHANGE", "CHANGE"},
	"try":             {"-- true"},
	"hooks restore":   {""},
	"completion":      {"bash", "zsh", "fish", "powershell"},
}

// endless are the commands that end with the person, or that start what the
// person names.
var endless = map[string]string{
	"run": "starts the client",
}

// completed are command lines that a shell asks to be completed.
var completed = []string{
	"hooks park", "hooks list", "hooks unpark", "hooks runs", "hooks list --source", "hooks list --event", "install --on-conflict", "log --record", "hooks restore",
	"rules list", "rules edit --option", "rules edit r-aaaaaa --question", "rules edit r-aaaaaa --header", "rules edit r-aaaaaa --tool", "rules suggest --accept", "undo --list --op",
	"run answer", "undo", "doctor --fix",
}

// everyCommand returns every command of the command line with arguments that it takes,
// in every form of output.
func (m machine) everyCommand() (all [][]string) {
	m.Helper()
	examples := strings.NewReplacer(
		"HOOK", m.first("hooks list --json", "hooks", "id"), "CHANGE", m.first("undo --list --json", "changes", "id"), "TOOLRULE", m.first("rules list --json", "toolRules", "id"),
		"PARKED", m.first("run list --json", "", "id"), "RULE", m.first("rules list --json", "rules", "id"), "DIRECTORY", filepath.Join(m.home, "made"),
	)
	known := map[string]bool{}
	for _, cmd := range commands(rootCommand(&cli.App{})) {
		name := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "neverask"), " ")
		known[name] = true
		if endless[name] != "" || strings.HasPrefix(name, "completion ") {
			continue
		}
		for _, args := range append(slices.Clone(invocations[name]), "")[:max(1, len(invocations[name]))] {
			line := strings.Fields(name)
			for word := range strings.FieldsSeq(args) {
				line = append(line, examples.Replace(word))
			}
			looks := name == "doctor" && !slices.Contains(line, "--fix") // it plans nothing
			if cmd.Flags().Lookup("dry-run") != nil && !slices.Contains(line, "--dry-run") && !looks {
				line = append(line, "--dry-run")
			}
			all = append(all, line)
			if cmd.Flags().Lookup("json") != nil && !slices.Contains(line, "--csv") {
				all = append(all, append(slices.Clone(line), "--json"))
			}
		}
	}
	for _, line := range completed {
		all = append(all, append(append([]string{"__complete"}, strings.Fields(line)...), ""))
	}
	for name := range invocations {
		if !known[name] {
			m.Errorf("there is no command %q", name)
		}
	}
	return all
}

// first returns a member of the first element of a list that a command prints as JSON,
// or a word that is none.
func (m machine) first(line, list, member string) string {
	m.Helper()
	stdout, _, _ := m.run(do(strings.Fields(line)...))
	var document any
	if json.Unmarshal([]byte(stdout), &document) != nil {
		return "none"
	}
	if object, ok := document.(map[string]any); ok {
		document = object[list]
	}
	if elements, ok := document.([]any); ok && len(elements) > 0 {
		if element, ok := elements[0].(map[string]any); ok {
			if text, ok := element[member].(string); ok {
				return text
			}
		}
	}
	return "none"
}

// usable fails for a command that did not get as far as its work.
func usable(t *testing.T, name string, exit int, stderr string) {
	t.Helper()
	if exit == cli.Usage && (strings.Contains(stderr, "arg(s)") || strings.Contains(stderr, "required flag") || strings.Contains(stderr, "unknown")) {
		t.Errorf("%s: put arguments that it takes into invocations: %s", name, stderr)
	}
	if exit < 0 || strings.Contains(stderr, "panic") || strings.Contains(stderr, "goroutine ") {
		t.Errorf("%s: exit %d\n%.2000s", name, exit, stderr)
	}
}

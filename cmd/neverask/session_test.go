package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/musttest"
)

// person has a home with hooks and rules in it, and runs commands there.
type person struct {
	t               *testing.T
	home            string
	stdout, stderr  bytes.Buffer
	session, editor string
}

const (
	ownSettings = `{
  "model": "x",
  "permissions": {"deny": ["Read(./.env)"]},
  "hooks": {
    "PreToolUse": [
      {"matcher": "AskUserQuestion|Bash", "hooks": [{"type": "command", "command": "/bin/dd", "args": ["--deny"]}]}
    ],
    "Stop": [
      {"hooks": [{"type": "command", "command": "/opt/bell"}]}
    ]
  }
}
`
	ownRules = `{
  "version": 1,
  "rules": [
    {"id": "asks", "match": {"header": "Deploy"}, "mode": "always-ask"},
    {"id": "answers", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "Yes"},
    {"id": "prefers", "match": {"header": "Color"}, "mode": "prefer", "answer": "Blue"}
  ],
  "toolRules": [
    {"id": "refuses", "tool": "Bash", "when": [{"field": "command", "matches": "git push"}], "act": "deny", "message": "no"},
    {"id": "tells", "tool": "Read", "act": "context", "message": "careful"}
  ]
}
`
)

func newPerson(t *testing.T) *person {
	t.Helper()
	p := &person{t: t, home: t.TempDir()}
	p.write(".claude/settings.json", ownSettings)
	p.write(".config/neverask/preferences.json", ownRules)
	p.write("team.json", `{"version":1,"rules":[{"id":"x","match":{"header":"Any"},"mode":"never-ask","answer":"Yes"}]}`)
	p.write("call.json", `{"questions":[{"question":"Any?","header":"Any","options":[{"label":"Yes"},{"label":"No"}]}]}`)
	p.write("strict.json", `{"version":1,"rules":[{"id":"x","match":{"header":"Any"},"mode":"always-ask"}]}`)
	return p
}

func (p *person) write(name, content string) {
	p.t.Helper()
	name = filepath.Join(p.home, name)
	musttest.Do(p.t, os.MkdirAll(filepath.Dir(name), 0o700))
	musttest.Do(p.t, os.WriteFile(name, []byte(content), 0o700))
}

// run runs a command line; ID stands for the hook of others, PARKED for the same when
// it is parked, CONFLICT for its conflict, and LAST for a change.
func (p *person) run(line string) int {
	p.t.Helper()
	args := strings.Fields(line)
	for i, arg := range args {
		switch arg {
		case "ID":
			args[i] = p.id("hooks list --json", guard)
		case "CONFLICT=park", "CONFLICT=narrow":
			args[i] = p.id("hooks conflicts --json", guard) + strings.TrimPrefix(arg, "CONFLICT")
		case "PARKED":
			args[i] = p.id("hooks unpark --json", func(map[string]any) bool { return true })
		case "LAST":
			args[i] = p.id("undo --list --json", func(map[string]any) bool { return true })
		}
	}
	a := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &p.stdout, Stderr: &p.stderr,
		Getenv: func(name string) string {
			return map[string]string{"HOME": p.home, "USERPROFILE": p.home, "AppData": p.home, "LocalAppData": p.home, "CLAUDECODE": p.session, "EDITOR": p.editor}[name]
		},
	}
	p.stdout.Reset()
	p.stderr.Reset()
	return execute(p.t.Context(), a, args)
}

func guard(m map[string]any) bool {
	command, _ := m["command"].(string)
	return strings.HasPrefix(command, "/bin/dd")
}

// id returns that of the first object of a list that is meant.
func (p *person) id(line string, meant func(map[string]any) bool) string {
	p.t.Helper()
	p.run(line)
	var found string
	var search func(v any)
	search = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if id, ok := v["id"].(string); ok && found == "" && meant(v) {
				found = id
			}
			for _, name := range []string{"hooks", "conflicts", "changes", "history"} {
				search(v[name])
			}
		case []any:
			for _, e := range v {
				search(e)
			}
		}
	}
	for dec := json.NewDecoder(&p.stdout); ; {
		var v any
		if dec.Decode(&v) != nil {
			break
		}
		search(v)
	}
	if found == "" {
		p.t.Fatalf("%s: nothing found", line)
	}
	return found
}

// files returns what decides how much is asked.
func (p *person) files() string {
	var all strings.Builder
	for _, name := range []string{".claude/settings.json", ".config/neverask/preferences.json", ".local/state/neverask/off.json", ".local/state/neverask/away.json"} {
		b, _ := os.ReadFile(filepath.Join(p.home, name))
		all.WriteString(name + "\n" + string(b) + "\n")
	}
	record, _ := os.ReadDir(filepath.Join(p.home, ".local/state/neverask/answers"))
	fmt.Fprintln(&all, record)
	return all.String()
}

// inSession is what becomes of command lines in a session of Claude Code: they are
// refused, or they pass. before is what the person has done outside of one.
var inSession = []struct {
	line    string
	before  []string
	refused bool
}{
	{"rules add --header Any --answer Yes --yes", nil, true},
	{"rules add --header Any --mode prefer --answer Yes --yes", nil, true},
	{"rules edit answers --confirm --yes", nil, true},
	{"rules add --header Any --answer Yes --call ../call.json --yes", nil, true},
	{"rules add --header Any --mode prefer --answer Yes --call ../call.json --yes", nil, true},
	{"rules add --header Any --mode always-ask --yes", nil, false},
	{"rules edit answers --answer No --yes", nil, true},
	{"rules edit asks --mode never-ask --answer Yes --yes", nil, true},
	{"rules edit answers --mode always-ask --yes", nil, false},
	{"rules rm asks --yes", nil, true},
	{"rules rm prefers --yes", nil, true},
	{"rules rm answers --yes", nil, false},
	{"rules edit answers --position 1 --yes", nil, false},
	{"rules import ../team.json --yes", nil, true},
	{"rules import ../strict.json --yes", nil, false},
	{"rules edit", nil, true},
	{"rules edit --option mcp.github=answers --yes", nil, true},
	{"rules edit --option session=spawned --yes", nil, true},
	{"rules edit --option partial=off --yes", nil, false},
	{"rules add tool Write --act context --message m --yes", nil, true},
	{"rules add tool Write --act deny --message no --yes", nil, true},
	{"rules add tool Write --act ask --message look --yes", nil, true},
	{"rules add tool Write --act ask --yes", nil, false},
	{"rules edit refuses --act ask --yes", nil, true},
	{"rules edit tells --act deny --message no --yes", nil, true},
	{"rules edit tells --act deny --yes", nil, false},
	{"rules rm refuses --yes", nil, true},
	{"rules rm tells --yes", nil, false},
	{"rules edit tells --position 1 --yes", nil, false},
	{"install --yes", nil, false},
	{"log --record on --yes", nil, false},
	{"log --record on --yes", []string{"log --record arguments --yes"}, false},
	{"log --record arguments --yes", nil, true},
	{"log --record arguments --yes", []string{"log --record on --yes"}, true},
	{"log --record off --yes", []string{"log --record on --yes"}, true},
	{"install --yes --on-conflict CONFLICT=park", nil, true},
	{"install --yes --on-conflict CONFLICT=narrow", nil, true},
	{"uninstall --yes", []string{"install --yes"}, true},
	{"uninstall --purge --yes", []string{"install --yes"}, true},
	{"undo --yes", []string{"install --yes"}, true},
	{"undo --yes", []string{"rules rm asks --yes"}, false},
	{"undo --yes", []string{"rules add --header Any --mode always-ask --yes"}, true},
	{"hooks park ID --yes", nil, true},
	{"hooks rm ID --yes", nil, true},
	{"hooks unpark PARKED --yes", []string{"hooks park ID --yes"}, true},
	{"off", nil, true},
	{"off --for 2h", nil, true},
	{"on", []string{"off"}, true},
	{"away", []string{"install --yes"}, true},
	{"back", []string{"install --yes", "away"}, true},
	{"hooks restore --keep", []string{"install --yes", "!"}, true},
	{"hooks restore --yes", []string{"install --yes", "!"}, false},
	{"doctor --fix --yes", nil, true},
}

// otherwise are the commands that change no rules and no settings: they read, or what
// they do is refused or harmless by a test of its own.
var otherwise = strings.Fields(`completion completion-bash completion-fish completion-powershell completion-zsh hooks-conflicts
	explain help hooks-runs hooks-list hooks-show hooks-test paths run-answer run-list rules-export rules-lint rules-list rules-show report try
	rules-suggest run status version neverask`)

// TestSession: in a session of Claude Code what lets less be asked is refused, and
// changes nothing, whichever command it is; what lets more be asked passes.
func TestSession(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the files are elsewhere")
	}
	for _, tt := range inSession {
		t.Run(tt.line, func(t *testing.T) {
			p := newPerson(t)
			p.write("project/.git/HEAD", "ref: refs/heads/main\n")
			p.editor = "/bin/false"
			t.Chdir(filepath.Join(p.home, "project"))
			for _, line := range tt.before {
				if line == "!" {
					p.write(".claude/settings.json", ownSettings) // another program drops our hooks
				} else if status := p.run(line); status != 0 {
					t.Fatalf("%s: exit status %d, %s", line, status, p.stderr.String())
				}
			}
			before := p.files()
			p.session = "1"
			status := p.run(tt.line)
			changed := p.files() != before
			if tt.refused && (status != cli.Usage || changed || !strings.Contains(p.stderr.String(), "this is a Claude Code session") ||
				!strings.Contains(p.stderr.String(), cli.OutsideHint)) {
				t.Errorf("exit status %d, changed: %v\n%s", status, changed, p.stderr.String())
			}
			if !tt.refused && (status != 0 || !changed) {
				t.Errorf("exit status %d, changed: %v\n%s%s", status, changed, p.stdout.String(), p.stderr.String())
			}
			p.session = ""
			if status := p.run(tt.line); tt.refused && status != 0 && !strings.HasPrefix(tt.line, "rules edit") {
				t.Errorf("outside of a session: exit status %d, %s", status, p.stderr.String())
			}
		})
	}
}

// TestOwnFilesAreNoSettings: no file that neverask keeps for itself can be named as one of
// settings, under any name and wherever the command runs.
func TestOwnFilesAreNoSettings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the files are elsewhere")
	}
	const state = ".local/state/neverask/"
	for _, file := range []string{state + "off.json", state + "changes.jsonl", state + "hook-tests.json", state + "parked/x.json", ".config/neverask/preferences.json", ".local/share/neverask/bin/paths.json", "link/off.json", "off.json"} {
		for _, session := range []string{"", "1"} {
			p := newPerson(t)
			p.write(state+"lock", "")
			musttest.Do(t, errors.Join(os.Symlink(filepath.Join(p.home, state), filepath.Join(p.home, "link")), os.Symlink(filepath.Join(p.home, state, "off.json"), filepath.Join(p.home, "off.json"))))
			before := p.files()
			p.session = session
			for _, command := range []string{"install --yes", "status", "uninstall --yes"} {
				if status := p.run(command + " --settings " + filepath.Join(p.home, file)); status != 2 || !strings.Contains(p.stderr.String(), "neverask's own files") {
					t.Errorf("%s %s: exit status %d, %s", command, file, status, p.stderr.String())
				}
			}
			if before != p.files() {
				t.Errorf("%s: something was written", file)
			}
		}
	}
}

// TestSessionKnowsEveryCommand: a command that is added is looked at.
func TestSessionKnowsEveryCommand(t *testing.T) {
	for _, cmd := range commands(rootCommand(&cli.App{})) {
		path := strings.TrimPrefix(cmd.CommandPath(), "neverask ")
		held := slices.ContainsFunc(inSession, func(c struct {
			line    string
			before  []string
			refused bool
		}) bool {
			return c.line == path || strings.HasPrefix(c.line, path+" ")
		})
		if !held && !slices.Contains(otherwise, strings.ReplaceAll(path, " ", "-")) {
			t.Errorf("%s: what becomes of it in a session of Claude Code is not held", path)
		}
	}
}

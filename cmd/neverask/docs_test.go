//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/shell"

	"neverask/cmd/cmdtest"
	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/record/answers"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// reader is a person who follows a document, command by command, in a home
// directory in which somebody has worked before.
type reader struct {
	t         *testing.T
	root, bin string
	names     map[string]string // what documents call things, and what they are here
}

// documents returns all that hold commands for people.
func documents(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"docs/*.md", "docs/decisions/*.md", "*.md", ".github/*.md"} {
		found, err := filepath.Glob("../../" + pattern)
		if err != nil || len(found) < 3 {
			t.Fatalf("%s: %q, %v", pattern, found, err)
		}
		all = append(all, found...)
	}
	return all
}

// TestDocsRun runs every command of every document in a home of its own, and
// compares what it prints with what the document shows.
func TestDocsRun(t *testing.T) {
	t.Parallel()
	bin := cmdtest.Programs(t)
	commands := 0
	for _, file := range documents(t) {
		for _, b := range blocks(t, file) {
			if b.kind == "sh" || b.kind == "console" {
				commands += strings.Count(b.text, "neverask ")
			}
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			content := musttest.Read(t, file)
			conflict := strings.Contains(string(content), conflictID)
			r := newReader(t, bin, conflict)
			var output string
			for _, b := range blocks(t, file) {
				where := fmt.Sprintf("%s:%d", filepath.Base(file), b.line)
				switch b.kind {
				case "sh":
					for line := range strings.Lines(b.text) {
						if line == "# or\n" {
							r = newReader(t, bin, conflict)
						}
						output = r.follow(where, strings.TrimSpace(line), output)
					}
				case "console":
					r.converse(where, b.text)
				case "json":
					r.compare(where, b.text, output)
					output = ""
				case "go": // run by the tests of the packages that it is about
				case "shape": // held by TestJSONIsDocumented
				case "text", "yaml":
					if regexp.MustCompile(`(?m)^(neverask|\$|[{\[])`).MatchString(b.text) {
						t.Errorf("%s: commands and JSON are marked sh, console or json", where)
					}
				default:
					if strings.HasPrefix(b.kind, "json ") && filepath.Base(file) == "doctor.md" {
						break // held by TestManualShowsFindings of the doctor
					}
					t.Errorf("%s: a block of the kind %q is tested by nothing", where, b.kind)
				}
			}
		})
	}
	if commands < 40 {
		t.Errorf("only %d commands", commands)
	}
}

// What documents call a conflict and a suggestion.
const conflictID, suggestionID = "3f9a2b7c10", "s-1f0c22ab"

// newReader furnishes a home: a hook of others, and one that is in the way where
// the document tells of one; a session in which the same question was asked four
// times, and a rule.
func newReader(t *testing.T, bin string, conflict bool) *reader {
	t.Helper()
	r := &reader{t: t, root: t.TempDir(), bin: bin}
	var session strings.Builder
	for i := range 4 {
		q := fmt.Sprintf(`{"questions":[{"question":"Should I fix the %d warnings?","header":"Warnings","multiSelect":false,"options":[{"label":"Yes","description":"y"},{"label":"No","description":"n"}]}]`, i+1)
		fmt.Fprintf(&session, `{"type":"assistant","timestamp":"2026-01-02T03:0%d:05.000Z","sessionId":"s","cwd":"/w","version":"2.1.329","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"AskUserQuestion","input":%s}}]}}`+"\n", i, i, q)
		fmt.Fprintf(&session, `{"type":"user","timestamp":"2026-01-02T03:0%d:09.000Z","sessionId":"s","cwd":"/w","version":"2.1.329","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"x"}]},"toolUseResult":%s,"answers":{"Should I fix the %d warnings?":"Yes"}}}`+"\n", i, i, q, i+1)
	}
	for name, content := range map[string]string{
		"home/.claude/settings.json": `{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "/opt/tools/watch-all --token hunter2"}]}REST
    ]
  }
}
`,
		"home/.claude/projects/p/s.jsonl":             session.String(),
		"home/.config/neverask/preferences.json":      `{"version": 1, "rules": [{"id": "r-7f3a", "match": {"text": "Go on?"}, "mode": "never-ask", "answer": "Yes"}]}` + "\n",
		"home/.local/state/neverask/tool-rules.jsonl": `{"time":"2026-01-02T03:04:05.000Z","session":"s","tool_use_id":"t9","tool":"Bash","rules":["push"],"act":"deny"}` + "\n",
		"work/.git/HEAD":                              "ref: refs/heads/main\n",
		"work/tool.json":                              `{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/w","tool_input":{"command":"git push"}}` + "\n",
		"work/call.json":                              `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","cwd":"/w","tool_input":{"questions":[{"question":"Go on?","header":"Next","multiSelect":false,"options":[{"label":"Yes","description":"y"},{"label":"No","description":"n"}]}]}}` + "\n",
	} {
		rest := ""
		if conflict {
			rest = `,
      {"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "/opt/gstack/question-preference-hook"}]}`
		}
		content = strings.Replace(content, "REST", rest, 1)
		path := filepath.Join(r.root, name)
		musttest.Write(t, path, content)
	}
	keepAnswer(t, filepath.Join(r.root, "home"), "", "",
		`{"question":"Go on?","header":"Next","multiSelect":false,"options":[{"label":"Yes","description":"y"},{"label":"No","description":"n"}]}`, "Yes")
	r.names = map[string]string{suggestionID: r.id("rules suggest --json", "suggestions", "")}
	if conflict {
		r.names[conflictID] = r.id("hooks conflicts --json", "conflicts", "gstack")
	}
	return r
}

// keepAnswer keeps, in a home, that the person has answered a question.
func keepAnswer(t *testing.T, home, server, project, asked, label string) {
	t.Helper()
	v, err := hooks.Parse([]byte(asked))
	musttest.Do(t, err)
	q, err := question.ParseQuestion(v)
	musttest.Do(t, err)
	record := answers.Record{Dir: filepath.Join(home, ".local", "state", "neverask", "answers"), Now: time.Now}
	musttest.Do(t, record.Add(question.PastAnswer{At: time.Now(), By: question.AnsweredInCall, Server: server, Project: project, Question: q, Labels: []string{label}}))
}

// id finds something that a command lists, by a word of it.
func (r *reader) id(command, list, word string) string {
	r.t.Helper()
	out, _, status := r.sh("neverask " + command)
	var all map[string][]map[string]any
	_ = json.Unmarshal([]byte(out), &all) // other members are no lists
	for _, e := range all[list] {
		if id, ok := e["id"].(string); ok && strings.Contains(fmt.Sprint(e), word) {
			return id
		}
	}
	r.t.Fatalf("neverask %s has no ID: status %d\n%s", command, status, out)
	return ""
}

func (r *reader) sh(line string) (stdout, stderr string, status int) {
	r.t.Helper()
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = filepath.Join(r.root, "work")
	cmd.Env = []string{"HOME=" + filepath.Join(r.root, "home"), "PATH=" + r.bin + ":" + os.Getenv("PATH"), "LANG=C.UTF-8", "EDITOR=true"}
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		r.t.Fatal(err)
	}
	return out.String(), diag.String(), cmd.ProcessState.ExitCode()
}

// elsewhere are commands that need what is not here, or do not end. They must
// still be ones that neverask knows.
var elsewhere = regexp.MustCompile(`\bclaude\b -p|^neverask log --tools --follow\b|^go |^make |^\.ci/|\| gate$|share/chezmoi`)

// follow runs one line of a block. Where a command wants a yes, it gets one: the
// person of the document is at a terminal.
func (r *reader) follow(where, line, before string) string {
	r.t.Helper()
	if line == "" || strings.HasPrefix(line, "#") {
		return before
	}
	for name, here := range r.names {
		line = strings.ReplaceAll(line, name, here)
	}
	if elsewhere.MatchString(line) {
		r.parse(where, line)
		return ""
	}
	stdout, stderr, status := r.sh(line)
	if status == cli.Usage && strings.Contains(stderr, "--yes") {
		command, comment, _ := strings.Cut(line, " #")
		stdout, stderr, status = r.sh(command + " --yes #" + comment)
	}
	want := 0
	if m := regexp.MustCompile(`# exit (\d+)`).FindStringSubmatch(line); m != nil {
		fmt.Sscan(m[1], &want)
	}
	if status != want {
		r.t.Errorf("%s: %s: exit status %d, want %d\n%s%s", where, line, status, want, stdout, stderr)
	}
	return stdout
}

// parse checks the part of a line that is a command of neverask.
func (r *reader) parse(where, line string) {
	r.t.Helper()
	command, _, _ := strings.Cut(line, " #")
	words := strings.Fields(command)
	switch words[0] {
	case "make":
		makefile, err := os.ReadFile("../../Makefile")
		if err != nil || !strings.Contains(string(makefile), "\n"+words[1]+":") {
			r.t.Errorf("%s: %s: no such target, %v", where, line, err)
		}
	case "go":
		if dir := strings.TrimSuffix(words[len(words)-1], "..."); strings.HasPrefix(dir, "./") {
			if _, err := os.Stat("../../" + dir); err != nil {
				r.t.Errorf("%s: %s: %v", where, line, err)
			}
		}
	}
	at := strings.Index(command, "neverask ")
	if at < 0 || words[0] == "go" || words[0] == "cp" {
		return
	}
	command = command[at:]
	words, err := shell.Fields(command, func(string) string { return "" })
	if err != nil {
		r.t.Errorf("%s: %s: %v", where, line, err)
		return
	}
	found, rest, err := rootCommand(&cli.App{}).Find(words[1:])
	if err == nil && !found.DisableFlagParsing {
		err = found.ParseFlags(rest)
	}
	if err != nil {
		r.t.Errorf("%s: %s: %v", where, line, err)
	}
}

// converse runs the lines of a console block that begin with "$ ", and expects
// what follows each. "…" stands for anything within a line, and alone in a line
// for any lines.
func (r *reader) converse(where, text string) {
	r.t.Helper()
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		for name, here := range r.names {
			command, want = strings.ReplaceAll(command, name, here), strings.ReplaceAll(want, name, here)
		}
		stdout, stderr, status := r.sh(command)
		if status != 0 {
			r.t.Errorf("%s: $ %s: exit status %d", where, command, status)
		}
		got := strings.ReplaceAll(stdout+stderr, r.root+"/work", "/home/me/work")
		pattern := regexp.QuoteMeta("\n" + strings.TrimRight(want, "\n"))
		pattern = strings.ReplaceAll(pattern, "\n…\n", "\n(?:.*\n)*?")
		pattern = strings.ReplaceAll(pattern, "\n…", "(?:\n.*)*")
		pattern = strings.ReplaceAll(pattern, "…", ".*")
		if !regexp.MustCompile("^" + pattern + "\\n*$").MatchString("\n" + trimRight(got)) {
			r.t.Errorf("%s: $ %s prints\n%s\nand not\n%s", where, command, got, want)
		}
	}
}

func trimRight(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// compare expects a sample of JSON to be JSON, and, behind a command, to have the
// shape of what that has printed.
func (r *reader) compare(where, sample, output string) {
	r.t.Helper()
	var want, got any
	if err := json.Unmarshal([]byte(sample), &want); err != nil {
		r.t.Errorf("%s: %v", where, err)
		return
	}
	if json.Unmarshal([]byte(output), &got) != nil {
		if fault := r.file(sample); fault != "" {
			r.t.Errorf("%s: no command before it prints JSON, and %s", where, fault)
		}
		return
	}
	if fault := unlike("", want, got); fault != "" {
		r.t.Errorf("%s: %s\n%s", where, fault, output)
	}
}

// file says what is wrong with a sample of a file: of preferences, of
// settings with hooks, or of the flat form of a result.
func (r *reader) file(sample string) string {
	var members map[string]any
	_ = json.Unmarshal([]byte(sample), &members) // what is no object has none
	switch {
	case members["version"] != nil:
		if err := fits(schema(r.t), []byte(sample)); err != nil {
			return err.Error()
		}
		return refused([]byte(sample))
	case members["hooks"] != nil:
		path := filepath.Join(r.t.TempDir(), "settings.json")
		if err := os.WriteFile(path, []byte(sample), 0o600); err != nil {
			return err.Error()
		}
		out, diag, _ := r.sh("neverask hooks list --json --source extra --settings " + path)
		var found struct{ Hooks, Findings []any }
		if err := json.Unmarshal([]byte(out), &found); err != nil || len(found.Hooks) == 0 || len(found.Findings) > 0 {
			return fmt.Sprintf("as settings it has these hooks and mistakes: %s%s", out, diag)
		}
		return ""
	case members["decision"] != nil:
		if _, err := hooks.ParseResult(sample); err != nil {
			return err.Error()
		}
		return ""
	}
	return "it is no file that is known"
}

// unlike says where a sample has what the real thing has not.
func unlike(path string, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		resolved, ok := got.(map[string]any)
		if !ok {
			return path + " is no object"
		}
		for name, v := range want {
			have, ok := resolved[name]
			if !ok {
				return path + " has no " + name
			}
			if fault := unlike(path+"."+name, v, have); fault != "" {
				return fault
			}
		}
		return ""
	case []any:
		resolved, ok := got.([]any)
		if !ok || len(resolved) == 0 && len(want) > 0 {
			return path + " is no list, or empty"
		}
		for _, v := range want {
			if fault := unlike(path+"[]", v, resolved[0]); fault != "" {
				return fault
			}
		}
		return ""
	}
	if fmt.Sprintf("%T", want) != fmt.Sprintf("%T", got) {
		return fmt.Sprintf("%s is %v", path, got)
	}
	return ""
}

// TestJSONIsDocumented: docs/json.md names each member that a command prints as JSON.
func TestJSONIsDocumented(t *testing.T) {
	t.Parallel()
	manual := musttest.Read(t, "../../docs/json.md")
	r := newReader(t, cmdtest.Programs(t), true)
	watching := r.id("hooks list --json", "hooks", "watch-all")
	for _, line := range []string{
		"status", "off --for 1h --project", "on", "install --dry-run", "install --yes --on-conflict " + r.names[conflictID] + "=park", "away", "back", "uninstall --dry-run",
		"undo --yes", "undo --list", "hooks park " + watching + " --dry-run", "hooks conflicts", "hooks list", "hooks list --events", "hooks runs Bash", "hooks test Bash --yes",
		"hooks unpark", "hooks restore --list", "log --questions", "log --since 2000-01-01", "report --since 2000-01-01", "rules suggest", "rules list", "rules list " + r.id("rules list --json", "rules", ""),
		"rules add tool Bash --act ask --yes", "explain tool.json", "explain call.json", "doctor", "uninstall --purge --dry-run", "run list",
	} {
		out, diag, _ := r.sh("neverask " + line + " --json")
		var printed any
		if err := json.Unmarshal([]byte(out), &printed); err != nil {
			t.Errorf("neverask %s --json: %v\n%s%s", line, err, out, diag)
		}
		for name := range memberNames(printed) {
			if !strings.Contains(string(manual), `"`+name+`"`) {
				t.Errorf("docs/json.md does not name %q, which neverask %s --json prints", name, line)
			}
		}
	}
}

// memberNames returns the names of the members of a JSON value, however deep, without those of values
// that are someone else's.
func memberNames(v any) map[string]bool {
	names := map[string]bool{}
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			names[name] = true
			if !slices.Contains([]string{"answers", "payload", "output", "rule", "line", "handler", "toolRules", "rules", "tell"}, name) {
				maps.Copy(names, memberNames(value))
			}
		}
	case []any:
		for _, value := range v {
			maps.Copy(names, memberNames(value))
		}
	}
	return names
}

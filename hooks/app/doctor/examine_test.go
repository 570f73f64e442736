package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/transcript"
	"neverask/settings/must"
)

// TestEveryFindingIsDescribed: what the package can find is what it lists, and
// what the manual lists.
func TestEveryFindingIsDescribed(t *testing.T) {
	manual, err := os.ReadFile("../../../docs/doctor.md")
	must.Do(t, err)
	source := ""
	files, _ := filepath.Glob("*.go")
	for _, name := range files {
		if b, _ := os.ReadFile(name); !strings.HasSuffix(name, "_test.go") && name != "finding.go" {
			source += string(b)
		}
	}
	for _, k := range Kinds() {
		if !strings.Contains(string(manual), "\n| `"+k.ID+"` |") {
			t.Errorf("docs/doctor.md does not explain %s", k.ID)
		}
		if !strings.Contains(source, `"`+k.ID+`"`) {
			t.Errorf("nothing finds %s", k.ID)
		}
	}
	if n := strings.Count(string(manual), "\n| `"); n != len(Kinds()) {
		t.Errorf("docs/doctor.md explains %d findings, there are %d", n, len(Kinds()))
	}
}

// hook is a settings file with one hook.
func hook(members string) string {
	return `{"hooks": {"Stop": [{"hooks": [{"type": "command", ` + members + `}]}]}}`
}

func TestFindings(t *testing.T) {
	const user, session = "home/.claude/settings.json", "home/.claude/sessions/1.json"
	for name, c := range map[string]struct {
		files map[string]string // a name that ends with "*" is executable
		took  time.Duration     // of three runs of "true" at PreToolUse
		want  string            // the ID, and a part of the message behind a space
		line  int
		fixed bool
	}{
		"comment":            {files: map[string]string{user: "{\n# x\n}"}, want: "file-malformed a comment", line: 2},
		"block comment":      {files: map[string]string{user: "{\n/* x */\n}"}, want: "file-comments a comment", line: 2, fixed: true},
		"trailing comma":     {files: map[string]string{user: "{\"a\": 1,\n}"}, want: "file-comments a trailing comma", line: 1, fixed: true},
		"broken":             {files: map[string]string{user: "{"}, want: "file-malformed the file ends", line: 1},
		"utf-16":             {files: map[string]string{user: "\xff\xfe{\x00}\x00"}, want: "file-malformed UTF-16", line: 1},
		"directory":          {files: map[string]string{user + "/x": ""}, want: "file-unreadable not a regular file but a directory"},
		"duplicates":         {files: map[string]string{user: "{\n\"a\": 1,\n\"a\": 1}"}, want: "duplicate-key /a is there twice, in line 2 and in line 3", line: 2, fixed: true},
		"type":               {files: map[string]string{user: `{"hooks": {"Stop": [{"hooks": [{"type": "x"}]}]}}`}, want: "entry-rejected unknown type", line: 1, fixed: true},
		"setting":            {files: map[string]string{user: `{"model": 5}`}, want: "setting-rejected model is not a string", line: 1, fixed: true},
		"outside":            {files: map[string]string{user: `{"PreToolUse": [{"hooks": []}]}`}, want: "event-misplaced PreToolUse stands outside", line: 1, fixed: true},
		"outside, other":     {files: map[string]string{user: `{"Stop": [{"hooks": []}]}`}, want: "event-misplaced Stop stands outside", line: 1, fixed: true},
		"unknown event":      {files: map[string]string{user: `{"hooks": {"stop": []}}`}, want: "event-unknown \"stop\"", line: 1, fixed: true},
		"slow matcher":       {files: map[string]string{user: "{\"hooks\": {\"PreToolUse\": [{\n\"matcher\": \"^(?=A)((([A-Za-z]+)+)+)+1$\", \"hooks\": []}]}}"}, want: "matcher-slow \"^(?=A)", line: 2},
		"matcher":            {files: map[string]string{user: "{\"hooks\": {\"PreToolUse\": [{\n\"matcher\": \"(\", \"hooks\": []}]}}"}, want: "matcher-invalid \"(\"", line: 2},
		"timeout":            {files: map[string]string{user: hook(`"command": "true", "timeout": 60000`)}, want: "timeout-milliseconds 17 hours", line: 1, fixed: true},
		"no command":         {files: map[string]string{user: hook(`"command": ""`)}, want: "command-empty", line: 1},
		"missing":            {files: map[string]string{user: hook(`"command": "~/gone.sh"`)}, want: "command-missing gone.sh is not there", line: 1, fixed: true},
		"missing script":     {files: map[string]string{user: hook(`"command": "sh ~/gone.sh"`)}, want: "command-missing gone.sh is not there", line: 1, fixed: true},
		"not executable":     {files: map[string]string{user: hook(`"command": "~/a.sh"`), "home/a.sh": ""}, want: "command-not-executable a.sh", line: 1, fixed: true},
		"spaces":             {files: map[string]string{user: hook(`"command": "ROOT/my tools/a.sh --x"`), "my tools/a.sh*": ""}, want: "command-unquoted my tools/a.sh has spaces", line: 1, fixed: true},
		"deleted worktree":   {files: map[string]string{user: hook(`"command": "ROOT/tree/a.sh"`), "tree/a.sh*": "", "tree/.git": "gitdir: ROOT/repo/.git/worktrees/tree\n"}, want: "command-temporary worktree that was deleted", line: 1},
		"status line":        {files: map[string]string{user: `{"statusLine": {"type": "command", "command": "~/gone.sh"}}`}, want: "command-missing gone.sh is not there", line: 1, fixed: true},
		"status line, tilde": {files: map[string]string{user: `{"statusLine": {"type": "command", "command": "\"~/a.sh\" --x"}}`, "home/a.sh*": "#!/bin/sh\n"}, want: "command-literal ~ stands for nothing", line: 1, fixed: true},
		"api key helper":     {files: map[string]string{user: `{"apiKeyHelper": "\"$CLAUDE_PROJECT_DIR/a.sh\""}`, "home/a.sh*": "#!/bin/sh\n"}, want: "command-literal $CLAUDE_PROJECT_DIR stands for nothing", line: 1, fixed: true},
		"api key helper, +x": {files: map[string]string{user: `{"apiKeyHelper": "~/a.sh"}`, "home/a.sh": "#!/bin/sh\n"}, want: "command-not-executable a.sh may not", line: 1, fixed: true},
		"twice":              {files: map[string]string{user: strings.Replace(hook(`"command": "true"`), "}]}]", `}, {"type": "command", "command": "true"}]}]`, 1)}, want: "hook-duplicate true is there twice", line: 1, fixed: true},
		"all off":            {files: map[string]string{user: `{"disableAllHooks": true}`}, want: "hooks-switched-off disableAllHooks is true", line: 1, fixed: true},
		"permission":         {files: map[string]string{user: `{"permissions": {"ask": ["AskUserQuestion"]}}`}, want: "permission-rule permissions.ask is AskUserQuestion", line: 1},
		"untrusted":          {files: map[string]string{"project/.claude/settings.json": "{}", "home/.claude.json": `{"projects": {}}`}, want: "folder-untrusted is not trusted yet"},
		"moved":              {files: map[string]string{user: hook(`"command": "ROOT/old/neverask-hook"`), "old/neverask-hook*": ""}, want: "entry-moved old/neverask-hook is not where", line: 1},
		"preferences":        {files: map[string]string{"home/.config/neverask/preferences.json": "{"}, want: "preferences-broken preferences.json"},
		"log":                {files: map[string]string{"home/.local/state/neverask/questions.jsonl": "{}\nhalf\n"}, want: "log-damaged 1 of 2 lines", line: 2},
		"secrets":            {files: map[string]string{user + "@644": `{"env": {"API_TOKEN": "sk-1234567890abcdef"}}`}, want: "mode-wide it holds secrets"},
		"writable":           {files: map[string]string{user + "@666": `{}`}, want: "mode-wide others may write it"},
		"readable log":       {files: map[string]string{"home/.local/state/neverask/questions.jsonl@644": "{}\n"}, want: "mode-wide others may read it"},
		"chained":            {files: map[string]string{"home/.local/state/neverask/chained.json": "{"}, want: "chained-unreadable chained.json"},
		"slow":               {files: map[string]string{user: strings.Replace(hook(`"command": "true"`), "Stop", "PreToolUse", 1)}, took: 2 * time.Second, want: "hook-slow true took", line: 1},
		"running":            {files: map[string]string{"home/.claude/projects/p/s.jsonl": "{}\n"}, want: "sessions-running 1"},
		"an old client":      {files: map[string]string{session: `{"pid": PID, "version": "2.1.99"}`}, want: "client-old neverask was not tried on Claude Code 2.1.99"},
		"a new client":       {files: map[string]string{session: `{"pid": PID, "version": "2.2.0"}`}, want: "client-untried neverask was not tried on Claude Code 2.2.0"},
		"nothing is wrong":   {files: map[string]string{user: hook(`"command": "true", "timeout": 600`)}},
		"quick enough":       {files: map[string]string{user: strings.Replace(hook(`"command": "true"`), "Stop", "PreToolUse", 1)}, took: time.Millisecond},
		"slow at another":    {files: map[string]string{user: hook(`"command": "true"`)}, took: 2 * time.Second},
		"on a condition":     {files: map[string]string{user: hook(`"command": "[ -x ~/gone.sh ] && ~/gone.sh"`)}},
		"skill":              {files: map[string]string{"home/.claude/skills/s/SKILL.md": "---\nhooks: [\n---\n"}, want: "source-broken not valid YAML"},
		"hook binary":        {files: map[string]string{"home/.local/share/neverask/bin/neverask-hook@644": `{"env": {"API_TOKEN": "sk-1234567890abcdef"}}`}},
		"nothing is there":   {},
		"trusted from above": {files: map[string]string{"project/.claude/settings.json": "{}", "home/.claude.json": `{"projects": {"ROOT": {"hasTrustDialogAccepted": true}}}`}},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for path, text := range c.files {
				put(t, root, path, strings.NewReplacer("ROOT", root, "PID", strconv.Itoa(os.Getpid())).Replace(text))
			}
			in := fixture(t, root)
			found := Examine(context.Background(), Options{Installer: in, Stats: ran(t, "true", c.took), Env: []string{"PATH=" + os.Getenv("PATH")}})
			if c.want == "" {
				if len(found) > 0 {
					t.Errorf("found %+v", found)
				}
				return
			}
			id, part, _ := strings.Cut(c.want, " ")
			i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == id })
			if i < 0 {
				t.Fatalf("not found; there is %+v", found)
			}
			f := found[i]
			if !strings.Contains(f.Message, part) || f.Line != c.line || f.Fixable != c.fixed || f.Why == "" || f.Fix == "" || f.Severity == "" || f.File == "" {
				t.Errorf("got %+v", f)
			}
			if f.Fixable {
				repairAndUndo(t, in, f)
			}
		})
	}
}

// ran is what transcripts tell of three runs of a hook.
func ran(t *testing.T, command string, took time.Duration) []transcript.HookStat {
	t.Helper()
	dir := t.TempDir()
	for i := range 3 {
		line := fmt.Sprintf(`{"type":"attachment","attachment":{"type":"hook_success","hookName":"PreToolUse:Bash","toolUseID":"toolu_%d","hookEvent":"PreToolUse","stdout":"x","exitCode":0,"command":%q,"durationMs":%d},"timestamp":"2026-11-20T06:00:%02d.000Z","sessionId":"s","cwd":"/w","version":"2.1.329"}`+"\n", i, command, took.Milliseconds(), i)
		put(t, dir, fmt.Sprintf("p/s%d.jsonl", i), line)
	}
	a := transcript.Open(dir, filepath.Join(dir, "state"))
	if _, err := a.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return a.HookStats()
}

// repairAndUndo applies the repair of a finding, looks that it is gone, and takes it
// back.
func repairAndUndo(t *testing.T, in *installer.Installer, f Finding) {
	t.Helper()
	before, _ := os.ReadFile(f.File)
	ctx := context.Background()
	p, err := f.Plan()
	must.Do(t, err)
	r, err := in.Apply(ctx, p)
	must.Do(t, err)
	for _, other := range Examine(ctx, Options{Installer: in, Env: []string{"PATH=" + os.Getenv("PATH")}}) {
		if other.ID == f.ID {
			t.Errorf("still there: %+v", other)
		}
	}
	back, err := changes.Undo(in, r)
	if err == nil {
		_, err = in.Apply(ctx, back)
	}
	if after, _ := os.ReadFile(f.File); err != nil || string(after) != string(before) {
		t.Errorf("taken back: %v\n%s\nwant\n%s", err, after, before)
	}
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	mode := os.FileMode(0o600)
	if plain, ok := strings.CutSuffix(name, "*"); ok {
		name, mode = plain, 0o700
	}
	if plain, ok := strings.CutSuffix(name, "@644"); ok {
		name, mode = plain, 0o644
	}
	if plain, ok := strings.CutSuffix(name, "@666"); ok {
		name, mode = plain, 0o666
	}
	path := filepath.Join(root, name)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(text), mode))
	must.Do(t, os.Chmod(path, mode))
}

func fixture(t *testing.T, root string) *installer.Installer {
	t.Helper()
	project := filepath.Join(root, "project")
	must.Do(t, os.MkdirAll(project, 0o700))
	in, err := installer.New(installer.Env{GOOS: "linux", Dir: project, Executable: os.Args[0], Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": filepath.Join(root, "home")}[name] }})
	must.Do(t, err)
	in.ManagedDir = filepath.Join(root, "managed")
	return in
}

// TestNothingElseIsLost: what a repair of a text takes away is what it lists, and
// every other byte stays.
func TestNothingElseIsLost(t *testing.T) {
	in := "\xef\xbb\xbf{\r\n  // one \"two\"\r\n  \"a\": \"// no /* comment\", /* three\n four */\r\n  \"b\": [1, 2,],\r\n}\r\n"
	out, lost, ok := standardise([]byte(in))
	want := []string{`// one "two"`, "/* three\n four */"}
	if !ok || !slices.Equal(lost, want) || len(out) != len(in) {
		t.Fatalf("%v %q\n%q", ok, lost, out)
	}
	for i := range out {
		if out[i] != in[i] && out[i] != ' ' {
			t.Errorf("byte %d: %q became %q", i, in[i], out[i])
		}
	}
	if !strings.Contains(string(out), `"a": "// no /* comment"`) {
		t.Errorf("%q", out)
	}
}

func TestDoubles(t *testing.T) {
	in := "\n{\"x\": {\"a\": 1, \"b\": 2,\n \"a\": 3}, \"y\": [{\"c\": 1, \"c\": 1.0}], \"a\": 0}"
	found := findDoubles([]byte(in))
	if len(found) != 2 || found[0].path.String() != "/x/a" || found[0].same || found[0].line != 2 || found[0].lastLine != 3 ||
		found[1].path.String() != "/y/0/c" || !found[1].same {
		t.Errorf("%+v", found)
	}
	if got := string(without([]byte(in), found)); got != "\n{\"x\": {\"b\": 2,\n \"a\": 3}, \"y\": [{\"c\": 1.0}], \"a\": 0}" {
		t.Errorf("%q", got)
	}
}

package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestEveryFindingIsDescribed: the package lists everything that it can find, and so does
// the manual.
func TestEveryFindingIsDescribed(t *testing.T) {
	manual := musttest.Read(t, "../../../docs/doctor.md")
	source := ""
	files, _ := filepath.Glob("*.go")
	for _, name := range files {
		if b, _ := os.ReadFile(name); !strings.HasSuffix(name, "_test.go") && name != "finding.go" {
			source += string(b)
		}
	}
	for _, k := range Kinds() {
		if !strings.Contains(string(manual), "\n* `"+k.ID+"`: ") {
			t.Errorf("docs/doctor.md does not explain %s", k.ID)
		}
		if !strings.Contains(source, `"`+k.ID+`"`) {
			t.Errorf("nothing finds %s", k.ID)
		}
	}
	if n := strings.Count(string(manual), "\n* `"); n != len(Kinds()) {
		t.Errorf("docs/doctor.md explains %d findings, there are %d", n, len(Kinds()))
	}
}

// TestManualShowsFindings: in each file that docs/doctor.md shows, the doctor finds what it is shown for.
func TestManualShowsFindings(t *testing.T) {
	manual := musttest.Read(t, "../../../docs/doctor.md")
	shown := strings.Split(string(manual), "\n```json ")[1:]
	if len(shown) < 6 {
		t.Errorf("%d files are shown", len(shown))
	}
	for _, block := range shown {
		id, rest, _ := strings.Cut(block, "\n")
		text, _, _ := strings.Cut(rest, "\n```")
		root := t.TempDir()
		put(t, root, "home/hooks/guard.sh*", "#!/bin/sh\n")
		put(t, root, userFile, text)
		found := Hooks(Options{Planner: fixture(t, root), Env: environment(filepath.Join(root, "home"))})
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.ID == id }) {
			t.Errorf("the doctor does not find %s but %+v in\n%s", id, found, text)
		}
	}
}

// hook returns a settings file with one hook.
func hook(members string) string {
	return `{"hooks": {"Stop": [{"hooks": [{"type": "command", ` + members + `}]}]}}`
}

func TestFindings(t *testing.T) {
	t.Parallel()
	rows := append(musttest.Table(t, "testdata/findings.tsv", 6), []string{"utf-16", "file-malformed UTF-16", "1", "", "", "\xff\xfe{\x00}\x00"})
	for _, row := range rows {
		t.Run(row[0], func(t *testing.T) {
			root := t.TempDir()
			filled := strings.NewReplacer("PLUGIN_ROOT", "PLUGIN_ROOT", "ROOT", root, "PID", strconv.Itoa(os.Getpid())).Replace(row[5])
			for file := range strings.SplitSeq(filled, " ¶ ") {
				if path, text, named := strings.Cut(file, " = "); named {
					put(t, root, path, text)
				} else if file != "" {
					put(t, root, "home/.claude/settings.json", file)
				}
			}
			in := fixture(t, root)
			took, _ := time.ParseDuration(row[4])
			found := Examine(context.Background(), Options{Planner: in, Stats: ran(t, "true", took), Env: []string{"PATH=" + os.Getenv("PATH")}})
			if row[1] == "" {
				if len(found) > 0 {
					t.Errorf("found %+v", found)
				}
				return
			}
			id, part, _ := strings.Cut(row[1], " ")
			i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == id })
			if i < 0 {
				t.Fatalf("not found; there is %+v", found)
			}
			f := found[i]
			if !strings.Contains(f.Message, part) || fmt.Sprint(f.Line) != cmp.Or(row[2], "0") || f.Fixable != (row[3] == "fixed") || f.Why == "" || f.Fix == "" || f.Severity == "" || (f.File == "") != strings.HasPrefix(f.ID, "client-") {
				t.Errorf("got %+v", f)
			}
			if f.Fixable {
				repairAndUndo(t, in, f)
			}
		})
	}
}

// ran returns what transcripts tell of three runs of a hook.
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
func repairAndUndo(t *testing.T, in *planner.Planner, f Finding) {
	t.Helper()
	before, _ := os.ReadFile(f.File)
	ctx := context.Background()
	p, err := f.Plan()
	musttest.Do(t, err)
	r, err := in.Apply(ctx, p)
	musttest.Do(t, err)
	for _, other := range Examine(ctx, Options{Planner: in, Env: []string{"PATH=" + os.Getenv("PATH")}}) {
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
	musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	musttest.Do(t, os.WriteFile(path, []byte(text), mode))
	musttest.Do(t, os.Chmod(path, mode))
}

func fixture(t *testing.T, root string) *planner.Planner {
	t.Helper()
	project := filepath.Join(root, "project")
	musttest.Do(t, os.MkdirAll(project, 0o700))
	in, err := planner.New(planner.Env{GOOS: "linux", Dir: project, Executable: os.Args[0], Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": filepath.Join(root, "home")}[name] }})
	musttest.Do(t, err)
	in.ManagedDir = filepath.Join(root, "managed")
	in.FindClient = func() client.Found { return client.Found{Program: "/usr/bin/claude"} }
	return in
}

// TestDanglingLink: a settings file that is a link to nothing is told of.
func TestDanglingLink(t *testing.T) {
	root := t.TempDir()
	in := fixture(t, root)
	musttest.Do(t, os.MkdirAll(filepath.Join(root, "home/.claude"), 0o700))
	musttest.Do(t, os.Symlink(filepath.Join(root, "gone.json"), filepath.Join(root, "home/.claude/settings.json")))
	found := Hooks(Options{Planner: in})
	if len(found) != 1 || found[0].ID != "file-unreadable" || !strings.Contains(found[0].Message, "gone.json, which is not there") {
		t.Errorf("found %+v", found)
	}
}

// TestClientMissing: a settings file is no sign of Claude Code, a transcript is.
func TestClientMissing(t *testing.T) {
	root := t.TempDir()
	put(t, root, "home/.claude/settings.json", "{}")
	in := fixture(t, root)
	in.FindClient = func() client.Found { return client.Found{} }
	missing := func() bool {
		found := Examine(context.Background(), Options{Planner: in, Env: []string{"PATH=" + os.Getenv("PATH")}})
		return slices.ContainsFunc(found, func(f Finding) bool { return f.ID == "client-missing" && f.File == "" })
	}
	if !missing() {
		t.Error("Claude Code counts as found")
	}
	for _, trace := range []string{"home/.local/state/neverask/questions.jsonl", "home/.claude/projects/p/s.jsonl"} {
		put(t, root, trace, `{"type":"user","version":"2.1.320"}`)
		if missing() {
			t.Errorf("Claude Code counts as missing, and has left %s", trace)
		}
		musttest.Do(t, os.Remove(filepath.Join(root, trace)))
	}
}

// TestNothingElseIsLost: a repair of a text removes what it lists, and nothing
// else.
func TestNothingElseIsLost(t *testing.T) {
	in := "\xef\xbb\xbf{\r\n  // one \"two\"\r\n  \"a\": \"// no /* comment\", /* three\n four */\r\n  \"b\": [1, 2,],\r\n}\r\n"
	out, lost, ok := standardise([]byte(in))
	want := []string{`// one "two"`, "/* three\n four */"}
	if !ok || !slices.Equal(lost, want) {
		t.Fatalf("%v %q\n%q", ok, lost, out)
	}
	if want := "\xef\xbb\xbf{\r\n  \"a\": \"// no /* comment\",\r\n  \"b\": [1, 2]\r\n}\r\n"; string(out) != want {
		t.Errorf("%q\nnot\n%q", out, want)
	}
}

func TestDoubles(t *testing.T) {
	in := "\n{\"x\": {\"a\": 1, \"b\": 2,\n \"a\": 3}, \"y\": [{\"c\": 1, \"c\": 1.0}], \"a\": 0}"
	found := settings.Duplicates([]byte(in))
	if len(found) != 2 || found[0].Path.String() != "/x/a" || found[0].Same || found[0].Line != 2 || found[0].LastLine != 3 ||
		found[1].Path.String() != "/y/0/c" || !found[1].Same {
		t.Errorf("%+v", found)
	}
	if got := string(settings.WithoutDuplicates([]byte(in), found)); got != "\n{\"x\": {\"b\": 2,\n \"a\": 3}, \"y\": [{\"c\": 1.0}], \"a\": 0}" {
		t.Errorf("%q", got)
	}
}

// TestParksNothingThatWorks: before a hook is parked, a shell looks for its program. What a
// shell does itself may be more than is known here.
func TestParksNothingThatWorks(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	put(t, root, "home/.claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "getopts a x"}]}, {"hooks": [{"type": "command", "command": "gone-for-good a x"}]}]}}`)
	parked := 0
	for _, f := range Hooks(Options{Planner: fixture(t, root), Env: []string{"PATH=" + os.Getenv("PATH")}}) {
		if f.ID != "command-missing" || !f.Parks {
			t.Errorf("found %+v", f)
			continue
		}
		_, err := f.Plan()
		if works := strings.HasPrefix(f.Message, "getopts"); errors.Is(err, ErrFound) != works {
			t.Errorf("%s: %v", f.Message, err)
		} else if !works {
			parked++
		}
	}
	if parked != 1 {
		t.Errorf("%d hooks are parked", parked)
	}
}

// TestInsteadOfEvents: what people expect of events that there are not.
func TestInsteadOfEvents(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"PreCommit": "git commit", "PostGitPush": "git commit", "PreCommand": "the tool Bash", "OnFileSave": "Edit|Write", "Whatever": "", "toString": ""} {
		if got := insteadOfEvent(name); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestAdviceIsTrue: doing what a finding advises ends the finding.
func TestAdviceIsTrue(t *testing.T) {
	t.Parallel()
	of := func(handler string) string { return `{"hooks": {"PreToolUse": [{"hooks": [` + handler + `]}]}}` }
	for name, c := range map[string]struct{ file, text, id, message, fix string }{
		"no shell reads it":      {"settings.json", of(`{"type": "command", "command": "~/z.sh", "args": []}`), "command-literal", "~ is not expanded", `remove "args"`},
		"a program by its name":  {"settings.json", of(`{"type": "command", "command": "no-such-program x"}`), "command-missing", "no-such-program is not in PATH", "install it"},
		"spaces":                 {"settings.json", of(`{"type": "command", "command": "$HOME/my tools/a.sh x"}`), "command-unquoted", "my tools/a.sh has spaces", "quotes"},
		"PowerShell":             {"settings.json", of(`{"type": "command", "command": "Write-Host", "shell": "powershell"}`), "command-interpreter", "neither pwsh nor powershell is in PATH", "install"},
		"beside its skill":       {"skills/s/SKILL.md", "---\nhooks:\n  PreToolUse:\n  - hooks:\n    - {type: command, command: ./a.sh}\n---\n", "command-missing", "a.sh is not there", "write ${CLAUDE_PLUGIN_ROOT}/a.sh"},
		"files in a matcher":     {"settings.json", `{"hooks": {"PostToolUse": [{"matcher": "Write(*.cs)", "hooks": []}]}}`, "matcher-invalid", "", `belong in the hook's "if"`},
		"files behind a colon":   {"settings.json", `{"hooks": {"PostToolUse": [{"matcher": "Edit:.*\\.cs", "hooks": []}]}}`, "matcher-never", "", `belong in the hook's "if"`},
		"a tool of a server":     {"settings.json", `{"hooks": {"PreToolUse": [{"matcher": "shop__buy", "hooks": []}]}}`, "matcher-never", "", "another matcher"},
		"nothing that is a hook": {"settings.json", `{"hooks": {"preEditHook": {}}}`, "event-unknown", "preEditHook", "Edit|Write"},
		"hooks in hooks":         {"settings.json", `{"hooks": {"hooks": {"Stop": []}}}`, "event-unknown", `"hooks"`, "outermost"},
		"the event of another":   {"settings.json", `{"hooks": {"AfterTool": [{"hooks": [{"type": "command", "command": ""}]}]}}`, "event-unknown", "AfterTool", "PostToolUse"},
	} {
		root := t.TempDir()
		put(t, root, "home/my tools/a.sh*", "#!/bin/sh\n")
		put(t, root, "home/.claude/skills/s/a.sh*", "#!/bin/sh\n")
		put(t, root, "home/z.sh*", "#!/bin/sh\n")
		put(t, root, "home/.claude/"+c.file, c.text)
		found := Hooks(Options{Planner: fixture(t, root), Env: []string{"PATH=/none"}})
		i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == c.id })
		if i < 0 || !strings.Contains(found[i].Message, c.message) || !strings.Contains(found[i].Fix, c.fix) {
			t.Errorf("%s: found %+v", name, found)
		}
	}
}

// TestRulesInTrouble: a rule is told of once for each trouble, at its line, and no other.
func TestRulesInTrouble(t *testing.T) {
	in := fixture(t, t.TempDir())
	musttest.Write(t, in.Paths.Preferences(), "{\"version\":1,\"rules\":[\n{\"id\":\"a\",\"match\":{\"header\":\"A\"},\"mode\":\"always-ask\"},\n{\"id\":\"b\",\"match\":{\"header\":\"B\"},\"mode\":\"always-ask\"}]}")
	o := Options{Planner: in, Rules: []preferences.Finding{
		{Kind: "answer", Rule: "b", Message: "first"}, {Kind: preferences.AlwaysNew, Rule: "b", Message: "second"}, {Kind: "contradicts", Rule: "b", Message: "third"},
		{Kind: "wide", Rule: "a", Message: "no trouble"}, {Kind: "duplicate", Rule: "a"},
	}}
	var got []string
	for _, f := range o.rules() {
		got = append(got, fmt.Sprintf("%s:%d %s", f.ID, f.Line, f.Why))
		if f.Severity != Warning || f.File != in.Paths.Preferences() || !strings.Contains(f.Fix, "rules rm b") {
			t.Errorf("%+v", f)
		}
	}
	if want := []string{"rule-unanswering:3 first", "rule-contradicted:3 third"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// evils are what a terminal would obey, hide or reorder by.
var evils = []string{
	"\x1b[2J\x1b[31mEVIL", "\x1b]0;EVIL\x07", "\x1b]52;c;RVZJTA==\x07", "\x1b]8;;http://evil.example\x1b\\EVIL\x1b]8;;\x1b\\",
	"\x1bP+q544e\x1b\\", "\x1b[6n", "\u009b31mEVIL", "\u009d0;EVIL\u009c", "EVIL\rgood", "EVIL\b\b\b\bgood", "\x07", "\x7f", "a\x00b", "\x0e", "\x9b31m", "\xff\xfe",
	"\u202egnp.exe", "\u2066a\u2069", "\u200b\u200d\ufeff", "\u2028", "\U000e0041\U000e0042", "line\nbreak", "tab\tstop", strings.Repeat("EVIL ", 2000),
}

// evil returns a string with the n-th of them, as the text of a JSON value.
func evil(n int) string {
	b, err := json.Marshal("x" + evils[n%len(evils)] + "y")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// fillEvil puts another evil string into every place of a text that reads EVIL.
func fillEvil(text string, from int) string {
	for n := from; strings.Contains(text, `"EVIL"`); n++ {
		text = strings.Replace(text, `"EVIL"`, evil(n), 1)
	}
	return text
}

const (
	evilSettings = `{"model":"EVIL","EVIL":"EVIL","env":{"EVIL":"EVIL"},"outputStyle":"EVIL","permissions":{"deny":["EVIL"],"allow":["EVIL"],"defaultMode":"EVIL"},
"enabledPlugins":{"EVIL":true},"statusLine":{"type":"command","command":"EVIL"},
"hooks":{"PreToolUse":[{"matcher":"EVIL","hooks":[{"type":"command","command":"EVIL","args":["EVIL"],"if":"EVIL","statusMessage":"EVIL","EVIL":"EVIL"},{"type":"http","url":"EVIL","headers":{"EVIL":"EVIL"}},{"type":"prompt","prompt":"EVIL","model":"EVIL"},{"type":"mcp_tool","server":"EVIL","tool":"EVIL"}]},
{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"EVIL","statusMessage":"EVIL"}]},{"hooks":[{"type":"command","command":"EVIL"}]}],
"EVIL":[{"matcher":"EVIL","hooks":[{"type":"command","command":"EVIL"}]}],"PostToolUse":[{"hooks":[{"type":"command","command":"EVIL"}]}]}}`
	evilRules = `{"version":1,"EVIL":"EVIL","rules":[
{"id":"r-aaaaaa","match":{"text":"EVIL"},"mode":"never-ask","answer":"EVIL","project":"EVIL","note":"EVIL","created":{"at":"2026-11-21T11:04:14Z","by":"EVIL"}},
{"id":"r-bbbbbb","match":{"exact":"EVIL","header":"EVIL"},"mode":"never-ask","answer":{"text":"EVIL"}},{"id":"EVIL","match":{"text":"EVIL"},"mode":"EVIL"},
{"id":"r-cccccc","match":{"options":["EVIL","EVIL"]},"mode":"prefer","answer":"EVIL","note":"EVIL"},{"id":"r-dddddd","match":{"pattern":"EVIL"},"mode":"always-ask"}],
"tools":[{"id":"EVIL","tools":["EVIL"],"when":[{"field":"EVIL","is":"EVIL"}],"do":"deny","reason":"EVIL"},{"id":"t-aaaaaa","match":{"tool":"EVIL"},"do":"EVIL","say":"EVIL"}]}`
	evilTranscript = `{"message":{"content":[{"id":"toolu_N","input":{"questions":[{"question":"EVIL","header":"EVIL","multiSelect":false,"options":[{"label":"EVIL","description":"EVIL"},{"label":"EVIL","description":"EVIL"}]}]},"name":"AskUserQuestion","type":"tool_use"}],"role":"assistant"},"type":"assistant","timestamp":"2026-01-01T06:00:10.000Z","cwd":"EVIL","sessionId":"EVIL","version":"EVIL","gitBranch":"EVIL"}
{"attachment":{"type":"hook_success","hookName":"EVIL","toolUseID":"toolu_N","hookEvent":"PreToolUse","content":"EVIL","stdout":"EVIL","stderr":"EVIL","exitCode":0,"command":"EVIL","durationMs":12},"type":"attachment","timestamp":"2026-01-01T06:00:11.000Z","cwd":"EVIL","sessionId":"EVIL","version":"2.1.329"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"EVIL","tool_use_id":"toolu_N"}]},"toolUseResult":{"questions":[],"answers":{"EVIL":"EVIL"},"annotations":{}},"permissionDecision":{"decision":"accept","source":"hook"},"timestamp":"2026-01-01T06:00:20.000Z","cwd":"EVIL","sessionId":"EVIL","version":"2.1.329"}
`
	evilAsk      = `{"session_id":"EVIL","cwd":"EVIL","permission_mode":"EVIL","hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_use_id":"tN","tool_input":{"questions":[{"question":"EVIL","header":"EVIL","multiSelect":false,"options":[{"label":"EVIL","description":"EVIL"},{"label":"EVIL","description":"EVIL"}]}]}}`
	evilAnswered = `{"session_id":"EVIL","cwd":"EVIL","hook_event_name":"PostToolUse","tool_name":"AskUserQuestion","tool_use_id":"tN","tool_input":{"questions":[{"question":"EVIL","header":"EVIL","multiSelect":false,"options":[{"label":"EVIL","description":"EVIL"},{"label":"EVIL","description":"EVIL"}]}],"answers":{"EVIL":"EVIL"}},"tool_response":{"questions":[],"answers":{"EVIL":"EVIL"}},"duration_ms":1}`
	evilTool     = `{"session_id":"s1","cwd":"EVIL","hook_event_name":"PreToolUse","tool_name":"EVIL","tool_use_id":"uN","agent_id":"EVIL","agent_type":"EVIL","tool_input":{"command":"EVIL"}}`
	evilFailed   = `{"session_id":"s1","cwd":"EVIL","hook_event_name":"PostToolUseFailure","tool_name":"EVIL","tool_use_id":"uN","agent_id":"EVIL","agent_type":"EVIL","tool_input":{"command":"EVIL"},"error":"EVIL","is_interrupt":false,"duration_ms":3}`
	evilQuestion = `{"questions":[{"question":"EVIL","header":"EVIL","multiSelect":false,"options":[{"label":"EVIL","description":"EVIL"},{"label":"EVIL","description":"EVIL"}]}]}`
	evilParked   = `{"id":"ID","time":"2026-11-21T11:04:14Z","session":"EVIL","toolUseId":"EVIL","dir":"EVIL","command":["EVIL"],"input":{"questions":[{"question":QUESTION,"header":"EVIL","multiSelect":false,"options":[{"label":"EVIL","description":"EVIL"},{"label":"b","description":"EVIL"}]}]},"open":[QUESTION]}`
	evilSkill    = "---\nname: \"x\\e]0;EVIL\\ay\"\ndescription: x\nhooks:\n  PreToolUse:\n    - matcher: \"\\e[2JBash\"\n      hooks:\n        - type: command\n          command: \"\\u009b31mEVIL\"\n---\n"
)

// newHaunted returns a machine where everything that others write is hostile.
func newHaunted(t *testing.T) machine {
	t.Helper()
	if testing.Short() {
		t.Skip("runs some three hundred processes")
	}
	m := newMachine(t, nil)
	m.must(do("install", "--yes"))
	m.must(do("log", "--record", "on", "--yes"))
	for n := range len(evils) {
		for _, event := range []string{evilAsk, evilAnswered, evilTool, evilFailed} {
			m.must(hooked(strings.ReplaceAll(fillEvil(event, n), "N", fmt.Sprint(n))))
		}
		m.write(fmt.Sprintf(".claude/projects/-work/s%d.jsonl", n), strings.ReplaceAll(fillEvil(evilTranscript, n), "toolu_N", fmt.Sprintf("toolu_%d", n)))
	}
	// The hooks stay, beside those of others.
	var installed, hostile struct {
		Hooks map[string]json.RawMessage `json:"hooks"`
	}
	content := fillEvil(evilSettings, 0)
	for text, into := range map[string]any{m.read(userSettings): &installed, content: &hostile} {
		musttest.Do(t, json.Unmarshal([]byte(text), into))
	}
	m.write(userSettings, strings.Replace(content, `"hooks":{`, `"hooks":{"PostToolUseFailure":`+string(installed.Hooks["PostToolUseFailure"])+`,`, 1))
	m.write(".claude/agents/y.md", agent("Bash", "bash ~/x.sh"))
	m.write("x.sh", strings.Join(evils, "\n")+"\n")
	m.write("project/.claude/settings.json", fillEvil(evilSettings, 5))
	m.write("project/.claude/settings.local.json", fillEvil(evilSettings, 11))
	m.write(".config/neverask/preferences.json", fillEvil(evilRules, 3))
	m.write(".claude/skills/x/SKILL.md", evilSkill)
	m.write(".claude/agents/x.md", evilSkill)
	for n := range len(evils) {
		id := fmt.Sprintf("a%da\x1b[2Ja", n)
		parked := strings.NewReplacer("ID", `a`+fmt.Sprint(n)+`a\u001b[2Ja`, "QUESTION", evil(n)).Replace(evilParked)
		m.write(filepath.Join(state, "parked", id+".json"), fillEvil(parked, n))
	}
	if out := m.must(do("run", "list")); strings.Count(out, "question: x") != len(evils) {
		m.Fatalf("not every parked question is listed:\n%s", out)
	}
	m.write(filepath.Join(state, "hook-errors.log"), m.read(filepath.Join(state, "hook-errors.log"))+strings.Join(evils, "\n")+"\n")
	m.write("pro\x1b]0;EVIL\x07ject/.claude/settings.json", fillEvil(evilSettings, 17))
	return m
}

// obeyed finds what a terminal would obey in a text, in which only line breaks
// and tabs may stand.
func obeyed(text string) string {
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if r == '\n' || r == '\t' {
			continue
		}
		if r == utf8.RuneError && size == 1 || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return fmt.Sprintf("%q in %q", r, text[max(0, i-80):min(len(text), i+80)])
		}
	}
	return ""
}

// TestNothingHostileIsPrinted prints everything there is, on a machine where all
// of it is hostile.
func TestNothingHostileIsPrinted(t *testing.T) {
	t.Parallel()
	m := newHaunted(t)
	odd := filepath.Join(m.home, "pro\x1b]0;EVIL\x07ject")
	lines := append(m.everyCommand(), [][]string{
		{"hooks", "conflicts", "--cwd", odd}, {"doctor", "--cwd", odd}, {"hooks", "runs", evils[0]}, {"undo", "--list", evils[1]}, {"install", "--dry-run", "--settings", filepath.Join(odd, ".claude", "settings.json")},
		{evils[0]}, {"--" + evils[3]}, {"rules", "list", evils[6]}, {"install", "--scope", evils[2]}, {"undo", "--to", evils[8]}, {"log", "--questions", "--since", evils[9]}, {"rules", "import", evils[1]},
	}...)
	for _, args := range lines {
		c := do(args...)
		c.stdin = fillEvil(evilQuestion, 0)
		stdout, stderr, exit := m.run(c)
		name := fmt.Sprintf("%.60q", args)
		if found := obeyed(stdout); found != "" {
			t.Errorf("%s prints %s", name, found)
		}
		if found := obeyed(stderr); found != "" {
			t.Errorf("%s says %s", name, found)
		}
		if !slices.ContainsFunc(args, func(arg string) bool { return obeyed(arg) != "" }) {
			usable(t, name, exit, stderr)
		}
		json := slices.Contains(args, "--json") || slices.Contains(args, "show") || len(args) > 1 && args[1] == "export" && !slices.Contains(args, "csv")
		if exit == 0 && json && args[0] != "__complete" {
			validJSON(t, name, stdout)
		}
	}
	m.hauntedHome()
}

// hauntedHome lets every command print the name of a home directory that a
// terminal would obey. Without -hostile.whole JSON is left out, for which the one encoder
// has met all of the names before.
func (m machine) hauntedHome() {
	m.Helper()
	m.home = filepath.Join(m.home, "ho\u009b31m\x1b[2J\u202eme")
	m.write("project/.git/HEAD", "ref: refs/heads/main\n")
	m.write("project/.claude/settings.json", fillEvil(evilSettings, 2))
	for _, args := range m.everyCommand() {
		if !*wholeHostility && slices.Contains(args, "--json") {
			continue
		}
		c := do(args...)
		c.stdin = fillEvil(evilQuestion, 0)
		stdout, stderr, exit := m.run(c)
		for _, text := range []string{stdout, stderr} {
			if found := obeyed(text); found != "" {
				m.Errorf("%q prints %s", args, found)
			}
		}
		usable(m.T, fmt.Sprintf("%q", args), exit, stderr)
	}
}

func validJSON(t *testing.T, name, text string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	for {
		var v any
		if err := d.Decode(&v); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s prints no JSON: %v\n%.300s", name, err, text)
			return
		}
	}
}

// TestNothingHostileIsDrawn goes through the screens on that machine.
func TestNothingHostileIsDrawn(t *testing.T) {
	t.Parallel()
	m := newHaunted(t)
	p := m.program(do("status"))
	cmd := exec.Command(p.Path)
	cmd.Dir, cmd.Env = p.Dir, append(p.Env, "TERM=xterm-256color")
	term := termtest.Start(t, cmd, 120, 40)
	term.WaitText("╭─ Home ─")
	for i := range places {
		goTo(term, i)
		for _, key := range []string{"down", "down", "enter", "down", "pgdown", "esc", "x", "esc", "G", "enter", "G", "esc", "/", "E", "esc", "esc", "?", "esc"} {
			term.Key(key)
		}
	}
	term.Key("ctrl+c")
	if code := term.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	raw := string(term.Raw())
	for _, e := range evils {
		if obeyed(e) == "" || e == "\x07" || e == "\x7f" || e == "\x0e" || e == "\x1b[6n" {
			continue
		}
		if at := strings.Index(raw, e); at >= 0 {
			t.Errorf("%q is drawn: %q", e, raw[max(0, at-80):min(len(raw), at+80)])
		}
	}
	if !utf8.ValidString(raw) {
		t.Error("bytes that are no UTF-8 are drawn")
	}
	for _, r := range raw {
		if r > 0x7f && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == 0 || r == 0x0e || r == 0x7f {
			t.Errorf("%q is drawn", r)
			break
		}
	}
}

// places are where the digits lead to, and behind those pages that the palette leads to, as the
// frame says it.
var places = []string{"Home", "Rules", "Log", "Hooks", "Conflicts", "Changes"}

// goTo goes to a place or a page, and waits for it.
func goTo(term *termtest.Terminal, i int) {
	term.Key(strconv.Itoa(i%4 + 1))
	term.WaitText("╭─ " + places[i%4] + " ─")
	if i < 4 {
		return
	}
	term.Key(":")
	term.WaitText("Go to or do anything")
	term.Type("go " + strings.ToLower(places[i]))
	term.WaitText("▸ " + places[i] + ": ")
	term.Key("enter")
	term.WaitText(" › " + places[i] + " ─")
}

// TestStateIsPrivate: whatever the umask, nobody else can read what neverask
// keeps.
func TestStateIsPrivate(t *testing.T) {
	t.Parallel()
	m := newMachine(t, resolved)
	// The shell only sets the mask.
	loose := func(c invocation) {
		t.Helper()
		p := m.program(c)
		cmd := exec.Command("/bin/sh", append([]string{"-c", `umask 0; exec "$@"`, "sh", p.Path}, p.Args...)...)
		cmd.Dir, cmd.Env, cmd.Stdin = p.Dir, p.Env, strings.NewReader(p.Stdin)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", c.args, err, out)
		}
	}
	m.write(".claude/projects/-work/s1.jsonl", libraryTranscript)
	for _, c := range []invocation{
		do("install", "--yes"), do("log", "--record", "on", "--yes"), rule, do("rules", "add", "--question", "Which style?", "--answer", "Tabs", "--yes"),
		asked("t1"), answered("t1"), chosen("t2"), hooked("{"), do("status"), do("report"), do("log", "--questions"), do("rules", "suggest"), do("hooks", "restore", "--list"), do("log", "--summary"),
		do("hooks", "park", "@/usr/local/bin/guard", "--yes"), do("undo", "--yes"), do("undo", "--yes"),
	} {
		loose(c)
	}
	n := 0
	for _, dir := range []string{".config/neverask", ".local/state/neverask", ".local/share/neverask"} {
		err := filepath.WalkDir(filepath.Join(m.home, dir), func(path string, e os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err != nil {
				return err
			}
			n++
			want := os.FileMode(0o600)
			switch {
			case e.IsDir():
				want = 0o700
			case path == filepath.Join(m.home, installedHook):
				want = 0o755 // the client may run as another user's
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("%s has mode %o, not %o", path, got, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if n < 15 {
		t.Errorf("only %d files and directories were made", n)
	}
	for _, name := range []string{userSettings} {
		if info, err := os.Stat(filepath.Join(m.home, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

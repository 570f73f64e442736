//go:build linux

package doctor

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks/app/installer"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
)

// A broken file, and how much of it the client does not use.
type brokenCase struct {
	name string
	file string
	want config.Extent
}

// brokenFile is a whole settings file: B, G, E and F are hooks that leave their
// letter.
const brokenFile = `{
  "env": {"LAB_SETTING": "on"},
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "MARK B"}, {"type": "command", "command": "MARK G"}]},
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "MARK E"}]}
    ],
    "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "MARK F"}]}]
  }
}
`

const (
	theHandler = `{"type": "command", "command": "MARK B"}`
	theGroup   = `{"matcher": "Bash", "hooks": [{"type": "command", "command": "MARK B"}, {"type": "command", "command": "MARK G"}]}`
)

func handlerCase(name, handler string, want config.Extent) brokenCase {
	return brokenCase{name, strings.Replace(brokenFile, theHandler, handler, 1), want}
}

func groupCase(name, group string, want config.Extent) brokenCase {
	return brokenCase{name, strings.Replace(brokenFile, theGroup, group, 1), want}
}

func fileCase(name, old, after string, want config.Extent) brokenCase {
	return brokenCase{name, strings.Replace(brokenFile, old, after, 1), want}
}

func brokenCases() []brokenCase {
	with := func(member string) string { return strings.TrimSuffix(theHandler, "}") + ", " + member + "}" }
	matcher := func(m string) string { return strings.Replace(theGroup, `"Bash"`, m, 1) }
	at := `  "hooks"`
	top := func(name, text string, want config.Extent) brokenCase {
		return fileCase(name, at, "  "+text+",\n"+at, want)
	}
	ev := func(name, text string, want config.Extent) brokenCase {
		return fileCase(name, `"UserPromptSubmit": [`, text+`, "UserPromptSubmit": [`, want)
	}
	g := `[` + strings.Replace(theGroup, "MARK B", "MARK D", 1) + `]`
	return []brokenCase{
		{"whole", brokenFile, config.OffNothing},
		fileCase("comment line", "  \"hooks\"", "  // words\n  \"hooks\"", config.OffFile),
		fileCase("comment block", "  \"hooks\"", "  /* words */\n  \"hooks\"", config.OffFile),
		fileCase("trailing comma", `"MARK F"}]}]`, `"MARK F"}]}],`, config.OffFile),
		fileCase("trailing comma in array", `"MARK E"}]}`, `"MARK E"}]},`, config.OffFile),
		{"bom", "\xef\xbb\xbf" + brokenFile, config.OffNothing},
		{"crlf", strings.ReplaceAll(brokenFile, "\n", "\r\n"), config.OffNothing},
		{"cut off", strings.TrimSuffix(brokenFile, "}\n"), config.OffFile},
		{"single quotes", strings.Replace(brokenFile, `"env"`, `'env'`, 1), config.OffFile},
		{"root array", "[" + brokenFile + "]", config.OffFile},
		{"null root", "null", config.OffFile},
		fileCase("invalid utf-8 value", `"LAB_SETTING": "on"`, "\"LAB_SETTING\": \"on\", \"X\": \"\xff\"", config.OffNothing),
		fileCase("duplicate root: hooks", `  "hooks"`, `  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "MARK D"}]}]},`+"\n"+`  "hooks"`, config.OffNothing),
		fileCase("duplicate event", `    "PreToolUse"`, `    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "MARK D"}]}],`+"\n"+`    "PreToolUse"`, config.OffNothing),
		handlerCase("duplicate member", `{"type": "command", "command": "MARK D", "command": "MARK B"}`, config.OffNothing),
		handlerCase("unknown type", `{"type": "shell", "command": "MARK B"}`, config.OffFile),
		handlerCase("type missing", `{"command": "MARK B"}`, config.OffFile),
		handlerCase("type null", `{"type": null, "command": "MARK B"}`, config.OffFile),
		handlerCase("type number", `{"type": 1, "command": "MARK B"}`, config.OffFile),
		handlerCase("type Command", `{"type": "Command", "command": "MARK B"}`, config.OffFile),
		handlerCase("command missing", `{"type": "command"}`, config.OffFile),
		handlerCase("command number", `{"type": "command", "command": 1}`, config.OffFile),
		handlerCase("command null", `{"type": "command", "command": null}`, config.OffFile),
		handlerCase("command array", `{"type": "command", "command": ["MARK", "B"]}`, config.OffFile),
		handlerCase("command empty", `{"type": "command", "command": ""}`, config.OffHook),
		handlerCase("url missing", `{"type": "http"}`, config.OffFile),
		handlerCase("url no url", `{"type": "http", "url": "x"}`, config.OffFile),
		handlerCase("prompt missing", `{"type": "prompt"}`, config.OffFile),
		handlerCase("agent prompt missing", `{"type": "agent"}`, config.OffFile),
		handlerCase("server missing", `{"type": "mcp_tool", "tool": "x"}`, config.OffFile),
		handlerCase("tool missing", `{"type": "mcp_tool", "server": "x"}`, config.OffFile),
		handlerCase("timeout string", with(`"timeout": "5"`), config.OffFile),
		handlerCase("timeout negative", with(`"timeout": -5`), config.OffFile),
		handlerCase("timeout zero", with(`"timeout": 0`), config.OffFile),
		handlerCase("timeout fraction", with(`"timeout": 2.5`), config.OffNothing),
		handlerCase("timeout huge", with(`"timeout": 5000000000`), config.OffNothing),
		handlerCase("timeout 1e300", with(`"timeout": 1e300`), config.OffNothing),
		handlerCase("timeout 1e999", with(`"timeout": 1e999`), config.OffFile),
		handlerCase("timeout ms", with(`"timeout": 60000`), config.OffNothing),
		handlerCase("timeout null", with(`"timeout": null`), config.OffFile),
		handlerCase("timeout bool", with(`"timeout": true`), config.OffFile),
		handlerCase("args string", with(`"args": "x"`), config.OffFile),
		handlerCase("args object", with(`"args": {}`), config.OffFile),
		handlerCase("args numbers", with(`"args": [1]`), config.OffFile),
		handlerCase("args null", with(`"args": null`), config.OffFile),
		handlerCase("if number", with(`"if": 5`), config.OffFile),
		handlerCase("if null", with(`"if": null`), config.OffFile),
		handlerCase("if array", with(`"if": ["Bash"]`), config.OffFile),
		handlerCase("async string", with(`"async": "yes"`), config.OffFile),
		handlerCase("asyncRewake string", with(`"asyncRewake": "yes"`), config.OffFile),
		handlerCase("once string", with(`"once": "yes"`), config.OffFile),
		handlerCase("shell unknown", with(`"shell": "fish"`), config.OffFile),
		handlerCase("shell number", with(`"shell": 5`), config.OffFile),
		handlerCase("onFailure unknown", with(`"onFailure": "explode"`), config.OffFile),
		handlerCase("statusMessage number", with(`"statusMessage": 5`), config.OffFile),
		handlerCase("http headers array", `{"type": "http", "url": "http://127.0.0.1:1/", "headers": []}`, config.OffFile),
		handlerCase("http headers number", `{"type": "http", "url": "http://127.0.0.1:1/", "headers": {"a": 1}}`, config.OffFile),
		handlerCase("http allowedEnvVars string", `{"type": "http", "url": "http://127.0.0.1:1/", "allowedEnvVars": "A"}`, config.OffFile),
		handlerCase("prompt model number", `{"type": "prompt", "prompt": "x", "model": 5}`, config.OffFile),
		handlerCase("mcp input string", `{"type": "mcp_tool", "server": "x", "tool": "y", "input": "z"}`, config.OffFile),
		handlerCase("unknown member", with(`"colour": "red"`), config.OffNothing),
		handlerCase("handler string", `"MARK B"`, config.OffFile),
		handlerCase("handler null", `null`, config.OffFile),
		handlerCase("handler array", `[]`, config.OffFile),
		handlerCase("group in group", theGroup, config.OffFile),
		groupCase("matcher number", matcher("5"), config.OffFile),
		groupCase("matcher null", matcher("null"), config.OffFile),
		groupCase("matcher array", matcher(`["Bash"]`), config.OffFile),
		groupCase("matcher object", matcher(`{"tool_name": "Bash"}`), config.OffFile),
		groupCase("matcher invalid regexp", matcher(`"("`), config.OffGroup),
		groupCase("group unknown member", strings.Replace(theGroup, "{", `{"colour": "red", `, 1), config.OffNothing),
		groupCase("group without hooks", `{"matcher": "Bash"}`, config.OffFile),
		groupCase("group hooks object", `{"matcher": "Bash", "hooks": `+theHandler+`}`, config.OffFile),
		groupCase("group hooks null", `{"matcher": "Bash", "hooks": null}`, config.OffFile),
		groupCase("group hooks string", `{"matcher": "Bash", "hooks": "MARK B"}`, config.OffFile),
		groupCase("handler in event", theHandler, config.OffFile),
		groupCase("group string", `"MARK B"`, config.OffFile),
		groupCase("group null", `null`, config.OffFile),
		groupCase("group array", `[`+theGroup+`]`, config.OffFile),
		groupCase("group with command", `{"matcher": "Bash", "command": "MARK B"}`, config.OffFile),
		fileCase("event object", `"UserPromptSubmit": [`, `"Stop": `+theGroup+`, "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event string", `"UserPromptSubmit": [`, `"Stop": "MARK B", "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event null", `"UserPromptSubmit": [`, `"Stop": null, "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event map of matchers", `"UserPromptSubmit": [`, `"Stop": {"Bash": "MARK B"}, "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event unknown", `"UserPromptSubmit": [`, `"BeforeTool": [`+theGroup+`], "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event unknown lower", `"UserPromptSubmit": [`, `"preToolUse": [`+theGroup+`], "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event unknown object", `"UserPromptSubmit": [`, `"BeforeTool": {}, "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event unknown broken", `"UserPromptSubmit": [`, `"BeforeTool": [{"hooks": [{"type": "x"}]}], "UserPromptSubmit": [`, config.OffEvent),
		fileCase("event at top", `  "hooks"`, `  "PreToolUse": [`+strings.Replace(theGroup, "MARK B", "MARK D", 1)+`],`+"\n"+`  "hooks"`, config.OffFile),
		{"hooks array", `{"env": {"LAB_SETTING": "on"}, "hooks": [{"event": "PreToolUse", "command": "MARK B"}]}`, config.OffFile},
		{"hooks null", `{"env": {"LAB_SETTING": "on"}, "hooks": null}`, config.OffHooks},
		{"hooks string", `{"env": {"LAB_SETTING": "on"}, "hooks": "MARK B"}`, config.OffHooks},
		fileCase("model number", `  "hooks"`, `  "model": 5,`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("permissions array", `  "hooks"`, `  "permissions": [],`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("permissions.allow string", `  "hooks"`, `  "permissions": {"allow": "Bash"},`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("permissions rule bad", `  "hooks"`, `  "permissions": {"allow": ["Bash("]},`+"\n"+`  "hooks"`, config.OffNothing),
		fileCase("permissions defaultMode bad", `  "hooks"`, `  "permissions": {"defaultMode": "yolo"},`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("env number", `"LAB_SETTING": "on"`, `"LAB_SETTING": "on", "X": 5`, config.OffNothing),
		fileCase("env object value", `"LAB_SETTING": "on"`, `"LAB_SETTING": "on", "X": {}`, config.OffNothing),
		fileCase("disableAllHooks string", `  "hooks"`, `  "disableAllHooks": "true",`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("enabledPlugins array", `  "hooks"`, `  "enabledPlugins": [],`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("statusLine string", `  "hooks"`, `  "statusLine": "x",`+"\n"+`  "hooks"`, config.OffFile),
		fileCase("unknown root member", `  "hooks"`, `  "colour": "red",`+"\n"+`  "hooks"`, config.OffNothing),
		fileCase("sibling null", `  "hooks"`, `  "model": null,`+"\n"+`  "hooks"`, config.OffFile),
		handlerCase("other types member wrong", with(`"url": 5`), config.OffNothing),
		handlerCase("other types member wrong 2", with(`"prompt": 5, "headers": 5, "server": 5, "input": 5, "model": 5, "continueOnBlock": 5, "allowedEnvVars": 5`), config.OffNothing),
		handlerCase("continueOnBlock", `{"type": "prompt", "prompt": "x", "continueOnBlock": 5}`, config.OffFile),
		handlerCase("shell powershell", with(`"shell": "bash"`), config.OffNothing),
		handlerCase("allowedEnvVars num", `{"type": "http", "url": "http://127.0.0.1:1/", "allowedEnvVars": [1]}`, config.OffFile),
		handlerCase("url space", `{"type": "http", "url": "http://a b/"}`, config.OffFile),
		handlerCase("url var", `{"type": "http", "url": "$HOST/x"}`, config.OffFile),
		handlerCase("url empty", `{"type": "http", "url": ""}`, config.OffFile),
		handlerCase("statusLine nul", with(`"statusMessage": null`), config.OffFile),
		ev("PreToolUse elsewhere in Permission", `"PermissionRequest": {}`, config.OffFile),
		ev("PermissionRequest null", `"PermissionRequest": null`, config.OffEvent),
		ev("nested hooks", `"hooks": {"PreToolUse": `+g+`}`, config.OffFile),
		ev("nested hooks post", `"hooks": {"PostToolUse": `+g+`}`, config.OffEvent),
		top("PostToolUse at top", `"PostToolUse": `+g, config.OffEvent),
		top("PreToolUse at top empty", `"PreToolUse": []`, config.OffNothing),
		top("PreToolUse at top string", `"PreToolUse": "x"`, config.OffFile),
		top("PreToolUse under other key", `"other": {"PreToolUse": `+g+`}`, config.OffFile),
		top("PreToolUse under env", `"other": {"deep": {"PreToolUse": `+g+`}}`, config.OffFile),
		top("PreToolUse in array", `"other": [{"PreToolUse": `+g+`}]`, config.OffFile),
		top("PreToolUse in enabledPlugins", `"hook": {"PermissionRequest": `+g+`}`, config.OffFile),
		{"hooks empty array", `{"env": {"LAB_SETTING": "on"}, "hooks": []}`, config.OffHooks},
		{"hooks number", `{"env": {"LAB_SETTING": "on"}, "hooks": 5}`, config.OffHooks},
		{"hooks array other", `{"env": {"LAB_SETTING": "on"}, "hooks": [{"event": "Stop", "command": "MARK B"}]}`, config.OffFile},
		{"hooks array of objects by event", `{"env": {"LAB_SETTING": "on"}, "hooks": [{"Stop": [{"hooks": [` + theHandler + `]}]}]}`, config.OffFile},
		top("env array", `"cleanupPeriodDays": "x"`, config.OffFile),
		top("permissions null", `"permissions": null`, config.OffFile),
		top("permissions.allow number", `"permissions": {"allow": [5]}`, config.OffNothing),
		top("permissions.deny string", `"permissions": {"deny": "x"}`, config.OffFile),
		top("permissions.additionalDirectories", `"permissions": {"additionalDirectories": "x"}`, config.OffFile),
		top("disableAllHooks num", `"disableAllHooks": 1`, config.OffFile),
		top("includeCoAuthoredBy", `"includeCoAuthoredBy": "x"`, config.OffFile),
		top("askUserQuestionTimeout", `"askUserQuestionTimeout": 5`, config.OffNothing),
		top("askUserQuestionTimeout other", `"askUserQuestionTimeout": "nonsense"`, config.OffNothing),
		top("apiKeyHelper", `"apiKeyHelper": 5`, config.OffFile),
		top("outputStyle", `"outputStyle": 5`, config.OffFile),
		top("language", `"language": 5`, config.OffFile),
		top("mcp", `"enableAllProjectMcpServers": "x"`, config.OffFile),
		top("mcp2", `"enabledMcpjsonServers": "x"`, config.OffNothing),
		top("allowManagedHooksOnly", `"allowManagedHooksOnly": "x"`, config.OffFile),
		top("sandbox", `"sandbox": "x"`, config.OffFile),
		top("verbose", `"verbose": "x"`, config.OffFile),
		top("schema", `"$schema": 5`, config.OffFile),
		top("theme", `"theme": 5`, config.OffNothing),
	}
}

// others are cases again at an event that does not guard permissions: there the
// client passes over the part that has the mistake.
func others() (cases []brokenCase) {
	extent := map[string]config.Extent{
		"unknown type": config.OffHook, "type missing": config.OffHook, "command missing": config.OffHook, "timeout string": config.OffHook, "timeout zero": config.OffHook,
		"args string": config.OffHook, "if number": config.OffHook, "handler null": config.OffHook, "handler string": config.OffHook, "group in group": config.OffHook,
		"matcher number": config.OffGroup, "matcher null": config.OffGroup, "group without hooks": config.OffGroup, "group hooks object": config.OffGroup,
		"handler in event": config.OffGroup, "group with command": config.OffGroup, "group string": config.OffGroup, "group array": config.OffGroup,
	}
	for _, c := range brokenCases() {
		if want, ok := extent[c.name]; ok {
			cases = append(cases, brokenCase{c.name + " of PostToolUse", strings.ReplaceAll(c.file, "PreToolUse", "PostToolUse"), want})
		}
	}
	return cases
}

// claim is what the doctor says of a file.
func claim(found []Finding) (worst config.Extent) {
	order := []config.Extent{config.OffNothing, config.OffEvent, config.OffHook, config.OffGroup, config.OffHooks, config.OffFile}
	for _, f := range found {
		if slices.Index(order, f.Off) > slices.Index(order, worst) {
			worst = f.Off
		}
	}
	return worst
}

// observed is what the client did: which hooks have left their letter.
func observed(marks map[string]bool, want config.Extent) config.Extent {
	switch {
	case !marks["P on"]:
		return config.OffFile
	case !marks["F"]:
		return config.OffHooks
	case !marks["E"]:
		return "event PreToolUse"
	case !marks["G"]:
		return config.OffGroup
	case !marks["B"]:
		return config.OffHook
	case want == config.OffEvent && !marks["D"] && !marks["X"]:
		return config.OffEvent
	}
	return config.OffNothing
}

// session runs the client once, and returns which hooks ran.
func session(lab *ct.Lab) map[string]bool {
	log := filepath.Join(lab.Home, "fired")
	os.Remove(log)
	lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	lab.Headless(strings.NewReader(""), "hello", "--permission-mode=default")
	b, _ := os.ReadFile(log)
	marks := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		letter, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		marks[letter], marks[strings.TrimSpace(line)] = true, true
	}
	return marks
}

func newInstaller(t *testing.T, home, dir string) *installer.Installer {
	t.Helper()
	in, err := installer.New(installer.Env{GOOS: "linux", Dir: dir, Executable: os.Args[0], Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }})
	if err != nil {
		t.Fatal(err)
	}
	in.ManagedDir = filepath.Join(home, "none")
	return in
}

// wholeClient holds every broken file against the client, which takes minutes.
var wholeClient = flag.Bool("doctor.whole", false, "hold every broken file against the client, and not each third")

// TestClientAgrees: of each broken file the client uses exactly as much as the
// doctor says, and all of it that is left once it is mended.
func TestClientAgrees(t *testing.T) {
	cases := append(brokenCases(), others()...)
	step := 9
	if *wholeClient {
		step = 3
	}
	var seen sync.Map // mended files that the client has run
	for n := range 3 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			lab := ct.New(t)
			mark := lab.Script("mark.sh", `cat >/dev/null; echo "$1 $LAB_SETTING" >>"$HOME/fired"`)
			lab.ProjectSettings(`{"permissions": {"allow": ["Bash"]}, "hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "` + mark + ` P"}]}]}}`)
			for i, c := range cases {
				if i%step == n {
					agree(t, lab, c, mark, &seen)
				}
			}
		})
	}
}

func agree(t *testing.T, lab *ct.Lab, c brokenCase, mark string, seen *sync.Map) {
	t.Helper()
	lab.Settings(strings.ReplaceAll(c.file, "MARK", mark))
	o := Options{Installer: newInstaller(t, lab.Home, lab.Project)}
	if got := claim(o.file(lab.SettingsPath(), "")); got != c.want {
		t.Errorf("%s: the doctor says %q, want %q: %+v", c.name, got, c.want, o.file(lab.SettingsPath(), ""))
	}
	if marks := session(lab); observed(marks, c.want) != c.want {
		t.Errorf("%s: the client leaves out %q, want %q: %v", c.name, observed(marks, c.want), c.want, marks)
	}
	if repairAll(t, o, lab.SettingsPath()) == 0 {
		return
	}
	text, _ := os.ReadFile(lab.SettingsPath())
	if _, known := seen.LoadOrStore(strings.ReplaceAll(string(text), mark, "MARK"), true); known {
		return // many cases mend to the same file
	}
	marks := session(lab)
	if !marks["P on"] || strings.Contains(c.file, "MARK F") && !marks["F"] || strings.Contains(string(text), mark+" E") != marks["E"] {
		t.Errorf("%s: mended, the client runs %v of\n%s", c.name, marks, text)
	}
	if strings.Contains(c.file, "MARK F") && !strings.Contains(string(text), mark+" E") {
		t.Errorf("%s: mended, a hook is gone:\n%s", c.name, text)
	}
}

// repairAll applies every repair of a file, one after the other.
func repairAll(t *testing.T, o Options, path string) (repaired int) {
	t.Helper()
	for range 10 {
		found := o.file(path, "")
		i := slices.IndexFunc(found, func(f Finding) bool { return f.Fixable })
		if i < 0 {
			return repaired
		}
		p, err := found[i].Plan()
		if err == nil {
			_, err = o.Installer.Apply(context.Background(), p)
		}
		if err != nil {
			t.Fatalf("%s: %v", found[i].Message, err)
		}
		repaired++
	}
	t.Fatalf("there is always something left to mend: %+v", o.file(path, ""))
	return 0
}

// TestClientLeavesOutSilently: of each file that docs/silent-hooks.md shows, the client
// does not run the hook, and the doctor finds why.
func TestClientLeavesOutSilently(t *testing.T) {
	page, err := os.ReadFile("../../../docs/silent-hooks.md")
	if err != nil {
		t.Fatal(err)
	}
	lab := ct.New(t)
	mark := lab.Script("mark.sh", `cat >/dev/null; echo "$1" >>"$HOME/fired"`)
	lab.ProjectSettings(`{"permissions": {"allow": ["Bash"]}}`)
	run := func(file string) map[string]bool {
		lab.Settings(file)
		return session(lab)
	}
	if marks := run(`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "` + mark + ` B"}]}]}}`); !marks["B"] {
		t.Fatalf("the hook does not run to begin with: %v", marks)
	}
	shown := 0
	for block := range strings.SplitSeq(string(page), "\n```json ") {
		id, rest, ok := strings.Cut(block, "\n")
		file, _, closed := strings.Cut(rest, "\n```")
		if shown++; shown == 1 || !ok || !closed {
			continue // what stands before the first
		}
		file = strings.ReplaceAll(file, "~/hooks/guard.sh", mark+" B")
		if marks := run(file); marks["B"] {
			t.Errorf("%s: the hook runs:\n%s", id, file)
		}
		o := Options{Installer: newInstaller(t, lab.Home, lab.Project), Env: []string{"HOME=" + lab.Home, "PATH=/usr/bin:/bin"}}
		if found := Hooks(o); !slices.ContainsFunc(found, func(f Finding) bool { return f.ID == id }) {
			t.Errorf("the doctor does not find %s: %+v", id, found)
		}
	}
	if shown < 10 {
		t.Errorf("%d files are shown", shown-1)
	}
}

package conflict

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// want is what a review says of a hook.
type want struct {
	verdict  Verdict
	basis    Basis
	severity Severity
}

// theirs is a hook of the fixture.
type theirs struct {
	name    string
	where   string // user, project, local, extra, managed, drop-in, plugin, manifest, skill, agent, command
	event   string
	matcher string // "-" for none
	// handler are the members but for the type, and command that of a shell.
	kind, command string
	handler       map[string]any
	read          want
	suggested     Resolution
}

const (
	pre  = "PreToolUse"
	perm = "PermissionRequest"
	post = "PostToolUse"
	ask  = "AskUserQuestion"
)

// scripts are the files below the home directory of the fixture, or below the
// project for those that begin with "project/".
var scripts = map[string]string{
	"h/answer.py": `import json, sys
call = json.load(sys.stdin)
inp = call["tool_input"]
inp["answers"] = {q["question"]: q["options"][-1]["label"] for q in inp["questions"]}
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": inp}}))
`,
	"h/answer.mjs": `let text = ''
for await (const chunk of process.stdin) text += chunk
const input = JSON.parse(text).tool_input
const answers = Object.fromEntries(input.questions.map(q => [q.question, q.options[0].label]))
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { ...input, answers } } }))
`,
	"h/deny.sh": "#!/bin/sh\n# says \"permissionDecision\":\"ask\" in a comment\ncat >/dev/null\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"no\"}}'\n",
	"h/ask.sh":  "#!/bin/sh\ncat >/dev/null\nprintf '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\"}}'\n",
	"h/marked.py": `import json, re, sys
call = json.load(sys.stdin)
if any("<gstack-qid:" in q["question"] for q in call["tool_input"]["questions"]):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "decided"}}))
`,
	"g/hosts/claude/hooks/question-preference-hook": "#!/bin/sh\nHERE=$(cd \"$(dirname \"$0\")\" && pwd)\nexec node \"$HERE/question-preference-hook.mjs\"\n",
	"g/hosts/claude/hooks/question-preference-hook.mjs": `let text = ''
for await (const chunk of process.stdin) text += chunk
const marked = JSON.parse(text).tool_input.questions.every(q => /<gstack-qid:[a-z-]+>/.test(q.question))
if (marked) console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'decided' } }))
`,
	"g/hosts/claude/hooks/question-log-hook": "#!/bin/sh\ncat >>\"$TMPDIR/log\"\n",
	"h/shim.sh":                              "#!/bin/sh\nexec sh \"$(dirname \"$0\")/shim2.sh\"\n",
	"h/shim2.sh":                             "exec python3 \"$(dirname \"$0\")/impl.py\"\n",
	"h/impl.py":                              "import sys\nsys.stdin.read()\nsys.stderr.write('never')\nsys.exit(2)\n",
	"h/reorder.py": `import json, sys
inp = json.load(sys.stdin)["tool_input"]
for q in inp["questions"]: q["options"].reverse()
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": inp}}))
`,
	"h/swallow.mjs": `let text = ''
for await (const chunk of process.stdin) text += chunk
const { questions } = JSON.parse(text).tool_input
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: "allow", updatedInput: { questions } } }))
`,
	"h/invalid.py": `import json, sys
q = json.load(sys.stdin)["tool_input"]["questions"][0]
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"answers": {q["question"]: "x"}}}}))
`,
	"h/log.sh":    "#!/bin/sh\ncat >>\"$TMPDIR/questions.log\"\nexit 0\n",
	"h/log.py":    "import os, sys\nopen(os.environ['TMPDIR'] + '/seen', 'a').write(sys.stdin.read())\n",
	"h/broken.sh": "#!/bin/sh\ncat >/dev/null\necho broken >&2\nexit 1\n",
	"h/half.sh":   "#!/bin/sh\ncat >/dev/null\necho '{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"'\n",
	"h/guard.py": `import json, sys
call = json.load(sys.stdin)
if call["tool_name"] == "Bash" and "rm -rf" in call["tool_input"].get("command", ""):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}))
`,
	"h/computed.py": `import json, os, sys
sys.stdin.read()
decision = os.environ.get("NO_SUCH_VARIABLE", "allow")
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision}}))
`,
	"h/relay.sh": "#!/bin/sh\ncurl -s --max-time 1 --data @- http://127.0.0.1:9/ask\necho\n",
	"h/perm.py": `import json, sys
inp = json.load(sys.stdin)["tool_input"]
inp["answers"] = {q["question"]: "x" for q in inp["questions"]}
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow", "updatedInput": inp}}}))
`,
	"h/replace.mjs": `let text = ''
for await (const chunk of process.stdin) text += chunk
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { ...JSON.parse(text).tool_response, answers: {} } } }))
`,
	"h/enforce-askuserquestion-default.py": "import sys\nsys.stdin.read()\n",
	"project/.claude/hooks/record.sh":      "#!/bin/sh\ncat >questions.json\n",
	"project/.claude/hooks/answer.py":      "exec(open(__import__('os').path.expanduser('~/h/answer.py')).read())\n",
	"plugin/hooks/deny.sh":                 "#!/bin/sh\ncat >/dev/null\necho no >&2\nexit 2\n",
	"plugin/answer.py":                     "exec(open(__import__('os').path.expanduser('~/h/answer.py')).read()) # allow\n",
}

// prints is a shell command that prints a JSON object of PreToolUse.
func prints(members string) string {
	return `cat >/dev/null; echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + members + `}}'`
}

var nobody = want{}

// fixture are the hooks: every kind of source, every type of handler, and
// programs of four languages.
var fixture = []theirs{
	{name: "python answers", where: "user", event: pre, matcher: ask, command: "python3 ~/h/answer.py", read: want{Answers, ReadIn, Races}, suggested: Park},
	{name: "node answers", where: "user", event: pre, matcher: ask, command: "node $HOME/h/answer.mjs", read: want{Answers, ReadIn, Races}, suggested: Park},
	{name: "go answers", where: "user", event: pre, matcher: ask, command: "~/bin/answer-go", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "a pattern answers", where: "user", event: pre, matcher: ".*Question", command: "python3 ~/h/answer.py # pattern", read: want{Answers, ReadIn, Races}, suggested: Narrow},
	{name: "a list answers", where: "user", event: pre, matcher: "AskUserQuestion|Bash", command: "python3 ~/h/answer.py # list", read: want{Answers, ReadIn, Races}, suggested: Narrow},
	{name: "shell denies", where: "user", event: pre, matcher: ask, command: "sh ~/h/deny.sh", read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "denies by its status", where: "user", event: pre, matcher: "^AskUserQuestion$", command: "cat >/dev/null; echo no >&2; exit 2", read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "denies everything", where: "user", event: pre, matcher: "-", command: `"$HOME"/h/deny.sh`, read: want{Denies, ReadIn, Blocks}, suggested: Narrow},
	{name: "denies what is marked", where: "user", event: pre, matcher: ask, command: "/usr/bin/env python3 ~/h/marked.py", read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "gstack", where: "user", event: pre, matcher: "(AskUserQuestion|mcp__.*__AskUserQuestion)", command: "$HOME/g/hosts/claude/hooks/question-preference-hook", read: want{Denies, Known, Blocks}, suggested: Park},
	{name: "three hops", where: "user", event: pre, matcher: ask, command: "~/h/shim.sh", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "insists on asking", where: "user", event: pre, matcher: "*", command: "~/h/ask.sh", read: want{Asks, ReadIn, Blocks}, suggested: Narrow},
	{name: "allows", where: "user", event: pre, matcher: ask, command: prints(`"permissionDecision":"allow"`), read: want{Allows, ReadIn, Info}, suggested: Leave},
	{name: "allows in exec form", where: "user", event: pre, matcher: "", command: "sh", handler: map[string]any{"args": []string{"-c", prints(`"permissionDecision": "allow"`)}}, read: want{Allows, ReadIn, Info}, suggested: Leave},
	{name: "reorders", where: "user", event: pre, matcher: ask, command: "python3 ~/h/reorder.py", read: want{Rewrites, ReadIn, Races}, suggested: Park},
	{name: "swallows", where: "user", event: pre, matcher: ask, command: "node ~/h/swallow.mjs", read: want{Rewrites, ReadIn, Races}, suggested: Park},
	{name: "answers without questions", where: "user", event: pre, matcher: ask, command: "python3 ~/h/invalid.py", read: want{Answers, ReadIn, Races}, suggested: Park},
	{name: "defers", where: "user", event: pre, matcher: ask, command: prints(`"permissionDecision":"defer"`), read: want{Defers, ReadIn, Races}, suggested: Park},
	{name: "logs", where: "user", event: pre, matcher: ask, command: "timeout 5 ~/h/log.sh", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "logs in python", where: "user", event: pre, matcher: "-", command: "python3 ~/h/log.py", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "breaks", where: "user", event: pre, matcher: ask, command: "~/h/broken.sh", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "is not there", where: "user", event: pre, matcher: ask, command: "~/h/gone.sh", read: want{Fails, ReadIn, Info}, suggested: Leave},
	{name: "prints half an object", where: "user", event: pre, matcher: ask, command: "~/h/half.sh", read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "guards the shell", where: "user", event: pre, matcher: "*", command: "python3 ~/h/guard.py", read: want{Silent, ReadIn, Info}, suggested: Leave},
	{name: "computes its decision", where: "user", event: pre, matcher: ask, command: "python3 ~/h/computed.py", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "asks a server", where: "user", event: pre, matcher: ask, command: "~/h/relay.sh", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "a module", where: "user", event: pre, matcher: "*", command: "python3 -m no_such_module_of_the_fixture", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "stops Claude", where: "user", event: pre, matcher: ask, command: `cat >/dev/null; echo '{"continue": false}'`, read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "blocks the old way", where: "user", event: pre, matcher: ask, command: `cat >/dev/null; echo '{"decision":"block","reason":"no"}'`, read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "approves the old way", where: "user", event: pre, matcher: ask, command: `cat >/dev/null; echo '{"decision":"approve"}'`, read: want{Allows, ReadIn, Info}, suggested: Leave},
	{name: "in the background", where: "user", event: pre, matcher: ask, command: "sh ~/h/deny.sh # async", handler: map[string]any{"async": true}, read: want{Denies, ReadIn, Info}, suggested: Leave},
	{name: "wakes Claude up", where: "user", event: pre, matcher: ask, command: "sh ~/h/deny.sh # rewake", handler: map[string]any{"asyncRewake": true}, read: want{Denies, ReadIn, Info}, suggested: Leave},
	{name: "if it is a question", where: "user", event: pre, matcher: "-", command: "sh ~/h/deny.sh # rule", handler: map[string]any{"if": "AskUserQuestion"}, read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "of DinoStack", where: "user", event: pre, matcher: ask, command: "python3 ~/h/enforce-askuserquestion-default.py", read: want{Denies, Known, Blocks}, suggested: Park},
	{name: "was seen to answer", where: "user", event: pre, matcher: ask, command: "~/bin/answer-go --seen", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "was seen to be slow", where: "user", event: pre, matcher: ask, command: "~/h/log.sh --slow", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "http", where: "user", event: pre, matcher: ask, kind: "http", handler: map[string]any{"url": "http://127.0.0.1:9/"}, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "http, seen", where: "user", event: pre, matcher: ask, kind: "http", handler: map[string]any{"url": "http://127.0.0.1:9/seen"}, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "prompt", where: "user", event: pre, matcher: "*", kind: "prompt", handler: map[string]any{"prompt": "Is it safe?"}, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "agent", where: "user", event: pre, matcher: ask, kind: "agent", handler: map[string]any{"prompt": "Answer it"}, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "mcp tool", where: "user", event: pre, matcher: "*", kind: "mcp_tool", handler: map[string]any{"server": "s", "tool": "t"}, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "only for a server", where: "user", event: pre, matcher: "mcp__conductor__AskUserQuestion", command: "sh ~/h/deny.sh # mcp", read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "denies when asked", where: "user", event: perm, matcher: "*", command: `cat >/dev/null; echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}'`, read: want{Denies, ReadIn, Info}, suggested: Leave},
	{name: "answers when asked", where: "user", event: perm, matcher: ask, command: "python3 ~/h/perm.py", read: want{Answers, ReadIn, Info}, suggested: Leave},
	{name: "replaces the result", where: "user", event: post, matcher: ask, command: "node ~/h/replace.mjs", read: want{Rewrites, ReadIn, Races}, suggested: Park},
	{name: "gstack's log", where: "user", event: post, matcher: ask, command: "$HOME/g/hosts/claude/hooks/question-log-hook", read: want{Silent, Known, Info}, suggested: Leave},
	{name: "of the project, relative", where: "project", event: pre, matcher: ask, command: ".claude/hooks/record.sh", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "of the project", where: "project", event: pre, matcher: ask, command: `python3 "$CLAUDE_PROJECT_DIR"/.claude/hooks/answer.py`, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "local, inline", where: "local", event: pre, matcher: ask, command: `node -e "process.stdin.resume(); process.stdin.on('end', () => process.exit(2))"`, read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "extra", where: "extra", event: pre, matcher: ask, command: "bash", handler: map[string]any{"args": []string{"-c", "cat >/dev/null; exit 2"}}, read: want{Denies, ReadIn, Blocks}, suggested: Park},
	{name: "managed", where: "managed", event: pre, matcher: "*", command: "sh ~/h/deny.sh # managed", read: want{Denies, ReadIn, Blocks}, suggested: Leave},
	{name: "managed drop-in", where: "drop-in", event: pre, matcher: "*", command: "~/h/log.sh # managed", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "plugin", where: "plugin", event: pre, matcher: ask, command: `"${CLAUDE_PLUGIN_ROOT}/hooks/deny.sh"`, read: want{Denies, ReadIn, Blocks}, suggested: Leave},
	{name: "plugin manifest", where: "manifest", event: pre, matcher: ask, command: "python3", handler: map[string]any{"args": []string{"${CLAUDE_PLUGIN_ROOT}/answer.py"}}, read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "skill", where: "skill", event: pre, matcher: ask, command: "~/h/ask.sh", read: want{Asks, ReadIn, Blocks}, suggested: Leave},
	{name: "agent file", where: "agent", event: pre, matcher: ask, command: "~/h/log.sh", read: want{Unknown, ReadIn, Info}, suggested: Leave},
	{name: "command file", where: "command", event: pre, matcher: ask, command: "sh ~/h/deny.sh", read: want{Denies, ReadIn, Blocks}, suggested: Leave},

	{name: "ours", where: "user", event: pre, matcher: ask, command: "/opt/neverask-hook", read: nobody},
	{name: "for the shell", where: "user", event: pre, matcher: "Bash", command: "sh ~/h/deny.sh # bash", read: nobody},
	{name: "if it is git", where: "user", event: pre, matcher: "*", command: "sh ~/h/deny.sh # git", handler: map[string]any{"if": "Bash(git *)"}, read: nobody},
	{name: "at another event", where: "user", event: "Stop", matcher: "-", command: "exit 2", read: nobody},
}

func put(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	musttest.Do(t, os.WriteFile(path, []byte(text), mode))
}

// furnish writes the fixture below a directory and returns its site.
func furnish(t testing.TB, root string) config.Site {
	t.Helper()
	home, project := filepath.Join(root, "home"), filepath.Join(root, "work")
	for name, text := range scripts {
		path := filepath.Join(home, name)
		for prefix, dir := range map[string]string{"project/": project, "plugin/": filepath.Join(root, "plugin")} {
			if rest, ok := strings.CutPrefix(name, prefix); ok {
				path = filepath.Join(dir, rest)
			}
		}
		put(t, path, text, 0o755)
	}
	put(t, filepath.Join(home, "bin", "answer-go"), "\x7fELF\x02\x01\x01\x00 of a program", 0o755)
	files := map[string]string{
		"user": filepath.Join(home, ".claude", "settings.json"), "project": filepath.Join(project, ".claude", "settings.json"),
		"local": filepath.Join(project, ".claude", "settings.local.json"), "extra": filepath.Join(root, "extra.json"),
		"managed": filepath.Join(root, "etc", "managed-settings.json"), "drop-in": filepath.Join(root, "etc", "managed-settings.d", "1.json"),
		"plugin": filepath.Join(root, "plugin", "hooks", "hooks.json"), "manifest": filepath.Join(root, "plugin", ".claude-plugin", "plugin.json"),
		"skill": filepath.Join(home, ".claude", "skills", "s", "SKILL.md"), "agent": filepath.Join(home, ".claude", "agents", "a.md"),
		"command": filepath.Join(project, ".claude", "commands", "c.md"),
	}
	for where, path := range files {
		text := settingsOf(t, where)
		if strings.HasSuffix(path, ".md") {
			text = "---\nname: a\ndescription: x\nhooks: " + text + "\n---\nbody\n" // JSON is YAML
		} else {
			text = `{"name":"p","hooks":` + text + `}`
		}
		put(t, path, text, 0o644)
	}
	put(t, filepath.Join(project, ".mcp.json"), `{"mcpServers":{"conductor":{}}}`, 0o644)
	return config.Site{
		Locations: settings.Locations{Home: home, Dir: project}, GOOS: "linux", ManagedDir: filepath.Join(root, "etc"),
		Extra: []string{files["extra"]}, PluginDirs: []string{filepath.Join(root, "plugin")},
	}
}

// settingsOf is the "hooks" member with the fixture's hooks of one place.
func settingsOf(t testing.TB, where string) string {
	t.Helper()
	events := map[string][]any{}
	for _, h := range fixture {
		if h.where != where {
			continue
		}
		handler := map[string]any{"type": "command", "timeout": 20, "statusMessage": h.name}
		maps.Copy(handler, h.handler)
		if h.kind != "" {
			handler["type"] = h.kind
		} else {
			handler["command"] = h.command
		}
		group := map[string]any{"hooks": []any{handler}}
		if h.matcher != "-" {
			group["matcher"] = h.matcher
		}
		events[h.event] = append(events[h.event], group)
	}
	b, err := json.Marshal(events)
	musttest.Do(t, err)
	return string(b)
}

func options(site config.Site, root string) Options {
	return Options{
		Sources: config.Find(site), Tools: config.QuestionTools(site),
		Ours:   func(h config.Handler) bool { return h.Command == "/opt/neverask-hook" },
		Around: CommandEnv{Home: site.Home, Project: site.Dir, Env: append(os.Environ(), "PATH=/usr/bin:/bin:"+os.Getenv("PATH"))}, // what finds its interpreter by scripts of its own, finds it here
	}
}

func (w want) String() string {
	if w == nobody {
		return "nothing"
	}
	return fmt.Sprintf("%s by what was %s, %s", w.verdict, w.basis, w.severity)
}

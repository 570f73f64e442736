//go:build linux && amd64

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"neverask/settings/musttest"
)

// What the scenarios start from: a person's settings with hooks of others.
const (
	userSettings = ".claude/settings.json"
	rulesFile    = ".config/neverask/preferences.json"
)

var resolved = map[string]string{userSettings: `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "/usr/local/bin/guard"}, {"type": "command", "command": "/usr/local/bin/log"}]}
    ]
  }
}
`}

var (
	rule    = do("rules", "add", "--question", "Which library?", "--answer", "moment", "--yes")
	pushing = do("rules", "add", "tool", "Bash", "--id", "push", "--when", `command~\bpush\b`, "--act", "ask", "--message", "Push?", "--yes")
	writing = do("rules", "add", "tool", "Write", "--id", "write", "--act", "ask", "--message", "Write?", "--yes")
)

var scenarios = []scenario{
	{
		name: "install", files: resolved, what: do("install", "--yes"), exact: []string{userSettings},
		then: []invocation{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "install where nothing is", what: do("install", "--yes"), exact: []string{userSettings},
		then: []invocation{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "uninstall", files: resolved, setup: []invocation{do("install", "--yes")}, what: do("uninstall", "--yes"), exact: []string{userSettings},
		then: []invocation{do("uninstall", "--yes"), do("install", "--yes")},
	},
	{
		name: "undo", files: resolved, setup: []invocation{do("install", "--yes")}, what: do("undo", "--yes"), exact: []string{userSettings},
		then: []invocation{do("install", "--yes"), do("undo", "--yes")},
	},
	{
		name: "rules add a question", setup: []invocation{do("install", "--yes")}, what: rule, exact: []string{rulesFile, userSettings},
		then: []invocation{do("rules", "list"), rule, do("undo", "--yes")},
	},
	{
		name: "rules add a question to rules", setup: []invocation{do("install", "--yes"), rule}, what: do("rules", "add", "--question", "Run the tests?", "--answer", "Yes", "--yes"),
		exact: []string{rulesFile}, then: []invocation{do("rules", "list"), rule, do("undo", "--yes"), do("undo", "--yes")},
	},
	{
		name: "park", files: resolved, setup: []invocation{do("install", "--yes")}, what: do("hooks", "park", "@/usr/local/bin/guard", "--yes"), exact: []string{userSettings},
		then: []invocation{do("hooks", "list"), do("uninstall", "--yes"), do("install", "--yes")},
	},
	{
		name: "undo of parking", files: resolved, setup: []invocation{do("hooks", "park", "@/usr/local/bin/guard", "--yes")}, what: do("undo", "--yes"), exact: []string{userSettings},
		then: []invocation{do("hooks", "list"), do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "an answer", setup: []invocation{do("install", "--yes"), rule}, what: asked("t1"),
		then: []invocation{asked("t2"), answered("t2"), do("log", "--questions", "--json")}, same: true,
	},
	{
		name: "a line of the log", setup: []invocation{do("install", "--yes"), rule, asked("t1"), asked("t2")}, what: answered("t1"),
		then: []invocation{answered("t2"), do("log", "--questions", "--json", "--limit", "1")}, same: true,
	},
	{
		name: "a rotation of the log", setup: []invocation{do("install", "--yes"), asked("t0"), chosen("t0"), asked("t1"), asked("t2")}, prepare: fillLog, what: chosen("t1"),
		then: []invocation{chosen("t2"), do("log", "--questions", "--csv", "--limit", "9999")}, same: true,
	},
	{
		name: "a new day", setup: []invocation{do("install", "--yes"), rule, asked("t0")}, prepare: makeYesterdayOld, what: asked("t1"),
		then: []invocation{asked("t2"), answered("t2"), do("log", "--questions", "--json", "--limit", "1")}, same: true, tomorrow: ".swept",
	},
	{
		name: "a full file of answers", setup: []invocation{do("install", "--yes"), rule, asked("t0"), chosen("t0"), asked("t1"), asked("t2")}, prepare: fillAnswers, what: chosen("t1"),
		then: []invocation{chosen("t2"), do("log", "--questions", "--json", "--limit", "1"), asked("t3")}, same: true,
	},
	{
		name: "an answer on record", setup: []invocation{do("install", "--yes"), rule, asked("t0"), chosen("t0"), asked("t1"), asked("t2"), asked("t3")}, what: chosen("t2"),
		then: []invocation{chosen("t3"), asked("t4")}, same: true,
	},
	{
		name: "the index of the history", files: map[string]string{".claude/projects/-work/s1.jsonl": strings.Repeat(libraryTranscript, 3), ".claude/projects/-work/s2.jsonl": libraryTranscript},
		setup: []invocation{do("install", "--yes")}, what: do("log", "--questions", "--json"), then: []invocation{do("log", "--questions", "--json"), do("rules", "suggest")}, same: true,
	},
	{
		name: "rules add", setup: []invocation{pushing, do("install", "--yes")}, what: writing,
		exact: []string{rulesFile, userSettings}, then: []invocation{do("uninstall", "--yes")}, long: true,
	},
	{
		name: "rules edit", setup: []invocation{pushing}, what: do("rules", "edit", "push", "--act", "deny", "--yes"),
		exact: []string{rulesFile}, then: []invocation{do("rules", "list"), do("undo", "--yes")},
	},
	{
		name: "rules rm", setup: []invocation{pushing, writing}, what: do("rules", "rm", "write", "--yes"),
		exact: []string{rulesFile}, then: []invocation{do("rules", "list"), do("undo", "--yes")},
	},
	{
		name: "an act of a rule for tools", setup: []invocation{pushing, do("install", "--yes"), ruled("u0")}, what: ruled("u1"),
		then: []invocation{ruled("u2"), do("rules", "list", "--json")}, same: true,
	},
	{
		name: "a line of activity", setup: []invocation{do("log", "--record", "on", "--yes"), begun("u0")}, what: begun("u1"),
		then: []invocation{begun("u2"), do("log", "--tools", "--json", "--since", "24h")}, same: true,
	},
	{
		name: "purge", files: resolved, setup: []invocation{do("install", "--yes"), do("log", "--record", "on", "--yes"), rule, asked("t1"), begun("u1"), do("hooks", "restore", "--list")}, what: do("uninstall", "--purge", "--yes"),
		exact: []string{userSettings}, then: []invocation{do("uninstall", "--purge", "--yes")}, bare: true, long: true,
	},
	{
		name: "install over an old hook", files: resolved, setup: []invocation{do("install", "--yes")}, prepare: makeHookOld, what: do("install", "--yes"), exact: []string{installedHook, pinFile},
		then: []invocation{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "answer", setup: []invocation{do("install", "--yes")}, prepare: parkQuestion, what: do("run", "answer", "0a1b2c3d", "Red"),
		then: []invocation{do("run", "list", "--json")}, same: true,
	},
}

const (
	libraryInput      = `"tool_input":{"questions":[{"question":"Which library?","header":"Library","multiSelect":false,"options":[{"label":"date-fns","description":""},{"label":"moment","description":""}]}]`
	libraryTranscript = `{"message":{"content":[{"id":"toolu_1",` + `"input":{"questions":[{"question":"Which library?","header":"Library","multiSelect":false,"options":[{"label":"date-fns","description":""},{"label":"moment","description":""}]}]},"name":"AskUserQuestion","type":"tool_use"}],"role":"assistant"},"type":"assistant","timestamp":"2026-01-01T06:00:10.000Z","cwd":"/work","sessionId":"s1","version":"2.1.329"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"","tool_use_id":"toolu_1"}]},"toolUseResult":{"questions":[],"answers":{"Which library?":"moment"},"annotations":{}},"permissionDecision":{"decision":"accept","source":"user_temporary"},"timestamp":"2026-01-01T06:00:20.000Z","cwd":"/work","sessionId":"s1","version":"2.1.329"}
`
)

// event returns what the client sends to the hook. It names the prompt, as clients do that
// mark what a person has chosen: where they do not, the hook goes by how long it took.
func event(name, call, rest string) invocation {
	return hooked(`{"session_id":"s","prompt_id":"p","cwd":"/work","permission_mode":"default","hook_event_name":"` + name + `","tool_name":"AskUserQuestion","tool_use_id":"` + call + `",` + libraryInput + rest)
}

// asked lets the model ask; answered tells that the hook has answered, and chosen
// that the person has.
func asked(call string) invocation { return event("PreToolUse", call, "}}") }

func answered(call string) invocation {
	return event("PostToolUse", call, `,"answers":{"Which library?":"moment"}},"tool_response":{"questions":[],"answers":{"Which library?":"moment"}},"duration_ms":1}`)
}

func chosen(call string) invocation {
	return event("PostToolUse", call, `,"answers":{"Which library?":"moment"},"annotations":{}},"tool_response":{"questions":[],"answers":{"Which library?":"moment"},"annotations":{}},"duration_ms":1}`)
}

// tool returns a call of Bash that the hook sees, installed for a purpose.
func tool(purpose, call string) invocation {
	c := hooked(`{"session_id":"11111111-1111","cwd":"/work","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"` + call + `","tool_input":{"command":"git push"}}`)
	c.args = append(c.args, purpose)
	return c
}

// begun is recorded; a rule acts on what is ruled.
func begun(call string) invocation { return tool("activity", call) }
func ruled(call string) invocation { return tool("rules", call) }

const state = ".local/state/neverask"

// shared are the directories in which neverask has one of its own.
var shared = Tree{".config": {}, ".local": {}, ".local/share": {}, ".local/state": {}}

// fillLog makes the log so long that the next line starts a new one.
func fillLog(m machine) {
	name := filepath.Join(state, "questions.jsonl")
	line := m.read(name)
	var all strings.Builder
	for i := 0; all.Len() < 8<<20-len(line); i++ {
		mine := strings.Replace(line, `"t0"`, fmt.Sprintf(`"f%d"`, i), 1)
		// Options are not printed.
		all.WriteString(strings.Replace(mine, `"date-fns"`, `"`+strings.Repeat("date-fns", min(60000, (8<<20-len(line)-all.Len())/8))+`"`, 1))
	}
	m.write(name, all.String())
}

// makeYesterdayOld lets the call that waits have been made long ago.
func makeYesterdayOld(m machine) {
	m.Helper()
	names, err := filepath.Glob(filepath.Join(m.home, state, "open", "*.jsonl"))
	if err != nil || len(names) != 1 {
		m.Fatalf("pending are %v, %v", names, err)
	}
	musttest.Do(m, os.Rename(names[0], filepath.Join(filepath.Dir(names[0]), "2026-01-02.jsonl")))
}

// fillAnswers makes a file of answers so long that the next one begins it anew.
func fillAnswers(m machine) {
	m.Helper()
	names, err := filepath.Glob(filepath.Join(m.home, state, "answers", "*"))
	if err != nil || len(names) != 1 {
		m.Fatalf("answers are %v, %v", names, err)
	}
	name, _ := filepath.Rel(m.home, names[0])
	line := m.read(name)
	m.write(name, strings.Repeat(line, 2<<20/len(line)+1))
}

// pinFile tells the hook binary's digest.
const pinFile = ".local/share/neverask/bin/paths.json"

// makeHookOld lets the installed hook be another build's, which it does no harm to
// end with a line break.
func makeHookOld(m machine) {
	m.Helper()
	now := m.read(installedHook)
	old := now + "\n"
	digest := func(binary string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(binary))) }
	pin := strings.Replace(m.read(pinFile), digest(now), digest(old), 1)
	m.write(installedHook, old)
	m.write(pinFile, pin)
	if !strings.Contains(pin, digest(old)) {
		m.Fatalf("no digest in %s", pin)
	}
}

// parkQuestion leaves a question of a run whose client ends when it has the answer.
func parkQuestion(m machine) {
	m.Helper()
	m.write("project/claude", `#!/bin/sh
read -r line
echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'
echo '{"type":"result","subtype":"success","result":"done"}'
read -r line
exit 0
`)
	client := filepath.Join(m.home, "project/claude")
	musttest.Do(m, os.Chmod(client, 0o700))
	m.write(filepath.Join(state, "parked", "0a1b2c3d.json"), fmt.Sprintf(`{"id":"0a1b2c3d","time":"2026-01-02T12:00:00Z","session":"s1","toolUseId":"u1","dir":%q,"command":[%q,"-p","--resume","s1"],`+
		`"input":{"questions":[{"question":"Which color?","options":[{"label":"Red"},{"label":"Blue"}]}]},"open":["Which color?"]}`+"\n", filepath.Dir(client), client))
}

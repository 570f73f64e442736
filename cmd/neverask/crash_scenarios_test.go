//go:build linux && amd64

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// What the scenarios start from: a person's settings with hooks of others.
const (
	userSettings = ".claude/settings.json"
	rulesFile    = ".config/neverask/preferences.json"
)

var settled = map[string]string{userSettings: `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "/usr/local/bin/guard"}, {"type": "command", "command": "/usr/local/bin/log"}]}
    ]
  }
}
`}

var rule = do("prefs", "add", "--question", "Which library?", "--answer", "moment")

var scenarios = []scenario{
	{
		name: "install", files: settled, what: do("install", "--yes"), exact: []string{userSettings},
		then: []command{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "install where nothing is", what: do("install", "--yes"), exact: []string{userSettings},
		then: []command{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "uninstall", files: settled, setup: []command{do("install", "--yes")}, what: do("uninstall", "--yes"), exact: []string{userSettings},
		then: []command{do("uninstall", "--yes"), do("install", "--yes")},
	},
	{
		name: "undo", files: settled, setup: []command{do("install", "--yes")}, what: do("undo", "--yes"), exact: []string{userSettings},
		then: []command{do("install", "--yes"), do("undo", "--yes")},
	},
	{
		name: "prefs add", setup: []command{do("install", "--yes")}, what: rule, exact: []string{rulesFile, userSettings},
		then: []command{do("prefs", "list"), rule, do("undo", "--yes")},
	},
	{
		name: "prefs add to rules", setup: []command{do("install", "--yes"), rule}, what: do("prefs", "add", "--question", "Run the tests?", "--answer", "Yes"),
		exact: []string{rulesFile}, then: []command{do("prefs", "list"), rule, do("undo", "--yes"), do("undo", "--yes")},
	},
	{
		name: "redo", files: settled, setup: []command{do("install", "--yes"), do("undo", "--yes")}, what: do("redo", "--yes"), exact: []string{userSettings},
		then: []command{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "park", files: settled, setup: []command{do("install", "--yes")}, what: do("hooks", "park", "@/usr/local/bin/guard", "--yes"), exact: []string{userSettings},
		then: []command{do("hooks", "list"), do("uninstall", "--yes"), do("install", "--yes")},
	},
	{
		name: "undo of parking", files: settled, setup: []command{do("hooks", "park", "@/usr/local/bin/guard", "--yes")}, what: do("undo", "--yes"), exact: []string{userSettings},
		then: []command{do("hooks", "list"), do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "move to another file", files: settled, what: do("hooks", "move", "@/usr/local/bin/guard", "--to", "project", "--yes"),
		exact: []string{userSettings, "project/.claude/settings.json"}, then: []command{do("install", "--yes"), do("uninstall", "--yes")},
	},
	{
		name: "trust", files: map[string]string{"project/.claude/neverask.json": `{"version":1,"rules":[{"id":"tests","match":{"text":"Run the tests?"},"mode":"never-ask","answer":"No"}]}`},
		setup: []command{do("install", "--yes")}, what: do("trust", "--yes"), exact: []string{rulesFile, "project/.claude/neverask.json"},
		then: []command{do("trust", "--yes"), do("undo", "--yes")},
	},
	{
		name: "an answer, and the lookup", setup: []command{do("install", "--yes"), rule}, what: asked("t1"),
		then: []command{asked("t2"), answered("t2"), do("questions", "--json")}, same: true,
	},
	{
		name: "a line of the log", setup: []command{do("install", "--yes"), rule, asked("t1"), asked("t2")}, what: answered("t1"),
		then: []command{answered("t2"), do("questions", "--json", "--limit", "1")}, same: true,
	},
	{
		name: "a rotation of the log", setup: []command{do("install", "--yes"), asked("t0"), chosen("t0"), asked("t1"), asked("t2")}, prepare: fillLog, what: chosen("t1"),
		then: []command{chosen("t2"), do("questions", "--csv", "--limit", "9999")}, same: true,
	},
	{
		name: "a new day", setup: []command{do("install", "--yes"), rule, asked("t0")}, prepare: makeYesterdayOld, what: asked("t1"),
		then: []command{asked("t2"), answered("t2"), do("questions", "--json", "--limit", "1")}, same: true, tomorrow: ".swept",
	},
	{
		name: "a full count of answers", setup: []command{do("install", "--yes"), chosen("t0")}, prepare: fillTally, what: chosen("t1"),
		then: []command{chosen("t2"), do("questions", "--json", "--limit", "1")}, same: true,
	},
	{
		name: "the index of the history", files: map[string]string{".claude/projects/-work/s1.jsonl": strings.Repeat(libraryTranscript, 3), ".claude/projects/-work/s2.jsonl": libraryTranscript},
		setup: []command{do("install", "--yes")}, what: do("questions", "--json"), then: []command{do("questions", "--json"), do("suggest")}, same: true,
	},
}

const (
	libraryInput      = `"tool_input":{"questions":[{"question":"Which library?","header":"Library","multiSelect":false,"options":[{"label":"date-fns","description":""},{"label":"moment","description":""}]}]`
	libraryTranscript = `{"message":{"content":[{"id":"toolu_1",` + `"input":{"questions":[{"question":"Which library?","header":"Library","multiSelect":false,"options":[{"label":"date-fns","description":""},{"label":"moment","description":""}]}]},"name":"AskUserQuestion","type":"tool_use"}],"role":"assistant"},"type":"assistant","timestamp":"2026-01-01T06:00:10.000Z","cwd":"/work","sessionId":"s1","version":"2.1.329"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"","tool_use_id":"toolu_1"}]},"toolUseResult":{"questions":[],"answers":{"Which library?":"moment"},"annotations":{}},"permissionDecision":{"decision":"accept","source":"user_temporary"},"timestamp":"2026-01-01T06:00:20.000Z","cwd":"/work","sessionId":"s1","version":"2.1.329"}
`
)

// event is what the client sends to the hook.
func event(name, call, rest string) command {
	return hooked(`{"session_id":"s","cwd":"/work","permission_mode":"default","hook_event_name":"` + name + `","tool_name":"AskUserQuestion","tool_use_id":"` + call + `",` + libraryInput + rest)
}

// asked lets the model ask; answered tells that the hook has answered, and chosen
// that the person has.
func asked(call string) command { return event("PreToolUse", call, "}}") }

func answered(call string) command {
	return event("PostToolUse", call, `,"answers":{"Which library?":"moment"}},"tool_response":{"questions":[],"answers":{"Which library?":"moment"}},"duration_ms":1}`)
}

func chosen(call string) command {
	return event("PostToolUse", call, `,"answers":{"Which library?":"moment"},"annotations":{}},"tool_response":{"questions":[],"answers":{"Which library?":"moment"},"annotations":{}},"duration_ms":1}`)
}

const state = ".local/state/neverask"

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
	names, err := filepath.Glob(filepath.Join(m.home, state, "pending", "*.jsonl"))
	if err != nil || len(names) != 1 {
		m.Fatalf("pending are %v, %v", names, err)
	}
	if err := os.Rename(names[0], filepath.Join(filepath.Dir(names[0]), "2026-01-02.jsonl")); err != nil {
		m.Fatal(err)
	}
}

// fillTally makes a file of counts so long that the next answer cuts it.
func fillTally(m machine) {
	m.Helper()
	names, err := filepath.Glob(filepath.Join(m.home, state, "tally", "*"))
	if err != nil || len(names) != 1 {
		m.Fatalf("tally are %v, %v", names, err)
	}
	name, _ := filepath.Rel(m.home, names[0])
	line := m.read(name)
	m.write(name, strings.Repeat(line, 130<<10/len(line)))
}

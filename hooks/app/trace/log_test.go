package trace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/settings/must"
)

// written are lines of a debug log of Claude Code 2.1.329.
const written = `2026-11-24T06:49:45.092Z [DEBUG] [3P telemetry] Event dropped (no event logger initialized): hook_registered
2026-11-24T06:49:47.421Z [DEBUG] Hooks: PreToolUse:Bash [/h/async] moved to the background (135ms)
2026-11-24T06:49:47.504Z [DEBUG] Hooks: PreToolUse:Bash [/h/ex a b] (plugin tools@market) finished with status 0 (220ms)
2026-11-24T06:49:47.504Z [DEBUG] Hook output does not start with {, treating as plain text
2026-11-24T06:49:47.504Z [DEBUG] "Hook PreToolUse:Bash (PreToolUse) success:\nplain"
2026-11-24T06:49:47.506Z [DEBUG] Hooks: PreToolUse:Bash [/h/one] finished with status 1 (222ms)
2026-11-24T06:49:47.506Z [ERROR] "Hook PreToolUse:Bash (PreToolUse) error: status code 1\nstderr:\nbad"
2026-11-24T06:49:47.600Z [DEBUG] "Hooks: PreToolUse:Bash [echo a] b (1ms)\necho (c)] finished with status 0 (300ms)"
2026-11-24T06:49:47.600Z [DEBUG] Hook output does not start with {, treating as plain text
2026-11-24T06:49:47.743Z [DEBUG] Hooks: PreToolUse:Bash [/h/says] finished with status 0 (459ms)
2026-11-24T06:49:47.751Z [DEBUG] "Hook PreToolUse:Bash (PreToolUse) success:\n{\"systemMessage\":\"said\"}"
2026-11-24T06:49:47.751Z [DEBUG] Hook PreToolUse (/h/says) returned permissionDecision: ask (reason: who (knows))
2026-11-24T06:49:47.751Z [DEBUG] Hook PreToolUse (/h/says) provided additionalContext (3 chars)
2026-11-24T06:49:47.751Z [DEBUG] Hook PreToolUse (/h/says) modified tool input keys: [command, timeout]
2026-11-24T06:49:48.500Z [DEBUG] Hooks: PreToolUse:Bash [/h/slow] timed out after 1000ms (1215ms)
2026-11-24T06:49:48.500Z [DEBUG] Hook PreToolUse:Bash (PreToolUse) cancelled:
2026-11-24T06:49:49.281Z [DEBUG] Hooks: PostToolUse:Bash [/h/post] finished with status 0 (102ms)
2026-11-24T06:49:49.290Z [DEBUG] "Hook PostToolUse:Bash (PostToolUse) success:\n{\"decision\":\"block\",\"reason\":\"no\"}"
2026-11-24T06:49:49.290Z [DEBUG] Hook PostToolUse (Checking) returned permissionDecision: deny (reason: no)
2026-11-24T06:49:49.300Z [DEBUG] Hook PostToolUse (/h/post) replaced tool output
2026-11-24T06:49:49.656Z [DEBUG] Hooks: Stop [/h/stop] cancelled (40ms)
2026-11-24T06:49:49.700Z [DEBUG] Hooks: HTTP hook POST to http://127.0.0.1:9/x
2026-11-24T06:49:49.800Z [DEBUG] SessionEnd:other [/h/end] completed with status 3
2026-11-24T06:49:49.800Z [DEBUG] PreCompact:manual [/h/compact] cancelled
2026-11-24T06:49:49.800Z [DEBUG] StatusLine [/h/status] completed with status 0
no line of a log: Hooks: Stop [/h/stop] cancelled (40ms)
`

func TestLog(t *testing.T) {
	t.Parallel()
	var l log
	for line := range strings.Lines(written) {
		l.add(strings.TrimSuffix(line, "\n"))
	}
	var got []string
	for _, r := range l.runs {
		got = append(got, fmt.Sprintf("%s [%s] %s %s %d %v out %q err %q %q", r.name, r.Command, r.Plugin, r.Ended, r.Exit, r.took, r.Stdout, r.Stderr, r.Did))
	}
	want := []string{
		`PreToolUse:Bash [/h/async]  background 0 135ms out "" err "" []`,
		`PreToolUse:Bash [/h/ex a b] tools@market exited 0 220ms out "plain" err "" []`,
		`PreToolUse:Bash [/h/one]  exited 1 222ms out "" err "bad" []`,
		"PreToolUse:Bash [echo a] b (1ms)\necho (c)]  exited 0 300ms out \"\" err \"\" []",
		`PreToolUse:Bash [/h/says]  exited 0 459ms out "{\"systemMessage\":\"said\"}" err "" ["asks: who (knows)" "tells Claude something" "changes the input: command, timeout"]`,
		`PreToolUse:Bash [/h/slow]  timed-out 0 1.215s out "" err "" []`,
		`PostToolUse:Bash [/h/post]  exited 0 102ms out "{\"decision\":\"block\",\"reason\":\"no\"}" err "" ["blocks: no" "puts another result in the place of the tool's"]`,
		`Stop [/h/stop]  cancelled 0 40ms out "" err "" []`,
		`SessionEnd:other [/h/end]  exited 3 0s out "" err "" []`,
		`PreCompact:manual [/h/compact]  cancelled 0 0s out "" err "" []`,
	}
	if text := strings.Join(got, "\n"); text != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", text, strings.Join(want, "\n"))
	}
	if unseen := l.unseen(); len(unseen) != 1 || !strings.Contains(unseen[0], "http://127.0.0.1:9/x was called (1 time)") {
		t.Errorf("unseen: %q", unseen)
	}
}

// TestGroups: calls one after the other are told apart, those at the same time are not
// said to be.
func TestGroups(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 24, 6, 0, 0, 0, time.UTC)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	run := func(end, took int, call string) *Run {
		return &Run{name: "PreToolUse:Bash", at: at(end), took: time.Duration(took) * time.Millisecond, Call: call}
	}
	call := func(id string, from, to int) transcript.Finished {
		c := transcript.Finished{ToolCall: transcript.ToolCall{ID: id, Tool: "Bash", Time: at(from), Input: hooks.StringOf(id)}}
		if to > 0 {
			c.End = at(to)
		}
		return c
	}
	calls := []transcript.Finished{call("one", 0, 900), call("two", 1000, 3000), call("three", 1010, 3100), call("four", 4000, 0), call("five", 4001, 0),
		call("six", 5000, 5250), call("seven", 5010, 6000)}
	for i, tt := range []struct {
		runs []*Run
		want string
	}{
		{[]*Run{run(200, 100, ""), run(300, 200, "")}, "one"},
		{[]*Run{run(1200, 100, ""), run(1300, 250, "")}, "two three"},
		{[]*Run{run(1200, 100, "three"), run(1300, 250, "two")}, "two three"},
		{[]*Run{run(1200, 100, "three"), run(1300, 250, "three")}, "three"},
		{[]*Run{run(4200, 100, "five"), run(4300, 250, "")}, "four five"},
		{[]*Run{run(200, 100, ""), run(1300, 100, "two"), run(4300, 100, "four")}, "one|two|four"},
		{[]*Run{run(990, 50, "")}, ""},
		{[]*Run{run(5200, 100, ""), run(5400, 300, "")}, "four five six seven"}, // six ended while the hook of seven ran
	} {
		var got []string
		for _, g := range grouped(tt.runs) {
			var ids []string
			for _, c := range g.event(calls).Calls {
				ids = append(ids, c.ID)
			}
			got = append(got, strings.Join(ids, " "))
		}
		if text := strings.Join(got, "|"); text != tt.want {
			t.Errorf("%d: got %q, want %q", i, text, tt.want)
		}
	}
}

// TestTail: lines that are written in pieces, and a log that was begun anew, are read
// once and whole.
func TestTail(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "debug.log")
	var got []string
	tl := tail{path: path}
	defer tl.close()
	read := func() { tl.read(func(line string) { got = append(got, line) }) }
	add := func(text string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		must.Do(t, err)
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	read()
	add("one\ntw")
	read()
	add("o\n")
	read()
	add("three\n" + strings.Repeat("x", 200<<10) + "\nfour\n")
	must.Do(t, os.Rename(path, path+".1"))
	read()
	add("five\n")
	read()
	add("six\n")
	read()
	for i, line := range got {
		got[i] = line[:min(len(line), 5)]
	}
	if text := strings.Join(got, " "); text != "one two three xxxxx four five six" {
		t.Errorf("got %s", text)
	}
}

// TestFinishWithoutASession: a client that writes no log leaves nothing to tell.
func TestFinishWithoutASession(t *testing.T) {
	t.Parallel()
	w, err := New(t.TempDir(), time.Now())
	must.Do(t, err)
	w.Watch(os.Getpid())
	got := w.Finish(context.Background(), config.Sources{})
	if len(got.Events)+len(got.Sessions)+len(got.Unseen) > 0 || got.Events == nil || got.Sessions == nil || got.Unseen == nil {
		t.Errorf("got %+v", got)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(w.dir); !os.IsNotExist(err) {
		t.Errorf("left: %v", err)
	}
}

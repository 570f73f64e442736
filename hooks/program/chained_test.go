//go:build unix

package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/must"
)

// scripts are hooks of others, by what they do. Each leaves a mark beside itself
// when it runs.
var scripts = map[string]string{
	"silent":   `exit 0`,
	"answers":  `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"theirs":1}}}'`,
	"denies":   `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'`,
	"denies2":  `echo no >&2; exit 2`,
	"asks":     `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`,
	"rewrites": `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"theirs":1}}}'`,
	"says":     `echo '{"systemMessage":"hello"}'`,
	"stops":    `echo '{"continue":false}'`,
	"fails":    `echo oops >&2; exit 1`,
	"rubbish":  `echo '{"hookSpecificOutput":'`,
	"floods":   `exec head -c 3000000 /dev/zero`,
	"hangs":    `trap '' TERM; sleep 60; sleep 60`,
	"async":    `echo '{"async":true}'; exec sleep 3`,
	"daemon":   `sleep 3 & echo '{"systemMessage":"hello"}'`,
	"dies":     `kill -9 $$`,
	"blocks":   `echo '{"decision":"block","reason":"look"}'`,
	"results":  `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"questions":[],"answers":{"Which color?":"***"},"theirs":1}}}'`,
}

// chained puts scripts behind ours, each in a mode: "first denies".
func (w *world) chained(event hooks.Event, list ...string) {
	w.t.Helper()
	var entries []chain.Entry
	for i, text := range list {
		mode, name, _ := strings.Cut(text, " ")
		path := filepath.Join(w.home, name)
		body := "#!/bin/sh\nprintf x >>" + path + ".ran\ncat >" + path + ".stdin\n" + scripts[name] + "\n"
		if scripts[name] != "" {
			// A program that is open for writing, also in a child that another test is
			// just starting, cannot be started.
			syscall.ForkLock.RLock()
			err := os.WriteFile(path, []byte(body), 0o700)
			syscall.ForkLock.RUnlock()
			must.Do(w.t, err)
		}
		limit := time.Minute
		if name == "hangs" {
			if testing.Short() {
				w.t.Skip("waits for seconds until a hook is ended")
			}
			limit = 2 * time.Second // long enough for it to have started
		}
		entries = append(entries, chain.Entry{
			ID: fmt.Sprintf("e%d", i), Active: true, Event: event, Tools: []string{"AskUserQuestion"}, Mode: chain.Mode(mode),
			Command: chain.Command{Line: path, Exec: true, Limit: limit},
		})
	}
	w.chainFile(chain.Format(entries))
}

func (w *world) chainFile(content []byte) {
	w.t.Helper()
	must.Do(w.t, os.MkdirAll(w.paths.State, 0o700))
	must.Do(w.t, os.WriteFile(chain.File(w.paths.State), content, 0o600))
}

// chainLine puts one command of a shell behind ours, before each question.
func (w *world) chainLine(line string) {
	w.t.Helper()
	w.chainFile(chain.Format([]chain.Entry{{
		ID: "a", Active: true, Event: hooks.EventPreToolUse, Tools: []string{"AskUserQuestion"}, Mode: chain.First,
		Command: chain.Command{Line: line, Limit: time.Minute},
	}}))
}

// ran is how often a script has run.
func (w *world) ran(name string) int {
	b, _ := os.ReadFile(filepath.Join(w.home, name+".ran"))
	return len(b)
}

// all feeds one payload to the hook and returns all that the client sees of it:
// "stdout|stderr|status".
func (w *world) all(payload string) string {
	w.t.Helper()
	w.askedOnce(payload)
	var stdout, stderr bytes.Buffer
	env := w.hook()
	env.Stderr = &stderr
	status := Main(nil, strings.NewReader(payload), &stdout, env)
	if n := strings.Count(stdout.String(), "\n"); n > 1 {
		w.t.Errorf("%d lines: %s", n, stdout.String())
	}
	return fmt.Sprintf("%s|%s|%d", strings.TrimSuffix(stdout.String(), "\n"), strings.TrimSuffix(stderr.String(), "\n"), status)
}

// says is what a script of the table prints to standard output.
func says(name string) string {
	return strings.TrimSuffix(strings.TrimPrefix(scripts[name], "echo '"), "'") + "||0"
}

func TestChainedBeforeTheQuestion(t *testing.T) {
	ours := newWorld(t, testsRule).all(pre(tests))
	hello := strings.Replace(ours, ` (rule r1)"`, ` (rule r1)\nhello"`, 1)
	oops := strings.Replace(ours, ` (rule r1)"`, ` (rule r1)\na hook that neverask runs ended with 1: oops"`, 1)
	const answered, asked = "Run the tests?: No by user, rule r1, expected Yes (Recommended)", "Run the tests?: No by user, rule r1"
	const denied = "Run the tests?:  by other-hook, rule r1, denied by "
	const failed = "the chained hook e0 (%s) does not count: %s"
	for _, tt := range []struct {
		name      string
		decided   string // what comes out where we answer
		record    string // and what of ours is remembered
		undecided string // what comes out where we do not
		complaint string
	}{
		{"silent", ours, answered, "||0", ""},
		{"answers", ours, answered, says("answers"), ""},
		{"denies", says("denies"), denied + "denies", says("denies"), ""},
		{"denies2", "|no|2", denied + "denies2", "|no|2", ""},
		{"asks", says("asks"), asked, says("asks"), ""},
		{"rewrites", ours, answered, says("rewrites"), ""},
		{"says", hello, answered, says("says"), ""},
		{"stops", says("stops"), denied + "stops", says("stops"), ""},
		{"fails", oops, answered, "|oops|1", "hook for PreToolUse ended with status 1: oops"},
		{"rubbish", ours, answered, `{"hookSpecificOutput":||0`, "hook output: byte 22: the JSON ends too early"},
		{"floods", ours, answered, "||0", "it printed more than 1 MB"},
		{"hangs", ours, answered, "||0", "it took longer than 2s"},
		{"async", ours, answered, "||0", ""},
		{"daemon", hello, answered, `{"systemMessage":"hello"}||0`, ""},
		{"dies", ours, answered, "||0", "hook for PreToolUse ended with status -1"},
		{"none", ours, answered, "||0", "it could not be started"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, mode := range []string{"first", "fallback"} {
				w := newWorld(t, testsRule)
				w.chained(hooks.EventPreToolUse, mode+" "+tt.name)
				runs := 1
				if tt.name == "none" {
					runs = 0
				}
				want, record := tt.decided, tt.record
				if mode == "fallback" {
					want, record = ours, answered
				}
				if got := w.all(pre(tests)); got != want {
					t.Errorf("%s, decided:\ngot  %s\nwant %s", mode, got, want)
				}
				if got := w.ran(tt.name); mode == "fallback" && got != 0 || mode == "first" && got != runs {
					t.Errorf("%s, decided: it ran %d times", mode, got)
				}
				w.run(post(tests, `{"Run the tests?":"No"}`))
				w.wantLog(record)

				before := w.ran(tt.name)
				if got := w.all(strings.Replace(pre(color), "u1", "u2", 1)); got != tt.undecided {
					t.Errorf("%s, undecided:\ngot  %s\nwant %s", mode, got, tt.undecided)
				}
				if got := w.ran(tt.name) - before; got != runs {
					t.Errorf("%s, undecided: it ran %d times", mode, got)
				}
				got := w.complaints()
				about := fmt.Sprintf(failed, filepath.Join(w.home, tt.name), tt.complaint)
				if (len(got) > 0) != (tt.complaint != "") || len(got) > 0 && !strings.HasPrefix(got[len(got)-1], about) {
					t.Errorf("%s: complaints %q", mode, got)
				}
			}
		})
	}
}

// TestChainedGetsWhatTheClientGives: the bytes, the environment and the directory
// are those of our own process.
func TestChainedGetsWhatTheClientGives(t *testing.T) {
	w := newWorld(t, testsRule)
	w.chained(hooks.EventPreToolUse, "first silent")
	payload := " " + strings.Replace(pre(tests), `"session_id"`, `"n":1.50,"session_id"`, 1) + "\n"
	w.run(payload)
	if b, err := os.ReadFile(filepath.Join(w.home, "silent.stdin")); err != nil || string(b) != payload {
		t.Errorf("standard input %q, %v", b, err)
	}
	out := filepath.Join(w.home, "out")
	w.chainLine(`echo "$CLAUDE_PLUGIN_ROOT $(pwd -P)" >` + out)
	env := w.hook()
	env.Environ = func() []string { return append(os.Environ(), "CLAUDE_PLUGIN_ROOT=/plugin") }
	Main(nil, strings.NewReader(pre(tests)), &bytes.Buffer{}, env)
	dir, err := os.Getwd()
	must.Do(t, err)
	if b, err := os.ReadFile(out); err != nil || string(b) != "/plugin "+dir+"\n" {
		t.Errorf("the environment and the directory are %q, %v", b, err)
	}
}

func TestSeveralChained(t *testing.T) {
	for _, tt := range []struct {
		name, payload string
		list          []string
		want          string // what is printed contains
		ran           string
	}{
		{"the first in order has its way", pre(color), []string{"first daemon", "first rewrites", "fallback answers"}, `"updatedInput":{"theirs":1}},"systemMessage":"hello"`, "daemon rewrites answers"},
		{"a refusal goes before everything", pre(tests), []string{"first asks", "first answers", "first denies"}, `"deny"`, "asks answers denies"},
		{"those that run last do not run", pre(tests), []string{"fallback denies", "first says"}, `"allow"`, "says"},
		{"the same command twice", pre(color), []string{"fallback says", "fallback says", "first says"}, `hello`, "says"},
		{"the same command, first too", pre(tests), []string{"fallback denies", "first denies"}, `"deny"`, "denies"},
		{"one that fails beside one that refuses", pre(tests), []string{"first hangs", "first denies2"}, `|no|2`, "hangs denies2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, testsRule)
			w.chained(hooks.EventPreToolUse, tt.list...)
			if got := w.all(tt.payload); !strings.Contains(got, tt.want) {
				t.Errorf("got %s", got)
			}
			for name := range scripts {
				want := 0
				if slices.Contains(strings.Fields(tt.ran), name) {
					want = 1
				}
				if got := w.ran(name); got != want {
					t.Errorf("%s ran %d times", name, got)
				}
			}
		})
	}
}

func TestChainedAfterTheQuestion(t *testing.T) {
	const red = `{"Which color?":"Red"}`
	part := func(t *testing.T) *world {
		t.Helper()
		w := newWorld(t, testsRule)
		w.run(pre(color, tests))
		return w
	}
	ours := part(t).all(post(color, red))
	for _, tt := range []struct{ list, want, alone string }{
		{"first silent", ours, "||0"},
		{"fallback denies2", ours, "|no|2"},
		{"first hangs", ours, "||0"},
		{"first blocks", strings.Replace(ours, "||0", "", 1)[:len(ours)-4] + `,"decision":"block","reason":"look"}||0`, says("blocks")},
		{"first results", strings.Replace(strings.Replace(ours, `"Which color?":"Red"`, `"Which color?":"***"`, 1), `,"annotations":{}`, `,"theirs":1`, 1), says("results")},
	} {
		t.Run(tt.list, func(t *testing.T) {
			t.Parallel()
			w := part(t)
			w.chained(hooks.EventPostToolUse, tt.list)
			if got := w.all(post(color, red)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			w.wantLog("Which color?: Red by user", "Run the tests?: Yes (Recommended) by neverask, rule r1")
			if got := w.all(strings.Replace(post(color, red), "u1", "u2", 1)); got != tt.alone {
				t.Errorf("where we are silent: %s", got)
			}
		})
	}
}

func TestExplainNamesChained(t *testing.T) {
	w := newWorld(t, testsRule)
	w.chained(hooks.EventPreToolUse, "first denies", "fallback asks")
	denies, asks := filepath.Join(w.home, "denies"), filepath.Join(w.home, "asks")
	const may, only, held = ", which may answer, refuse or have you asked", ", which may refuse or have you asked", "; what it answers does not count, because you must be asked"
	for payload, want := range map[string][]string{
		pre(tests):  {"neverask runs " + denies + only},
		pre(color):  {"neverask runs " + denies + may, "neverask runs " + asks + may},
		pre(danger): {"neverask runs " + denies + only + held, "neverask runs " + asks + only + held},
	} {
		e, err := Explain([]byte(payload), "", w.paths, w.hook())
		must.Do(t, err)
		var got []string
		for _, s := range e.Steps {
			if strings.HasPrefix(s.Text, "neverask ") && s.Kind == "call" && s.Question == -1 {
				got = append(got, s.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if payload == pre(color) != slices.Equal(e.Chained, []string{denies, asks}) {
			t.Errorf("%s: %q may answer", payload, e.Chained)
		}
	}
	if w.ran("denies")+w.ran("asks") > 0 {
		t.Error("explaining ran a hook")
	}
	entries, err := chain.Read(chain.File(w.paths.State))
	must.Do(t, err)
	entries[1].OneWay = true
	w.chainFile(chain.Format(entries))
	if e, err := Explain([]byte(pre(danger)), "", w.paths, w.hook()); err != nil || !slices.Equal(e.Chained, []string{asks}) {
		t.Errorf("%q may answer, %v", e.Chained, err)
	}
	w.chainFile([]byte("{"))
	if e, err := Explain([]byte(pre(tests)), "", w.paths, w.hook()); err == nil {
		t.Errorf("with a file that cannot be read: %+v", e)
	}
}

//go:build linux

package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/tui/termtest"
)

func TestClientRunParksAndAnswers(t *testing.T) {
	l := newLab(t)
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	l.Turns(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")), ct.Ask(ct.Choice("Which color?", "red", "blue")), ct.Text("finished"))
	r := l.run([]string{"--ask", "park"}, "-p", "hello", "--model", "opus")
	r.want(t, 7, "")
	var pending []struct {
		ID   string
		Open []string
	}
	list := func() {
		t.Helper()
		if err := json.Unmarshal([]byte(l.neverask("run", "list", "--json")), &pending); err != nil {
			t.Fatal(err)
		}
	}
	list()
	if len(pending) != 1 || !slices.Equal(pending[0].Open, []string{runner}) || !strings.Contains(r.stderr, "neverask run answer "+pending[0].ID) {
		t.Fatalf("pending %+v, stderr %s", pending, r.stderr)
	}
	if out := l.neverask("run", "list"); !strings.Contains(out, runner) || strings.Contains(out, library) {
		t.Errorf("got %s", out)
	}
	first := pending[0].ID
	for _, wrong := range [][]string{{"nonsense", "1"}, {first, "yarn"}, {first, "3"}, {first, "1", "2"}, {first}} {
		if r := l.exec(nil, l.command(append([]string{"run", "answer"}, wrong...)...)...); r.code != 2 {
			t.Errorf("%q: exit code %d, stderr %s", wrong, r.code, r.stderr)
		}
	}
	// The run meets another question, and is parked again.
	l.exec(nil, l.command("run", "answer", first, "vitest")...).want(t, 7, "")
	l.says(l.toolResults(1)[0], `"`+library+`"="moment"`, `"`+runner+`"="vitest"`)
	list()
	if len(pending) != 1 || pending[0].ID == first {
		t.Fatalf("pending %+v", pending)
	}
	l.exec(nil, l.command("run", "answer", pending[0].ID, "--text", "green")...).want(t, 0, "finished\n")
	l.says(l.toolResults(2)[1], "green")
	list()
	if len(pending) != 0 {
		t.Errorf("pending %+v", pending)
	}
	l.wantLog("Which color? green by you", library+" moment by neverask", runner+" vitest by you")
}

func TestClientRunDropsAParkedQuestion(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	r := l.run([]string{"--ask", "park"}, "-p", "hello", "--output-format", "json")
	if r.code != 7 || !strings.Contains(r.stdout, `"deferred_tool_use"`) {
		t.Errorf("exit code %d, stdout %s", r.code, r.stdout)
	}
	id := strings.Fields(l.neverask("run", "list"))[0]
	l.neverask("run", "answer", id, "--drop")
	if out := l.neverask("run", "list"); out != "No questions are parked.\n" {
		t.Errorf("got %s", out)
	}
}

// TestClientRunParksOneOfTwo: of several questions at once none gets lost.
func TestClientRunParksOneOfTwo(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Together(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest"))), ct.Text("finished"))
	l.run([]string{"--ask", "park"}, "-p", "hello").want(t, 7, "")
	id := strings.Fields(l.neverask("run", "list"))[0]
	l.exec(nil, l.command("run", "answer", id, "2")...).want(t, 0, "finished\n")
	var all string
	for _, r := range l.toolResults(2) {
		all += r.Text + "\n"
	}
	if !strings.Contains(all, "Ask this one again") || strings.Contains(all, `="moment"`) == strings.Contains(all, `="vitest"`) {
		t.Errorf("the model reads\n%s", all)
	}
}

func TestClientRunAnswersOnTheTerminal(t *testing.T) {
	l := newLab(t)
	l.Turns(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest")), ct.Text("finished"))
	l.run([]string{"--ask", "park"}, "-p", "hello").want(t, 7, "")
	id := strings.Fields(l.neverask("run", "list"))[0]
	argv := l.command("run", "answer", id, "--ask", "tty")
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 100, 30, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
	term.WaitText(library)
	term.Key("down", "enter")
	term.WaitText(runner)
	term.Key("enter")
	if code := term.Wait(); code != 0 || !strings.Contains(term.Screen(), "finished") {
		t.Errorf("exit code %d\n%s", code, term.Screen())
	}
	results := l.toolResults(2)
	l.says(results[0], `="moment"`)
	l.says(results[1], `="jest"`)
}

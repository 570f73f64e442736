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

// TestClientRunParks parks one of two calls, a call of which a part is decided, and one
// more, and is given the answers in each way that there is.
func TestClientRunParks(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	color, size := ct.Choice("Which color?", "red", "other"), ct.Choice("Which size?", "small", "other")
	name, place := ct.Choice("Which name?", "parser", "reader"), ct.Choice("Which place?", "here", "there")
	l.Turns(ct.Together(ct.Ask(color), ct.Ask(size)), ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")), ct.Ask(name), ct.Ask(place), ct.Text("finished"))
	l.run([]string{"--ask", "park"}, "-p", "hello", "--model", "opus").want(t, 7, "")
	first, open := l.parked()
	// The run meets another question, and is parked again. Of two at once none gets lost.
	r := l.exec(nil, l.command("run", "answer", first, "2")...)
	r.want(t, 7, "")
	var both string
	for _, r := range l.toolResults(2) {
		both += r.Text + "\n"
	}
	if !strings.Contains(both, "Ask this one again") || strings.Count(both, "=") != 1 || !strings.Contains(both, `"`+open[0]+`"="other"`) {
		t.Errorf("the model reads\n%s", both)
	}
	again := color.Question
	if open[0] == again {
		again = size.Question
	}
	log := []string{open[0] + " other by you", again + "  by other-hook"}

	second, open := l.parked()
	if second == first || !slices.Equal(open, []string{runner}) || !strings.Contains(r.stderr, "neverask run answer "+second) {
		t.Fatalf("open in %s are %q, stderr %s", second, open, r.stderr)
	}
	if out := l.neverask("run", "list"); !strings.Contains(out, runner) || strings.Contains(out, library) {
		t.Errorf("got %s", out)
	}
	for _, wrong := range [][]string{{"nonsense", "1"}, {second, "yarn"}, {second, "3"}, {second, "1", "2"}, {second}} {
		if r := l.exec(nil, l.command(append([]string{"run", "answer"}, wrong...)...)...); r.code != 2 {
			t.Errorf("%q: exit code %d, stderr %s", wrong, r.code, r.stderr)
		}
	}
	l.exec(nil, l.command("run", "answer", second, "--text", "green")...).want(t, 7, "")
	l.says(l.toolResults(3)[2], `"`+library+`"="moment"`, `"`+runner+`"="green"`)
	third, _ := l.parked()
	l.answersOnTheTerminal(third, name, place)
	if out := l.neverask("run", "list"); out != "No questions are parked.\n" {
		t.Errorf("got %s", out)
	}
	l.wantLog(append(log, library+" moment by neverask", name.Question+" reader by you", place.Question+" here by you", runner+" green by you")...)
}

// parked returns what neverask run list says of the only question that is parked.
func (l lab) parked() (id string, open []string) {
	l.t.Helper()
	var pending []struct {
		ID   string
		Open []string
	}
	if err := json.Unmarshal([]byte(l.neverask("run", "list", "--json")), &pending); err != nil || len(pending) != 1 {
		l.t.Fatalf("pending %+v, %v", pending, err)
	}
	return pending[0].ID, pending[0].Open
}

// answersOnTheTerminal gives the second answer to what is parked, and the first to what
// the run asks after that.
func (l lab) answersOnTheTerminal(id string, parked, next ct.Question) {
	l.t.Helper()
	argv := l.command("run", "answer", id, "--ask", "tty")
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	term := termtest.Start(l.t, cmd, 100, 30, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
	term.WaitText(parked.Question)
	term.Key("down", "enter")
	term.WaitText(next.Question)
	term.Key("enter")
	if code := term.Wait(); code != 0 || !strings.Contains(term.Screen(), "finished") {
		l.t.Errorf("exit code %d\n%s", code, term.Screen())
	}
	results := l.ToolResults()
	l.says(results[len(results)-2], `="`+parked.Options[1].Label+`"`)
	l.says(results[len(results)-1], `="`+next.Options[0].Label+`"`)
}

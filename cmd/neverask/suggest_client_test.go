//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/cmd/neverask/internal/cli"
	ct "neverask/hooks/claude/clienttest"
)

// asked returns what neverask knows of the questions, the oldest first, as soon
// as the client has written down so many that are settled.
func (l lab) asked(n int) []cli.QuestionJSON {
	l.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		var list struct{ Questions []cli.QuestionJSON }
		if err := json.Unmarshal([]byte(l.neverask("log", "--questions", "--json")), &list); err != nil {
			l.t.Fatal(err)
		}
		decided := slices.DeleteFunc(list.Questions, func(q cli.QuestionJSON) bool { return q.Outcome == "unanswered" })
		if len(decided) >= n {
			slices.Reverse(decided)
			return decided
		}
		if time.Now().After(deadline) {
			l.t.Fatalf("%d questions of %d", len(decided), n)
		}
	}
}

// TestClientIsAnsweredBySuggestion: what the person has answered alike becomes a
// rule, and the client does not ask again what they have seen.
func TestClientIsAnsweredBySuggestion(t *testing.T) {
	l := newLab(t)
	text := func(n int) string { return fmt.Sprintf("Should I fix the %d warnings in pkg/file%d.go?", n, n) }
	s := l.Interactive()
	for n := range 3 {
		l.Turns(ct.Ask(ct.Choice(text(n), "Yes", "No")))
	}
	l.Turns(ct.Text("after three"))
	s.Prompt("go")
	for n := range 3 {
		s.WaitDialog(text(n))
		s.Key("enter")
	}
	s.WaitText("after three")
	l.asked(3)
	id, _, _ := strings.Cut(l.neverask("rules", "suggest"), " ")
	if out := l.neverask("rules", "suggest"); !strings.Contains(out, "3 of 3: Yes") {
		t.Fatalf("no suggestion:\n%s", out)
	}
	l.install()
	l.neverask("rules", "suggest", "--accept", id, "--yes")
	// What the person answered is answered at once, and another value is asked once.
	l.Turns(ct.Ask(ct.Choice(text(1), "Yes", "No")), ct.Text("finished"), ct.Ask(ct.Choice(text(17), "Yes", "No")), ct.Text("done"), ct.Ask(ct.Choice(text(17), "Yes", "No")), ct.Text("all"))
	s = l.Interactive()
	s.Prompt("go")
	r := s.WaitToolResult(4)
	s.WaitText("finished")
	if strings.Contains(string(s.Raw()), footer) {
		t.Errorf("a dialog was shown:\n%s", s.Screen())
	}
	l.says(r, `"`+text(1)+`"="Yes"`)
	s.Prompt("go on")
	if screen := s.WaitDialog(text(17)); !strings.Contains(screen, "Your preference.") {
		t.Errorf("the rule's option is not marked:\n%s", screen)
	}
	s.Key("enter")
	s.WaitText("done")
	s.WaitText("new here: ")
	s.Prompt("and again")
	l.says(s.WaitToolResult(6), `"`+text(17)+`"="Yes"`)
	s.WaitText("all")
	if n := strings.Count(l.neverask("log", "--questions", "--by", "neverask"), "Should I fix"); n != 2 {
		t.Errorf("%d questions were answered by neverask", n)
	}
	if out := l.neverask("rules", "suggest"); strings.Contains(out, id) {
		t.Errorf("suggested again:\n%s", out)
	}
}

//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/rule/question"
)

// TestClientWithAProposal: what a repository proposes does nothing before it is
// accepted, answers then, and does nothing again when the model has edited it.
func TestClientWithAProposal(t *testing.T) {
	l := newLab(t)
	l.install()
	path := filepath.Join(l.Project, question.ProposalFile)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	content := `{"version":1,"rules":[{"id":"library","match":{"text":"` + library + `"},"mode":"never-ask","answer":"moment"}]}`
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s := l.ask(ct.Ask(libraries()))
	s.WaitDialog(library)
	s.Key("enter")
	l.says(s.WaitToolResult(1), "date-fns")
	s.WaitText("finished")
	s.Quit()

	if out := l.neverask("rules", "trust", "--yes", "--cwd", l.Project); !strings.Contains(out, "Accepted.") {
		t.Errorf("not accepted:\n%s", out)
	}
	// Accepted, it is asked once, with what the project proposes first.
	s = l.ask(ct.Ask(libraries()))
	if screen := s.WaitDialog(library); !strings.Contains(screen, "1. moment") {
		t.Errorf("what is proposed is not first:\n%s", screen)
	}
	s.Key("enter")
	l.says(s.WaitToolResult(2), `"`+library+`"="moment"`)
	s.WaitText("finished")
	s.Quit()

	l.Turns(ct.Ask(libraries()), ct.Text("finished"),
		ct.ToolUse("Bash", map[string]string{"command": "sed -i s/moment/date-fns/ " + question.ProposalFile, "description": "edit"}), ct.Text("edited"),
		ct.Ask(libraries()), ct.Text("asked again"))
	s = l.Interactive("--permission-mode", "acceptEdits", "--allowedTools", "Bash")
	s.Prompt("hello")
	l.says(s.WaitToolResult(3), `"`+library+`"="moment"`)
	s.WaitText("finished")
	if strings.Contains(string(s.Raw()), footer) {
		t.Errorf("a dialog was shown:\n%s", s.Screen())
	}
	s.Prompt("edit it")
	// The client asks before it lets the model touch its directory.
	s.WaitDialog("sensitive file")
	s.Key("enter")
	s.WaitText("edited")
	if after, err := os.ReadFile(path); err != nil || strings.Contains(string(after), "moment") {
		t.Fatalf("the model has not edited the file: %s, %v", after, err)
	}
	s.Prompt("ask again")
	s.WaitDialog(library)
	s.Key("enter")
	s.WaitToolResult(5)
	if out := l.neverask("log", "--questions", "--by", "neverask"); !strings.Contains(out, "rule project/library") {
		t.Errorf("the questions do not name the rule:\n%s", out)
	}
}

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
	s := &told{lab: l, Session: l.Interactive("--permission-mode", "acceptEdits", "--allowedTools", "Bash")}
	l.says(s.asked(libraries(), "enter"), "date-fns")

	if out := l.neverask("rules", "trust", "--yes", "--cwd", l.Project); !strings.Contains(out, "Accepted.") {
		t.Errorf("not accepted:\n%s", out)
	}
	// Accepted, it is asked once, with what the project proposes first.
	after := s.ask(ct.Ask(libraries()))
	if screen := s.WaitDialog(library); !strings.Contains(screen, "1. moment") {
		t.Errorf("what is proposed is not first:\n%s", screen)
	}
	s.Key("enter")
	l.says(s.result(), `"`+library+`"="moment"`)
	s.WaitText(after)
	l.says(s.unasked(l, ct.Ask(libraries())), `"`+library+`"="moment"`)

	edit := ct.ToolUse("Bash", map[string]string{"command": "sed -i s/moment/date-fns/ " + question.ProposalFile, "description": "edit"})
	after = s.ask(edit)
	// The client asks before it lets the model touch its directory.
	s.WaitDialog("sensitive file")
	s.Key("enter")
	s.result()
	s.WaitText(after)
	if edited, err := os.ReadFile(path); err != nil || strings.Contains(string(edited), "moment") {
		t.Fatalf("the model has not edited the file: %s, %v", edited, err)
	}
	s.asked(libraries(), "enter")
	if out := l.neverask("log", "--questions", "--by", "neverask"); !strings.Contains(out, "rule project/library") {
		t.Errorf("the questions do not name the rule:\n%s", out)
	}
}

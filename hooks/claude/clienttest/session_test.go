package clienttest

import (
	"os"
	"path/filepath"
	"testing"
)

// TestQuit ends the client whatever it is doing; TestDialogIsAnsweredWithEnter ends it at rest.
func TestQuit(t *testing.T) {
	for _, tt := range []struct {
		name  string
		turn  Turn
		until func(s *Session)
	}{
		{"with something typed", Text("finished"), func(s *Session) {
			s.WaitText("finished")
			s.Type("half a prompt")
			s.WaitText("half a prompt")
		}},
		{"in a dialog", Ask(Choice(question, "date-fns", "moment")), func(s *Session) { s.WaitDialog(question) }},
		{"in a tool", ToolUse("Bash", map[string]string{"command": "touch started; sleep 1000"}), func(s *Session) {
			started := func() bool {
				_, err := os.Stat(filepath.Join(s.lab.Project, "started"))
				return err == nil
			}
			if !s.within(patience, started) {
				s.lab.t.Fatalf("the tool does not run\n%s", s.Screen())
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			lab := New(t)
			lab.Settings(`{"permissions":{"allow":["Bash"]}}`)
			lab.Turns(tt.turn)
			s := lab.Interactive()
			s.Prompt("hello")
			tt.until(s)
			if code := s.Quit(); code != 0 {
				t.Errorf("the client ended with %d\n%s", code, s.Screen())
			}
		})
	}
}

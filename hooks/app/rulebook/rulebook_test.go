package rulebook

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/paths"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestDecide: a question that comes again is decided as the person was shown it, also where the log
// alone knows of it.
func TestDecide(t *testing.T) {
	dir := t.TempDir()
	in := &planner.Planner{Paths: paths.Paths{Config: dir, State: filepath.Join(dir, "state")}, Now: time.Now, Store: &settings.Store{}}
	rule := `{"version":1,"rules":[{"id":"a","match":{"header":"Style"},"mode":"never-ask","answer":"Tabs"}]}`
	musttest.Do(t, os.WriteFile(in.Paths.Preferences(), []byte(rule), 0o600))
	option := `{"label":"Tabs","description":"as before","preview":"\tx"},{"label":"Spaces","description":"as others"}`
	shown := transcript.Question{
		Time: time.Now(), Tool: question.Tool, Project: dir, Header: "Style", Text: "Which style?",
		Options: []transcript.Option{{Label: "Tabs", Description: "as before"}, {Label: "Spaces", Description: "as others"}},
		Shown:   `{"question":"Which style?","header":"Style","options":[` + option + `],"multiSelect":false}`,
		Outcome: transcript.Picked, By: transcript.Person, Chosen: []int{0}, Answer: "Tabs",
	}
	answer, ok := shown.PastAnswer()
	if !ok {
		t.Fatal("no answer")
	}
	r := Open(in)
	musttest.Do(t, r.Learn(answer))
	logged := shown
	logged.Logged, logged.Shown, logged.Options = true, "", []transcript.Option{{Label: "Tabs"}, {Label: "Spaces"}}
	reworded := logged
	reworded.Text = "Which style now?"
	retold := shown
	retold.Shown, retold.Options = "", []transcript.Option{{Label: "Tabs", Description: "as never"}, {Label: "Spaces"}}
	untold := logged // a transcript has it so
	untold.Logged = false
	const (
		everything = "nothing irreversible, and nothing that others would see"
		labels     = "nothing irreversible in the labels, which are all that is known"
	)
	for name, tt := range map[string]struct {
		asked transcript.Question
		want  question.Verdict
		read  string // what the safety check has read
	}{
		"shown":           {shown, question.Answered, everything},
		"logged":          {logged, question.Answered, everything},
		"another wording": {reworded, question.Asked, labels},
		"told otherwise":  {retold, question.Asked, everything},
		"told nothing":    {untold, question.Asked, everything},
	} {
		d, steps, err := r.Decide(&tt.asked)
		musttest.Do(t, err)
		if got := d.Choices[0].Verdict; got != tt.want {
			t.Errorf("%s: %s, %s", name, got, d.Choices[0].Why)
		}
		if !slices.ContainsFunc(steps, func(s question.Step) bool { return s.Kind == "safety" && s.Text == tt.read }) {
			t.Errorf("%s: %v", name, steps)
		}
	}
}

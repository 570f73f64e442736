package status

import (
	"testing"

	"neverask/hooks/app/planner"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// TestPowerless: a rule about something irreversible is warned of, and the answers on record are read only for one.
func TestPowerless(t *testing.T) {
	const harmless, fatal = "Which colour should the button have?", "Shall I drop the production database?"
	for _, tt := range []struct {
		name, file, text, more string
		read                   bool
		warned                 int
	}{
		{"harmless", "rules.json", harmless, "", false, 0},
		{"irreversible", "rules.json", fatal, "", true, 1},
		{"made from a question", "rules.json", fatal, `,"created":{"by":"a question"}`, false, 0},
		{"another file", "settings.json", fatal, "", false, 0},
	} {
		read := false
		p := planner.Plan{Plan: settings.Plan{Path: tt.file, Before: []byte(`{"version":1}`),
			After: []byte(`{"version":1,"rules":[{"id":"a","match":{"text":"` + tt.text + `"},"mode":"never-ask","answer":"Yes"` + tt.more + `}]}`)}}
		found := powerless(p, "rules.json", func() []question.PastAnswer { read = true; return nil })
		if read != tt.read || len(found) != tt.warned {
			t.Errorf("%s: read %v and %v, want %v and %d warnings", tt.name, read, found, tt.read, tt.warned)
		}
	}
}

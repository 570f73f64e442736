package planner

import (
	"testing"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// TestRulesAreTold: only of neverask's own permission rules is said what they are for.
func TestRulesAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, after string
		told          bool
	}{
		{`{}`, `{"permissions": {"deny": ["Edit(~/n/**)"]}}`, true},
		{`{"permissions": {"deny": ["Read(./.env)"]}}`, `{"permissions": {"deny": ["Read(./.env)", "Edit(~/n/**)"]}}`, true},
		{`{}`, `{"permissions": {"deny": ["Read(./.env)"]}}`, false},
		{`{}`, `{"permissions": {"deny": ["Read(./.env)", "Edit(~/n/**)"]}}`, false},
		{`{"permissions": {"deny": []}}`, `{"permissions": {"deny": ["Read(./.env)"]}}`, false},
		{`{}`, `{"permissions": {"allow": ["Bash"]}}`, false},
	} {
		p := Plan{Plan: settings.Plan{Before: []byte(c.before), After: []byte(c.after)}, Owner: config.Owner{Rules: []string{"Edit(~/n/**)"}}}
		for _, change := range p.Summary().Changes {
			if told := change.Note != ""; told != c.told {
				t.Errorf("%s to %s: %+v", c.before, c.after, change)
			}
		}
	}
}

package strictjson

import (
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// TestMayHaveID: however an id is spelled, a rule that has it is looked at.
func TestMayHaveID(t *testing.T) {
	for _, tt := range []struct {
		rule, id string
		want     bool
	}{
		{`{"id":"a"}`, "a", true},
		{`{"id":"b"}`, "a", false},
		{`{"id":"b","note":"a"}`, "a", false},
		{`{"id":"\u0061"}`, "a", true},
		{`{"\u0069d":"a"}`, "a", true},
		{`{"id":"x","\u0069d":"\u0061"}`, "a", true}, // twice: it holds none, and is read to say so
		{`{"id":"a\/b"}`, "a/b", true},
		{`{"id":"a\tb"}`, "a\tb", true},
		{`{"id":"a\"b","matches":"\\s"}`, `a"b`, true},
		{`{"id":"b","matches":"\\s"}`, "a", false},
		{`{"note":"no id: it gets one"}`, "a", true},
	} {
		v, err := hooks.Parse(tt.rule)
		musttest.Do(t, err)
		if got := mayHaveID(v, tt.id); got != tt.want {
			t.Errorf("%s, %q: %v", tt.rule, tt.id, got)
		}
	}
}

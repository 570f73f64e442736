package toolrule

import (
	"testing"
)

func TestOutput(t *testing.T) {
	for _, tt := range []struct {
		rules []string
		want  string
	}{
		{nil, ""},
		{[]string{denies, tells}, `{"systemMessage":"neverask refused this call: no (rules d, c)","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",` +
			`"permissionDecisionReason":"The user has a rule against this (d, c): no","additionalContext":"know this"}}`},
		{[]string{tells}, `{"systemMessage":"neverask told Claude: know this (rule c)","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"know this"}}`},
		{[]string{asks}, `{"systemMessage":"neverask asks first: sure? (rule a; changed command)","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask",` +
			`"permissionDecisionReason":"neverask asks first: sure? (rule a; changed command)","updatedInput":{"command":"y"}}}`},
		{[]string{fails}, `{"systemMessage":"neverask asks first (rule f; could not change none: the field is missing)","hookSpecificOutput":{"hookEventName":"PreToolUse",` +
			`"permissionDecision":"ask","permissionDecisionReason":"neverask asks first (rule f; could not change none: the field is missing)"}}`},
	} {
		d := New(list(t, tt.rules...)).Decide(Call{"Bash", parse(t, `{"command":"x"}`)}, Situation{}, nil)
		want := tt.want
		if want != "" {
			want += "\n"
		}
		if got := string(d.Output().JSON()); got != want {
			t.Errorf("got  %swant %s", got, want)
		}
	}
}

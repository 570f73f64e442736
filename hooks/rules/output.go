package rules

import (
	"strings"

	"neverask/hooks"
)

// Output is what a hook prints for a decision on a PreToolUse: nothing when no
// rule acts. The person is told in every case, with the ids of the rules.
func (d Decision) Output() hooks.Output {
	specific := hooks.PreToolUseOutput{UpdatedInput: d.Input, AdditionalContext: d.Context}
	told := "neverask"
	switch d.Act {
	case Deny:
		specific.Decision, specific.Reason = hooks.Deny, d.Message
		told += " refused this call"
	case Ask:
		specific.Decision = hooks.Ask
		told += " has you asked"
		specific.Reason = d.said(told)
	case Allow:
		specific.Decision = hooks.Allow
		told += " allowed this call"
		specific.Reason = d.said(told)
	case Context:
		told += " told Claude something"
	default:
		return hooks.Output{}
	}
	if d.Act == Deny {
		specific.Reason = "Refused by a rule of the user (" + strings.Join(d.Rules, ", ") + "): " + d.Message
	}
	return hooks.Output{SystemMessage: d.said(told), Specific: specific}
}

// said is a line for the person.
func (d Decision) said(told string) string {
	out := told
	if len(d.Fields) > 0 {
		out += " and changed " + strings.Join(d.Fields, ", ")
	}
	rule := " (rule "
	if len(d.Rules) > 1 {
		rule = " (rules "
	}
	out += rule + strings.Join(d.Rules, ", ") + ")"
	switch {
	case d.Act == Context:
		return out + ": " + d.Context
	case d.Message != "":
		return out + ": " + d.Message
	}
	return out
}

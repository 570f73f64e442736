package toolrule

import (
	"strings"

	"neverask/hooks"
)

// Output returns what a hook prints for a decision at PreToolUse: nothing if no rule acts. The session tells the
// person what the rules did, with their ids, and so does the permission dialog.
func (d Decision) Output() hooks.Output {
	specific := hooks.PreToolUseOutput{UpdatedInput: d.Input, AdditionalContext: d.Context}
	var told string
	switch d.Act {
	case Deny:
		specific.Decision, specific.Reason =
			hooks.Deny, "The user has a rule against this ("+strings.Join(d.Rules, ", ")+"): "+d.Message
		told = d.told("refused this call")
	case Ask:
		told = d.told("asks first")
		specific.Decision, specific.Reason = hooks.Ask, told
	case Context:
		told = d.told("told Claude")
	default:
		return hooks.Output{}
	}
	return hooks.Output{SystemMessage: told, Specific: specific}
}

// told returns the text for the person.
func (d Decision) told(did string) string {
	out := "neverask " + did
	message := d.Message
	if d.Act == Context {
		message = d.Context
	}
	if message != "" {
		out += ": " + message
	}
	rule := " (rule "
	if len(d.Rules) > 1 {
		rule = " (rules "
	}
	out += rule + strings.Join(d.Rules, ", ")
	if len(d.Fields) > 0 {
		out += "; changed " + strings.Join(d.Fields, ", ")
	}
	if len(d.Unpatched) > 0 {
		out += "; could not change " + strings.Join(d.Unpatched, ", ")
	}
	return out + ")"
}

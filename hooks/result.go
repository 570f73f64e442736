package hooks

import "fmt"

// Result says what a hook wants, without the client's own format:
// [Result.Native] translates it for an event, [Result.JSON] writes it in the flat
// form that wrappers pass around. The zero Result changes nothing.
type Result struct {
	Decision     Decision
	Blocked      *bool  // an older way to decide: true is Deny, false is Allow, nil is neither
	Message      string // why: for the model with Deny, for the person otherwise
	SystemPrompt string // context for the model
	UpdatedInput Value  // an object; its members replace those of the tool's input
}

// EffectiveDecision returns Decision, or if there is none, the decision that Blocked stands for.
func (r Result) EffectiveDecision() Decision {
	if r.Decision != NoDecision || r.Blocked == nil {
		return r.Decision
	}
	if *r.Blocked {
		return Deny
	}
	return Allow
}

// Conflict returns an error when Decision and Blocked contradict each other.
// The decision counts nevertheless.
func (r Result) Conflict() error {
	if r.Decision == NoDecision || r.Blocked == nil || (r.Decision == Deny) == *r.Blocked {
		return nil
	}
	return fmt.Errorf("decision %q and blocked %t contradict each other: the decision counts", r.Decision, *r.Blocked)
}

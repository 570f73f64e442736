package hooks

import (
	"fmt"
	"strings"

	"neverask/settings/jsontext"
)

// Combine merges several results into one. The strongest decision wins, in the
// client's own order: Deny, Defer, Ask, Allow, none. The messages of the results with
// that decision are joined by line ends, and so are all system prompts. The updated
// inputs are merged in the given order, and the last one wins; with Deny and Defer
// there is none. Combine fails if a decision is unknown or an updated input is not an
// object.
//
// All results count alike, so combine only those of handlers that know of each other.
func Combine(results ...Result) (Result, error) {
	var all Result
	for i, r := range results {
		d := r.EffectiveDecision()
		if d.rank() < 0 {
			return Result{}, fmt.Errorf("combine result %d: unknown decision %q", i+1, d)
		}
		if d.rank() > all.Decision.rank() {
			all.Decision = d
		}
	}
	var messages, prompts []string
	for i, r := range results {
		if r.Message != "" && r.EffectiveDecision() == all.Decision {
			messages = append(messages, r.Message)
		}
		if r.SystemPrompt != "" {
			prompts = append(prompts, r.SystemPrompt)
		}
		if r.UpdatedInput.Kind() == Absent || all.Decision == Deny || all.Decision == Defer {
			continue
		}
		before := all.UpdatedInput
		if before.Kind() == Absent {
			before = jsontext.Known("{}")
		}
		merged, err := Merge(before, r.UpdatedInput)
		if err != nil {
			return Result{}, fmt.Errorf("combine result %d: %w", i+1, err)
		}
		all.UpdatedInput = merged
	}
	all.Message, all.SystemPrompt = strings.Join(messages, "\n"), strings.Join(prompts, "\n")
	return all, nil
}

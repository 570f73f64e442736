package hooks

import (
	"errors"
	"fmt"
	"strings"

	"neverask/settings/jsontext"
)

// Decision says what to do with a tool call, or another act that is about to happen.
type Decision string

// The decisions. Only the first four work wherever a tool call is decided. Defer parks
// the call: in a headless run it ends the session with the call unanswered, in a
// terminal it does nothing (Claude Code 2.1.329).
const (
	NoDecision Decision = ""      // leave the call to the client's own permissions
	Allow      Decision = "allow" // run the tool without asking for permission
	Ask        Decision = "ask"   // ask the person, with the updated input if there is one
	Deny       Decision = "deny"  // refuse; the reason goes to the model as an error
	Defer      Decision = "defer" // leave the call for a later session; PreToolUse only
)

// rank orders decisions by their precedence in the client; an unknown one has no rank.
func (d Decision) rank() int {
	switch d {
	case NoDecision:
		return 0
	case Allow:
		return 1
	case Ask:
		return 2
	case Defer:
		return 3
	case Deny:
		return 4
	}
	return -1
}

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

// errNotObject says why an input cannot be merged.
var errNotObject = errors.New("not a JSON object")

// Merge returns input with the members of patch: an existing member is replaced in its
// place, even by null, and a new one is added at the end. Only the top level is merged.
// Everything else keeps its order and spelling. Both must be objects without duplicate
// names.
func Merge(input, patch Value) (Value, error) {
	for _, v := range [...]struct {
		name  string
		value Value
	}{{"input", input}, {"updated input", patch}} {
		if v.value.Kind() != Object {
			return Value{}, fmt.Errorf("merge: %s: %w", v.name, errNotObject)
		}
		if m, found := v.value.Duplicate(); found {
			return Value{}, fmt.Errorf("merge: %s: %q: %w", v.name, m.Name, ErrDuplicate)
		}
	}
	replace := make(map[string]Value, patch.Len())
	for m := range patch.Members() {
		replace[m.Name] = m.Value
	}
	var out strings.Builder
	out.Grow(len(input.Raw()) + len(patch.Raw()))
	done, empty := 0, true
	for m := range input.Members() {
		empty = false
		value, ok := replace[m.Name]
		if !ok {
			continue
		}
		from := m.Value.Offset() - input.Offset()
		out.WriteString(input.Raw()[done:from])
		out.WriteString(value.Raw())
		done = from + len(m.Value.Raw())
		delete(replace, m.Name)
	}
	end := len(input.Raw()) - 1
	out.WriteString(input.Raw()[done:end])
	for m := range patch.Members() {
		if _, added := replace[m.Name]; !added {
			continue
		}
		if !empty {
			out.WriteByte(',')
		}
		empty = false
		out.Write(AppendString(nil, m.Name))
		out.WriteByte(':')
		out.WriteString(m.Value.Raw())
	}
	out.WriteByte('}')
	return jsontext.Known(out.String()), nil
}

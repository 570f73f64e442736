package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/offline"
)

// judge compares what was recorded with what is predicted, and says what came of each
// handler.
func (r *run) judge() (Result, error) {
	calls, err := r.records()
	if err != nil {
		return Result{}, err
	}
	result := Result{Client: r.Client, Version: r.version, Isolated: r.Isolated, Calls: []Call{}, Disagreements: []Disagreement{}}
	if len(calls) == 0 {
		return result, errors.New("nothing was recorded: Claude Code ran none of the recorders")
	}
	for _, c := range calls {
		out := Call{Event: c.Event, Value: c.Value, Input: json.RawMessage(c.Input), Fired: []string{}}
		for n := range r.Handlers {
			h := &r.Handlers[n]
			if h.State != "" || h.Event != c.Event {
				continue
			}
			fires := slices.Contains(c.fired, n)
			if fires {
				out.Fired = append(out.Fired, h.ID)
				h.Calls = appendNew(h.Calls, out.What())
			}
			found := dispatch.Alone(h.Hook, c.Call)
			sure := len(found.Fires) == 0 || found.Fires[0].Unless == ""
			if sure && fires != (len(found.Fires) > 0) {
				result.Disagreements = append(result.Disagreements, Disagreement{Call{Event: c.Event, Value: c.Value, Input: out.Input}, h.ID, fires})
			}
		}
		result.Calls = append(result.Calls, out)
	}
	answers := r.answers()
	for n := range r.Handlers {
		if h := &r.Handlers[n]; h.State == "" {
			h.State, h.Why = r.come(h, calls, answers)
		}
	}
	result.Handlers = r.Handlers
	return result, nil
}

// answers are what the client said of the calls that it did not make, by the tool.
func (r *run) answers() map[string]string {
	all := map[string]string{}
	for _, t := range offline.ToolResults(r.requests) {
		var n, i int
		if _, err := fmt.Sscanf(t.ToolUseID, "toolu_%d_%d", &n, &i); err == nil && t.IsError && n < len(r.calls) && !r.calls[n].refused {
			text, _, _ := strings.Cut(strings.TrimPrefix(t.Text, "<tool_use_error>"), "</tool_use_error>")
			all[r.calls[n].tool] = text
		}
	}
	return all
}

// come says what came of a handler.
func (r *run) come(h *Handler, calls []happened, answers map[string]string) (State, string) {
	switch {
	case len(h.Calls) > 0:
		return Fires, ""
	case h.Why != "":
		return Never, h.Why // no such event
	}
	calls = slices.DeleteFunc(slices.Clone(calls), func(c happened) bool { return c.Event != h.Event })
	if len(calls) == 0 {
		return NotTried, fmt.Sprintf("no %s happened: a session without a person does not cause it", h.Event)
	}
	near := ""
	for _, c := range calls {
		found := dispatch.Alone(h.Hook, c.Call)
		switch {
		case len(found.Fires) > 0 && found.Fires[0].Unless != "":
			near = "maybe"
		case len(found.Fires) > 0:
			return Never, "it did not fire for " + Call{Event: c.Event, Value: c.Value}.What() + ", for which it should"
		case near == "" && len(found.Misses) > 0:
			near = found.Misses[0].Why
		}
	}
	if why := r.mistake(h.Hook); why != "" {
		return Never, why
	}
	if near == "maybe" {
		return NotTried, "no call could be made up that its \"if\" holds for"
	}
	return r.missedAll(h, near, answers)
}

// missedAll says of a handler that fired for none of the calls whether it ever does.
func (r *run) missedAll(h *Handler, near string, answers map[string]string) (State, string) {
	value, ok := r.want(h.Hook)
	about, _ := dispatch.Describe(h.Event)
	answer, known := answers[value], dispatch.IsTool(value)
	switch {
	case near != "" && !(ok && known):
		return Never, near
	case !ok && config.ParseMatcher(h.Matcher).Slow():
		return NotTried, config.SlowText
	case ok && answer == noTool+value && !known:
		return Never, fmt.Sprintf("Claude Code %s has no tool %s", r.version, value)
	case ok && answer != "":
		return NotTried, fmt.Sprintf("the call of %s that was made up did not get so far: %s", value, firstLine(answer))
	case ok && (known || slices.Contains(about.Values, value)):
		return NotTried, fmt.Sprintf("no %s %s happened: a session without a person does not cause it", h.Event, value)
	case ok || len(about.Values) == 0:
		return NotTried, fmt.Sprintf("nothing that happened at %s was what its matcher fires for", h.Event)
	}
	return Never, fmt.Sprintf("its matcher %q fires for nothing that Claude Code can do at %s", *h.Matcher, h.Event)
}

// noTool begins what the client says of a tool that it does not have; one that it has
// and does not offer is explained (Claude Code 2.1.329).
const noTool = "Error: No such tool available: "

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	if r := []rune(line); len(r) > 150 {
		line = string(r[:150]) + "…"
	}
	return line
}

package hooks

import (
	"cmp"
	"fmt"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/claude/dispatch"
)

// eventNames returns the events with their descriptions, for completion.
func eventNames() (names []string) {
	for _, about := range dispatch.Events() {
		names = append(names, string(about.Event)+"\t"+about.What)
	}
	return names
}

type eventJSON struct {
	Event   string   `json:"event"`
	What    string   `json:"what"`
	Filter  string   `json:"filter,omitempty"`
	Values  []string `json:"values,omitempty"`
	Returns string   `json:"returns"`
}

func describeEvents(a *cli.App, asJSON bool) error {
	var all []eventJSON
	for _, e := range dispatch.Events() {
		all = append(all, eventJSON{string(e.Event), e.What, e.Filter, e.Values, e.Returns})
		if !asJSON {
			fmt.Fprintf(a.Stdout, "%-20s %s\n%20s matcher: %s\n%20s returns: %s\n",
				e.Event, e.What, "", cmp.Or(e.Filter, "ignored"), "", e.Returns)
		}
	}
	return a.Finish(asJSON, all, nil)
}

// toolNames returns the client's tools that a matcher is likely to name.
func toolNames() []string {
	for _, about := range dispatch.Events() {
		if about.Event == hooks.EventPreToolUse {
			return about.Values
		}
	}
	return nil
}

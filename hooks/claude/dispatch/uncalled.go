package dispatch

import (
	"fmt"
	"slices"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// speechless are the events at which there is no conversation for a model to judge, so
// handlers of types prompt and agent are not called. testdata/types.tsv holds what was
// observed.
var speechless = []hooks.Event{
	hooks.EventSessionStart, hooks.EventSessionEnd, hooks.EventSetup,
	hooks.EventNotification, hooks.EventMessageDisplay, hooks.EventSubagentStart,
	hooks.EventPreCompact, hooks.EventPostCompact, hooks.EventPreModelSwitch,
	hooks.EventPostModelSwitch, hooks.EventElicitation,
	hooks.EventElicitationResult, hooks.EventStopFailure, hooks.EventConfigChange,
	hooks.EventInstructionsLoaded, hooks.EventCwdChanged, hooks.EventDirectoryAdded,
	hooks.EventFileChanged, hooks.EventWorktreeCreate, hooks.EventWorktreeRemove,
}

// Uncalled says why Claude Code 2.1.329 never calls a hook, whatever happens. The client
// mentions this only in its own log.
func Uncalled(h config.Hook, r config.HTTPRequests) (why string, never bool) {
	why = uncalled(h, r)
	return why, why != ""
}

func uncalled(h config.Hook, r config.HTTPRequests) string {
	e, kind := hooks.Event(h.Group.Event), h.Handler.Type
	never := false
	switch kind {
	case "http":
		if never = e == hooks.EventSessionStart || e == hooks.EventSetup; !never {
			why, _ := r.Refuses(h.Handler.URL)
			return why
		}
	case "mcp_tool":
		never = e == hooks.EventSetup || e == hooks.EventSessionEnd // no server is connected then
	case "prompt":
		never = slices.Contains(speechless, e)
	case "agent":
		never = slices.Contains(speechless, e) || e == hooks.EventPermissionRequest
	}
	if !never {
		return ""
	}
	return fmt.Sprintf("Claude Code calls no hook of the type %s at %s", kind, e)
}

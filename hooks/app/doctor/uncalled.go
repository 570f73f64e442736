package doctor

import (
	"fmt"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// called finds hooks that Claude Code never calls, and mistakes in those that it handles
// itself instead of starting a program.
func (o Options) called(sources config.Sources, all []config.Hook) (found []Finding) {
	for _, h := range all {
		if why, never := dispatch.Uncalled(h, sources.Requests); never {
			f := failing(h, "hook-uncalled", named(h)+" is never called")
			f.Why, f.Fix = why, insteadOf(h, why)
			found = append(found, f)
			continue
		}
		switch h.Handler.Type {
		case "http":
			found = append(found, headers(h, sources.Requests)...)
		case "prompt", "agent":
			found = append(found, answer(h)...)
		}
	}
	return found
}

// named describes a hook at the beginning of a finding.
func named(h config.Hook) string {
	text := []rune(strings.Join(strings.Fields(h.Handler.Summary()), " "))
	if len(text) > 60 {
		text = append(text[:59], '…')
	}
	return fmt.Sprintf("the %s hook %s", h.Handler.Type, string(text))
}

// insteadOf suggests what to use instead of a hook that is never called.
func insteadOf(h config.Hook, why string) string {
	switch {
	case strings.Contains(why, "allowedHttpHookUrls"):
		return "add its URL to allowedHttpHookUrls, in any settings file: their lists count together"
	case strings.Contains(why, "http://"):
		return "write the whole URL"
	case h.Handler.Type == "agent" && h.Group.Event == "PermissionRequest":
		return "use a hook of the type prompt, command or http"
	}
	return "use a hook of the type command at this event"
}

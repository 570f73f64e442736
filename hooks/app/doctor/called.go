package doctor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

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

var variables = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`) })

// headers finds variables that are left out of a request's headers (Claude Code 2.1.329): the
// hook must name them and, if the settings limit them, so must the settings.
func headers(h config.Hook, r config.Requests) (found []Finding) {
	var allowed []string
	for _, name := range gjson.Get(h.Handler.Raw, "allowedEnvVars").Array() {
		allowed = append(allowed, name.Str)
	}
	gjson.Get(h.Handler.Raw, "headers").ForEach(func(header, text gjson.Result) bool {
		for _, m := range variables().FindAllStringSubmatch(text.Str, -1) {
			name := m[1] + m[2]
			f := failing(h, "header-variable", fmt.Sprintf("the header %s is sent without $%s", header.Str, name))
			f.Severity, f.Off = Warning, config.OffNothing
			switch {
			case !slices.Contains(allowed, name):
				f.Why, f.Fix = "the hook's allowedEnvVars does not name the variable", fmt.Sprintf(`add "allowedEnvVars": [%q] to the hook`, name)
			case r.Variables != nil && !slices.Contains(r.Variables, name):
				f.Why, f.Fix = "httpHookAllowedEnvVars in the settings does not name the variable", "add it there"
			default:
				continue
			}
			found = append(found, f)
		}
		return true
	})
	return found
}

// commandAnswers are members of the JSON that commands print. Claude Code asks a model for
// different ones.
var commandAnswers = []string{"decision", "permissionDecision", "hookSpecificOutput", "continue", "approve", "approved", "allow", "block", "blocked", "result", "behavior"}

// answer finds a prompt that asks the model for JSON that Claude Code does not read.
func answer(h config.Hook) []Finding {
	if strings.Contains(h.Handler.Prompt, `"ok"`) {
		return nil
	}
	for _, name := range commandAnswers {
		if !regexp.MustCompile(`["']` + name + `["']\s*:`).MatchString(h.Handler.Prompt) {
			continue
		}
		f := at(h)
		f.ID, f.Severity = "prompt-answer", Info
		f.Message = fmt.Sprintf("%s asks for %q, which Claude Code does not read", named(h), name)
		f.Why = `Claude Code itself asks the model for {"ok": true} or {"ok": false, "reason": "…"}; other instructions about JSON may spoil the answer`
		f.Fix = "state the condition in the prompt, and leave JSON out"
		return []Finding{f}
	}
	return nil
}

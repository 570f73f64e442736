package conflict

import (
	"path"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// ownName is the file name of neverask's hook binary.
const ownName = "neverask-hook"

// ownCopy reports whether a hook is neverask's own, but not the one that it installs in settings:
// a plugin's, an administrator's, or another copy's.
func ownCopy(h config.Handler) bool {
	if h.Type != "command" {
		return false
	}
	command := strings.Trim(strings.TrimSpace(h.Command), `"'`)
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(command, `\`, "/")), ".exe") == ownName
}

// idleOwnCopy reports whether such a copy does not affect questions.
func idleOwnCopy(h config.Handler) bool {
	return ownCopy(h) && h.Exec && config.InstallableOf(h) != config.QuestionHooks
}

// ownCopyOutcome says what happens when neverask's hook runs twice. Both follow the same user's
// rules, and the log counts a question once.
func ownCopyOutcome(event hooks.Event) Outcome {
	if event == hooks.EventPreToolUse {
		return Outcome{Races,
			"it runs twice, together with a hook in your settings: both answer by your rules, and if their versions differ the last one to finish counts", Certain}
	}
	return Outcome{Info, "harmless: the log counts a question once", Certain}
}

// ownCopyResolutions sets the resolutions for a hook that runs twice: one of the two has to go.
func (c *Conflict) ownCopyResolutions() {
	h := c.Hook
	c.Resolutions = []Resolution{Leave, Park}
	c.Suggested, c.Because = Park, "one of the two is enough"
	if h.Source.Uneditable() == "" {
		return
	}
	c.Resolutions = []Resolution{Leave}
	c.AskFor = "one of the two is enough: leave your settings without the hook"
	if h.Source.Kind == config.Plugin {
		c.AskFor += ", or disable the plugin " + h.Source.Name + " under /plugin"
	}
	c.Suggested, c.Because = Leave, h.Source.Uneditable()+"; "+c.AskFor
}

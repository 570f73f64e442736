package program

import (
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// What the client says of itself and of the session is taken from the payload and
// from the variables that it sets for every hook, whatever a repository's settings
// say: CLAUDE_PROJECT_DIR, and since 2.1.251 CLAUDE_CODE_ENTRYPOINT, since 2.1.329
// CLAUDE_CODE_SESSION_ATTENDED too. AI_AGENT, CI and the like it hands on as the
// repository wants them (Claude Code 2.1.329).

// replacesResults reports whether the client lets a hook replace what the model
// reads, which came with 2.1.121: 2.1.120 tells neither of these two, 2.1.139 how
// hard the model is asked to think, and 2.1.200 which prompt a call belongs to.
func replacesResults(c hooks.Common) bool { return c.PromptID != "" || c.Effort != "" }

// marksDialogs reports whether the client's dialog leaves its mark in the tool's
// input: the one in the terminal does, from 2.1.200 on at the latest, and 2.1.139
// does not, nor does it name the prompt.
func (h *hook) marksDialogs(c hooks.Common) bool {
	return c.PromptID != "" && h.env.Getenv("CLAUDE_CODE_ENTRYPOINT") == "cli"
}

// session says who is there to answer when asking fails: what the preferences
// say, else what the client does. Only the preferences can say that an orchestrator
// started the session, which is what lets Claude choose.
func (h *hook) session(setting question.Session) question.Session {
	if setting != "" && setting != question.Auto {
		return setting
	}
	if h.isUnattended() {
		return question.Unattended
	}
	return question.Attended
}

// isUnattended reports whether the client says that nobody attends the session, or is driven
// by a program that does not say whether somebody does.
func (h *records) isUnattended() bool {
	if attended := h.env.Getenv("CLAUDE_CODE_SESSION_ATTENDED"); attended != "" {
		return isNo(attended)
	}
	return strings.HasPrefix(h.env.Getenv("CLAUDE_CODE_ENTRYPOINT"), "sdk")
}

// isNo reports whether an environment variable means no.
func isNo(value string) bool {
	switch strings.ToLower(value) {
	case "", "0", "false", "no", "off":
		return true
	}
	return false
}

package program

import (
	"strings"

	"neverask/hooks/rule/question"
)

// session says who is there to answer when asking fails: as the preferences say, or else
// as the client does. Only the preferences can say that an orchestrator started the
// session, which lets Claude choose.
func (h *hook) session(setting question.Session) question.Session {
	if setting != "" && setting != question.Auto {
		return setting
	}
	if h.isUnattended() {
		return question.Unattended
	}
	return question.Attended
}

// isUnattended reports whether the client says that nobody attends the session, or says nothing
// and is driven by a program.
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

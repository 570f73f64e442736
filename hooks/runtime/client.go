package runtime

import (
	"strconv"
	"strings"

	"neverask/hooks/question"
)

// version is that of the client; the zero version is unknown and older than all.
type version [3]int

// client reads the client's version from AI_AGENT, as in
// "claude-code_2-1-329_harness".
func (h *hook) client() version {
	rest, ok := strings.CutPrefix(h.env.Getenv("AI_AGENT"), "claude-code_")
	if !ok {
		return version{}
	}
	rest, _, _ = strings.Cut(rest, "_")
	parts := strings.Split(rest, "-")
	if len(parts) < 3 {
		return version{}
	}
	var v version
	for i := range v {
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 0 {
			return version{}
		}
		v[i] = n
	}
	return v
}

func (v version) atLeast(major, minor, patch int) bool {
	for i, n := range [3]int{major, minor, patch} {
		if v[i] != n {
			return v[i] > n
		}
	}
	return true
}

// session says who is there to answer when asking fails: what the preferences
// say, else what the environment tells.
func (h *hook) session(setting question.Session) question.Session {
	if setting != "" && setting != question.Auto {
		return setting
	}
	if h.env.Getenv("OPENCLAW_SESSION") != "" { // how that orchestrator marks what it starts
		return question.Spawned
	}
	// The client says whether a person is there (Claude Code 2.1.329); what an
	// older one leaves open is guessed.
	unattended := !isNo(h.env.Getenv("CI")) || strings.HasPrefix(h.env.Getenv("CLAUDE_CODE_ENTRYPOINT"), "sdk")
	if attended := h.env.Getenv("CLAUDE_CODE_SESSION_ATTENDED"); attended != "" {
		unattended = isNo(attended)
	}
	if unattended {
		return question.Unattended
	}
	return question.Attended
}

// isNo reports whether an environment variable means no.
func isNo(value string) bool {
	switch strings.ToLower(value) {
	case "", "0", "false", "no", "off":
		return true
	}
	return false
}

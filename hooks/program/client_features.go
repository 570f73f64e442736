package program

import "neverask/hooks"

// What the client says about itself and the session comes from the payload and from the
// variables that it sets for every hook, whatever a repository's settings say:
// CLAUDE_PROJECT_DIR, since 2.1.251 CLAUDE_CODE_ENTRYPOINT, and since 2.1.329
// CLAUDE_CODE_SESSION_ATTENDED. AI_AGENT, CI and the like are passed on as the repository
// sets them (Claude Code 2.1.329).

// replacesResults reports whether the client lets a hook replace what the model reads, as
// versions since 2.1.121 do. Two members show it: 2.1.139 sends the effort, 2.1.200 also the ID
// of the prompt, 2.1.120 neither.
func replacesResults(c hooks.Common) bool { return c.PromptID != "" || c.Effort != "" }

// marksDialogs reports whether the client's dialog adds "annotations" to the tool's input. The
// dialog in the terminal does, since 2.1.200 at the latest; that of 2.1.139 does not, and it
// sends no ID of the prompt.
func (h *hook) marksDialogs(c hooks.Common) bool {
	return c.PromptID != "" && h.env.Getenv("CLAUDE_CODE_ENTRYPOINT") == "cli"
}

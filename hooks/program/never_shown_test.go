package program

import (
	"maps"
	"strings"
	"testing"
)

func TestDirective(t *testing.T) {
	const (
		failed     = "The question tool failed: the user was not asked and has not answered. Do not call it again for this."
		answered   = ` The user's saved preferences answer: \"Run the tests?\" = \"Yes (Recommended)\". Go on with that.`
		prose      = ` Ask in plain text, with the options: \"Which color?\". Then end your turn and wait for the user's reply; do not choose for them.`
		blocked    = ` Nobody is there to answer: %. Do not choose an answer: report the question with its options as blocked, and stop the work that depends on it.`
		orchestra  = ` This session was started by an orchestrator, so take the recommended option: \"Pick a name?\" = \"neverask (Recommended)\".`
		pick       = `{"question":"Pick a name?","header":"Name","options":[{"label":"neverask (Recommended)"},{"label":"other"}]}`
		colorRule  = `{"version":1,"session":"%","rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"recommended"},{"id":"r2","match":{"header":"Never"},"mode":"always-ask"}]}`
		alwaysPick = `{"question":"Pick a name again?","header":"Never","options":[{"label":"neverask (Recommended)"},{"label":"other"}]}`
	)
	blocks := func(open string) string { return strings.Replace(blocked, "%", open, 1) }
	for _, tt := range []struct {
		name, session string
		env           map[string]string
		questions     []string
		want          string
		unseen        bool
	}{
		{"attended", "auto", nil, []string{color}, failed + prose, false},
		{"attended, with an answer", "auto", nil, []string{tests, color}, failed + answered + prose, false},
		{"answered", "auto", nil, []string{tests}, failed + answered, false},
		{"one-way is not answered", "auto", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "0"}, []string{danger}, failed + blocks(`\"Delete the production database?\"`), false},
		{"headless", "auto", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "0"}, []string{color}, failed + blocks(`\"Which color?\"`), false},
		{"an older client", "auto", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": ""}, []string{color}, failed + prose, false},
		{"what a repository can set", "auto", map[string]string{"CI": "true", "CLAUDE_CODE_SESSION_ATTENDED": ""}, []string{color}, failed + prose, false},
		{"an SDK", "auto", map[string]string{"CLAUDE_CODE_ENTRYPOINT": "sdk-py", "CLAUDE_CODE_SESSION_ATTENDED": ""}, []string{color}, failed + blocks(`\"Which color?\"`), false},
		{"a repository that plays the orchestrator", "auto", map[string]string{"OPENCLAW_SESSION": "1", "AI_AGENT": "openclaw"}, []string{pick},
			failed + strings.Replace(prose, "Which color?", "Pick a name?", 1), false},
		{"as told: attended", "attended", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "0"}, []string{color}, failed + prose, false},
		{"as told: unattended", "unattended", nil, []string{pick}, failed + blocks(`\"Pick a name?\"`), false},
		{"as told: spawned", "spawned", nil, []string{pick, danger, alwaysPick, tests},
			failed + answered + orchestra + blocks(`\"Delete the production database?\"; \"Pick a name again?\"`), false},
		{"spawned, what was not seen", "spawned", nil, []string{pick, tests}, failed + orchestra + blocks(`\"Run the tests?\"`), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, strings.Replace(colorRule, "%", tt.session, 1))
			maps.Copy(w.env, tt.env)
			in := input(tt.questions...)
			tool := "mcp__x__AskUserQuestion"
			if !tt.unseen {
				w.askedOnce(event("PreToolUse", tool, in))
			}
			message := ""
			if strings.Contains(tt.want, "saved preferences") {
				message = `"systemMessage":"neverask: asking failed; Claude was told your saved answers: \"Run the tests?\" = \"Yes (Recommended)\"",`
			}
			for event, payload := range map[string]string{
				"PostToolUseFailure": event("PostToolUseFailure", tool, in, `"error":"Connection closed"`, `"is_interrupt":false`),
				"PostToolUse":        event("PostToolUse", tool, in, `"tool_response":[]`),
			} {
				want := `{` + message + `"hookSpecificOutput":{"hookEventName":"` + event + `","additionalContext":"` + tt.want + `"}}`
				if got := w.run(payload); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
			if got := w.run(event("PostToolUseFailure", tool, in, `"error":"x"`, `"is_interrupt":true`)); got != "" {
				t.Errorf("after an interrupt: %s", got)
			}
		})
	}
}

func TestDirectiveWithoutRules(t *testing.T) {
	w := newWorld(t, "{")
	got := w.run(event("PostToolUseFailure", "mcp__x__AskUserQuestion", input(color), `"error":"x"`))
	if !strings.Contains(got, "Ask in plain text") || len(w.complaints()) != 1 {
		t.Errorf("printed %q, complained %q", got, w.complaints())
	}
}

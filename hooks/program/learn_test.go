package program

import (
	"maps"
	"strings"
	"testing"
	"time"

	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

// seenUnder is the evidence of a rule, a short text for each question.
func (w *world) seenUnder(rule string) string {
	var list []string
	for _, s := range (eventlog.Evidence{Dir: w.paths.Evidence()}).Of(rule) {
		text := s.Question.Text + " " + s.Text + strings.Join(s.Labels, "+") + " by " + string(s.By)
		if s.Server != "" {
			text += " of " + s.Server
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

// TestLearn shows who can make evidence: the person, in the client's own dialog.
func TestLearn(t *testing.T) {
	t.Parallel()
	const yes = `{"Run the tests?":"Yes (Recommended)"}`
	const server = "mcp__x__AskUserQuestion"
	const multi = `{"question":"Which ones?","header":"M","multiSelect":true,"options":[{"label":"a"},{"label":"b, c"}]}`
	always := strings.Replace(testsRule, "never-ask", "always-ask", 1)
	timer := strings.Replace(post(tests, yes), `"annotations":{}`, `"annotations":{},"afkTimeoutMs":60000`, 1)
	for _, tt := range []struct {
		name        string
		preferences string
		pre, post   string
		env         map[string]string
		want        string
	}{
		{"the dialog", always, pre(tests), post(tests, yes), nil, "Run the tests? Yes (Recommended) by dialog"},
		{"another answer", always, pre(tests), post(tests, `{"Run the tests?":"No"}`), nil, "Run the tests? No by dialog"},
		{"typed", always, pre(tests), post(tests, `{"Run the tests?":"later"}`), nil, "Run the tests? later by dialog"},
		{"under a rule that has not been seen", testsRule, pre(tests), post(tests, yes), nil, "Run the tests? Yes (Recommended) by dialog"},
		{"one-way", testsRule, pre(danger), post(danger, `{"Delete the production database?":"No"}`), nil, "Delete the production database? No by dialog"},
		{"several", strings.Replace(testsRule, `"Tests"`, `"M"`, 1), pre(multi), post(multi, `{"Which ones?":"a"}`), nil, "Which ones? a by dialog"},
		{"several that cannot be told", strings.Replace(testsRule, `"Tests"`, `"M"`, 1), pre(multi), post(multi, `{"Which ones?":["a","b, c"]}`), nil, ""},
		{"no rule", always, pre(color), post(color, `{"Which color?":"Red"}`), nil, ""},
		{"a hook", always, pre(tests), postByHook(tests, yes), nil, ""},
		{"a timer", always, pre(tests), timer, nil, ""},
		{"a model that wrote annotations", always, strings.Replace(pre(tests), `"questions":`, `"annotations":{},"questions":`, 1), post(tests, yes), nil, ""},
		{"a call whose beginning was not seen", always, "", post(tests, yes), nil, ""},
		{"an old client", always, pre(tests), old(post(tests, yes)), nil, ""},
		{"another host", always, pre(tests), post(tests, yes), map[string]string{"CLAUDE_CODE_ENTRYPOINT": "sdk-ts"}, ""},
		{"a question that was changed on its way", always, pre(tests), post(strings.Replace(tests, "tests?", "tests now?", 1), `{"Run the tests now?":"No"}`), nil, ""},
		{"options that were changed on their way", always, pre(tests), post(strings.Replace(tests, `"No"`, `"Never"`, 1), `{"Run the tests?":"Never"}`), nil, "Run the tests? Never by dialog"},
		{"a note beside the answer", always, pre(tests), strings.Replace(post(tests, yes), `"annotations":{}`, `"annotations":{"Run the tests?":{"notes":"not the slow ones"}}`, 1), nil, ""},
		{"an MCP server", always, event("PreToolUse", server, input(tests)), event("PostToolUse", server, input(tests), `"tool_response":[{"type":"text","text":"No"}]`), nil, "Run the tests? No by dialog of x"},
		{"an MCP server with answers by question", always, event("PreToolUse", server, input(tests, color)),
			event("PostToolUse", server, input(tests, color), `"tool_response":"{\"answers\":{\"Run the tests?\":\"No\",\"Which color?\":\"Red\"}}"`), nil, "Run the tests? No by dialog of x"},
		{"an MCP server with several choices", strings.Replace(testsRule, `"Tests"`, `"M"`, 1), event("PreToolUse", server, input(multi)), event("PostToolUse", server, input(multi), `"tool_response":"a"`), nil, ""},
		{"an MCP server that tells in words", always, event("PreToolUse", server, input(tests)), event("PostToolUse", server, input(tests), `"tool_response":"The user said No"`), nil, ""},
		{"an MCP server with one word for two questions", always, event("PreToolUse", server, input(tests, color)), event("PostToolUse", server, input(tests, color), `"tool_response":"No"`), nil, ""},
		{"an MCP server that another hook has answered", always, event("PreToolUse", server, input(tests)),
			event("PostToolUse", server, strings.Replace(input(tests), "{", `{"answers":{"Run the tests?":"No"},`, 1), `"tool_response":"No"`), nil, ""},
	} {
		w := newWorld(t, tt.preferences)
		w.new = true
		maps.Copy(w.env, tt.env)
		for range 2 { // as if the hook were registered twice
			if tt.pre != "" {
				w.run(tt.pre)
			}
		}
		w.clock = w.clock.Add(time.Second)
		for range 2 {
			w.run(tt.post)
		}
		if got := w.seenUnder("r1"); got != tt.want {
			t.Errorf("%s: got %q, want %q; %q", tt.name, got, tt.want, w.complaints())
		}
	}
}

// TestLearnWhatIsPreferred: what was shown with our own order and mark is the question
// that came, and changed otherwise it is what was shown.
func TestLearnWhatIsPreferred(t *testing.T) {
	const came = `{"question":"Which color?","header":"Tests","multiSelect":false,"options":[{"label":"Red","description":"d"},{"label":"Blue","description":"e"}]}`
	const shown = `{"question":"Which color?","header":"Tests","multiSelect":false,"options":[{"label":"Blue","description":"Your preference. e"},{"label":"Red","description":"d"}]}`
	rule := strings.Replace(strings.Replace(testsRule, "never-ask", "prefer", 1), "recommended", "Blue", 1)
	for _, tt := range []struct{ shown, want string }{
		{shown, "you gave this answer to exactly this question on 2026-11-21"},
		{strings.Replace(shown, "preference. e", "preference. f", 1), `new here: the description "e"; seen: "Your preference. f"`},
	} {
		w := newWorld(t, rule)
		w.new = true
		if got := w.run(pre(came)); !strings.Contains(got, shown) {
			t.Fatalf("printed %q", got)
		}
		w.run(post(tt.shown, `{"Which color?":"Blue"}`))
		if got, _, _ := strings.Cut(w.evidenceOf(pre(came)), "\n"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.shown, got, tt.want)
		}
	}
}

// evidenceOf is what is explained of the evidence for a call.
func (w *world) evidenceOf(call string) (got string) {
	w.t.Helper()
	e, err := Explain([]byte(call), "", w.paths, w.hook())
	musttest.Do(w.t, err)
	for _, s := range e.Steps {
		if s.Kind == "evidence" {
			got += s.Text + "\n"
		}
	}
	return strings.TrimSuffix(got, "\n")
}

// TestExplainEvidence has what was seen explained before it is seen, and after.
func TestExplainEvidence(t *testing.T) {
	w := newWorld(t, strings.Replace(testsRule, "never-ask", "always-ask", 1))
	w.new = true
	w.run(pre(tests))
	w.run(post(tests, `{"Run the tests?":"Yes (Recommended)"}`))
	w.prefer(testsRule)
	for question, want := range map[string]string{
		tests: "you gave this answer to exactly this question on 2026-11-21\n" +
			"wording: seen on 2026-11-21; options: seen on 2026-11-21; header: seen on 2026-11-21; description: seen on 2026-11-21",
		strings.Replace(tests, `"d"`, `"in production"`, 1): `new here: the description "in production"; seen: "d"` + "\n" +
			"wording: seen on 2026-11-21; options: seen on 2026-11-21; header: seen on 2026-11-21; description: new",
		strings.Replace(tests, `"No"`, `"Not in staging"`, 1): `new here: the options "Not in staging"; seen: "No"` + "\n" +
			"wording: seen on 2026-11-21; options: new; header: seen on 2026-11-21; description: seen on 2026-11-21",
	} {
		if got := w.evidenceOf(pre(question)); got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

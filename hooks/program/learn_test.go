package program

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks/off"
	"neverask/hooks/record/answers"
	"neverask/settings/musttest"
)

// onRecord is the answer record, a short text for each answer.
func (w *world) onRecord() string {
	var list []string
	for _, a := range (answers.Record{Dir: w.paths.Answers(), Now: w.hook().Now}).All() {
		text := a.Question.Text + " " + a.Text + strings.Join(a.Labels, "+")
		if a.Note {
			text += " with a note"
		}
		if a.Server != "" {
			text += " of " + a.Server + " in " + a.Project
		}
		if a.Unconfirmed {
			text += ", unconfirmed"
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

// TestLearn shows whose answers go on record: the person's, as the client says in its
// transcript, whatever the rules and the payload say.
func TestLearn(t *testing.T) {
	t.Parallel()
	const yes = `{"Run the tests?":"Yes (Recommended)"}`
	const server = "mcp__x__AskUserQuestion"
	const multi = `{"question":"Which ones?","header":"M","multiSelect":true,"options":[{"label":"a"},{"label":"b, c"},{"label":"b"}]}`
	timer := strings.Replace(post(tests, yes), `"annotations":{}`, `"annotations":{},"afkTimeoutMs":60000`, 1)
	host := func(entry, attended string) func(*world) {
		return func(w *world) {
			w.env["CLAUDE_CODE_ENTRYPOINT"], w.env["CLAUDE_CODE_SESSION_ATTENDED"] = entry, attended
		}
	}
	saidBy := func(source string) func(*world) { return func(w *world) { w.source = source } }
	for _, tt := range []struct {
		name      string
		pre, post string
		with      func(*world)
		want      string
	}{
		{"the dialog", pre(tests), post(tests, yes), nil, "Run the tests? Yes (Recommended)"},
		{"another answer", pre(tests), post(tests, `{"Run the tests?":"No"}`), nil, "Run the tests? No"},
		{"typed", pre(tests), post(tests, `{"Run the tests?":"later"}`), nil, "Run the tests? later"},
		{"under no rule", pre(color), post(color, `{"Which color?":"Red"}`), nil, "Which color? Red"},
		{"while off", pre(tests), post(tests, yes), func(w *world) {
			musttest.Do(w.t, off.Write(w.paths.Off(), []off.Period{{Since: w.clock}}))
		}, "Run the tests? Yes (Recommended)"},
		{"one-way", pre(danger), post(danger, `{"Delete the production database?":"No"}`), nil, "Delete the production database? No"},
		{"several", pre(multi), post(multi, `{"Which ones?":"a, b"}`), nil, "Which ones? a+b"},
		{"several that may be one", pre(multi), post(multi, `{"Which ones?":["a","b, c"]}`), nil, "Which ones? a, b, c"},
		{"a hook", pre(tests), postByHook(tests, yes), saidBy("hook"), ""},
		{"a hook that pretends to be the dialog", pre(tests), post(tests, yes), saidBy("hook"), ""},
		{"a client that has not written it yet", pre(tests), post(tests, yes), saidBy(""), "Run the tests? Yes (Recommended), unconfirmed"},
		{"another call of the transcript", pre(tests), post(tests, yes), func(w *world) {
			w.source = ""
			w.writeDownLater = strings.Replace(post(tests, yes), `"tool_use_id":"u1"`, `"tool_use_id":"u2"`, 1)
		}, "Run the tests? Yes (Recommended), unconfirmed"},
		{"another answer in the transcript", pre(tests), post(tests, yes), func(w *world) {
			w.source, w.writeDownLater = "", post(tests, `{"Run the tests?":"No"}`)
		}, "Run the tests? Yes (Recommended), unconfirmed"},
		{"another question in the transcript", pre(tests), post(tests, yes), func(w *world) {
			w.source, w.writeDownLater = "", post(strings.Replace(tests, `"d"`, `"e"`, 1), yes)
		}, "Run the tests? Yes (Recommended), unconfirmed"},
		{"a timer", pre(tests), timer, nil, ""},
		{"a call whose beginning was not seen", "", post(tests, yes), nil, ""},
		{"an editor", pre(tests), postByHook(tests, yes), host("claude-vscode", "1"), "Run the tests? Yes (Recommended)"},
		{"a desktop program", pre(tests), postByHook(tests, yes), host("claude-desktop", "1"), "Run the tests? Yes (Recommended)"},
		{"a program that nobody attends", pre(tests), postByHook(tests, yes), host("sdk-ts", "0"), ""},
		{"a program that does not say", pre(tests), postByHook(tests, yes), host("sdk-py", ""), ""},
		{"a program that somebody attends", pre(tests), postByHook(tests, yes), host("sdk-ts", "1"), "Run the tests? Yes (Recommended)"},
		{"a question that was changed on its way", pre(tests), post(strings.Replace(tests, "tests?", "tests now?", 1), `{"Run the tests now?":"No"}`), nil, ""},
		{"options that were changed on their way", pre(tests), post(strings.Replace(tests, `"No"`, `"Never"`, 1), `{"Run the tests?":"Never"}`), nil, "Run the tests? Never"},
		{"a note beside the answer", pre(tests), strings.ReplaceAll(post(tests, yes), `"annotations":{}`, `"annotations":{"Run the tests?":{"notes":"not the slow ones"}}`), nil, "Run the tests? Yes (Recommended) with a note"},
		{"a note of a hook beside the answer", pre(tests), strings.Replace(post(tests, yes), `"annotations":{}`, `"annotations":{"Run the tests?":{"notes":"x"}}`, 1), nil, "Run the tests? Yes (Recommended) with a note, unconfirmed"},
		{"an MCP server", event("PreToolUse", server, input(tests)), event("PostToolUse", server, input(tests), `"tool_response":[{"type":"text","text":"No"}]`), nil, "Run the tests? No of x in /work"},
		{"an MCP server with answers by question", event("PreToolUse", server, input(tests, color)),
			event("PostToolUse", server, input(tests, color), `"tool_response":"{\"answers\":{\"Run the tests?\":\"No\",\"Which color?\":\"Red\"}}"`), nil, "Run the tests? No of x in /work; Which color? Red of x in /work"},
		{"an MCP server with several choices", event("PreToolUse", server, input(multi)), event("PostToolUse", server, input(multi), `"tool_response":"a"`), nil, ""},
		{"an MCP server that tells in words", event("PreToolUse", server, input(tests)), event("PostToolUse", server, input(tests), `"tool_response":"The user said No"`), nil, ""},
		{"an MCP server with one word for two questions", event("PreToolUse", server, input(tests, color)), event("PostToolUse", server, input(tests, color), `"tool_response":"No"`), nil, ""},
		{"an MCP server that another hook has answered", event("PreToolUse", server, input(tests)),
			event("PostToolUse", server, strings.Replace(input(tests), "{", `{"answers":{"Run the tests?":"No"},`, 1), `"tool_response":"No"`), saidBy("hook"), ""},
	} {
		w := newWorld(t, strings.Replace(testsRule, "never-ask", "always-ask", 1))
		w.new = true
		if tt.with != nil {
			tt.with(w)
		}
		for range 2 { // as if the hook were registered twice
			if tt.pre != "" {
				w.run(tt.pre)
			}
		}
		w.clock = w.clock.Add(time.Second)
		for range 2 {
			w.run(tt.post)
		}
		if w.writeDownLater != "" {
			w.source = "user_temporary"
			w.writeDown(w.writeDownLater)
		}
		if got := w.onRecord(); got != tt.want {
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
		{shown, "you gave this answer to exactly this question on 21 Nov 2026"},
		{strings.Replace(shown, "preference. e", "preference. f", 1), `new here: the descriptions "e"; seen: "Your preference. f"`},
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
	e, err := Explain([]byte(call), "", false, w.paths, w.hook())
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
		tests: "you gave this answer to exactly this question on 21 Nov 2026\n" +
			"wording, options, header, descriptions: equal on 21 Nov 2026",
		strings.Replace(tests, `"d"`, `"in production"`, 1): `new here: the descriptions "in production"; seen: "d"` + "\n" +
			"wording, options, header: equal on 21 Nov 2026; descriptions: new",
		strings.Replace(tests, `"No"`, `"Not in staging"`, 1): `new here: the options "Not in staging"; seen: "No"` + "\n" +
			"wording: equal on 21 Nov 2026; options: new; header, descriptions: equal on 21 Nov 2026",
	} {
		if got := w.evidenceOf(pre(question)); got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

// TestLearnFromAHost: an answer that a host got in its own dialog is the person's, if both payloads say what
// was asked and answered.
func TestLearnFromAHost(t *testing.T) {
	answered := post(tests, `{"Run the tests?":"No"}`)
	for _, tt := range []struct {
		name, before, after string
		want                string
		fails               bool
	}{
		{"answered", pre(tests), answered, "Run the tests? No", false},
		{"the other way round", answered, pre(tests), "", false},
		{"asked twice", pre(tests), pre(tests), "", false},
		{"no JSON before", "{", answered, "", true},
		{"no JSON after", pre(tests), "{", "", true},
		{"another tool", event("PreToolUse", "Bash", `{"command":"ls"}`), answered, "", true},
		{"no question", event("PreToolUse", "AskUserQuestion", `{}`), answered, "", true},
	} {
		w := newWorld(t, testsRule)
		env := w.hook()
		env.Paths = w.paths
		if err := Learn(w.inSession(tt.before), w.inSession(tt.after), env); (err != nil) != tt.fails {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := w.onRecord(); tt.want != "" && got != tt.want+", unconfirmed" {
			t.Errorf("%s: got %q before the client has written it down", tt.name, got)
		}
		w.writeDown(w.inSession(tt.after))
		if got := w.onRecord(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	w := newWorld(t, "{")
	if err := Learn(pre(tests), answered, w.hook()); err == nil || w.onRecord() != "" {
		t.Errorf("under rules that cannot be read: %v, %q", err, w.onRecord())
	}
}

// TestExplainTakes a payload or only the input of a question, and nothing else.
func TestExplainTakes(t *testing.T) {
	w := newWorld(t, strings.Replace(testsRule, `"id"`, `"project":"/elsewhere","id"`, 1))
	w.askedOnce(in("/elsewhere", pre(tests)))
	for _, tt := range []struct {
		name, input, cwd, decision string // "" for an error
	}{
		{"an input", input(tests), "", "ask"},
		{"an input in a project", input(tests), "/elsewhere", "answer"},
		{"a payload", pre(tests), "", "ask"},
		{"a payload of another project", in("/elsewhere", pre(tests)), "", "answer"},
		{"a payload in another project", in("/elsewhere", pre(tests)), "/work", "ask"},
		{"a payload of an older client", old(in("/elsewhere", pre(tests))), "", "answer"},
		{"an input without questions", input(), "", ""},
		{"a result", post(tests, `{"Run the tests?":"No"}`), "", ""},
		{"another tool", preBash("u1", "ls"), "", ""},
		{"no payload", `{"tool_name":"AskUserQuestion"}`, "", ""},
		{"no JSON", "{", "", ""},
	} {
		e, err := Explain([]byte(tt.input), tt.cwd, false, w.paths, w.hook())
		if string(e.Decision) != tt.decision || (err != nil) != (tt.decision == "") {
			t.Errorf("%s: %q, %v; want %q", tt.name, e.Decision, err, tt.decision)
		}
		call, err := ReadCall([]byte(tt.input))
		if (err != nil) != (tt.decision == "") || err == nil && call.Questions[0].Text != "Run the tests?" {
			t.Errorf("%s is read as %+v, %v", tt.name, call.Questions, err)
		}
	}
}

// TestExplainWhileOff names the rule that would answer, and says why it does not.
func TestExplainWhileOff(t *testing.T) {
	w := newWorld(t, testsRule)
	w.askedOnce(pre(tests))
	musttest.Do(t, off.Write(w.paths.Off(), []off.Period{{Since: w.clock}}))
	e, err := Explain([]byte(pre(tests)), "", false, w.paths, w.hook())
	musttest.Do(t, err)
	last := e.Steps[len(e.Steps)-1].Text
	if e.Decision != "ask" || len(e.Answers) != 0 || len(e.Asked) != 1 || e.Rule != "r1" || !strings.Contains(last, "neverask is off") {
		t.Errorf("got %+v", e)
	}
}

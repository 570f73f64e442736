package program

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// fuzzRules answer nearly everything, in every way.
const fuzzRules = `{"version":1,"mcp":{"a":"answers","b":"deny"},"rules":[
	{"id":"r1","match":{"header":"H"},"mode":"never-ask","answer":"recommended"},
	{"id":"r2","match":{"header":"L"},"mode":"never-ask","answer":"Yes"},
	{"id":"r3","match":{"header":"M"},"mode":"never-ask","answer":{"labels":["Yes","No"]}},
	{"id":"r4","match":{"header":"P"},"mode":"prefer","answer":"No"},
	{"id":"r5","match":{"pattern":"free"},"mode":"never-ask","answer":{"text":"free text"}},
	{"id":"r6","match":{"tool":"a"},"mode":"never-ask","answer":"recommended"}]}`

// FuzzMain feeds anything to the hook. It must print nothing, or one line that
// the client accepts and that answers with labels that were offered.
func FuzzMain(f *testing.F) {
	header := func(h string) string { return strings.Replace(tests, `"Tests"`, `"`+h+`"`, 1) }
	for _, payload := range []string{
		pre(header("H")), pre(header("L"), color), pre(header("P")), pre(strings.Replace(header("M"), "false", "true", 1)), pre(danger),
		pre(strings.Replace(color, "color", "free", 1)), post(tests, `{"Run the tests?":"No"}`),
		event("PreToolUse", "mcp__a__AskUserQuestion", input(tests)), event("PreToolUse", "mcp__b__AskUserQuestion", input(header("H"))),
		event("PostToolUseFailure", "AskUserQuestion", input(tests), `"error":"x"`), "{}", "\x00",
		pre(header("H"), strings.Replace(header("H"), "Run", `R\u0075n`, 1)),
	} {
		f.Add([]byte(payload))
	}
	shared := newWorld(f, fuzzRules)
	runs := 0
	f.Fuzz(func(t *testing.T, payload []byte) {
		w := *shared
		w.t = t
		out := w.run(string(payload))
		for _, c := range w.complaints() {
			if strings.HasPrefix(c, "panic") {
				t.Fatal(c)
			}
		}
		if runs++; runs%64 == 0 { // records slow the next runs down
			musttest.Do(t, os.RemoveAll(w.paths.State))
		}
		if out != "" {
			checkOutput(t, payload, out)
		}
	})
}

// FuzzQuestion asks any question with any options.
func FuzzQuestion(f *testing.F) {
	f.Add("Run the tests?", "H", "Yes (Recommended)", "No", false, "AskUserQuestion")
	f.Add("free?\x00", "", "", "\xff", true, "mcp__a__AskUserQuestion")
	f.Add("__proto__", "M", "Yes", "No", true, "mcp__b__AskUserQuestion")
	shared := newWorld(f, fuzzRules)
	f.Fuzz(func(t *testing.T, text, header, one, two string, multi bool, tool string) {
		w := *shared
		w.t = t
		var in hooks.Writer
		in.Begin('{')
		in.Name("questions").Begin('[')
		in.Begin('{')
		in.Name("question").String(text)
		in.Name("header").String(header)
		in.Flag("multiSelect", multi)
		in.Name("options").Begin('[')
		for _, label := range []string{one, two} {
			in.Begin('{')
			in.Name("label").String(label)
			in.End('}')
		}
		in.End(']')
		in.End('}')
		in.End(']')
		in.End('}')
		if _, ok := question.IsTool(tool); !ok {
			tool = question.Tool
		}
		name := string(hooks.AppendString(nil, tool))
		payload := event("PreToolUse", name[1:len(name)-1], string(in.Bytes()), `"x":1`)
		payload = strings.Replace(payload, `"u1"`, `""`, 1) // leave no record
		if out := w.run(payload); out != "" {
			checkOutput(t, []byte(payload), out)
		}
	})
}

func checkOutput(t *testing.T, payload []byte, out string) {
	t.Helper()
	if !json.Valid([]byte(out)) || out[0] != '{' || strings.Contains(out, "\n") && !strings.Contains(string(payload), "\n") {
		t.Fatalf("not one line of JSON: %s", out)
	}
	v, err := hooks.Parse(out)
	musttest.Do(t, err)
	for m := range v.Members() {
		if m.Name != "systemMessage" && m.Name != "hookSpecificOutput" {
			t.Errorf("member %q", m.Name)
		}
	}
	specific := v.Get("hookSpecificOutput")
	p, err := hooks.ParsePayload(payload)
	if err != nil {
		t.Fatalf("an answer to a payload that cannot be read: %v", err)
	}
	if got := specific.Get("hookEventName").String(); got != string(p.Base().Event) {
		t.Errorf("hookEventName %q", got)
	}
	if before, ok := p.(hooks.PreToolUse); ok {
		checkAnswer(t, before, specific)
	}
}

func checkAnswer(t *testing.T, p hooks.PreToolUse, specific hooks.Value) {
	t.Helper()
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	musttest.Do(t, err)
	updated := specific.Get("updatedInput")
	switch decision := specific.Get("permissionDecision").String(); decision {
	case "allow":
		given := updated.Get("answers")
		if given.Len() != len(call.Questions) {
			t.Errorf("%d answers to %d questions", given.Len(), len(call.Questions))
		}
		for _, q := range call.Questions {
			checkLabel(t, q, given.Get(q.Text))
		}
		fallthrough
	case "ask", "":
		if updated.Get("questions").Len() == 0 {
			t.Error("no questions are left in the input")
		}
	case "deny":
		if call.Server == "" || specific.Get("permissionDecisionReason").String() == "" {
			t.Errorf("%q was denied", p.ToolName)
		}
	default:
		t.Errorf("decision %q", decision)
	}
}

// checkLabel fails unless an answer is an offered label, several of them, or the
// free text of the one rule that has any.
func checkLabel(t *testing.T, q question.Question, answer hooks.Value) {
	t.Helper()
	text, ok := answer.Text()
	if !ok || text != "free text" && !q.Multi && !slices.Contains(q.Labels(), text) {
		t.Errorf("%q was answered %q, not one of %q", q.Text, text, q.Labels())
	}
	if q.Multi && !chosen(q, text) {
		t.Errorf("%q was answered %q, not some of %q", q.Text, text, q.Labels())
	}
}

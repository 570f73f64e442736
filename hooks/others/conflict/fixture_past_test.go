//go:build unix

package conflict

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/sample"
	"neverask/hooks/claude/transcript"
	"neverask/settings/musttest"
)

// remembered is what the transcripts of the fixture tell of its hooks: what
// each of them left at each of six calls, and what follows from that. The
// client writes down the status message, which is the name.
var remembered = map[string]struct {
	left      [6]string // printed text; or "exit N", "late", "nothing"
	ms        int
	want      want
	suggested Resolution
	detail    string
}{
	"was seen to answer":        {each(answering), 79, want{Answers, Observed, Races}, Park, "answered 6 of 6"},
	"was seen to be slow":       {each("{}"), 1500, want{Silent, Observed, Slows}, Leave, "left alone 6 of 6"},
	"http, seen":                {each(answering), 0, want{Answers, Observed, Races}, Park, "answered 6 of 6"},
	"go answers":                {[6]string{1: answering}, 2, want{Answers, Observed, Races}, Park, "answered 1, left alone 4 of 5"},
	"computes its decision":     {each(deciding("allow")), 30, want{Allows, Observed, Info}, Leave, "allowed 6 of 6"},
	"asks a server":             {each("not JSON"), 30, want{Silent, Observed, Info}, Leave, "left alone 6 of 6"},
	"a module":                  {each("exit 1"), 30, want{Fails, Observed, Info}, Leave, "failed 6 of 6"},
	"three hops":                {each("late"), 5000, want{Fails, Observed, Slows}, Leave, "failed 6 of 6"},
	"swallows":                  {[6]string{4: saying(`"permissionDecision":"allow","updatedInput":{"questions":[` + sample.Question + `]}`)}, 50, want{Rewrites, Observed, Races}, Park, "rewrote 1, left alone 1 of 2"},
	"answers without questions": {each(saying(`"permissionDecision":"allow","updatedInput":{"answers":{}}`)), 50, want{Denies, Observed, Races}, Park, "denied 6 of 6"},
	"stops Claude":              {each(`{"continue":false}`), 5, want{Denies, Observed, Blocks}, Park, "denied 6 of 6"},
	"of DinoStack":              {each("{}"), 40, want{Silent, Observed, Info}, Leave, "left alone 6 of 6"},
	"denies by its status":      {[6]string{5: "exit 2"}, 0, want{Denies, Observed, Blocks}, Park, "denied 1 of 1"},
	"plugin":                    {[6]string{3: "exit 2"}, 0, want{Denies, Observed, Blocks}, Leave, "denied 1, left alone 2 of 3"},
	"replaces the result":       {each(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"answers":{}}}}`), 60, want{Rewrites, Observed, Races}, Park, "rewrote 6 of 6"},
}

// saying is the output of a hook at PreToolUse.
func saying(members string) string {
	return `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + members + `}}`
}

func deciding(decision string) string { return saying(`"permissionDecision":"` + decision + `"`) }

var answering = saying(`"permissionDecision":"allow","updatedInput":{"questions":[` + sample.Question + `],"answers":{"Which color should the button have?":"Green"}}`)

func each(text string) [6]string { return [6]string{text, text, text, text, text, text} }

// The lines of a transcript as Claude Code 2.1.329 writes them, without what
// plays no part.
const (
	asked    = `{"message":{"content":[{"id":"%s","input":{"questions":[%s]},"name":"AskUserQuestion","type":"tool_use"}],"role":"assistant"},"type":"assistant",%s`
	recorded = `{"attachment":{"type":"hook_%s","hookName":"%s:%s","toolUseID":"%s","hookEvent":"%s",%s},"type":"attachment",%s`
	got      = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"…","tool_use_id":"%s"}]},"toolUseResult":{"questions":[],"answers":{"Which color should the button have?":"Green"},"annotations":{}},"permissionDecision":{"decision":"accept","source":"user_temporary"},%s`
	refused  = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":%q,"is_error":true,"tool_use_id":"%s"}]},"toolDenialKind":"permission-rule","permissionDecision":{"decision":"reject","source":"hook","reasonCode":"hook:PreToolUse"},%s`
)

// recordOf is the line that the client writes about a hook of the fixture, if
// it writes one.
func recordOf(h theirs, tool, id, left string, ms int, ends string) string {
	kind, members := "success", fmt.Sprintf(`"content":"","stdout":%s,"stderr":"","exitCode":0,"command":%s,"durationMs":%d`, quote(left), quote(h.name), ms)
	switch left {
	case "", "exit 2":
		return ""
	case "exit 1":
		kind, members = "non_blocking_error", fmt.Sprintf(`"stdout":"","stderr":"Failed","exitCode":1,"command":%s,"durationMs":%d`, quote(h.name), ms)
	case "late":
		kind, members = "cancelled", fmt.Sprintf(`"command":%s,"durationMs":%d,"timedOut":true,"timeoutMs":5000`, quote(h.name), ms)
	}
	return fmt.Sprintf(recorded+"\n", kind, h.event, tool, id, h.event, members, ends)
}

func quote(text string) string {
	b, _ := json.Marshal(text) // text always encodes
	return string(b)
}

// writePast writes the transcript of the fixture into the client's directory.
func writePast(t testing.TB, site config.Site) {
	t.Helper()
	var b strings.Builder
	for call := range 6 {
		ends := fmt.Sprintf(`"timestamp":"2026-11-20T06:%02d:00.000Z","cwd":%q,"sessionId":"s","version":"2.1.329"}`, call, site.Dir)
		id := fmt.Sprintf("toolu_%d", call)
		fmt.Fprintf(&b, asked+"\n", id, sample.Question, ends)
		result := fmt.Sprintf(got, id, ends)
		after := ""
		for _, h := range fixture {
			left := remembered[h.name].left[call]
			record := recordOf(h, ask, id, left, remembered[h.name].ms, ends)
			if h.event == post {
				after += record
				continue
			}
			b.WriteString(record)
			if left == "exit 2" {
				result = fmt.Sprintf(refused, "PreToolUse:AskUserQuestion hook error: ["+h.name+"]: no\n", id, ends)
			}
		}
		fmt.Fprintf(&b, "%s\n%s", result, after)
		// What hooks do about other tools counts for nothing.
		for _, h := range fixture {
			b.WriteString(recordOf(h, "Bash", "toolu_bash", deciding("ask"), 9, ends))
		}
	}
	put(t, filepath.Join(site.Config(), "projects", "p", "s.jsonl"), b.String(), 0o600)
}

// pastOf reads what the transcripts of a site tell.
func pastOf(tb testing.TB, site config.Site, state string) []Observation {
	tb.Helper()
	a := transcript.Open(filepath.Join(site.Config(), "projects"), state)
	if _, err := a.Update(context.Background(), nil); err != nil {
		tb.Fatal(err)
	}
	return Past(a.Hooks(), a.Questions())
}

func TestReviewWithObservations(t *testing.T) {
	root := t.TempDir()
	site := furnish(t, root)
	writePast(t, site)
	o := options(site, root)
	o.Past = pastOf(t, site, filepath.Join(root, "state"))
	found, err := Review(context.Background(), o)
	musttest.Do(t, err)
	all := compareAll(t, found, func(h theirs) want {
		if r, ok := remembered[h.name]; ok {
			return r.want
		}
		return h.read
	})
	for name, r := range remembered {
		c, ok := all[name]
		if !ok || c.Suggested != r.suggested || c.Evidence[0].Detail != "in past sessions: "+r.detail || c.Evidence[0].When.IsZero() {
			t.Errorf("%s: %s, %+v", name, c.Suggested, c.Evidence)
		}
	}
	if c := all["was seen to answer"]; c.Sentence != "the other hook's answer replaces neverask's: that hook finishes last (79 ms against 3.0 ms)" || c.Certainty != Likely {
		t.Errorf("got %q, %s", c.Sentence, c.Certainty)
	}
}

// TestObservationsBeatTests: what a hook has really done counts more than what it does with a
// made-up question.
func TestObservationsBeatTests(t *testing.T) {
	root := t.TempDir()
	site := furnish(t, root)
	writePast(t, site)
	o := options(site, root)
	o.Past = pastOf(t, site, filepath.Join(root, "state"))
	for _, h := range o.Sources.Hooks() {
		if h.Handler.StatusMessage == "three hops" {
			test := o.Around.Untested(h)
			test.Effect = Effect{Decision: hooks.Deny}
			o.Tests = Tests{test}
		}
	}
	found, err := Review(context.Background(), o)
	musttest.Do(t, err)
	c := byName(found)["three hops"]
	if len(c.Evidence) < 2 || c.Verdict != Fails || c.Evidence[0].Basis != Observed || c.Evidence[1].Basis != Tested || c.Evidence[1].Detail != "ran once: denied" {
		t.Errorf("%s, %+v", c.Verdict, c.Evidence)
	}
}

// TestNothingSeenIsCertain: what a hook was seen to do says only what it did then, which one run
// shows as little as many.
func TestNothingSeenIsCertain(t *testing.T) {
	root := t.TempDir()
	site := furnish(t, root)
	o := options(site, root)
	for _, h := range o.Sources.Hooks() {
		test := o.Around.Untested(h)
		test.Effect = Effect{Decision: hooks.Deny}
		o.Tests = append(o.Tests, test)
	}
	found, err := Review(context.Background(), o)
	musttest.Do(t, err)
	tested := 0
	for _, c := range found {
		if len(c.Evidence) > 0 && c.Evidence[0].Basis == Tested && !c.Hook.Handler.Background() {
			if tested++; c.Certainty == Certain {
				t.Errorf("%s: %s is certain", c.Hook.Handler.Summary(), c.Sentence)
			}
		}
	}
	if tested == 0 {
		t.Error("no hook is known by a test")
	}
}

package preferences

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// answeredFirst returns a question that the person was shown, and of which they chose the first option.
func answeredFirst(t *testing.T, q transcript.Question, descriptions ...string) transcript.Question {
	t.Helper()
	for i, d := range descriptions {
		q.Options[i].Description = d
	}
	call, err := q.Call()
	musttest.Do(t, err)
	q.Shown, q.Outcome, q.By, q.Chosen, q.Answer = call.Questions[0].Raw().Raw(), transcript.Picked, transcript.Person, []int{0}, q.Options[0].Label
	return q
}

// TestAlwaysNew: a rule that was asked about in vain says in what its questions differ, and what
// would have helped.
func TestAlwaysNew(t *testing.T) {
	series := func(n int, nth func(i int) transcript.Question) (all []transcript.Question) {
		for i := range n {
			all = append(all, nth(i))
		}
		return all
	}
	descriptions := func(i int) transcript.Question {
		return answeredFirst(t, askedOnce(i+1, "/w", "Style", "Which style should it have?", "Plain text", "Conventional"), fmt.Sprint("as in ", i), "as others")
	}
	again := func(i int) transcript.Question {
		q := descriptions(0)
		q.Time = time.Unix(int64(i+1), 0)
		return q
	}
	options := func(i int) transcript.Question {
		return answeredFirst(t, askedOnce(i+1, "/w", "Area", "Which area is next?", "Parser", fmt.Sprint("Area ", i)))
	}
	server := func(i int) transcript.Question {
		q := descriptions(i)
		q.Tool = "mcp__x__" + question.Tool
		return q
	}
	unlike := func(i int) transcript.Question {
		return answeredFirst(t, askedOnce(i+1, "/w", "Area", fmt.Sprintf("Is name%d good enough for the type?", i), "Parser", "Lexer"), fmt.Sprint("as in ", i), "as others")
	}
	by := func(by transcript.By, nth func(i int) transcript.Question) func(i int) transcript.Question {
		return func(i int) transcript.Question {
			q := nth(i)
			if q.By = by; i > 0 {
				q.By = transcript.Person
			}
			return q
		}
	}
	style, area := `"match":{"text":"Which style should it have?"},"answer":"Plain text"`, `"match":{"header":"Area"},"answer":"Parser"`
	for name, tt := range map[string]struct {
		rule  string
		asked []transcript.Question
		want  string
	}{
		"descriptions": {style, series(4, descriptions),
			"always-new: asked 4 times, new each time: the descriptions differ; neverask rules edit a --same options would have answered 3 of the last 4"},
		"more than are looked at": {style, series(12, descriptions),
			"always-new: asked 12 times, new each of the last 8 times: the descriptions differ; neverask rules edit a --same options would have answered 8 of the last 8"},
		"options":                {area, series(3, options), "always-new: asked 3 times, new each time: the options differ"},
		"several parts":          {area, series(3, unlike), "always-new: asked 3 times, new each time: the wording and the descriptions differ"},
		"a server left alone":    {style, series(4, server), ""},
		"too few":                {style, series(2, descriptions), ""},
		"answered once":          {style, series(4, by(transcript.Neverask, descriptions)), ""},
		"another hook's":         {style, series(3, by(transcript.OtherHook, descriptions)), ""},
		"made since":             {style + `,"created":{"at":"2026-01-01T00:00:00Z"}`, series(9, descriptions), ""},
		"the same options count": {style + `,"same":"options"`, series(4, descriptions), ""},
		"answered otherwise": {`"match":{"text":"Which style should it have?"},"answer":"Conventional"`, series(4, again),
			"paused: you gave another answer to this question on 1 Jan 1970: Plain text; Claude asks until you answer as the rule does"},
	} {
		answered := []question.PastAnswer{}
		for i, q := range tt.asked {
			q.ToolUseID = fmt.Sprint(i)
			if a, ok := q.PastAnswer(); ok && q.By == transcript.Person {
				answered = append(answered, a)
			}
		}
		found, err := LintPast([]byte(`{"version":1,"rules":[{"id":"a","mode":"never-ask",`+tt.rule+`}]}`), tt.asked, answered)
		musttest.Do(t, err)
		var got []string
		for _, f := range found {
			got = append(got, f.Kind+": "+f.Message)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, tt.want)
		}
	}
}

// TestUnansweredByWhatWasShown: a question of which the log alone knows does not make an answered
// one new, and an answer to a server in another project does not count.
func TestUnansweredByWhatWasShown(t *testing.T) {
	style := askedOnce(1, "/w", "Style", "Which style?", "Tabs", "Spaces")
	shown := answeredFirst(t, style, "as before", "as others")
	logged := style
	logged.Time = time.Unix(2, 0)
	logged.Options = []transcript.Option{{Label: "Tabs"}, {Label: "Spaces"}}
	server := shown
	server.Tool = "mcp__x__" + question.Tool
	elsewhere := server
	elsewhere.Project = "/v"
	for name, tt := range map[string]struct {
		asked    []transcript.Question
		answered transcript.Question
		want     string
	}{
		"shown":                    {[]transcript.Question{shown}, shown, ""},
		"shown, then logged":       {[]transcript.Question{shown, logged}, shown, ""},
		"a server":                 {[]transcript.Question{server}, server, ""},
		"a server, but not there":  {[]transcript.Question{server}, elsewhere, Unanswered},
		"another tool than before": {[]transcript.Question{shown}, server, Unanswered},
	} {
		a, ok := tt.answered.PastAnswer()
		if !ok {
			t.Fatalf("%s: no answer", name)
		}
		rule := `{"version":1,"mcp":{"x":"answers"},"rules":[{"id":"a","match":{"header":"Style"},"mode":"never-ask","answer":"Tabs"}]}`
		found, err := LintPast([]byte(rule), tt.asked, []question.PastAnswer{a})
		musttest.Do(t, err)
		got := ""
		for _, f := range found {
			got += f.Kind
		}
		if got != tt.want {
			t.Errorf("%s: %v", name, found)
		}
	}
}

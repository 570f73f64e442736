package preferences

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

func askedOnce(n int, project, header, text string, labels ...string) transcript.Question {
	q := transcript.Question{Time: time.Unix(int64(n), 0), Tool: question.Tool, Project: project, Header: header, Text: text}
	for _, l := range labels {
		q.Options = append(q.Options, transcript.Option{Label: l})
	}
	return q
}

func TestLintPast(t *testing.T) {
	questions := []transcript.Question{
		askedOnce(1, "/w/a", "Tests", "Run the 3 tests?", "Yes", "No"),
		askedOnce(2, "/w/b", "Tests", "Run the 4 tests?", "Yes", "No"),
		askedOnce(3, "/w/a", "Style", "Which style?", "Tabs", "Spaces"),
		askedOnce(4, "/w/a", "Style", "Which style?", "Tabs, as before", "Spaces"),
		askedOnce(5, "/w/a", "Branch", "Delete the branch?", "Yes", "No"),
		askedOnce(6, "/w/a", "Files", "Delete 3 files?", "Yes", "No"),
		askedOnce(7, "/w/a", "Files", "Delete 4 files or look at them first?", "Look", "Delete"),
	}
	for i := range 12 {
		questions = append(questions, askedOnce(10+i, "/w/c", "Misc", strings.Repeat("so ", i)+"is this right?", "Yes", "No"))
	}
	for name, tt := range map[string]struct{ rules, want string }{
		"nothing to say":         {`{"id":"a","match":{"text":"Run the 1 tests?"},"mode":"never-ask","answer":"Yes"}`, ""},
		"never matched":          {`{"id":"a","match":{"text":"Run the benchmarks?"},"mode":"never-ask","answer":"Yes"}`, "a unmatched"},
		"matched elsewhere":      {`{"id":"a","match":{"header":"Style"},"project":"/w/b","mode":"always-ask"}`, "a unmatched"},
		"below its project":      {`{"id":"a","match":{"header":"Style"},"project":"/w","mode":"always-ask"}`, ""},
		"overruled each time":    {`{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"No"},{"id":"b","match":{"text":"Run the 1 tests?"},"mode":"always-ask"}`, "a shadowed"},
		"overruled in one place": {`{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"No"},{"id":"b","match":{"header":"Tests"},"project":"/w/b","mode":"always-ask"}`, ""},
		"no longer offered":      {`{"id":"a","match":{"text":"Which style?"},"mode":"never-ask","answer":"Tabs"}`, "a answer"},
		"preferred no longer":    {`{"id":"a","match":{"text":"Which style?"},"mode":"prefer","answer":"Tabs"}`, "a answer"},
		"still offered":          {`{"id":"a","match":{"text":"Which style?"},"mode":"never-ask","answer":"Spaces"}`, ""},
		"recommends nothing":     {`{"id":"a","match":{"text":"Which style?"},"mode":"never-ask","answer":"recommended"}`, ""},
		"usual depends":          {`{"id":"a","match":{"text":"Which style?"},"mode":"never-ask","answer":"usual"}`, ""},
		"inert each time":        {`{"id":"a","match":{"header":"Branch"},"mode":"never-ask","answer":"Yes"}`, "a one-way"},
		"allowed":                {`{"id":"a","match":{"text":"Delete the branch?"},"mode":"never-ask","answer":"Yes","oneWay":"allow"}`, ""},
		"a pattern for much":     {`{"id":"a","match":{"pattern":"right"},"mode":"always-ask"}`, "a wide"},
		"a pattern for little":   {`{"id":"a","match":{"pattern":"so so so so is"},"mode":"always-ask"}`, ""},
	} {
		found, err := LintPast([]byte(`{"version":1,"rules":[`+tt.rules+`]}`), questions)
		if err != nil {
			t.Fatal(name, err)
		}
		var got []string
		for _, f := range found {
			got = append(got, f.Rule+" "+f.Kind)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got %v, want %q", name, found, tt.want)
		}
		if none, err := LintPast([]byte(`{"version":1,"rules":[`+tt.rules+`]}`), nil); err != nil || len(none) > 0 {
			t.Errorf("%s: without a past: %v, %v", name, none, err)
		}
	}
	if _, err := LintPast([]byte("{"), questions); err == nil {
		t.Error("an invalid file is no error")
	}
}

func TestMergedFindingsSayEachKindOnce(t *testing.T) {
	all := MergeFindings([]Finding{{"wide", "a", "1"}}, []Finding{{"wide", "a", "2"}, {"wide", "b", "3"}, {"shadowed", "a", "4"}})
	if want := []Finding{{"wide", "a", "1"}, {"wide", "b", "3"}, {"shadowed", "a", "4"}}; !slices.Equal(all, want) {
		t.Error(all)
	}
}

// Ten thousand rules and a hundred thousand questions.
func BenchmarkLintPast(b *testing.B) {
	var rules []string
	var questions []transcript.Question
	name := func(i int) string {
		return strings.Map(func(r rune) rune { return r + 'a' - '0' }, fmt.Sprint(i))
	}
	for i := range 10_000 {
		rules = append(rules, fmt.Sprintf(`{"id":"r-%d","match":{"text":"Is %s a good name?"},"mode":"never-ask","answer":"Yes"}`, i, name(i)))
	}
	for i := range 100_000 {
		questions = append(questions, askedOnce(i, fmt.Sprint("/w/", i%40), "Name", "Is "+name(i%50_000)+" a good name?", "Yes", "No"))
	}
	content := []byte(`{"version":1,"rules":[` + strings.Join(rules, ",") + `]}`)
	for b.Loop() {
		if _, err := LintPast(content, questions); err != nil {
			b.Fatal(err)
		}
	}
}

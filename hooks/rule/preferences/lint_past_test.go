package preferences

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
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
	for _, row := range musttest.Table(t, "testdata/lint-past.tsv", 3) {
		content := []byte(`{"version":1,"rules":[` + row[1] + `]}`)
		found, err := LintPast(content, questions, nil)
		musttest.Do(t, err)
		var got []string
		for _, f := range found {
			got = append(got, f.Rule+" "+f.Kind)
		}
		if strings.Join(got, ", ") != row[2] {
			t.Errorf("%s: got %v, want %q", row[0], found, row[2])
		}
		if none, err := LintPast(content, nil, nil); err != nil || len(none) > 0 {
			t.Errorf("%s: without a past: %v, %v", row[0], none, err)
		}
	}
	if _, err := LintPast([]byte("{"), questions, nil); err == nil {
		t.Error("an invalid file is no error")
	}
}

func TestMergedFindingsSayEachKindOnce(t *testing.T) {
	all := MergeFindings([]Finding{{"wide", "a", "1", ""}}, []Finding{{"wide", "a", "2", ""}, {"wide", "b", "3", ""}, {"shadowed", "a", "4", "b"}})
	if want := []Finding{{"wide", "a", "1", ""}, {"wide", "b", "3", ""}, {"shadowed", "a", "4", "b"}}; !slices.Equal(all, want) {
		t.Error(all)
	}
}

// TestUnanswered: a rule that answers is told apart as long as Claude asks its question once
// more, and by no other.
func TestUnanswered(t *testing.T) {
	asked := []transcript.Question{askedOnce(1, "/w/a", "Tests", "Run the 3 tests?", "Yes", "No")}
	call, err := asked[0].Call()
	musttest.Do(t, err)
	const text, other, yes = `"text":"Run the 7 tests?"`, `"text":"Which?"`, `"answer":"Yes"`
	for name, tt := range map[string]struct {
		rule     string
		answered bool
		want     string
	}{
		"not answered":       {`"match":{` + text + `},"mode":"never-ask",` + yes, false, "unanswered"},
		"answered":           {`"match":{` + text + `},"mode":"never-ask",` + yes, true, ""},
		"answered otherwise": {`"match":{` + text + `},"mode":"ask-only-for-one-way","answer":"No"`, true, "paused"},
		"prefers":            {`"match":{` + text + `},"mode":"prefer",` + yes, false, ""},
		"asks":               {`"match":{` + text + `},"mode":"always-ask"`, false, ""},
		"irreversible":       {`"match":{"text":"Bump the minor version?"},"mode":"never-ask",` + yes, false, "one-way"},
		"not asked yet":      {`"match":{` + other + `},"mode":"never-ask",` + yes, false, "unmatched unanswered"},
		"of no such option":  {`"match":{` + text + `},"mode":"never-ask","answer":"Maybe"`, false, "answer"},
	} {
		yes := question.Rule{ID: "a", Mode: question.NeverAsk, Match: question.Match{Text: "Run the 3 tests?"}, Answer: question.Answer{Label: "Yes"}}
		answered := []question.PastAnswer{}
		if tt.answered {
			answered = yes.Confirmed(call, question.Situation{}).Past(call, call.Questions[0])
		}
		found, err := LintPast([]byte(`{"version":1,"rules":[{"id":"a",`+tt.rule+`}]}`), asked, answered)
		musttest.Do(t, err)
		var got []string
		for _, f := range found {
			got = append(got, f.Kind)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// TestFindLack names the option that was probably meant.
func TestFindLack(t *testing.T) {
	asked := []transcript.Question{
		askedOnce(1, "/w/a", "Style", "Which style?", "Tabs", "Spaces"),
		askedOnce(2, "/w/a", "Style", "Which style?", "Tabs, as before (Recommended)", "Spaces", "Space station", "Later"),
		askedOnce(3, "/w/a", "Other", "What else?", "Tab", "Space"),
	}
	for answer, want := range map[string]string{
		"Tabs, as before": "", "spaces": "",
		"Tabs, as befroe": "Tabs, as before (Recommended)", "Spcaes": "Spaces", "Space": "Spaces", "Tabs, as before, I think": "",
		"Spaces everywhere": "Spaces", "S": "", "Zebra": "",
	} {
		r := question.Rule{Mode: question.NeverAsk, Match: question.Match{Header: "Style"}, Answer: question.Answer{Label: answer}}
		lack := FindLack(r, asked)
		if offered := answer == "Tabs, as before" || answer == "spaces"; offered != (lack == nil) {
			t.Errorf("%s: %v", answer, lack)
			continue
		}
		if lack != nil && (lack.Near != want || lack.Label != answer || len(lack.Options) != 4) {
			t.Errorf("%s: %+v", answer, lack)
		}
	}
}

// TestQuestionsSayMoreThanARule: a rule whose words alone would be held up, but whose question is answered with all of
// its options, has an effect; one whose question is held up as well has none.
func TestQuestionsSayMoreThanARule(t *testing.T) {
	asked := []transcript.Question{
		answeredFirst(t, askedOnce(1, "/w", "Retention", "The hub has 64 MB of flash left for logs. Which retention should the spec give the event log?", "Ring buffer, 8 MB", "7 days, then delete", "Until synced"),
			"Oldest entries are overwritten automatically; no timer needed, predictable wear on the flash.",
			"A nightly task removes files older than a week. Needs a working RTC, which the cheap board lacks.",
			"Entries are kept until the cloud acknowledges them, then erased. Risky if the hub stays offline for months."),
		answeredFirst(t, askedOnce(2, "/w", "Deploy", "Deploy to production now?", "Yes", "No"), "Ships the build to all customers at once.", "Nothing happens."),
	}
	for i, want := range []string{"", "one-way"} {
		q := &asked[i]
		q.ToolUseID = "toolu_1"
		rule := question.Rule{ID: "a", Mode: question.NeverAsk, Match: question.Match{Text: q.Text}, Answer: question.Answer{Label: q.Options[0].Label}}
		if rule.HeldUp() == "" {
			t.Fatalf("%q is not held up by its words", q.Text)
		}
		a, ok := q.PastAnswer()
		if !ok {
			t.Fatal("not answered")
		}
		if got := StillAsked(rule, nil); got == "" {
			t.Errorf("%q: without a past, its words do not count", q.Text)
		}
		if got := StillAsked(rule, []question.PastAnswer{a}); (got != "") != (want != "") {
			t.Errorf("%q: %q", q.Text, got)
		}
		content, err := json.Marshal(map[string]any{"version": 1, "rules": []any{map[string]any{"id": "a", "mode": "never-ask",
			"match": map[string]any{"text": q.Text}, "answer": q.Options[0].Label}}})
		musttest.Do(t, err)
		for name, answered := range map[string][]question.PastAnswer{"on record": {a}, "in transcripts": {}} {
			found, err := LintPast(content, asked[i:i+1], answered)
			musttest.Do(t, err)
			kinds := ""
			for _, f := range found {
				if f.Kind != Unanswered { // the answer in a transcript does not count yet
					kinds += f.Kind
				}
			}
			if kinds != want {
				t.Errorf("%q, answered %s: %v, want %q", q.Text, name, found, want)
			}
		}
	}
}

// TestLintBelievesTheHook: of a question that only neverask's log has, the hook knew more than its labels.
func TestLintBelievesTheHook(t *testing.T) {
	content := []byte(`{"version":1,"rules":[{"id":"a","match":{"header":"Branch"},"mode":"never-ask","answer":"Yes"}]}`)
	for oneWay, text := range map[bool]string{false: "Delete the branch?", true: "Keep the branch?"} {
		q := askedOnce(1, "/w/a", "Branch", text, "Yes", "No")
		q.Logged, q.Judged, q.OneWay = true, true, oneWay
		found, err := LintPast(content, []transcript.Question{q}, nil)
		musttest.Do(t, err)
		if got := slices.ContainsFunc(found, func(f Finding) bool { return f.Kind == OneWay }); got != oneWay {
			t.Errorf("%s: %v", text, found)
		}
	}
}

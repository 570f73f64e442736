package drawing

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/kit"
)

// TestGiven: a list has answers as rules have them, and words of the person's own as they typed them.
func TestGiven(t *testing.T) {
	options := []transcript.Option{{Label: "OS keychain (Recommended)"}, {Label: "Config file"}}
	for _, c := range []struct {
		answer string
		chosen []int
		want   string
	}{
		{"OS keychain (Recommended)", []int{0}, "OS keychain"},
		{"OS keychain (Recommended), Config file", []int{0, 1}, "OS keychain, Config file"},
		{"as OS keychain (Recommended)", nil, "as OS keychain (Recommended)"},
	} {
		if got := Given(&transcript.Question{Options: options, Answer: c.answer, Chosen: c.chosen}); got != c.want {
			t.Errorf("%q: %q", c.answer, got)
		}
	}
}

// plain returns what is drawn without its looks.
func plain(rows []string) string { return ansi.Strip(strings.Join(rows, "\n")) }

func styles() *kit.Styles { return kit.Themes()[0].Styles(true) }

var store = transcript.Question{
	Header: "Store", Text: "Where should\x1b[31m the token go?",
	Options: []transcript.Option{
		{Label: "OS keychain", Description: "It asks\ronce"}, {Label: "Config\u202efile"}, {Label: "Nowhere"},
	},
	Outcome: transcript.Picked, Answer: "OS keychain", Chosen: []int{0},
}

// TestQuestion: it says whose every answer is, and nothing in a question reaches the terminal as a control.
func TestQuestion(t *testing.T) {
	t.Parallel()
	typed := store
	typed.Outcome, typed.Answer, typed.Chosen = transcript.Typed, "in a file", nil
	byHook := store
	byHook.By = transcript.OtherHook
	const asked = " ☐ Store\n Where should␛[31m the token go?\n"
	for name, c := range map[string]struct {
		q         transcript.Question
		chosen    Taken
		described bool
		want      string
	}{
		"as asked": {store, Taken{}, false, asked + "   1. OS keychain\n   2. Config\\u202efile\n   3. Nowhere"},
		"with descriptions": {store, Taken{}, true,
			asked + "   1. OS keychain\n      It asks␍once\n   2. Config\\u202efile\n   3. Nowhere"},
		"by the person": {store, Chosen(&store), false,
			asked + " ▸ 1. OS keychain  ✓ chosen\n   2. Config\\u202efile\n   3. Nowhere"},
		"another by the rule": {store, Taken{Options: []int{1}, By: TheRule}, false,
			asked + "   1. OS keychain  ✓ chosen\n ▸ 2. Config\\u202efile  ← the rule\n   3. Nowhere"},
		"the same by the rule": {store, Taken{Options: []int{0}, By: TheRule}, false,
			asked + " ▸ 1. OS keychain  ← the rule  ✓ chosen\n   2. Config\\u202efile\n   3. Nowhere"},
		"typed, and by the rule": {typed, Taken{Options: []int{2}, By: TheRule}, false,
			asked + "   1. OS keychain\n   2. Config\\u202efile\n ▸ 3. Nowhere  ← the rule\n   “in a file”  ✓ chosen"},
		"typed the same as the rule": {typed, Taken{Text: "in a file", By: TheRule}, false,
			asked + "   1. OS keychain\n   2. Config\\u202efile\n   3. Nowhere\n ▸ “in a file”  ← the rule"},
		"not by the person": {byHook, Taken{Options: []int{2}, By: TheRule}, false,
			asked + "   1. OS keychain\n   2. Config\\u202efile\n ▸ 3. Nowhere  ← the rule"},
		"by another hook": {byHook, Chosen(&byHook), false,
			asked + " ▸ 1. OS keychain  ← another hook\n   2. Config\\u202efile\n   3. Nowhere"},
	} {
		if got := plain(Question(&c.q, c.chosen, c.described, 60, styles())); got != c.want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// TestNarrowQuestion: the lines of a long option are under one another, and none is wider than there is room.
func TestNarrowQuestion(t *testing.T) {
	t.Parallel()
	q := transcript.Question{Header: strings.Repeat("header ", 5), Text: "Where should the token of the client go?",
		Options: []transcript.Option{{Label: "In the OS keychain of this account", Description: "It asks for it once a day"}}}
	rows := Question(&q, Taken{Options: []int{0}, By: TheRule}, true, 24, styles())
	want := " ☐ header header heade…\n Where should the token\n of the client go?\n" +
		" ▸ 1. In the OS\n      keychain of this\n      account  ← the\n      rule\n      It asks for it\n      once a day"
	if got := plain(rows); got != want {
		t.Errorf("%s", got)
	}
	for _, r := range rows {
		if kit.Width(r) > 24 {
			t.Errorf("%q is %d wide", r, kit.Width(r))
		}
	}
}

// TestQuestionParts: every option is in one part, the person's own answer beside those that the rule does not take.
func TestQuestionParts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		chosen         Taken
		answer, others string
	}{
		"none": {Taken{}, "", "   1. OS keychain\n   2. Config\\u202efile\n   3. Nowhere"},
		"several": {Taken{Options: []int{0, 2}}, " ▸ 1. OS keychain  ✓ chosen\n ▸ 3. Nowhere  ✓ chosen",
			"   2. Config\\u202efile"},
		"words": {Taken{Text: "here", By: TheRule}, " ▸ “here”  ← the rule",
			"   1. OS keychain  ✓ chosen\n   2. Config\\u202efile\n   3. Nowhere"},
	} {
		asked, answer, others := QuestionParts(&store, c.chosen, 60, styles())
		if plain(asked) != " ☐ Store\n Where should␛[31m the token go?" ||
			plain(answer) != c.answer || plain(others) != c.others {
			t.Errorf("%s:\n%s\n--\n%s\n--\n%s", name, plain(asked), plain(answer), plain(others))
		}
	}
	own := store
	own.Header, own.Outcome, own.Answer, own.Chosen = "", transcript.Typed, "in a file", nil
	asked, _, others := QuestionParts(&own, Taken{Options: []int{0}, By: TheRule}, 60, styles())
	if plain(asked) != " Where should␛[31m the token go?" ||
		!strings.HasSuffix(plain(others), "\n   “in a file”  ✓ chosen") {
		t.Errorf("%s\n--\n%s", plain(asked), plain(others))
	}
}

// TestChosen: an answer that the person did not certainly give is not said to be theirs.
func TestChosen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		by   transcript.By
		want string
	}{
		{transcript.Person, ""}, {transcript.Neverask, "neverask"},
		{transcript.OtherHook, "another hook"}, {transcript.Unknown, "the answer"},
	} {
		q := transcript.Question{By: c.by, Outcome: transcript.Picked, Answer: "Yes", Chosen: []int{1}}
		if got := Chosen(&q); got.By != c.want || got.Text != "" || !slices.Equal(got.Options, []int{1}) {
			t.Errorf("%q: %+v", c.by, got)
		}
		q.Outcome, q.Chosen = transcript.Typed, nil
		if got := Chosen(&q); got.By != c.want || got.Text != "Yes" || got.Options != nil {
			t.Errorf("%q, typed: %+v", c.by, got)
		}
	}
}

// TestTakenBy: what a decision leaves to the person is not marked.
func TestTakenBy(t *testing.T) {
	t.Parallel()
	choice := question.Choice{Options: []int{1}, Text: "words"}
	for verdict, want := range map[question.Verdict]Taken{
		question.Answered:  {[]int{1}, "words", TheRule},
		question.Preferred: {Options: []int{1}, By: TheRule},
		question.Asked:     {},
	} {
		choice.Verdict = verdict
		second := question.Choice{Verdict: question.Answered, Text: "of the second"}
		got := TakenBy(question.Decision{Choices: []question.Choice{choice, second}})
		if got.By != want.By || got.Text != want.Text || !slices.Equal(got.Options, want.Options) {
			t.Errorf("%s: %+v", verdict, got)
		}
	}
	if got := TakenBy(question.Decision{}); got.By != "" {
		t.Errorf("no question: %+v", got)
	}
}

// TestAnswered: what a hook did to an answer is said before what became of the question.
func TestAnswered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		q    transcript.Question
		want string
	}{
		{transcript.Question{By: transcript.Neverask, Outcome: transcript.Picked}, "● neverask"},
		{transcript.Question{By: transcript.Neverask, Outcome: transcript.Picked, Overwritten: true}, "▲ overwritten"},
		{transcript.Question{By: transcript.Neverask, Outcome: transcript.Denied}, "● neverask"},
		{transcript.Question{By: transcript.OtherHook, Outcome: transcript.Denied}, "✗ denied"},
		{transcript.Question{By: transcript.OtherHook, Outcome: transcript.Picked}, "▲ other hook"},
		{transcript.Question{By: transcript.Unknown, Outcome: transcript.Picked}, "· unknown"},
		{transcript.Question{By: transcript.Unknown, Outcome: transcript.Typed}, "· unknown"},
		{transcript.Question{By: transcript.Unknown, Outcome: transcript.TimedOut}, "✗ timed out"},
		{transcript.Question{By: transcript.Person, Outcome: transcript.Picked}, "◆ you"},
		{transcript.Question{By: transcript.Person, Outcome: transcript.Typed}, "✎ you typed"},
		{transcript.Question{By: transcript.Person, Outcome: transcript.Declined}, "✗ declined"},
		{transcript.Question{Outcome: transcript.Failed}, "✗ failed"},
		{transcript.Question{Outcome: transcript.Unanswered}, "· open"},
		{transcript.Question{Outcome: transcript.Unreadable}, "· open"},
	} {
		if got := ansi.Strip(Answered(&c.q).Draw(styles())); got != c.want {
			t.Errorf("%+v: %s", c.q, got)
		}
	}
}

// TestJudged: an answer that was marked as wrong is not shown as one that is in order.
func TestJudged(t *testing.T) {
	t.Parallel()
	q := transcript.Question{Text: "Push now?", ToolUseID: "toolu_1", By: transcript.Neverask, Outcome: transcript.Picked}
	marked := question.Rule{Mode: question.AlwaysAsk, Note: question.WrongNote(time.Now(), "main", q.Text, q.ToolUseID)}
	if got := Judged([]question.Rule{marked}, &q).Word; got != "wrong" {
		t.Errorf("marked: %q", got)
	}
	if got := Judged(nil, &q).Word; got != "neverask" {
		t.Errorf("not marked: %q", got)
	}
}

// TestOneWay: the judgement of the hook, which had the descriptions, counts, and not another one of the labels alone.
func TestOneWay(t *testing.T) {
	t.Parallel()
	asked := func(text string, judged, oneWay bool) *transcript.Question {
		return &transcript.Question{Tool: question.Tool, Text: text, Options: []transcript.Option{{Label: "Yes"}, {Label: "No"}},
			Logged: judged, Judged: judged, OneWay: oneWay}
	}
	for name, c := range map[string]struct {
		q    *transcript.Question
		want bool
	}{
		"judged harmless":             {asked("Deploy to production?", true, false), false},
		"judged irreversible":         {asked("Is it fine?", true, true), true},
		"not judged, irreversible":    {asked("Deploy to production?", false, false), true},
		"not judged, and is harmless": {asked("Is it fine?", false, false), false},
	} {
		if got := OneWay(c.q); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestSuggestion: a rule that stands for any value is not shown with the value of one question.
func TestSuggestion(t *testing.T) {
	t.Parallel()
	s := suggest.Suggestion{Latest: transcript.Question{Text: "Should I update api/README.md too?"}}
	for _, c := range []struct {
		match question.Match
		width int
		want  string
	}{
		{question.Match{Exact: s.Latest.Text}, 60, "“Should I update api/README.md too?”"},
		{question.Match{Text: s.Latest.Text}, 60, "“Should I update … too?”"},
		{question.Match{Text: s.Latest.Text}, 14, "“Should I up…”"},
	} {
		s.Rule.Match = c.match
		if got := Suggestion(s, c.width); got != c.want {
			t.Errorf("%+v in %d: %s", c.match, c.width, got)
		}
	}
}

package drawing

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// The status line decides how much of a name it has room for.
func TestQuotedIsWhole(t *testing.T) {
	text := "Should I also update the documentation in api/README.md?"
	want := "“Should I also update the documentation in …?”"
	if got := Quoted(question.Rule{Match: question.Match{Text: text}}); got != want {
		t.Error(got)
	}
}

// TestRuleText: a rule on one line says what it does, and text from its file is visible.
func TestRuleText(t *testing.T) {
	t.Parallel()
	push, git := question.Match{Exact: "Push\x1b?"}, question.Match{Header: "Git"}
	for _, c := range []struct {
		match  question.Match
		mode   question.Mode
		answer question.Answer
		want   string
	}{
		{push, question.NeverAsk, question.Answer{Label: "Yes"}, "“Push␛?” → Yes · never ask"},
		{push, question.NeverAsk, question.Answer{Labels: []string{"A", "B\x1b"}}, "“Push␛?” → A + B␛ · never ask"},
		{git, question.AskOnlyForOneWay, question.Answer{Text: "as usual"}, "“header Git” → “as usual” · reversible"},
		{git, question.PreferMode, question.Answer{Word: "recommended"}, "“header Git” → (recommended) · prefer"},
		{push, question.AlwaysAsk, question.Answer{Label: "Yes"}, "“Push␛?” · always ask"},
		{question.Match{Header: "Git", Pattern: "^a.*z$"}, "of a later version", question.Answer{},
			"“header Git · pattern ^a.*z$” · always ask"},
	} {
		got := RuleText(question.Rule{Match: c.match, Mode: c.mode, Answer: c.answer})
		if got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestKeptText: an answer that a rule only keeps is not taken for one that it gives.
func TestKeptText(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]question.Answer{
		"": {}, "Yes (unused while the rule asks)": {Label: "Yes"}, "“no” (unused while the rule asks)": {Text: "no"},
	} {
		if got := KeptText(a); got != want {
			t.Errorf("%+v: %q", a, got)
		}
	}
}

func TestScope(t *testing.T) {
	t.Parallel()
	for project, want := range map[string]string{
		"": "everywhere", "/home/me/p": "~/p", "/home/you/\x1bp": "/home/you/␛p",
	} {
		if got := ScopeText("/home/me", question.Rule{Project: project}); got != want {
			t.Errorf("%q: %q", project, got)
		}
	}
}

// TestFindingBadges: a rule that does not do what it says has a warning, and every kind has words of its own.
func TestFindingBadges(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"broken": "▲ broken", "wide": "▲ too wide", preferences.OneWay: "▲ no effect", "duplicate": "· duplicate",
		"contradicts": "▲ contradicts", "unmatched": "· unmatched", "shadowed": "· idle", "answer": "▲ no option",
		preferences.Unanswered: "◔ asks once", preferences.Paused: "◔ asks again", preferences.AlwaysNew: "▲ always new",
		"of a later version\x1b": "▲ of a later version␛",
	} {
		if got := ansi.Strip(FindingBadge(preferences.Finding{Kind: kind}).Draw(styles())); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

// TestModeOrder: forms offer every mode once, and each looks different.
func TestModeOrder(t *testing.T) {
	t.Parallel()
	signs := map[string]question.Mode{}
	for _, m := range ModeOrder {
		signs[ModeBadge(m).Sign] = m
	}
	for _, c := range question.Modes() {
		if !slices.Contains(ModeOrder, question.Mode(c.Word)) {
			t.Errorf("%s is not offered", c.Word)
		}
	}
	if len(ModeOrder) != len(question.Modes()) || len(signs) != len(ModeOrder) {
		t.Errorf("%q with the signs %v", ModeOrder, signs)
	}
}

// TestCreatedAtNoTime: what stands in a file in place of a time is shown as it is.
func TestCreatedAtNoTime(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]question.Created{
		"last␉week by me␛": {At: "last\tweek", By: "me\x1b"}, "": {}, "with neverask": {By: "neverask"},
	} {
		if got := CreatedText(c); got != want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

package drawing

import (
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
	"neverask/tui/kit"
)

// ModeOrder has the modes, starting with the one that asks least.
var ModeOrder = []question.Mode{question.NeverAsk, question.AskOnlyForOneWay, question.PreferMode, question.AlwaysAsk}

// ModeBadge returns a mode as a sign and a word.
func ModeBadge(mode question.Mode) kit.Badge {
	switch mode {
	case question.NeverAsk:
		return kit.Mark("●", mode.Words(), kit.Good)
	case question.AskOnlyForOneWay:
		return kit.Mark("◐", mode.Words(), kit.Good)
	case question.PreferMode:
		return kit.Mark("◇", mode.Words(), kit.Calm)
	default:
		return kit.Mark("○", question.AlwaysAsk.Words(), kit.Calm)
	}
}

// MatchText says what a rule matches, with … in place of the parts that stand for any value.
func MatchText(m question.Match) string {
	var parts []string
	r := question.Rule{Match: m}
	for _, f := range question.Fields() {
		switch value := f.Of(&r).String(); {
		case value == "" || f.In != "match":
		case f.Name == "text":
			parts = append(parts, wording.Elided(value))
		case f.Name == "exact":
			parts = append(parts, value)
		default:
			parts = append(parts, f.Label+" "+value)
		}
	}
	return diffview.Visible(strings.Join(parts, " · "))
}

// AnswerText says what a rule answers. Free text looks different from an equal
// label.
func AnswerText(a question.Answer) string {
	s := a.Label
	switch {
	case a.Word != "":
		s = "(" + a.Word + ")"
	case a.Labels != nil:
		s = strings.Join(a.Labels, " + ")
	case a.Text != "":
		s = "“" + a.Text + "”"
	}
	return diffview.Visible(s)
}

// KeptText says what a rule that always asks would answer in another mode.
func KeptText(a question.Answer) string {
	if a.IsZero() {
		return ""
	}
	return AnswerText(a) + " (unused while the rule asks)"
}

// Quoted names a rule in a message. The status line shortens it if it must.
func Quoted(r question.Rule) string { return "“" + MatchText(r.Match) + "”" }

// RuleText returns a rule on one line: what it matches, its answer, its mode.
func RuleText(r question.Rule) string {
	text := Quoted(r)
	if answer := AnswerText(r.Effective()); answer != "" {
		text += " → " + answer
	}
	return text + " · " + ModeBadge(r.Mode).Word
}

// ScopeText says in which project a rule applies.
func ScopeText(home string, r question.Rule) string { return Scope(home, r.Project) }

// Scope returns a project as shown in lists; "" is everywhere.
func Scope(home, project string) string {
	if project == "" {
		return "everywhere"
	}
	return kit.Short(home, project)
}

// day returns the date of a stored time, or the text itself if it is no time.
func day(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return diffview.Visible(at)
	}
	return kit.Day(t)
}

// makerTexts say how a rule was made.
var makerTexts = map[preferences.Maker]string{
	preferences.ByAdd:        "with neverask rules add",
	preferences.BySuggest:    "with neverask rules suggest",
	preferences.ByScreens:    "with neverask",
	preferences.ByQuestion:   "from a question",
	preferences.BySuggestion: "from a suggestion",
	preferences.ByWrong:      "from an answer marked as wrong",
}

// CreatedText says when and how a rule was made.
func CreatedText(c question.Created) string {
	by := preferences.Maker(c.By)
	text, known := makerTexts[by]
	if from, imported := by.ImportedFrom(); imported {
		text = "with neverask rules import " + diffview.Visible(from)
	} else if !known && by != "" {
		text = "by " + diffview.Visible(c.By)
	}
	return strings.TrimSpace(day(c.At) + " " + text)
}

// findingNames are the names of kinds of findings in lists.
var findingNames = map[string]string{
	"broken": "broken", "wide": "too wide", NoEffect: "no effect", Duplicate: "duplicate", "contradicts": "contradicts",
	Unmatched: "unmatched", Unanswered: "asks once", Paused: "asks again",
	AlwaysNew: "always new", NoOption: "no option", Idle: "idle",
}

// Kinds of findings.
const (
	// Unmatched: no past question matches the rule, which need not be a fault.
	Unmatched = "unmatched"
	// NoEffect: the rule is about something irreversible, so Claude asks in spite of it.
	NoEffect = "one-way"
	// Idle: another rule always decides instead.
	Idle = "shadowed"
	// NoOption: the rule's answer was not among the options, so Claude asked.
	NoOption = "answer"
	// Unanswered: the rule answers once Claude has asked the question once more.
	Unanswered = preferences.Unanswered
	// Paused: the person gave another answer last, so Claude asks until they give the rule's.
	Paused = preferences.Paused
	// AlwaysNew: the questions of the rule never come twice, so it never answers.
	AlwaysNew = preferences.AlwaysNew
	// Duplicate: the rule says the same as another one.
	Duplicate = "duplicate"
)

// FindingBadge returns a finding as a sign and a word.
func FindingBadge(f preferences.Finding) kit.Badge {
	name := findingNames[f.Kind]
	if name == "" {
		name = diffview.Visible(f.Kind)
	}
	switch f.Kind {
	case Unmatched, Idle, Duplicate:
		return kit.Mark("·", name, kit.Calm)
	case Unanswered, Paused:
		return kit.Mark("◔", name, kit.Calm)
	}
	return kit.Mark("▲", name, kit.Warn)
}

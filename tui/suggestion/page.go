package suggestion

import (
	"fmt"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/suggest"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// differencesShown is how many differing answers are listed.
const differencesShown = 5

func (v *review) Page(width, height int, st *kit.Styles) kit.Page {
	s, ok := v.current()
	if !ok {
		return v.summary(width, st)
	}
	inner := kit.Prose(width)
	all := kit.Spaced(height, "")
	all = append(all, drawing.Question(&s.Latest, proposedBy(s), true, inner, st)...)
	all = append(all, "")
	add := func(label, text string) {
		all = append(all, kit.Labelled(label, text, inner-1, st)...)
	}
	past := diffview.Visible(s.Past(diffview.Since(v.now(), s.Last)))
	if s.Seen == 0 {
		past += "; your earlier answers don't count, since no transcript shows what you saw"
	}
	add("past", past)
	if len(s.Wordings) > 1 {
		add("worded as", diffview.Visible(strings.Join(s.Wordings[:min(len(s.Wordings), wordingsShown)], " · ")))
	}
	if n := len(s.Different); n > 0 {
		all = append(all, kit.Noted(kit.Mark("▲", "careful", kit.Warn), s.Differences(), inner, st)...)
		for i := n - 1; i >= max(n-differencesShown, 0); i-- {
			all = append(all, kit.Styled(kit.Indented(v.differed(&s.Different[i]), 3, inner), st.Muted)...)
		}
	}
	b := drawing.ModeBadge(s.Rule.Mode)
	add("the rule", b.Sign+" "+b.Word+": "+drawing.PatternText(s.Rule.Match)+" → "+drawing.AnswerText(s.Rule.Answer)+", "+drawing.ScopeText(v.home, s.Rule))
	if r, dir, ok := v.local(s); ok && dir != "" {
		add("only here", "press p to limit it to "+drawing.ScopeText(v.home, r))
	}
	if s.Answered > 0 { // else it says no more than what is next
		replay := "it " + s.Summary()
		if len(s.Different) == 0 {
			replay += " · always your answer"
		}
		add("replay", replay)
	}
	add("next", kit.Curled(strings.Join(preferences.Outlook(s.Rule, s.Seen), " ")))
	p := kit.Lines(all)
	p.Subject = kit.Short(v.home, v.state.Rules.Path)
	p.Head = []string{" " + st.Strong.Render(fmt.Sprintf("%d of %d", v.decided()+v.at+1, v.decided()+len(v.state.Suggestions.List)))}
	return p
}

// wordingsShown is how many texts are shown of a question that is worded anew each time.
const wordingsShown = 3

// summary says what was decided, when no suggestion is left.
func (v *review) summary(width int, st *kit.Styles) kit.Page {
	all := []string{"", "  " + st.Ok.Render("✓") + " " + st.Strong.Render("No suggestions left"), ""}
	switch {
	case len(v.done) > 0:
	case v.state.Questions.Loading() != "" || v.state.Suggestions.Looking():
		all[1] = "  " + st.Muted.Render("looking for suggestions in your past answers …")
	default:
		all[1] = "  " + st.Strong.Render("No suggestions yet")
		all = append(all, kit.Indented("A rule is suggested once you have been asked the same question at least 3 times and nearly always gave the same answer, unless a rule covers it already, it may be irreversible, or you turned the suggestion down.", 2, kit.Prose(width)-2)...)
	}
	for _, at := range v.done {
		for _, d := range at.all() {
			about := decisionTexts[d.decision]
			all = append(all, kit.Indented(drawing.Suggestion(d.suggestion, kit.Prose(width)-6)+": "+about, 2, kit.Prose(width))...)
		}
	}
	if len(v.done) > 0 {
		all = append(all, "", "  "+st.Muted.Render("Press z to undo the last decision"))
	}
	p := kit.Lines(all)
	p.Subject = kit.Short(v.home, v.state.Rules.Path)
	return p
}

// differed is a past question that the rule would have answered otherwise.
func (v *review) differed(q *transcript.Question) string {
	text := kit.Day(q.Time)
	if q.Answer != "" {
		return text + ": you answered “" + diffview.Visible(q.Answer) + "”"
	}
	return text + ": you gave no answer"
}

// proposedBy is what the rule of a suggestion takes in its question.
func proposedBy(s suggest.Suggestion) drawing.Taken {
	mark := drawing.Taken{Word: "your answer"}
	call, err := s.Latest.Call()
	if err != nil {
		return mark
	}
	c := new(transcript.Replayer).Decide(call, s.Latest.Project, s.Rule).Choices[0]
	mark.Options, mark.Text = c.Options, c.Text
	return mark
}

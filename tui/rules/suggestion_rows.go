package rules

import (
	"fmt"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/rule/wording"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// differencesShown is the maximum number of differing answers listed.
const differencesShown = 5

// offerRow draws a suggestion in the columns of the rules.
func (l *list) offerRow(i, width int, name string, needle *kit.Needle, st *kit.Styles) string {
	all, c := l.offers[i], l.columnsOf(width)
	style, left := kit.RowStart(i == l.pane.Chosen, st)
	text, place := name, ""
	if name == "" {
		text = offerText(all, c.question-1)
		place = placeBehind(l, all[0].Where(), c, kit.Width(text), st)
	}
	badge := kit.Mark("◆", "suggested", kit.Action)
	if !all[0].Useful() {
		badge = kit.Mark("·", "unproven", kit.Calm)
	}
	s := left + kit.Pad(badge.Draw(st), c.mode) + kit.Pad(needle.Mark(text, style)+place, c.question) +
		answerCell(offerAnswer(all[0]), c, needle) + " " + c.where(l.home, all[0].Where(), st)
	return kit.Fit(s, width)
}

// offerAnswer returns what a suggestion answers, or what the person did.
func offerAnswer(s suggest.Suggestion) string {
	if s.Line != nil {
		return diffview.Visible(s.Answer)
	}
	return drawing.AnswerText(s.Rule.Answer)
}

// offerText returns what suggestions are about as the rows of their rules have it, fit into a width, or the wording
// of several that differ in one word.
func offerText(all []suggest.Suggestion, width int) string {
	if len(all) > 1 {
		times := fmt.Sprintf(" ×%d", len(all))
		return kit.Fit(commonWording(all), width-kit.Width(times)) + times
	}
	text := diffview.Visible(all[0].Latest.Text)
	if m := all[0].Rule.Match; m.Text != "" {
		text = drawing.MatchText(m)
	}
	return kit.Fit(text, width)
}

// commonWording returns the question of suggestions that differ in one word, without that word.
func commonWording(all []suggest.Suggestion) string {
	words := strings.Fields(all[0].Latest.Text)
	words[oddWord(all[0], all[1])] = "…"
	return diffview.Visible(wording.Elided(strings.Join(words, " ")))
}

// which says which suggestions are chosen, and of how many.
func (v *review) which() string {
	t, from := v.place, 1
	for _, before := range t.offers[:t.pane.Chosen] {
		from += len(before)
	}
	of, n := t.state.Suggestions.Waiting(), len(v.chosen())
	switch {
	case !v.chosen()[0].Useful():
		return "unproven: a rule would have answered none of these"
	case n == 1 && t.filtered():
		return fmt.Sprintf("suggestion %d of %d", v.index(v.chosen()[0])+1, of)
	case n == 1:
		return fmt.Sprintf("suggestion %d of %d", from, of)
	}
	return fmt.Sprintf("suggestions %d to %d of %d", from, from+n-1, of)
}

// rows draws a suggestion: its question as last asked, the answers given, and the rule.
func (v *review) rows(s suggest.Suggestion, described bool, inner int, st *kit.Styles) []string {
	t := v.place
	all := []string{" " + st.Muted.Render(v.which())}
	all = append(all, drawing.Question(&s.Latest, takenBy(s), described, inner, st)...)
	if described {
		all = append(all, "")
	}
	add := func(label, text string) {
		all = append(all, kit.Labelled(label, text, inner-1, st)...)
	}
	for i, other := range v.chosen()[1:] {
		add(map[bool]string{true: "and alike"}[i == 0], kit.Fit(diffview.Visible(other.Latest.Text), inner-13))
	}
	if len(s.Different) > 0 && s.Line == nil { // first, because enter accepts the rule
		all = append(all, kit.Noted(kit.Mark("▲", "careful", kit.Warn), s.Differences(), inner, st)...)
	}
	past := diffview.Visible(s.Past(diffview.Last(t.now(), s.Last)))
	if s.Seen == 0 && s.Line == nil {
		past += "; your earlier answers don't count, since no transcript shows what you saw"
	}
	add("past", past)
	if len(s.Wordings) > 1 {
		add("worded as", diffview.Visible(strings.Join(s.Wordings[:min(len(s.Wordings), wordingsShown)], " · ")))
	}
	if s.Line != nil {
		add("next", v.lineOffer(s))
		return all
	}
	if n := len(s.Different); n > 0 {
		for i := n - 1; i >= max(n-differencesShown, 0); i-- {
			all = append(all, kit.Styled(kit.Indented(v.differed(&s.Different[i]), 3, inner), st.Muted)...)
		}
	}
	b := drawing.ModeBadge(s.Rule.Mode)
	if t.state.Silent() != "" {
		b.Sign = "○" // as the rule will be in the list
	}
	add("the rule", b.Sign+" "+b.Word+": "+drawing.MatchText(s.Rule.Match)+" → "+drawing.AnswerText(s.Rule.Answer)+", "+
		drawing.ScopeText(t.home, s.Rule))
	if r, dir, ok := v.local(s); ok && dir != "" {
		add("only here", "p accepts it for "+drawing.ScopeText(t.home, r)+" only")
	}
	if s.Answered > 0 { // otherwise it repeats the next part
		replay := "it " + s.Summary()
		if len(s.Different) == 0 {
			replay += " · always your answer"
		}
		add("replay", replay)
	}
	all = append(all, t.state.SilentNote(inner, st)...)
	add("next", kit.Curled(strings.Join(preferences.WhatItWouldDo(s.Rule, s.Alike, s.Seen, ""), " ")))
	return all
}

// wordingsShown is the maximum number of wordings shown for a question worded differently each time.
const wordingsShown = 3

// differed describes a past question that the rule would have answered differently.
func (v *review) differed(q *transcript.Question) string {
	text := kit.Day(q.Time)
	if q.Answer != "" {
		return text + ": you answered “" + diffview.Visible(q.Answer) + "”"
	}
	return text + ": you gave no answer"
}

// takenBy returns what the suggested rule chooses in its question.
func takenBy(s suggest.Suggestion) drawing.Taken {
	var mark drawing.Taken
	if s.Line != nil {
		mark.Options = s.Latest.Chosen
		return mark
	}
	call, err := s.Latest.Call()
	if err != nil {
		return mark
	}
	c := new(transcript.Replayer).Decide(call, s.Latest.Project, s.Rule).Choices[0]
	mark = drawing.Taken{Options: c.Options, Text: c.Text, By: drawing.TheRule}
	return mark
}

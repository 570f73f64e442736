package tui

import (
	"fmt"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/suggest"
)

// differencesShown is how many differing answers are listed.
const differencesShown = 5

func (v *review) page(width, height int, st *styles) page {
	t := v.tab
	s, ok := v.current()
	if !ok {
		return v.summary(width, st)
	}
	inner := prose(width)
	all := append(spaced(height, ""), dialogRows(&s.Latest, proposedBy(s), true, inner, st)...)
	all = append(all, "")
	add := func(label, text string) {
		all = append(all, labelled(label, text, inner, st)...)
	}
	add("evidence", diffview.Visible(s.Evidence(t.now())))
	b := modeBadge(s.Rule.Mode)
	add("the rule", b.sign+" "+b.word+": "+matchText(s.Rule.Match)+" → "+answerText(s.Rule.Answer)+", "+scopeText(t.home, s.Rule))
	if r, dir, ok := v.local(s); ok && dir != "" {
		add("only here", "p keeps it to "+scopeText(t.home, r))
	}
	add("the past", "it "+s.Summary())
	add("then", strings.Join(preferences.Outlook(s.Rule, s.Seen), " "))
	if n := len(s.Different); n > 0 {
		all = append(all, noted(mark("▲", "look twice", warn), s.Differences(), inner, st)...)
		for i := n - 1; i >= max(n-differencesShown, 0); i-- {
			all = append(all, styled(indented(v.differed(&s.Different[i]), 3, inner), st.muted)...)
		}
	} else {
		all = append(all, noted(mark("✓", "as you did", good), "never differently from you", inner, st)...)
	}
	p := lines(all)
	p.subject = short(t.home, t.book.path)
	p.head = []string{" " + st.strong.Render(fmt.Sprintf("Suggestion %d of %d", v.at+1, len(t.advice.list)))}
	return p
}

// summary says what was decided, when no suggestion is left.
func (v *review) summary(width int, st *styles) page {
	all := []string{"", "  " + st.ok.Render("✓") + " " + st.strong.Render("No suggestion is left"), ""}
	for _, d := range v.done {
		about := decisionTexts[d.decision]
		all = append(all, indented(suggestionText(d.suggestion, prose(width)-6)+": "+about, 2, prose(width))...)
	}
	if len(v.done) > 0 {
		all = append(all, "", "  "+st.muted.Render("z takes the last decision back"))
	}
	p := lines(all)
	p.subject = short(v.tab.home, v.tab.book.path)
	return p
}

// differed is a past question that the rule would have answered otherwise.
func (v *review) differed(q *transcript.Question) string {
	text := q.Time.Local().Format("2 Jan 2006")
	if q.Answer != "" {
		return text + ": you answered “" + diffview.Visible(q.Answer) + "”"
	}
	return text + ": you gave no answer"
}

// proposedBy is what the rule of a suggestion takes in its question.
func proposedBy(s suggest.Suggestion) taken {
	mark := taken{word: "would be taken"}
	call, err := s.Latest.Call()
	if err != nil {
		return mark
	}
	c := new(transcript.Replayer).Decide(call, s.Latest.Project, s.Rule).Choices[0]
	mark.options, mark.text = c.Options, c.Text
	return mark
}

package rules

import (
	"context"
	"fmt"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// tellLack warns if the last question that the rule matches does not offer its answer: the rule does not answer such a
// question. It fails if the person interrupts the search.
func tellLack(ctx context.Context, a *cli.App, r question.Rule) (lacks bool, err error) {
	if r.Check() != nil || r.Answer.Label == "" && r.Answer.Labels == nil {
		return false, nil
	}
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return false, ctx.Err()
	}
	lack := preferences.FindLack(r, asked)
	if lack != nil {
		a.Note("hint", lack.String())
	}
	return lack != nil, nil
}

// hintUncounted prints what [uncounted] says.
func hintUncounted(ctx context.Context, a *cli.App, r question.Rule) error {
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return ctx.Err()
	}
	if text := uncounted(a, r, asked); text != "" {
		a.Note("hint", text)
	}
	return nil
}

// uncounted says that the person's answers in past sessions do not count for a rule, and how to count them; "" if
// there are none, or others count.
func uncounted(a *cli.App, r question.Rule, asked []transcript.Question) string {
	n := r.CountAgreeing(transcript.AnswersTo(r, asked))
	if n == 0 || r.Mode != question.NeverAsk || r.CountAgreeing(a.Rulebook().Answered()) > 0 {
		return ""
	}
	text := "Your answer in a past session does not count, because this rule was not made from it"
	if n > 1 {
		text = fmt.Sprintf("Your %d answers in past sessions do not count, because this rule was not made from them", n)
	}
	if id := a.Rulebook().SuggestionFor(r, asked); id != "" {
		return fmt.Sprintf("%s; to count them: neverask rules rm %s, then neverask rules suggest --accept %s", text, r.ID, id)
	}
	return text
}

// printOutlook prints what a rule will do.
func printOutlook(a *cli.App, r question.Rule) {
	past := a.Rulebook().Answered()
	n := r.CountAgreeing(past)
	for _, sentence := range preferences.WhatItWouldDo(r, n, n, preferences.Concern(r, past)) {
		if sentence == preferences.NothingFound { // there is nothing to do about it
			fmt.Fprintln(a.Stderr, sentence)
			continue
		}
		a.Note("hint", sentence)
	}
}

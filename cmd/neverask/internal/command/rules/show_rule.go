package rules

import (
	"context"
	"fmt"
	"slices"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
)

// showRule shows a rule with the person's answers to its questions, and its findings.
func showRule(ctx context.Context, a *cli.App, id string, asJSON bool) error {
	one, err := ruleOf(a, id)
	if err != nil {
		return err
	}
	wrong, err := findings(ctx, a)
	if err != nil {
		return err
	}
	wrong = slices.DeleteFunc(wrong, func(f preferences.Finding) bool { return f.Rule != id })
	var about []question.PastAnswer
	if one.asked != nil {
		about = one.asked.About(a.Rulebook().Answered())
	}
	if asJSON {
		return a.WriteJSON(ruleJSON{one.any(), cli.OrEmpty(about), cli.OrEmpty(wrong)})
	}
	if err := a.WriteJSON(one.any()); err != nil {
		return err
	}
	for _, f := range wrong {
		a.Line("", "%s: %s", f.Kind, f.Message)
	}
	if one.asked == nil {
		return nil
	}
	if r := *one.asked; r.Mode != question.AlwaysAsk {
		a.Line("", "same %s: %s", r.Sameness(), strictjson.Explain(question.Samenesses(), string(r.Sameness())))
	}
	a.Line("", "%s", countAnswers(about))
	past, _, err := a.PastQuestions(ctx)
	if text := uncounted(a, *one.asked, past); err == nil && text != "" {
		a.Line("", "%s", text)
	}
	for _, past := range about {
		note := string(past.By)
		if past.Unconfirmed {
			note += ", not yet confirmed by a transcript"
		}
		fmt.Fprintf(a.Stdout, "  %s  %s → %s  (%s)\n", past.At.Local().Format(time.DateTime),
			cli.Shown(past.Question.Text), cli.Shown(past.Answer()), note)
	}
	return nil
}

// countAnswers says how often the person answered a rule's questions.
func countAnswers(about []question.PastAnswer) string {
	switch n := len(about); n {
	case 0:
		return "no answer of yours counts yet; Claude asks you once more"
	case 1:
		return "answered on " + question.Day(about[0].At)
	default:
		return fmt.Sprintf("answered %d times, last on %s", n, question.Day(about[n-1].At))
	}
}

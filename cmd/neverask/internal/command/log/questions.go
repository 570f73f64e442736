package log

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/transcript"
)

const overwritten = "overwritten"

var byValues = []string{
	string(transcript.Person), string(transcript.Neverask), string(transcript.OtherHook),
	string(transcript.Nobody), string(transcript.Unknown),
	string(transcript.Picked), string(transcript.Typed), string(transcript.Declined),
	string(transcript.TimedOut), string(transcript.Denied),
	string(transcript.Failed), string(transcript.Unanswered), string(transcript.Unreadable), overwritten,
}

// questionFilter returns the filter that the flags describe. "by you" means answered by the person.
func (f *logFlags) questionFilter(now time.Time) (func(transcript.Question) bool, error) {
	for _, by := range f.by {
		if !slices.Contains(byValues, by) {
			return nil, cli.Misuse("use one of: "+strings.Join(byValues, ", "), "--by: unknown value %q", by)
		}
	}
	if f.limit < 0 {
		return nil, cli.Misuse("0 means all", "--limit: %d is negative", f.limit)
	}
	var since time.Time
	if f.since != "" {
		var err error
		if since, err = cli.ParseSince(f.since, now); err != nil {
			return nil, err
		}
	}
	return func(q transcript.Question) bool {
		if q.Time.Before(since) || f.failed && q.Outcome != transcript.Failed {
			return false
		}
		return len(f.by) == 0 || slices.ContainsFunc(f.by, func(by string) bool {
			return by == string(q.By) || by == string(q.Outcome) || by == overwritten && q.Overwritten
		})
	}, nil
}

// chosenQuestions returns the questions that the flags select, the newest first, and how many there were before the
// limit.
func chosenQuestions(ctx context.Context, a *cli.App, f logFlags) (asked []transcript.Question,
	found, skipped int, err error) {
	if asked, skipped, err = a.PastQuestions(ctx); err != nil {
		return nil, 0, 0, err
	}
	asked = slices.DeleteFunc(asked, func(q transcript.Question) bool { return !f.wantQuestion(q) })
	slices.Reverse(asked)
	found = len(asked)
	if f.limit > 0 {
		asked = asked[:min(found, f.limit)]
	}
	return asked, found, skipped, nil
}

func printQuestions(ctx context.Context, a *cli.App, f logFlags) error {
	asked, found, _, err := chosenQuestions(ctx, a, f)
	if err != nil {
		return err
	}
	p := printer(a, f)
	for _, q := range asked {
		if err := p.print(q); err != nil {
			return err
		}
	}
	if len(asked) == 0 {
		fmt.Fprintln(a.Stderr, "hint: no questions found in", diffview.Visible(a.Short(a.Planner.Locations.Config())))
	}
	err = p.flush()
	hintOfMore(a, len(asked), found, "")
	return err
}

func printQuestionsJSON(ctx context.Context, a *cli.App, f logFlags) error {
	asked, _, skipped, err := chosenQuestions(ctx, a, f)
	if err != nil {
		return err
	}
	return a.WriteJSON(jsonOfQuestions(a, asked, skipped))
}

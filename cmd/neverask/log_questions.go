package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/past"
	"neverask/hooks/claude/transcript"
)

const overwritten = "overwritten"

var byValues = []string{
	string(transcript.Person), string(transcript.Neverask), string(transcript.OtherHook), string(transcript.Nobody), string(transcript.Unknown),
	string(transcript.Picked), string(transcript.Typed), string(transcript.Declined), string(transcript.TimedOut), string(transcript.Denied),
	string(transcript.Failed), string(transcript.Unanswered), string(transcript.Unreadable), overwritten,
}

// questionFilter returns the questions that the flags select. "by you" is what the person answered.
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
		if since, err = parseSince(f.since, now); err != nil {
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

// parseSince reads how long ago, or when.
func parseSince(s string, now time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if n, err := strconv.Atoi(strings.TrimSuffix(s, unit)); err == nil && n >= 0 && strings.HasSuffix(s, unit) {
			return now.AddDate(0, 0, -n*days), nil
		}
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, cli.Misuse("write 90m, 12h, 7d, 4w or a date such as 2026-01-31", "--since: %q is no time", s)
}

// chosenQuestions are the questions that the flags select, the newest first.
func (a *app) chosenQuestions(ctx context.Context, f logFlags) (asked []transcript.Question, skipped int, err error) {
	if asked, skipped, err = a.asked(ctx); err != nil {
		return nil, 0, err
	}
	asked = slices.DeleteFunc(asked, func(q transcript.Question) bool { return !f.wantQuestion(q) })
	slices.Reverse(asked)
	if f.limit > 0 {
		asked = asked[:min(len(asked), f.limit)]
	}
	return asked, skipped, nil
}

func (a *app) questions(ctx context.Context, f logFlags) error {
	asked, _, err := a.chosenQuestions(ctx, f)
	if err != nil {
		return err
	}
	p := a.printer(f)
	for _, q := range asked {
		if err := p.print(q); err != nil {
			return err
		}
	}
	if len(asked) == 0 {
		fmt.Fprintln(a.Stderr, "hint: no questions found in", diffview.Visible(a.Short(a.Installer.Locations.Config())))
	}
	return p.flush()
}

func (a *app) questionsJSON(ctx context.Context, f logFlags) error {
	asked, skipped, err := a.chosenQuestions(ctx, f)
	if err != nil {
		return err
	}
	return a.WriteJSON(jsonOfQuestions(asked, skipped))
}

// asked reads all questions, the oldest first, and counts the lines that were
// skipped. A person at the terminal sees how far it is.
func (a *app) asked(ctx context.Context) (asked []transcript.Question, skipped int, err error) {
	p := past.Open(a.Installer)
	progress, done := a.progress()
	asked, _, err = p.Asked(ctx, progress)
	done()
	if err != nil {
		return nil, 0, err
	}
	s := p.Stats()
	skipped = s.Skipped.Broken + s.Skipped.Foreign + s.Skipped.Long
	if s.Unreadable > 0 {
		fmt.Fprintf(a.Stderr, "neverask: %s could not be read\n", diffview.Count(s.Unreadable, "transcript"))
	}
	return asked, skipped, nil
}

// progress returns a function that shows progress on a terminal, and one that
// takes it away. What is done at once shows nothing.
func (a *app) progress() (show func(transcript.Progress), done func()) {
	f, ok := a.Stderr.(*os.File)
	if !ok || !a.Terminal || !term.IsTerminal(f.Fd()) {
		return nil, func() {}
	}
	shown, next := false, time.Now().Add(300*time.Millisecond)
	show = func(p transcript.Progress) {
		if now := time.Now(); p.Bytes > 0 && now.After(next) {
			shown, next = true, now.Add(100*time.Millisecond)
			fmt.Fprintf(a.Stderr, "\rreading %s: %d %% ", diffview.Count(p.Files, "transcript"), min(100, 100*p.BytesDone/p.Bytes))
		}
	}
	return show, func() {
		if shown {
			fmt.Fprint(a.Stderr, "\r\x1b[K")
		}
	}
}

// pollEvery is how often --follow looks for something new.
const pollEvery = 500 * time.Millisecond

// followQuestions prints questions until it is interrupted. A question is printed when it
// was settled at the look before already: the client writes the transcript and
// our hook the log, and the two need not be ready at once.
func (a *app) followQuestions(ctx context.Context, f logFlags) error {
	type key struct {
		toolUseID string
		index     int
	}
	before, p := past.Open(a.Installer), a.printer(f)
	decided, printed := map[key]bool{}, map[key]bool{}
	var asked []transcript.Question
	for first := true; ; first = false {
		news, changed, err := before.Asked(ctx, nil)
		if err != nil {
			return err
		}
		if changed {
			asked = news
		}
		start := 0
		if first && f.limit > 0 {
			start = max(0, len(asked)-f.limit)
		}
		for i, q := range asked {
			k := key{q.ToolUseID, q.Index}
			switch {
			case printed[k] || pending(q):
			case first && i < start:
				printed[k] = true
			case !first && !decided[k]:
				decided[k] = true
			default:
				printed[k] = true
				if f.wantQuestion(q) {
					if err := p.print(q); err != nil {
						return err
					}
				}
			}
		}
		if err := p.flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollEvery):
		}
	}
}

// pending reports whether a question may still get an answer.
func pending(q transcript.Question) bool {
	return q.Outcome == transcript.Unanswered && q.By == transcript.Nobody
}

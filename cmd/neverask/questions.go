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
	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/app/past"
	"neverask/hooks/claude/transcript"
)

// questionsFlags say which questions to print, and how.
type questionsFlags struct {
	since     string
	by        []string
	limit     int
	json, csv bool
	follow    bool
}

func (a *app) questionsCommand() *cobra.Command {
	var f questionsFlags
	cmd := &cobra.Command{
		Use:   "questions",
		Short: "List what Claude asked, and who answered",
		Long: `List what Claude asked, and who answered, the newest first.

The questions come from the transcripts that Claude Code keeps and from
neverask's own log. --by takes who answered (you, neverask, other-hook, nobody,
unknown), what became of the question (picked, typed, declined, timed-out,
denied, failed, unanswered, unreadable), or overwritten for the answers of
neverask that another hook replaced.

With --json one document is printed: {"questions": [...], "skipped": N}, where N
counts the lines of transcripts that were not understood. With --follow it is
one question a line, each once it has an answer or will get none.`,
		Example: `  neverask questions --since 7d --by neverask
  neverask questions --by declined,typed --json
  neverask questions --follow`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			want, err := f.filter(time.Now())
			if err != nil {
				return err
			}
			if f.follow {
				return a.follow(cmd.Context(), f, want)
			}
			return a.questions(cmd.Context(), f, want)
		},
	}
	cmd.Flags().StringVar(&f.since, "since", "", "only what was asked since then: 90m, 12h, 7d, 4w or a date such as 2026-01-31")
	cmd.Flags().StringSliceVar(&f.by, "by", nil, "only what was answered by, or came out as, one of these")
	cmd.Flags().IntVar(&f.limit, "limit", 50, "at most so many, the newest; 0 for all")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print comma-separated values with a header")
	cmd.Flags().BoolVarP(&f.follow, "follow", "f", false, "go on printing while Claude works, the oldest first")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	_ = cmd.RegisterFlagCompletionFunc("by", cobra.FixedCompletions(byValues, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

const overwritten = "overwritten"

var byValues = []string{
	string(transcript.Person), string(transcript.Neverask), string(transcript.OtherHook), string(transcript.Nobody), string(transcript.Unknown),
	string(transcript.Picked), string(transcript.Typed), string(transcript.Declined), string(transcript.TimedOut), string(transcript.Denied),
	string(transcript.Failed), string(transcript.Unanswered), string(transcript.Unreadable), overwritten,
}

// filter returns what the flags select. "by you" is what the person answered.
func (f questionsFlags) filter(now time.Time) (func(transcript.Question) bool, error) {
	for _, by := range f.by {
		if !slices.Contains(byValues, by) {
			return nil, usage("use one of: "+strings.Join(byValues, ", "), "--by: unknown value %q", by)
		}
	}
	if f.limit < 0 {
		return nil, usage("0 means all", "--limit: %d is negative", f.limit)
	}
	var since time.Time
	if f.since != "" {
		var err error
		if since, err = parseSince(f.since, now); err != nil {
			return nil, err
		}
	}
	return func(q transcript.Question) bool {
		if q.Time.Before(since) {
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
	return time.Time{}, usage("write 90m, 12h, 7d, 4w or a date such as 2026-01-31", "--since: %q is no time", s)
}

func (a *app) questions(ctx context.Context, f questionsFlags, want func(transcript.Question) bool) error {
	asked, skipped, err := a.asked(ctx)
	if err != nil {
		return err
	}
	asked = slices.DeleteFunc(asked, func(q transcript.Question) bool { return !want(q) })
	slices.Reverse(asked)
	if f.limit > 0 {
		asked = asked[:min(len(asked), f.limit)]
	}
	if f.json {
		list := questionsJSON{Questions: []questionJSON{}, Skipped: skipped}
		for _, q := range asked {
			list.Questions = append(list.Questions, jsonOf(q))
		}
		return a.writeJSON(list)
	}
	p := a.printer(f)
	for _, q := range asked {
		if err := p.print(q); err != nil {
			return err
		}
	}
	if len(asked) == 0 {
		fmt.Fprintln(a.stderr, "hint: no questions found in", diffview.Visible(a.short(a.in.Locations.Config())))
	}
	return p.flush()
}

// asked reads all questions, the oldest first, and counts the lines that were
// skipped. A person at the terminal sees how far it is.
func (a *app) asked(ctx context.Context) (asked []transcript.Question, skipped int, err error) {
	p := past.Open(a.in)
	progress, done := a.progress()
	asked, _, err = p.Asked(ctx, progress)
	done()
	if err != nil {
		return nil, 0, err
	}
	s := p.Stats()
	skipped = s.Skipped.Broken + s.Skipped.Foreign + s.Skipped.Long
	if s.Unreadable > 0 {
		fmt.Fprintf(a.stderr, "neverask: %s could not be read\n", diffview.Count(s.Unreadable, "transcript"))
	}
	return asked, skipped, nil
}

// progress returns a function that shows progress on a terminal, and one that
// takes it away. What is done at once shows nothing.
func (a *app) progress() (show func(transcript.Progress), done func()) {
	f, ok := a.stderr.(*os.File)
	if !ok || !a.terminal || !term.IsTerminal(f.Fd()) {
		return nil, func() {}
	}
	shown, next := false, time.Now().Add(300*time.Millisecond)
	show = func(p transcript.Progress) {
		if now := time.Now(); p.Bytes > 0 && now.After(next) {
			shown, next = true, now.Add(100*time.Millisecond)
			fmt.Fprintf(a.stderr, "\rreading %s: %d %% ", diffview.Count(p.Files, "transcript"), min(100, 100*p.BytesDone/p.Bytes))
		}
	}
	return show, func() {
		if shown {
			fmt.Fprint(a.stderr, "\r\x1b[K")
		}
	}
}

// pollEvery is how often --follow looks for something new.
const pollEvery = 500 * time.Millisecond

// follow prints questions until it is interrupted. A question is printed when it
// was settled at the look before already: the client writes the transcript and
// our hook the log, and the two need not be ready at once.
func (a *app) follow(ctx context.Context, f questionsFlags, want func(transcript.Question) bool) error {
	type key struct {
		toolUseID string
		index     int
	}
	before, p := past.Open(a.in), a.printer(f)
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
				if want(q) {
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

package log

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// followLog prints questions and calls as they end, until interrupted.
func followLog(ctx context.Context, a *cli.App, f logFlags) error {
	switch {
	case f.questions:
		return followQuestions(ctx, a, f)
	case f.tools:
		return followActivity(ctx, a, f)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan error)
	go func() {
		err := followActivity(ctx, a, f)
		cancel(err)
		ended <- err
	}()
	err := followQuestions(ctx, a, f)
	cancel(err)
	return errors.Join(<-ended, err)
}

// followActivity prints calls as they end, until it is interrupted, which is no
// failure.
func followActivity(ctx context.Context, a *cli.App, f logFlags) error {
	want, asJSON, acts := f.wantCall, f.JSON, follower{f: f, known: len(readActs(a, f))}
	if start := time.Now(); want.Since.Before(start.AddDate(0, 0, -1)) {
		want.Since = start.AddDate(0, 0, -1) // unended calls from before that will not end any more
	}
	r := activity.Open(activityLog(a), want)
	if _, err := r.Update(ctx, nil); err != nil && ctx.Err() == nil {
		return err
	}
	var failed error
	r.Each = func(c activity.Call) {
		var err error
		switch act := acts.ruled[callID{c.Session, c.ToolUse}]; {
		case asJSON:
			_, err = a.StdoutJSON().Write(append(c.JSON(), '\n'))
		case !act.Denies(): // else its line is there
			_, err = fmt.Fprintln(a.Stdout, diffview.Visible(callLine(c, act)))
		}
		failed = cmp.Or(failed, err)
	}
	for {
		failed = cmp.Or(failed, acts.tell(a))
		if _, err := r.Update(ctx, nil); ctx.Err() == nil && cmp.Or(err, failed) != nil {
			return cmp.Or(err, failed)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollEvery):
		}
	}
}

// A follower tells what tool rules do, as they do it.
type follower struct {
	f     logFlags
	known int // acts that were there before, or were told
	ruled map[callID]eventlog.RuleAct
}

// tell prints the acts that are new.
func (t *follower) tell(a *cli.App) error {
	acts := readActs(a, t.f)
	if len(acts) < t.known { // old ones were removed
		t.known = len(acts)
	}
	t.ruled = byCall(acts)
	news := acts[t.known:]
	t.known = len(acts)
	for _, act := range news {
		c, err := actedOn(act), error(nil)
		switch {
		case !t.f.wantCall.Selects(c):
		case t.f.JSON:
			_, err = a.StdoutJSON().Write(append(act.JSON(), '\n'))
		default:
			_, err = fmt.Fprintln(a.Stdout, diffview.Visible(callLine(c, act)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pollEvery is how often --follow checks for news.
const pollEvery = 500 * time.Millisecond

// followQuestions prints questions until interrupted. It prints a question one poll after it was decided, because the
// client's transcript and our hook's log may be written at different times.
func followQuestions(ctx context.Context, a *cli.App, f logFlags) error {
	type key struct {
		toolUseID string
		index     int
	}
	before, p := pastquestions.Open(a.Planner), printer(a, f)
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
			case printed[k] || isOpen(q):
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

// isOpen reports whether a question may still get an answer.
func isOpen(q transcript.Question) bool {
	return q.Outcome == transcript.Unanswered && q.By == transcript.Nobody
}

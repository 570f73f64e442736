package log

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// callFilter returns the filter that the flags describe.
func (f *logFlags) callFilter(now time.Time) (activity.Filter, error) {
	want := activity.Filter{Session: f.session, Project: f.project, Tool: f.tool}
	if f.since != "" {
		since, err := cli.ParseSince(f.since, now)
		if err != nil {
			return want, err
		}
		want.Since = since
	}
	if strings.ContainsRune(f.project, filepath.Separator) || f.project == "." || f.project == ".." {
		dir, err := filepath.Abs(f.project)
		if err != nil {
			return want, err
		}
		want.Project = dir
	}
	return want, nil
}

func activityLog(a *cli.App) eventlog.ActivityLog {
	return eventlog.OpenActivity(a.Planner.Paths.Activity())
}

// printCalls prints the summary.
func printCalls(ctx context.Context, a *cli.App, f logFlags) error {
	want := f.wantCall
	now := time.Now()
	s, err := activity.Read(ctx, activityLog(a), want, now)
	if err != nil {
		return err
	}
	progress, done := a.Progress()
	asked, _, err := pastquestions.Open(a.Planner).Asked(ctx, progress)
	done()
	if err != nil {
		return err
	}
	report := activityReport{Summary: s, since: want.Since, questions: transcript.Count(asked, want.Since)}
	if f.JSON {
		return activityJSON(ctx, a, f, report, now)
	}
	report.denied, report.askedAbout = countActs(readActs(a, f), want)
	if s.Calls == 0 {
		fmt.Fprintln(a.Stderr, "hint:", noActivity(a, want, false))
	}
	_, err = fmt.Fprint(a.Stdout, report.text())
	hintOfWeek(a, f, slices.ContainsFunc(asked, func(q transcript.Question) bool { return q.Time.Before(want.Since) }))
	return err
}

// noActivity says why there is nothing to show: no calls and, if wanted, no questions.
func noActivity(a *cli.App, want activity.Filter, questions bool) (why string) {
	if questions {
		why = "no questions, and "
	}
	files, err := activityLog(a).Files(time.Time{})
	switch {
	case err == nil && len(files) == 0 && install.Anywhere(a.Planner, config.ActivityRecording):
		return why + "no calls are recorded yet: recording is on, and calls appear as Claude uses tools"
	case err == nil && len(files) == 0:
		return why + "no calls are recorded yet: neverask log --record on starts recording"
	case want.Tool+want.Session+want.Project != "":
		return why + "no calls match the flags"
	}
	return why + "no calls since then"
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

// printCallsCSV prints calls as a table, as they are read: there may be more than fit into
// memory.
func printCallsCSV(ctx context.Context, a *cli.App, f logFlags) error {
	calls, err := activity.Calls(ctx, activityLog(a), f.wantCall, time.Now())
	if err != nil {
		return err
	}
	w := csv.NewWriter(a.Stdout)
	if err := w.Write(append(activity.Columns(), "act", "rules")); err != nil {
		return err
	}
	acts, told := readActs(a, f), map[callID]bool{}
	ruled := byCall(acts)
	for c := range calls {
		id := callID{c.Session, c.ToolUse}
		told[id] = true
		if err := w.Write(append(c.CSV(), actCells(ruled[id])...)); err != nil {
			return err
		}
	}
	for _, act := range acts { // of calls that are not recorded otherwise
		if c := actedOn(act); (c.ToolUse == "" || !told[callID{c.Session, c.ToolUse}]) && f.wantCall.Selects(c) {
			if err := w.Write(append(c.CSV(), actCells(act)...)); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return cmp.Or(ctx.Err(), w.Error())
}

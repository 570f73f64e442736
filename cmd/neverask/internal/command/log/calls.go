package log

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/past"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// callFilter is the calls that the flags select.
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
	return eventlog.OpenActivity(a.Installer.Paths.Activity())
}

// printCalls prints the summary.
func printCalls(ctx context.Context, a *cli.App, f logFlags) error {
	want := f.wantCall
	now := time.Now()
	s, err := activity.Read(ctx, activityLog(a), want, now)
	if err != nil {
		return err
	}
	p := past.Open(a.Installer)
	progress, done := a.Progress()
	asked, _, err := p.Asked(ctx, progress)
	done()
	if err != nil {
		return err
	}
	report := activityReport{Summary: s, since: want.Since, questions: transcript.Count(asked, want.Since)}
	if f.hooks {
		report.hooks = p.HookStats(ctx)
	}
	if f.json {
		return activityJSON(ctx, a, f, report, now)
	}
	if s.Calls == 0 {
		fmt.Fprintln(a.Stderr, "hint:", noActivity(a, want, false))
	}
	_, err = fmt.Fprint(a.Stdout, report.text(now))
	return err
}

// noActivity says why there is nothing to see: no calls, and no questions where these were
// wanted, too.
func noActivity(a *cli.App, want activity.Filter, questions bool) (why string) {
	if questions {
		why = "no questions, and "
	}
	files, err := activityLog(a).Files(time.Time{})
	switch {
	case err == nil && len(files) == 0:
		return why + "no calls are recorded yet: neverask install --pack activity starts recording"
	case want.Tool+want.Session+want.Project != "":
		return why + "no calls match the flags"
	}
	return why + "no calls since then"
}

// followActivity prints calls as they end, until it is interrupted, which is no
// failure.
func followActivity(ctx context.Context, a *cli.App, want activity.Filter, asJSON bool) error {
	if start := time.Now(); want.Since.Before(start.AddDate(0, 0, -1)) {
		want.Since = start.AddDate(0, 0, -1) // what began earlier, and has not ended, is too old to end
	}
	r := activity.Open(activityLog(a), want)
	if _, err := r.Update(ctx, nil); err != nil && ctx.Err() == nil {
		return err
	}
	var failed error
	r.Each = func(c activity.Call) {
		var err error
		if asJSON {
			_, err = a.StdoutJSON().Write(append(c.JSON(), '\n'))
		} else {
			_, err = fmt.Fprintln(a.Stdout, diffview.Visible(callLine(c)))
		}
		failed = cmp.Or(failed, err)
	}
	for {
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

// formats for other programs; questions have the first two.
var formats = []string{"csv", "jsonl", "otlp-json"}

func exportActivity(ctx context.Context, a *cli.App, want activity.Filter, format string) error {
	stdout := a.StdoutJSON()
	if format == "csv" {
		stdout = a.Stdout
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	var write func(activity.Call) error
	finish := func() error { return nil }
	switch format {
	case "csv":
		w := csv.NewWriter(out)
		if err := w.Write(activity.Columns()); err != nil {
			return err
		}
		write, finish = func(c activity.Call) error { return w.Write(c.CSV()) }, func() error { w.Flush(); return w.Error() }
	case "jsonl":
		write = func(c activity.Call) error { _, err := out.Write(append(c.JSON(), '\n')); return err }
	case "otlp-json":
		w := activity.NewTraces(out, a.Version)
		write, finish = w.Add, w.Close
	}
	calls, err := activity.Calls(ctx, activityLog(a), want, time.Now())
	if err != nil {
		return err
	}
	for c := range calls {
		if err := write(c); err != nil {
			return err
		}
	}
	if err := cmp.Or(ctx.Err(), finish()); err != nil {
		return err
	}
	return out.Flush()
}

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/app/past"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// activityFlags select calls.
type activityFlags struct {
	since, session, project, tool string
}

func (f *activityFlags) add(cmd *cobra.Command, since string) {
	about := "only calls begun since then: 90m, 12h, 7d, 4w or a date such as 2026-01-31"
	if since == "" {
		about += " (default all)"
	}
	cmd.Flags().StringVar(&f.since, "since", since, about)
	cmd.Flags().StringVar(&f.session, "session", "", "only of sessions whose id begins so")
	cmd.Flags().StringVar(&f.project, "project", "", "only of this project: its directory, or the name of that")
	cmd.Flags().StringVar(&f.tool, "tool", "", "only of this tool; a star at the end stands for anything, as in 'mcp__github__*'")
}

// filter is what the flags select.
func (f *activityFlags) filter(now time.Time) (activity.Filter, error) {
	want := activity.Filter{Session: f.session, Project: f.project, Tool: f.tool}
	if f.since != "" {
		since, err := parseSince(f.since, now)
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

func (a *app) activityLog() eventlog.ActivityLog {
	return eventlog.OpenActivity(a.in.Paths.Activity())
}

func (a *app) activityCommand() *cobra.Command {
	var (
		f                   activityFlags
		asJSON, follow, hks bool
	)
	cmd := &cobra.Command{
		Use:   "activity",
		Short: "Tell which tools Claude used, how long they took, and how they ended",
		Long: `Tell which tools Claude used, how long they took, how long they waited for a
permission, and how they ended.

It reads the record that the activity hooks keep on this machine: neverask
install --pack activity installs them. A call whose own end was not recorded was
closed by something else, and that is said: the batch that lists it, the next
prompt, the end of the turn or of the session, or its age.

With --json one document is printed: {"calls": [...], "tools": [...],
"agents": [...], ...}. With --follow it is one call a line, each when it ends.`,
		Example: `  neverask activity
  neverask activity --since 24h --tool Bash
  neverask activity --since 1h --json
  neverask activity --follow
  neverask activity export --format otlp-json > traces.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			want, err := f.filter(time.Now())
			switch {
			case err != nil:
				return err
			case follow:
				return a.followActivity(cmd.Context(), want, asJSON)
			}
			return a.activity(cmd.Context(), want, asJSON, hks)
		},
	}
	f.add(cmd, "7d")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on printing calls while Claude works")
	cmd.Flags().BoolVar(&hks, "hooks", false, "tell how long hooks took, too, from all transcripts")
	cmd.MarkFlagsMutuallyExclusive("follow", "hooks")
	cmd.AddCommand(a.activityExportCommand(), a.activityArgumentsCommand())
	return cmd
}

// activity prints the summary.
func (a *app) activity(ctx context.Context, want activity.Filter, asJSON, hks bool) error {
	now := time.Now()
	s, err := activity.Read(ctx, a.activityLog(), want, now)
	if err != nil {
		return err
	}
	p := past.Open(a.in)
	progress, done := a.progress()
	asked, _, err := p.Asked(ctx, progress)
	done()
	if err != nil {
		return err
	}
	report := activityReport{Summary: s, since: want.Since, questions: transcript.Count(asked, want.Since)}
	if hks {
		report.hooks = p.HookStats(ctx)
	}
	if asJSON {
		return a.activityJSON(ctx, report, want, now)
	}
	if s.Calls == 0 {
		fmt.Fprintln(a.stderr, "hint:", a.noActivity(want))
	}
	_, err = fmt.Fprint(a.stdout, report.text(now))
	return err
}

// noActivity says why there is nothing to see.
func (a *app) noActivity(want activity.Filter) string {
	files, err := a.activityLog().Files(time.Time{})
	switch {
	case err == nil && len(files) == 0:
		return "nothing is recorded; neverask install --pack activity records from now on"
	case want.Tool+want.Session+want.Project != "":
		return "no call fits the flags"
	}
	return "no calls since then"
}

// followActivity prints calls as they end, until it is interrupted, which is no
// failure.
func (a *app) followActivity(ctx context.Context, want activity.Filter, asJSON bool) error {
	if start := time.Now(); want.Since.Before(start.AddDate(0, 0, -1)) {
		want.Since = start.AddDate(0, 0, -1) // what began earlier, and has not ended, is too old to end
	}
	r := activity.Open(a.activityLog(), want)
	if _, err := r.Update(ctx, nil); err != nil && ctx.Err() == nil {
		return err
	}
	var failed error
	r.Each = func(c activity.Call) {
		var err error
		if asJSON {
			_, err = a.stdoutJSON().Write(append(c.JSON(), '\n'))
		} else {
			_, err = fmt.Fprintln(a.stdout, diffview.Visible(callLine(c)))
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

// formats of activity export.
var formats = []string{"csv", "jsonl", "otlp-json"}

func (a *app) activityExportCommand() *cobra.Command {
	var (
		f      activityFlags
		format string
	)
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write calls for other programs",
		Long: `Write calls for other programs, to standard output.

  csv        a header and a line for each call
  jsonl      one JSON object for each call, as in neverask activity --json
  otlp-json  OpenTelemetry traces, one document a line: a trace for each session,
             with a span for each call. The otlpjsonfile receiver of the
             OpenTelemetry Collector reads it. Calls that run are left out.`,
		Example: `  neverask activity export --format csv --since 30d > calls.csv
  neverask activity export --format jsonl --tool Bash | jq .duration_ms
  neverask activity export --format otlp-json > traces.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			want, err := f.filter(time.Now())
			if err != nil {
				return err
			}
			return a.exportActivity(cmd.Context(), want, format)
		},
	}
	f.add(cmd, "")
	cmd.Flags().StringVar(&format, "format", "jsonl", "csv, jsonl or otlp-json")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) exportActivity(ctx context.Context, want activity.Filter, format string) error {
	stdout := a.stdoutJSON()
	if format == "csv" {
		stdout = a.stdout
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
		w := activity.NewTraces(out, version())
		write, finish = w.Add, w.Close
	default:
		return usage("use one of: "+strings.Join(formats, ", "), "--format: unknown value %q", format)
	}
	calls, err := activity.Calls(ctx, a.activityLog(), want, time.Now())
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

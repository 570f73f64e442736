package log

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/histogram"
)

// summaryReport is the content of log --summary.
type summaryReport struct {
	activity.Summary
	since     time.Time
	questions transcript.Counts
	// How many calls tool rules denied, and had Claude Code ask about.
	denied, askedAbout int
}

// shownTools is how many tools the text shows; JSON has all.
const shownTools = 20

// text returns the report for people.
func (r summaryReport) text() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(diffview.Visible(fmt.Sprintf(format, args...)), " ") + "\n")
	}
	line("%s", r.headline())
	if r.Calls > 0 {
		line("")
		r.tools(line)
	}
	if q := r.questions; q.Asked > 0 {
		line("")
		line("Questions: %d asked, %d answered for you, %d overwritten by another hook", q.Asked, q.Answered, q.Overwritten)
	}
	if r.denied+r.askedAbout > 0 {
		line("")
		line("Tool rules: %d denied, %d asked about", r.denied, r.askedAbout)
	}
	return b.String()
}

func (r summaryReport) headline() string {
	s := diffview.Count(r.Calls, "call") + " in " + diffview.Count(r.Sessions, "session")
	if r.Running > 0 {
		s += fmt.Sprintf(", %d running", r.Running)
	}
	s += fmt.Sprintf(", %d failed, %s", r.Failed, diffview.Count(r.Prompts, "prompt"))
	if !r.since.IsZero() {
		s += "; since " + r.since.Local().Format("2006-01-02 15:04")
	}
	return s
}

// timed formats a duration from a histogram, which may be empty.
func timed(of histogram.Histogram, d time.Duration) string {
	if of.Count() == 0 {
		return "-"
	}
	return activity.Brief(d)
}

type liner func(format string, args ...any)

func (r summaryReport) tools(line liner) {
	line("%-30s %7s %8s %12s %12s %12s %12s", "Tool", "calls", "failed", "p50", "p95", "longest", "wait p95")
	for i, t := range r.Tools {
		if i == shownTools {
			line("… and %s", diffview.Count(len(r.Tools)-i, "other tool"))
			break
		}
		line("%-30s %7d %6.1f %% %12s %12s %12s %12s", cli.Shown(t.Name), t.Calls, 100*t.FailureShare(),
			timed(t.Took, t.Quantile(0.5)), timed(t.Took, t.Quantile(0.95)), timed(t.Took, t.Max), timed(t.Waits, t.Wait(0.95)))
	}
}

// printSummary prints the summary.
func printSummary(ctx context.Context, a *cli.App, f logFlags) error {
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
	report := summaryReport{Summary: s, since: want.Since, questions: transcript.Count(asked, want.Since)}
	if f.JSON {
		return logJSON(ctx, a, f, report, now)
	}
	report.denied, report.askedAbout = countActs(readActs(a, f), want)
	if s.Calls == 0 {
		fmt.Fprintln(a.Stderr, "hint:", noActivity(a, want, false))
	}
	_, err = fmt.Fprint(a.Stdout, report.text())
	hintOfWeek(a, f, slices.ContainsFunc(asked, func(q transcript.Question) bool { return q.Time.Before(want.Since) }))
	return err
}

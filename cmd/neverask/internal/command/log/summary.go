package log

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/record/histogram"
)

// activityReport is what the activity command prints.
type activityReport struct {
	activity.Summary
	since     time.Time
	questions transcript.Counts
}

// shownTools is how many tools people get; JSON has all.
const shownTools = 20

// text is the report for people.
func (r activityReport) text() string {
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
	return b.String()
}

func (r activityReport) headline() string {
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

// timed is a duration out of a spread, which may be empty.
func timed(of histogram.Histogram, d time.Duration) string {
	if of.Count() == 0 {
		return "-"
	}
	return activity.Brief(d)
}

type liner func(format string, args ...any)

func (r activityReport) tools(line liner) {
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

// callLine is a call on one line.
func callLine(c activity.Call) string {
	what := c.Tool
	if c.Key != "" {
		what += " " + c.Key
	}
	parts := []string{c.Ending()}
	if c.Timed {
		parts = append(parts, activity.Brief(c.Duration))
	}
	// Every call waits for hooks; a person takes longer.
	if c.Waited && (c.Asked || c.Wait >= time.Second) {
		parts = append(parts, "waited "+activity.Brief(c.Wait))
	}
	line := fmt.Sprintf("%s  %-24s %s", c.Start.Local().Format("2006-01-02 15:04:05"), cli.Shown(what), strings.Join(parts, ", "))
	if where := strings.Trim(c.ProjectName+" "+c.AgentType, " "); where != "" {
		line += "  (" + where + ")"
	}
	return line
}

// activityJSON prints one document. The calls are written as they are read: there
// may be more than fit into memory.
func activityJSON(ctx context.Context, a *cli.App, f logFlags, r activityReport, now time.Time) error {
	calls, err := activity.Calls(ctx, activityLog(a), f.wantCall, now)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(a.StdoutJSON(), 1<<16)
	out.WriteByte('{')
	if !f.tools {
		if err := questionMembers(ctx, a, f, out); err != nil {
			return err
		}
	}
	out.WriteString("\"calls\": [")
	separator := "\n"
	for c := range calls {
		if f.failed && !activity.Failed(c.Class) {
			continue
		}
		out.WriteString(separator)
		out.Write(c.JSON())
		separator = ",\n"
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	rest, err := json.Marshal(summaryJSONOf(r))
	if err != nil {
		return err
	}
	out.WriteString("],\n ")
	out.Write(rest[1:])
	out.WriteByte('\n')
	return out.Flush()
}

// questionMembers prints the members about questions, and goes on to the next one.
func questionMembers(ctx context.Context, a *cli.App, f logFlags, out *bufio.Writer) error {
	asked, _, skipped, err := chosenQuestions(ctx, a, f)
	if err != nil {
		return err
	}
	b, err := json.Marshal(jsonOfQuestions(asked, skipped))
	if err != nil {
		return err
	}
	out.Write(b[1 : len(b)-1])
	out.WriteString(",\n ")
	return nil
}

// summaryJSON is the documented shape of what follows the calls.
type summaryJSON struct {
	Tools     []toolJSON        `json:"tools"`
	Sessions  int               `json:"sessions"`
	Prompts   int               `json:"prompts"`
	Failed    int               `json:"failed"`
	Running   int               `json:"running"`
	Questions transcript.Counts `json:"counts"`
}

type toolJSON struct {
	Tool      string                 `json:"tool"`
	Server    string                 `json:"server,omitempty"`
	Calls     int                    `json:"calls"`
	Running   int                    `json:"running"`
	Failed    int                    `json:"failed"`
	Asked     int                    `json:"asked"`
	P50       int64                  `json:"p50_ms"`
	P95       int64                  `json:"p95_ms"`
	Max       int64                  `json:"max_ms"`
	WaitP95   int64                  `json:"wait_p95_ms"`
	Durations int                    `json:"durations"` // calls that the three are of
	Classes   map[eventlog.Class]int `json:"classes"`
}

func summaryJSONOf(r activityReport) summaryJSON {
	j := summaryJSON{
		Tools:    []toolJSON{},
		Sessions: r.Sessions, Prompts: r.Prompts, Failed: r.Failed, Running: r.Running, Questions: r.questions,
	}
	for _, t := range r.Tools {
		j.Tools = append(j.Tools, toolJSON{
			Tool: t.Name, Server: t.Server, Calls: t.Calls, Running: t.Running, Failed: t.Failed, Asked: t.Asked, P50: t.Quantile(0.5).Milliseconds(),
			P95: t.Quantile(0.95).Milliseconds(), Max: t.Max.Milliseconds(), WaitP95: t.Wait(0.95).Milliseconds(), Durations: t.Took.Count(), Classes: t.Classes,
		})
	}
	return j
}

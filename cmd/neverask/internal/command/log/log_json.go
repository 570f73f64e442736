package log

import (
	"bufio"
	"context"
	"encoding/json"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// logJSON prints one document. It writes calls while reading them: there may be more than fit into memory.
func logJSON(ctx context.Context, a *cli.App, f logFlags, r summaryReport, now time.Time) error {
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
	summary := summaryJSONOf(r)
	summary.RuleActs = actsJSON(readActs(a, f), f.wantCall)
	rest, err := json.Marshal(summary)
	if err != nil {
		return err
	}
	out.WriteString("],\n ")
	out.Write(rest[1:])
	out.WriteByte('\n')
	return out.Flush()
}

// questionMembers prints the members about questions, with a comma after them.
func questionMembers(ctx context.Context, a *cli.App, f logFlags, out *bufio.Writer) error {
	asked, _, skipped, err := chosenQuestions(ctx, a, f)
	if err != nil {
		return err
	}
	b, err := json.Marshal(jsonOfQuestions(a, asked, skipped))
	if err != nil {
		return err
	}
	out.Write(b[1 : len(b)-1])
	out.WriteString(",\n ")
	return nil
}

// summaryJSON is the documented shape of the members after the calls.
type summaryJSON struct {
	RuleActs  []json.RawMessage `json:"rule_acts"`
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
	Durations int                    `json:"durations"` // the calls behind the three durations
	Classes   map[eventlog.Class]int `json:"classes"`
}

func summaryJSONOf(r summaryReport) summaryJSON {
	j := summaryJSON{
		Tools:    []toolJSON{},
		Sessions: r.Sessions, Prompts: r.Prompts, Failed: r.Failed, Running: r.Running, Questions: r.questions,
	}
	for _, t := range r.Tools {
		j.Tools = append(j.Tools, toolJSON{
			Tool: t.Name, Server: t.Server, Calls: t.Calls, Running: t.Running,
			Failed: t.Failed, Asked: t.Asked, P50: activity.Milliseconds(t.Quantile(0.5)),
			P95: activity.Milliseconds(t.Quantile(0.95)), Max: activity.Milliseconds(t.Max),
			WaitP95: activity.Milliseconds(t.Wait(0.95)), Durations: t.Took.Count(), Classes: t.Classes,
		})
	}
	return j
}

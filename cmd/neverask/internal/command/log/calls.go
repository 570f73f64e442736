package log

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
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

// callLine returns a call on one line, with what a tool rule did about it, if anything.
func callLine(c activity.Call, act eventlog.RuleAct) string {
	what := c.Tool
	if c.Key != "" {
		what += " " + c.Key
	}
	line := fmt.Sprintf("%s  %-24s %s", c.Start.Local().Format("2006-01-02 15:04"), cli.Shown(what), outcome(c, act))
	if where := strings.Trim(c.ProjectName+" "+c.AgentType, " "); where != "" {
		line += "  (" + where + ")"
	}
	return line
}

// outcome is how a call ended, how long it took, and what a rule did about it, if one did.
func outcome(c activity.Call, act eventlog.RuleAct) string {
	rules := strings.Join(act.Rules, ", ")
	switch {
	case act.Denies():
		return "rule denied: " + rules
	case act.Asks() && (c.Class == "" || c.Class == activity.Running):
		return "rule asks: " + rules
	}
	parts := []string{c.Ending()}
	if c.Timed {
		parts = append(parts, activity.Brief(c.Duration))
	}
	// Every call waits a little for hooks; a person takes longer.
	if c.Waited && (c.Asked || c.Wait >= time.Second) {
		parts = append(parts, "waited "+activity.Brief(c.Wait))
	}
	if act.Asks() {
		parts = append(parts, "rule asked: "+rules)
	}
	return strings.Join(parts, ", ")
}

package rulestatetest

import (
	"fmt"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
	"neverask/tui/kit/kittest"
)

// Activity returns a reader of the recorded calls.
func (w *World) Activity(want activity.Filter) *activity.Reader {
	return activity.Open(eventlog.OpenActivity(w.In.Paths.Activity()), want)
}

// Record records events, each some time before [kittest.Noon], in the session of the questions.
func (w *World) Record(all ...eventlog.Activity) {
	w.T.Helper()
	log := eventlog.OpenActivity(w.In.Paths.Activity())
	for _, a := range all {
		a.Time = kittest.Noon.UnixNano() - a.Time
		if a.Session == "" {
			a.Session = "s1"
		}
		if a.Project == "" {
			a.Project, a.ProjectName = eventlog.ProjectHash(w.Dir()), "shop"
		}
		musttest.Do(w.T, log.Append(a))
	}
}

const (
	second = int64(time.Second)
	minute = int64(time.Minute)
)

// RecordCalls records n successful calls, one a minute, the last one some minutes ago.
func RecordCalls(w *World, n, minutes int) {
	for i := range n {
		ago := int64(minutes+n-1-i) * minute
		tool := []string{"Bash", "Read", "Read", "Edit"}[i%4]
		id := fmt.Sprintf("run-%d-%d", minutes, i)
		w.Record(
			eventlog.Activity{
				Time: ago, Event: hooks.EventPreToolUse, ToolUse: id, Tool: tool, Key: map[string]string{"Bash": "go"}[tool],
			},
			eventlog.Activity{
				Time: ago - second, Event: hooks.EventPostToolUse, ToolUse: id,
				Class: eventlog.ClassOK, Timed: true, Took: int64(200 + 10*i),
			},
		)
	}
}

// RecordAll records a call of each kind.
func RecordAll(w *World) {
	w.Record(
		eventlog.Activity{Time: 90 * minute, Event: hooks.EventUserPromptSubmit},
		eventlog.Activity{
			Time: 80 * minute, Event: hooks.EventPreToolUse, ToolUse: "1", Tool: "Bash", Key: "go", Mode: "default", In: 44,
		},
		eventlog.Activity{Time: 80*minute - 1*second, Event: hooks.EventPermissionRequest, Tool: "Bash", Key: "go"},
		eventlog.Activity{
			Time: 80*minute - 60*second, Event: hooks.EventPostToolUse,
			ToolUse: "1", Class: eventlog.ClassOK, Timed: true, Took: 52000, Out: 900,
		},
		eventlog.Activity{Time: 70 * minute, Event: hooks.EventPreToolUse, ToolUse: "2", Tool: "Bash", Key: "npm"},
		eventlog.Activity{
			Time: 70*minute - 2*second, Event: hooks.EventPostToolUseFailure,
			ToolUse: "2", Class: eventlog.ClassExit, Exit: 2, Timed: true, Took: 1900,
		},
		eventlog.Activity{Time: 60 * minute, Event: hooks.EventPreToolUse, ToolUse: "3", Tool: "Read", Key: ".md"},
		eventlog.Activity{
			Time: 60*minute - second/50, Event: hooks.EventPostToolUseFailure,
			ToolUse: "3", Class: eventlog.ClassNotFound, Timed: true, Took: 4,
		},
		eventlog.Activity{
			Time: 50 * minute, Event: hooks.EventPreToolUse, ToolUse: "4",
			Tool: "mcp__github__create_pull_request", Server: "github",
		},
		eventlog.Activity{
			Time: 50*minute - 30*second, Event: hooks.EventPostToolBatch,
			Calls: []eventlog.BatchResult{{ToolUse: "4", Class: eventlog.ClassDenied, By: eventlog.DeniedByPerson}},
		},
		eventlog.Activity{Time: 40 * minute, Event: hooks.EventSubagentStart, Agent: "a1", AgentType: "Explore"},
		eventlog.Activity{
			Time: 40*minute - second, Event: hooks.EventPreToolUse, ToolUse: "5",
			Tool: "Grep", Agent: "a1", AgentType: "Explore",
		},
		eventlog.Activity{
			Time: 40*minute - 2*second, Event: hooks.EventPostToolUse,
			ToolUse: "5", Tool: "Grep", Agent: "a1", Class: eventlog.ClassOK, Timed: true, Took: 31,
		},
		eventlog.Activity{Time: 38 * minute, Event: hooks.EventSubagentStop, Agent: "a1", AgentType: "Explore"},
		eventlog.Activity{Time: 30 * minute, Event: hooks.EventPreToolUse, ToolUse: "6", Tool: "Bash", Key: "git"},
		eventlog.Activity{Time: 20 * minute, Event: hooks.EventUserPromptSubmit},
		eventlog.Activity{Time: minute, Event: hooks.EventPreToolUse, ToolUse: "7", Tool: "Bash", Key: "make"},
	)
}

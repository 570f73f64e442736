package calls

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// world is what a person has done, with a record of it.
type world struct {
	*changetest.World
}

func (w *world) Activity(want activity.Filter) *activity.Reader {
	return activity.Open(eventlog.OpenActivity(w.In.Paths.Activity()), want)
}

// driver shows the place.
type driver struct {
	*kittest.Driver
	*world
	place *Place
}

// show shows the place at its usual size, after what was done before.
func show(t testing.TB, before ...func(*world)) *driver {
	w := &world{World: changetest.New(t)}
	for _, do := range before {
		if do != nil {
			do(w)
		}
	}
	return w.show(80, 24)
}

func (w *world) show(width, height int) *driver {
	p := New(w, w.Home, w.In.Now)
	return &driver{w.Show(p, width, height), w, p}
}

// record writes records, each some minutes before kittest.Noon.
func (w *world) record(all ...eventlog.Activity) {
	w.T.Helper()
	log := eventlog.OpenActivity(w.In.Paths.Activity())
	for _, a := range all {
		a.Time = kittest.Noon.UnixNano() - a.Time
		if a.Session == "" {
			a.Session = "5c5997d1-d0f6-40ce-ad14-6e7253b4e2fd"
		}
		if err := log.Append(a); err != nil {
			w.T.Fatal(err)
		}
	}
}

const (
	minute = int64(time.Minute)
	second = int64(time.Second)
)

// aFewCalls is a session with a call of each kind, the hooks of which are off.
func aFewCalls(w *world) {
	w.record(
		eventlog.Activity{Time: 90 * minute, Event: hooks.EventUserPromptSubmit},
		eventlog.Activity{Time: 80 * minute, Event: hooks.EventPreToolUse, ToolUse: "1", Tool: "Bash", Key: "go", ProjectName: "shop", Mode: "default", Effort: "high", In: 44},
		eventlog.Activity{Time: 80*minute - 1*second, Event: hooks.EventPermissionRequest, Tool: "Bash", Key: "go"},
		eventlog.Activity{Time: 80*minute - 60*second, Event: hooks.EventPostToolUse, ToolUse: "1", Class: eventlog.ClassOK, Timed: true, Took: 52000, Out: 900},
		eventlog.Activity{Time: 70 * minute, Event: hooks.EventPreToolUse, ToolUse: "2", Tool: "Bash", Key: "npm", ProjectName: "shop"},
		eventlog.Activity{Time: 70*minute - 2*second, Event: hooks.EventPostToolUseFailure, ToolUse: "2", Class: eventlog.ClassExit, Exit: 2, Timed: true, Took: 1900},
		eventlog.Activity{Time: 60 * minute, Event: hooks.EventPreToolUse, ToolUse: "3", Tool: "Read", Key: ".md", ProjectName: "shop"},
		eventlog.Activity{Time: 60*minute - second/50, Event: hooks.EventPostToolUseFailure, ToolUse: "3", Class: eventlog.ClassNotFound, Timed: true, Took: 4},
		eventlog.Activity{Time: 50 * minute, Event: hooks.EventPreToolUse, ToolUse: "4", Tool: "mcp__github__create_pull_request", Server: "github", ProjectName: "shop"},
		eventlog.Activity{Time: 50*minute - 30*second, Event: hooks.EventPostToolBatch, Calls: []eventlog.BatchResult{{ToolUse: "4", Class: eventlog.ClassDenied, By: eventlog.DeniedByPerson}}},
		eventlog.Activity{Time: 40 * minute, Event: hooks.EventSubagentStart, Agent: "a1", AgentType: "Explore"},
		eventlog.Activity{Time: 40*minute - second, Event: hooks.EventPreToolUse, ToolUse: "5", Tool: "Grep", Agent: "a1", AgentType: "Explore", ProjectName: "shop"},
		eventlog.Activity{Time: 40*minute - 2*second, Event: hooks.EventPostToolUse, ToolUse: "5", Tool: "Grep", Agent: "a1", Class: eventlog.ClassOK, Timed: true, Took: 31},
		eventlog.Activity{Time: 38 * minute, Event: hooks.EventSubagentStop, Agent: "a1", AgentType: "Explore"},
		eventlog.Activity{Time: 30 * minute, Event: hooks.EventPreToolUse, ToolUse: "6", Tool: "Bash", Key: "git", ProjectName: "shop"},
		eventlog.Activity{Time: 20 * minute, Event: hooks.EventUserPromptSubmit},
		eventlog.Activity{Time: minute, Event: hooks.EventPreToolUse, ToolUse: "7", Tool: "Bash", Key: "make", ProjectName: "shop"},
	)
}

// many is a busy week, and more before it, with a call whose names do harm.
func many(w *world) {
	r := activitytest.Record{Lines: 20000, Sessions: 40, Days: 10, End: kittest.Noon}
	if err := r.Write(w.In.Paths.Activity()); err != nil {
		w.T.Fatal(err)
	}
	w.record(eventlog.Activity{Time: minute, Event: hooks.EventPreToolUse, ToolUse: "h\x1b[2J", Tool: "mcp__evil__\x1b[31m\u202eevil\u202c 漢字かな交じり文" + strings.Repeat("長い", 20), Key: "\u202eevil\u009b31m", ProjectName: "漢字かな交じり文 👩‍👩‍👧‍👦"})
}

// install installs the activity hooks.
func (w *world) install() {
	w.Do(install.Install(w.In, w.Targets()[0], install.Options{What: []config.Installable{config.ActivityRecording}}))
}

package tui

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
)

// record writes records, each some minutes before noon.
func (f *fake) record(all ...eventlog.Activity) {
	f.T.Helper()
	log := eventlog.OpenActivity(f.In.Paths.Activity())
	for _, a := range all {
		a.Time = noon.UnixNano() - a.Time
		if a.Session == "" {
			a.Session = "5c5997d1-d0f6-40ce-ad14-6e7253b4e2fd"
		}
		if err := log.Append(a); err != nil {
			f.T.Fatal(err)
		}
	}
}

const (
	minute = int64(time.Minute)
	second = int64(time.Second)
)

// aFewCalls is a session with a call of each kind, the hooks of which are off.
func aFewCalls(d *driver) {
	d.f.week = transcript.Counts{Asked: 31, Answered: 22, Overwritten: 1}
	d.f.stats = []transcript.HookStat{{Event: "Stop", Name: "~/bin/notify --token s3cr3t", Seen: 12, Errors: 2, Max: 40 * time.Millisecond, Last: noon.Add(-50 * time.Hour)}}
	d.f.record(
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
		eventlog.Activity{Time: 38 * minute, Event: hooks.EventSubagentStop, Agent: "a1", AgentType: "Explore", Tokens: 18230},
		eventlog.Activity{Time: 30 * minute, Event: hooks.EventPreToolUse, ToolUse: "6", Tool: "Bash", Key: "git", ProjectName: "shop"},
		eventlog.Activity{Time: 20 * minute, Event: hooks.EventUserPromptSubmit},
		eventlog.Activity{Time: minute, Event: hooks.EventPreToolUse, ToolUse: "7", Tool: "Bash", Key: "make", ProjectName: "shop"},
	)
}

// manyCalls is a busy week, and more before it.
func manyCalls(d *driver) {
	r := activitytest.Record{Lines: 20000, Sessions: 40, Days: 10, End: noon}
	if err := r.Write(d.f.In.Paths.Activity()); err != nil {
		d.T.Fatal(err)
	}
	d.f.record(eventlog.Activity{Time: minute, Event: hooks.EventPreToolUse, ToolUse: "h\x1b[2J", Tool: "mcp__evil__" + nasty[100:160], Key: "\u202eevil\u009b31m", ProjectName: "漢字かな交じり文 👩‍👩‍👧‍👦"})
}

var activityScreens = []struct {
	name string
	show func(*driver)
}{
	{"activity-empty", func(d *driver) { d.openTab("Activity") }},
	{"activity-installed", func(d *driver) { d.installActivity(); d.openTab("Activity") }},
	{"activity-old", func(d *driver) {
		d.f.record(eventlog.Activity{Time: 20 * 24 * 60 * minute, Event: hooks.EventPostToolUse, ToolUse: "1", Tool: "Bash"})
		d.openTab("Activity")
	}},
	{"activity-reading", func(d *driver) { d.Hold = true; d.Keys("6") }},
	{"activity-stopped", func(d *driver) { d.Hold = true; d.Keys("6", "esc"); d.Release() }},
	{"activity", func(d *driver) { aFewCalls(d); d.openTab("Activity") }},
	{"activity-tool", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.Keys("enter") }},
	{"activity-call", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.chooseActivity("52s   1h"); d.Keys("enter") }},
	{"activity-outcome", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.chooseActivity("interrupted"); d.Keys("enter") }},
	{"activity-agent", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.chooseActivity("Explore"); d.Keys("enter") }},
	{"activity-hours", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.chooseActivity("Fri 20 Nov") }},
	{"activity-hook", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.Keys("G") }},
	{"activity-find", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.Keys("/"); d.Text("bash") }},
	{"activity-nothing-found", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.Keys("/"); d.Text("nowhere") }},
	{"activity-sorted", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.Keys("s") }},
	{"activity-large", func(d *driver) { manyCalls(d); d.openTab("Activity"); d.Keys("m") }},
	{"activity-large-end", func(d *driver) { manyCalls(d); d.openTab("Activity"); d.Keys("G") }},
	{"help-activity", func(d *driver) { aFewCalls(d); d.openTab("Activity"); d.Keys("?") }},
}

// installActivity goes through with installing the activity hooks beside those for
// questions.
func (d *driver) installActivity() {
	d.Keys("i", "up", "up", "space", "G", "enter", "a", "y", "enter")
}

// chooseActivity moves to the first row of the Activity tab whose text has these
// words.
func (d *driver) chooseActivity(text string) {
	d.T.Helper()
	d.Keys("g")
	for range 100 {
		for row := range strings.Lines(d.Screen()) {
			if row, chosen := strings.CutPrefix(strings.TrimPrefix(row, "│"), "▸ "); chosen && strings.Contains(row, text) {
				return
			}
		}
		d.Keys("down")
	}
	d.T.Fatalf("no row has %q:\n%s", text, d.Screen())
}

func TestActivityScreens(t *testing.T) {
	for _, s := range activityScreens {
		screensOf(t, s.name, s.show)
	}
}

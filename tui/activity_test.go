package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/tui/calls"
)

func (d *driver) activityTab() *calls.Place {
	d.T.Helper()
	for _, p := range d.m.tabs {
		if t, ok := p.tab.(*calls.Place); ok {
			return t
		}
	}
	d.T.Fatal("there is no Activity tab")
	return nil
}

// done is the record of a call that has just ended.
func done(id, tool string) eventlog.Activity {
	return eventlog.Activity{Time: second, Event: hooks.EventPostToolUse, ToolUse: id, Tool: tool, Class: eventlog.ClassOK, Timed: true, Took: 5}
}

func TestActivityFollows(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	aFewCalls(d)
	d.Keys("6")
	d.Sees("7 calls", "1 running")
	d.chooseActivity("Read")
	d.f.record(done("7", "Bash"), done("8", "Write"))
	d.Tick()
	d.Tick() // the look that is due, and then the reading
	d.Sees("8 calls", "▸ Read", "Write")
	d.SeesNot("running")

	// Elsewhere nothing is read, and back here everything is.
	d.Keys("7")
	d.f.record(done("9", "Write"))
	before := d.activityTab().Generation
	for range 5 {
		d.Tick()
	}
	if got := d.activityTab().Generation; got != before {
		t.Error("it reads while another tab is shown")
	}
	d.Keys("6")
	d.Sees("9 calls")
}

func TestActivityReadingCanBeStopped(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	aFewCalls(d)
	d.Hold = true
	d.Keys("6")
	d.Sees("reading the record: 0 %")
	d.Keys("esc")
	d.Sees("press r to read")
	d.Release()
	d.Sees("press r to read") // what was on its way is not wanted
	d.Keys("r")
	d.Sees("7 calls")
	// What is shown stays while another time is read, and what comes too late is
	// dropped.
	d.Hold = true
	d.Keys("d", "m")
	d.Sees("last 30 days", "7 calls")
	d.Release()
	d.Sees("last 30 days", "7 calls")
}

func TestActivityTimes(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	for i, days := range []int64{0, 2, 8, 28} {
		a := done(fmt.Sprint(i), "Bash")
		a.Time += days * 24 * 60 * minute
		d.f.record(a)
	}
	d.Keys("6")
	d.Sees("last 7 days", "2 calls")
	for _, k := range []struct{ key, calls string }{{"t", "4 calls"}, {"t", "1 call"}, {"t", "2 calls"}, {"m", "4 calls"}, {"d", "1 call"}, {"w", "2 calls"}} {
		d.Keys(k.key)
		d.Sees("· " + k.calls + " ·")
	}
}

func TestActivitySorts(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	aFewCalls(d)
	d.Keys("6")
	for _, want := range []string{"by failures|Read|Bash", "by slowness|Bash|Grep|Read", "by wait|mcp__github|Bash", "by name|Bash|Grep|Read|mcp__", "by calls|Bash|Grep|Read"} {
		d.Keys("s")
		rest := d.Screen()
		for part := range strings.SplitSeq(want, "|") {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Fatalf("%q is not in the order of %s:\n%s", part, want, d.Screen())
			}
			rest = after
		}
	}
}

func TestActivityFinds(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	aFewCalls(d)
	d.Keys("6", "/")
	d.Text("npm")
	d.Sees("exit code", "Bash npm")
	d.SeesNot("Grep", "Tools by")
	d.Keys("enter", "down")
	d.Sees("▸")
	d.Keys("esc", "g")
	d.Sees("Grep", "Tools by calls")
}

// What is in the record is drawn safely.
func TestActivityDrawsSafely(t *testing.T) {
	evil := "x\x1b[2J\u202ey\u009b31m\tz"
	a := eventlog.Activity{
		Event: hooks.EventPostToolUseFailure, Tool: evil, Key: evil, Server: evil, ToolUse: evil, Agent: evil, AgentType: evil, ProjectName: evil, Mode: evil,
		Effort: evil, Background: evil, Arguments: evil, Class: eventlog.Class(evil), Timed: true,
	}
	f := newFake(t)
	f.record(a)
	f.stats = []transcript.HookStat{{Event: hooks.Event(evil), Name: evil, Seen: 1}}
	d := newDriver(t, f, 120, 60)
	d.Keys("6")
	for i := range 8 { // more than there are sections
		for _, key := range []string{"enter", "esc"} {
			d.Keys(key)
			content := d.m.View().Content
			for _, bad := range []string{"\x1b[2J", "\u202e", "\u009b", "\t"} {
				if strings.Contains(content, bad) {
					t.Fatalf("%q is drawn, row %d", bad, i)
				}
			}
		}
		d.Keys("down")
	}
}

// The same choice after every kind of news, also of hooks, which come later.
func TestActivityKeepsTheChoice(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	aFewCalls(d)
	d.Keys("6")
	d.chooseActivity("Explore")
	d.Send(calls.HookCostMsg{Stats: []transcript.HookStat{{Event: "Stop", Name: "a"}, {Event: "Stop", Name: "b"}}})
	d.Sees("▸ Explore")
	for range 100 {
		d.Keys("up")
	}
	d.Sees("▸ Bash")
	for range 100 {
		d.Keys("down")
	}
	d.Sees("Stop  b")
}

func TestActivityClick(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	aFewCalls(d)
	d.Keys("6")
	d.ClickOn("Grep")
	d.Sees("▸ Grep")
	d.ClickOn("Failed or interrupted") // a title is nothing to choose
	d.Sees("▸ Grep")
	d.ClickOn("▸ Grep")
	d.Sees("Slowest calls")
	d.Keys("esc")
	d.Sees("▸ Grep")
}

// activityKeys are keys on the tab, and the way back.
var activityKeys = []struct{ name, keys, key, back string }{
	{"down", "6", "down", "up"},
	{"end", "6", "G", "g"},
	{"find", "6 /", "b", "backspace"},
	{"sort", "6", "s", ""},
	{"show", "6", "enter", "esc"},
}

// busyRecord makes a record of many lines.
func (f *fake) busyRecord(lines int) {
	f.T.Helper()
	if err := (activitytest.Record{Lines: lines, Sessions: max(1, lines/2000), Days: 29, End: noon}).Write(f.In.Paths.Activity()); err != nil {
		f.T.Fatal(err)
	}
}

// A key, from the message to the frame, with a million lines. The budget is 16 ms;
// where there is a way back, two keys are counted.
func BenchmarkActivityKey(b *testing.B) {
	f := newFake(b)
	f.busyRecord(1e6)
	for _, at := range activityKeys {
		b.Run(at.name, func(b *testing.B) {
			d := newDriver(b, f, 120, 40)
			d.Keys("6", "m")
			do := keyOn(d, at.keys, at.key, at.back)
			for b.Loop() {
				do()
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*60, "of-frame")
		})
	}
}

// Opening the tab, with a million lines to read.
func BenchmarkActivityOpen(b *testing.B) {
	f := newFake(b)
	f.busyRecord(1e6)
	d := newDriver(b, f, 120, 40)
	d.activityTab().Span = 2
	for b.Loop() {
		d.Keys("6", "r")
		d.m.View()
		d.Keys("7")
	}
}

// A hundred times the lines make no key slower by more than a small factor: what is
// summed up is what counts.
func TestActivityStaysQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a large record")
	}
	few, many := newFake(t), newFake(t)
	few.busyRecord(2000)
	many.busyRecord(200000)
	small, big := newDriver(t, few, 120, 40), newDriver(t, many, 120, 40)
	for _, at := range activityKeys {
		best := func(d *driver) time.Duration {
			d.Hold = false
			d.m.ToPlace()
			d.Keys("1", "6", "esc", "m", "g")
			least := time.Hour
			do := keyOn(d, at.keys, at.key, at.back)
			for range 15 {
				start := time.Now()
				do()
				least = min(least, time.Since(start))
			}
			d.Held = nil
			return least
		}
		a, b := best(small), best(big)
		t.Logf("%-8s %8v with few, %8v with many", at.name, a.Round(time.Microsecond), b.Round(time.Microsecond))
		if b > 10*a {
			t.Errorf("%s: %v with few, %v with many", at.name, a, b)
		}
	}
}

package calls

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks"
	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/tui/change/changetest"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// done is the record of a call that has just ended.
func done(id, tool string) eventlog.Activity {
	return eventlog.Activity{Time: second, Event: hooks.EventPostToolUse, ToolUse: id, Tool: tool, Class: eventlog.ClassOK, Timed: true, Took: 5}
}

// screens are those of the place: after keys, or of a row that is opened. Like is what is to be
// seen on one, and unlike what is not.
var screens = []struct {
	name         string
	before       func(*world)
	keys, row    string
	like, unlike string
}{
	{"nothing recorded", nil, "", "", "No activity is recorded.|With the activity hooks, neverask records|press i to install them|i install…|r reload", "f filter|enter show"},
	{"installed", (*world).install, "", "", "No calls in the last 7 days.|Tool calls appear here as Claude works.|f filter", "hooks are off"},
	{"long ago", func(w *world) {
		w.record(eventlog.Activity{Time: 20 * 24 * 60 * minute, Event: hooks.EventPostToolUse, ToolUse: "1", Tool: "Bash"})
	}, "", "", "No calls in the last 7 days.|press f to look back further|The activity hooks are |i install…|f filter", "as Claude works"},
	{"calls", aFewCalls, "", "", "last 7 days · hooks off · 7 calls · 1 session · 2 failed · 1 running|▸ Bash|p50 52 s · p95 52 s", "p50 0"},
	{"tool", aFewCalls, "", "Bash", "Activity › Details|calls      4, 1 failed (33.3 %)|ended      1 exit code · 1 interrupted · 1 ok · 1 running|took       p50 52 s · p95 52 s · longest 52 s|permission requested for 1 call|esc back", ""},
	{"server", aFewCalls, "", "github · create", "server     github|ended      1 denied", "took"},
	{"not ended", func(w *world) {
		w.record(eventlog.Activity{Time: 50 * 60 * minute, Event: hooks.EventPreToolUse, ToolUse: "1", Tool: "Bash"}, done("2", "Read"))
	}, "", "Bash", "ended      1 no end recorded", "took"},
	{"found", aFewCalls, "/ b a s h", "", "/ bash|▸ Bash|enter done|esc show all", "Grep"},
	{"nothing found", aFewCalls, "/ n o w h e r e", "", "No matches. Press esc to show everything", "▸"},
	{"sorted", aFewCalls, "s", "", "tools by failure rate|▸ Bash", "tools by calls"},
	{"many", many, "f down enter", "", "last 30 days|6572 calls · 41 sessions|▸ Bash                          2657", ""},
	{"the end of many", many, "G", "", "last 7 days|▸ evil · ", ""},
	{"help", aFewCalls, "?", "", "enter  show full details|look back 24 hours, 7 days or 30 days", ""},
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := show(t, s.before)
			d.Keys(strings.Fields(s.keys)...)
			if s.row != "" {
				d.Choose(s.row)
				d.Keys("enter")
			}
			d.Looks(s.like, s.unlike)
		})
	}
}

func TestGoldens(t *testing.T) {
	kittest.Golden(t, "none", show(t).Screen())
	d := show(t, aFewCalls)
	kittest.Golden(t, "calls", d.Sizes())
	d.Keys("enter")
	kittest.Golden(t, "tool", d.Screen())
}

func TestFollows(t *testing.T) {
	d := show(t, aFewCalls)
	d.Sees("7 calls", "1 running")
	d.Choose("Read")
	d.record(done("7", "Bash"), done("8", "Write"))
	d.Tick()
	d.Tick() // the look that is due, and then the reading
	d.Sees("8 calls", "▸ Read", "Write")
	d.SeesNot("running")

	// Elsewhere nothing is read, and back here everything is.
	d.place.Left()
	d.record(done("9", "Write"))
	before := d.place.Generation
	for range 5 {
		d.Tick()
	}
	if got := d.place.Generation; got != before {
		t.Error("it reads while another place is shown")
	}
	d.Run(d.place.Load())
	d.Sees("9 calls")
}

func TestReadingCanBeStopped(t *testing.T) {
	d := show(t, aFewCalls)
	d.place.Left()
	d.place.found, d.Hold = nil, true
	d.Send(kit.ReloadMsg{})
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
	d.Keys("f", "up", "enter", "f", "down", "enter", "f", "down", "enter")
	d.Sees("last 30 days", "7 calls")
	d.Release()
	d.Sees("last 30 days", "7 calls")
}

func TestTimes(t *testing.T) {
	d := show(t, func(w *world) {
		for i, days := range []int64{0, 2, 8, 28} {
			a := done(fmt.Sprint(i), "Bash")
			a.Time += days * 24 * 60 * minute
			w.record(a)
		}
	})
	d.Sees("last 7 days", "2 calls")
	for _, k := range []struct{ key, calls string }{{"down", "4 calls"}, {"up up", "1 call"}, {"down", "2 calls"}} {
		d.Keys(strings.Fields("f " + k.key + " enter")...)
		d.Sees("· " + k.calls + " ·")
	}
}

func TestSorts(t *testing.T) {
	d := show(t, aFewCalls)
	for _, want := range []string{"by failure rate|Read|Bash", "by p95|Bash|Grep|Read", "by wait|github · create|Bash", "by name|Bash|Grep|Read|github", "by calls|Bash|Grep|Read"} {
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

func TestFinds(t *testing.T) {
	d := show(t, aFewCalls)
	d.Keys("/")
	d.Text("github")
	d.Sees("▸ github · create")
	d.SeesNot("Grep")
	d.Keys("enter", "esc", "g")
	d.Sees("Grep", "tools by calls")
}

// What is in the record is drawn safely.
func TestDrawsSafely(t *testing.T) {
	evil := "x\x1b[2J\u202ey\u009b31m\tz"
	a := eventlog.Activity{
		Event: hooks.EventPostToolUseFailure, Tool: evil, Key: evil, Server: evil, ToolUse: evil, Agent: evil, AgentType: evil, ProjectName: evil, Mode: evil,
		Effort: evil, Background: evil, Arguments: evil, Class: eventlog.Class(evil), Timed: true,
	}
	d := show(t, func(w *world) { w.record(a) })
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 60})
	for _, key := range []string{"g", "enter", "esc"} {
		d.Keys(key)
		d.Harmless(key)
	}
}

// The same choice after news.
func TestKeepsTheChoice(t *testing.T) {
	d := show(t, aFewCalls)
	d.Choose("Grep")
	for i := range 9 {
		d.record(done(fmt.Sprint("new", i), "Read"))
	}
	d.Tick()
	d.Tick()
	d.Sees("▸ Grep", "16 calls")
}

func TestClick(t *testing.T) {
	d := show(t, aFewCalls)
	d.ClickOn("Grep")
	d.Sees("▸ Grep")
	d.ClickOn("▸ Grep")
	d.Sees("Activity › Details")
	d.Keys("esc")
	d.Sees("▸ Grep")
}

// placeKeys are keys on the place, and the way back.
var placeKeys = []struct{ name, keys, key, back string }{
	{"down", "", "down", "up"},
	{"end", "", "G", "g"},
	{"find", "/", "b", "backspace"},
	{"sort", "", "s", ""},
	{"show", "", "enter", "esc"},
}

// busy makes a record of many lines.
func busy(t testing.TB, lines int) *world {
	w := &world{World: changetest.New(t)}
	if err := (activitytest.Record{Lines: lines, Sessions: max(1, lines/2000), Days: 29, End: kittest.Noon}).Write(w.In.Paths.Activity()); err != nil {
		t.Fatal(err)
	}
	return w
}

// A key, from the message to the frame, with a million lines. The budget is 16 ms;
// where there is a way back, two keys are counted.
func BenchmarkActivityKey(b *testing.B) {
	w := busy(b, 1e6)
	for _, at := range placeKeys {
		b.Run(at.name, func(b *testing.B) {
			d := w.show(120, 40)
			d.Keys("f", "down", "enter")
			do := d.Repeat(at.keys, at.key, at.back)
			for b.Loop() {
				do()
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*60, "of-frame")
		})
	}
}

// Opening the place, with a million lines to read.
func BenchmarkActivityOpen(b *testing.B) {
	d := busy(b, 1e6).show(120, 40)
	d.place.Span = 2
	for b.Loop() {
		d.Keys("r")
		d.M.View()
		d.place.Left()
	}
}

// Twenty-five times the lines make no key slower by more than a small factor: what is
// summed up is what counts.
func TestStaysQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a large record")
	}
	few, many := busy(t, 2000).show(120, 40), busy(t, 50000).show(120, 40)
	for _, at := range placeKeys {
		best := func(d *driver) time.Duration {
			d.Hold = false
			d.M.ToPlace()
			d.place.Span = 2
			d.Keys("esc", "r", "g")
			return d.Best(at.keys, at.key, at.back)
		}
		a, b := best(few), best(many)
		t.Logf("%-8s %8v with few, %8v with many", at.name, a.Round(time.Microsecond), b.Round(time.Microsecond))
		if b > 10*a {
			t.Errorf("%s: %v with few, %v with many", at.name, a, b)
		}
	}
}

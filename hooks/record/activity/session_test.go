package activity

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

const sessionID = "5c5997d1-d0f6-40ce-ad14-6e7253b4e2fd"

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// at is a record, some milliseconds after noon. The words are the event, or a
// short name of it, and then members.
func at(ms int, words string) eventlog.Activity {
	a := eventlog.Activity{Time: noon.Add(time.Duration(ms) * time.Millisecond).UnixNano(), Session: sessionID}
	for i, w := range strings.Fields(words) {
		name, value, _ := strings.Cut(w, "=")
		n := 0
		fmt.Sscan(value, &n)
		switch {
		case i == 0:
			a.Event = shortEvents[name]
			if a.Event == "" {
				a.Event = hooks.Event(name)
			}
		case name == "d":
			a.Timed, a.Took = true, int64(n)
		case name == "u":
			a.ToolUse = value
		case name == "n":
			a.Tool = value
		case name == "k":
			a.Key = value
		case name == "c":
			a.Class = eventlog.Class(value)
		case name == "by":
			a.By = eventlog.Denier(value)
		case name == "x":
			a.Exit = n
		case name == "a":
			a.Agent = value
		case name == "at":
			a.AgentType = value
		case name == "bg":
			a.Background = value
		case name == "call":
			p := strings.Split(value+"//", "/")
			a.Calls = append(a.Calls, eventlog.BatchResult{ToolUse: p[0], Tool: "Bash", Class: eventlog.Class(p[1]), By: eventlog.Denier(p[2])})
		default:
			panic(w)
		}
	}
	return a
}

var shortEvents = map[string]hooks.Event{
	"pre": hooks.EventPreToolUse, "post": hooks.EventPostToolUse, "fail": hooks.EventPostToolUseFailure, "batch": hooks.EventPostToolBatch,
	"ask": hooks.EventPermissionRequest, "deny": hooks.EventPermissionDenied, "prompt": hooks.EventUserPromptSubmit,
}

// write writes records into a log.
func write(t testing.TB, all ...eventlog.Activity) eventlog.ActivityLog {
	t.Helper()
	log := eventlog.OpenActivity(filepath.Join(t.TempDir(), "activity"))
	add(t, log, all...)
	return log
}

func add(t testing.TB, log eventlog.ActivityLog, all ...eventlog.Activity) {
	t.Helper()
	for _, a := range all {
		musttest.Do(t, log.Append(a))
	}
}

// told is a call as these tests write it down.
func told(c Call) string {
	s := c.ToolUse + " " + string(c.Class)
	if c.Exit != 0 {
		s += fmt.Sprintf(" exit %d", c.Exit)
	}
	if c.By != "" {
		s += " by " + string(c.By)
	}
	if c.Timed {
		s += fmt.Sprintf(" took %d", c.Duration.Milliseconds())
	}
	if c.Waited {
		s += fmt.Sprintf(" waited %d", c.Wait.Milliseconds())
	}
	if c.Asked {
		s += " asked"
	}
	if c.ClosedBy != "" {
		s += " closed by " + string(c.ClosedBy)
	}
	if c.Resumed > 0 {
		s += fmt.Sprintf(" resumed %d", c.Resumed)
	}
	if c.Agent != "" {
		s += " in " + c.Agent + "/" + c.AgentType
	}
	return s
}

func tellAll(t *testing.T, log eventlog.ActivityLog, f Filter, now time.Time) (all []string) {
	t.Helper()
	calls, err := Calls(context.Background(), log, f, now)
	musttest.Do(t, err)
	for c := range calls {
		all = append(all, told(c))
	}
	return all
}

var pairings = []struct {
	name    string
	records []eventlog.Activity
	want    []string
}{
	{"a call", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(60, "post u=1 n=Bash c=ok d=50")}, []string{"1 ok took 50 waited 10"}},
	{"without a duration", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(60, "post u=1 n=Bash")}, []string{"1 ok took 60"}},
	{"an end that came before its beginning", []eventlog.Activity{at(50, "pre u=1 n=Bash"), at(40, "post u=1 d=90")}, []string{"1 ok took 90 waited 0"}},
	{"a failure", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(9, "fail u=1 c=exit x=3 d=8")}, []string{"1 exit exit 3 took 8 waited 1"}},
	{"a failure of an unknown class", []eventlog.Activity{at(0, "pre u=1"), at(9, "fail u=1"), at(9, "pre u=2"), at(9, "fail u=2 c=melted")}, []string{"1 other took 9", "2 other took 0"}},
	{"parallel calls", []eventlog.Activity{
		at(0, "pre u=1 n=Bash"), at(1, "pre u=2 n=Bash"), at(2, "pre u=3 n=Read"), at(20, "post u=3 d=5"), at(30, "post u=1 d=29"), at(50, "fail u=2 c=timeout d=40"),
		at(51, "batch call=1 call=2 call=3"),
	}, []string{"3 ok took 5 waited 13", "1 ok took 29 waited 1", "2 timeout took 40 waited 9"}},
	{"two hooks record the same", []eventlog.Activity{
		at(0, "pre u=1"), at(0, "pre u=1"), at(9, "post u=1 d=8"), at(9, "post u=1 d=8"), at(9, "batch call=1/other"), at(9, "pre u=1"),
	}, []string{"1 ok took 8 waited 1"}},
	{"a retry is another call", []eventlog.Activity{at(0, "pre u=1"), at(9, "fail u=1 c=exit d=8"), at(20, "pre u=2"), at(29, "post u=2 d=8")},
		[]string{"1 exit took 8 waited 1", "2 ok took 8 waited 1"}},
	{"permission", []eventlog.Activity{
		at(0, "pre u=1 n=Bash k=ls"), at(0, "pre u=2 n=Bash k=rm"), at(0, "pre u=3 n=Read"), at(5, "ask n=Bash k=rm"), at(6, "ask n=Bash k=odd"), at(7, "ask n=Bash"),
		at(100, "post u=1 d=10"), at(200, "post u=2 d=10"), at(210, "post u=3 d=210"),
	}, []string{"1 ok took 10 waited 90 asked", "2 ok took 10 waited 190 asked", "3 ok took 210 waited 0"}},
	{"permission that names the call", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(0, "pre u=2 n=Bash"), at(5, "ask u=2 n=Bash"), at(9, "post u=1 d=9"), at(9, "post u=2 d=1")},
		[]string{"1 ok took 9 waited 0", "2 ok took 1 waited 8 asked"}},
	{"denied by the person", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(5, "ask n=Bash"), at(900, "batch call=1/denied/person")},
		[]string{"1 denied by person waited 900 asked closed by batch"}},
	{"denied in a batch of several", []eventlog.Activity{at(0, "pre u=1"), at(0, "pre u=2"), at(90, "post u=2 d=80"), at(91, "batch call=1/denied/rule call=2")},
		[]string{"2 ok took 80 waited 10", "1 denied by rule closed by batch"}},
	{"denied by the classifier", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(3, "deny u=1 n=Bash"), at(9, "batch call=1/denied/rule")}, []string{"1 denied by classifier"}},
	{"denied by the classifier, without a name", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(3, "deny n=Bash by=classifier"), at(9, "batch call=1")}, []string{"1 denied by classifier"}},
	{"input that is not accepted", []eventlog.Activity{at(0, "batch call=1/invalid call=2")}, []string{"1 invalid closed by batch"}},
	{"not run, for a reason of any words", []eventlog.Activity{at(0, "pre u=1"), at(9, "batch call=1")}, []string{"1 denied by hook closed by batch"}},
	{"not run, after a request", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(1, "ask n=Bash"), at(9, "batch call=1")},
		[]string{"1 denied by person waited 9 asked closed by batch"}},
	{"denied without a word", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(1, "ask n=Bash"), at(900, "prompt")}, []string{"1 denied by person asked closed by prompt"}},
	{"denied without a word, and listed after all", []eventlog.Activity{
		at(0, "pre u=1 n=Bash"), at(1, "ask n=Bash"), at(900, "prompt"), at(901, "batch call=1/interrupted"),
	}, []string{"1 interrupted asked closed by batch"}},
	{"interrupted by a prompt", []eventlog.Activity{at(0, "pre u=1"), at(900, "prompt"), at(950, "pre u=2"), at(960, "post u=2 d=9")},
		[]string{"2 ok took 9 waited 1", "1 interrupted closed by prompt"}},
	{"interrupted by the end", []eventlog.Activity{at(0, "pre u=1"), at(900, "SessionEnd")}, []string{"1 interrupted closed by session_end"}},
	{"lost at the end of the turn", []eventlog.Activity{at(0, "pre u=1"), at(9, "Stop")}, []string{"1 orphan closed by stop"}},
	{"lost at a failure of the API", []eventlog.Activity{at(0, "pre u=1"), at(9, "StopFailure")}, []string{"1 orphan closed by stop"}},
	{"the end comes after all", []eventlog.Activity{at(0, "pre u=1"), at(9, "prompt"), at(20, "post u=1 d=15")}, []string{"1 ok took 15 waited 5"}},
	{"the batch comes after all", []eventlog.Activity{at(0, "pre u=1"), at(9, "prompt"), at(20, "batch call=1/denied/hook")}, []string{"1 denied by hook closed by batch"}},
	{"put off and resumed", []eventlog.Activity{
		at(0, "SessionStart"), at(0, "pre u=1"), at(9, "SessionEnd"), at(50000, "SessionStart"), at(50010, "pre u=1"), at(50030, "post u=1 d=15"),
	}, []string{"1 ok took 15 waited 5 resumed 1"}},
	{"put off by a session that was killed", []eventlog.Activity{at(0, "SessionStart"), at(0, "pre u=1"), at(50000, "SessionStart"), at(50010, "pre u=1"), at(50030, "post u=1 d=15")},
		[]string{"1 ok took 15 waited 5 resumed 1"}},
	{"put off twice, and for good", []eventlog.Activity{at(0, "pre u=1"), at(9, "SessionEnd"), at(10, "pre u=1"), at(19, "SessionEnd"), at(20, "pre u=1"), at(29, "SessionEnd")},
		[]string{"1 interrupted closed by session_end resumed 2"}},
	{"only the end is known", []eventlog.Activity{at(90, "post u=1 n=Bash d=50"), at(95, "fail u=2 c=exit")}, []string{"1 ok took 50", "2 exit"}},
	{"a subagent", []eventlog.Activity{
		at(0, "pre u=1 n=Task"), at(1, "SubagentStart a=A at=Explore"), at(2, "pre u=2 n=Read a=A"), at(3, "post u=2 d=1 a=A"), at(4, "pre u=3 n=Read a=A at=Explore"),
		at(9, "SubagentStop a=A at=Explore"), at(10, "post u=1 n=Task d=9"),
	}, []string{"2 ok took 1 waited 0 in A/Explore", "1 ok took 9 waited 1", "3 orphan closed by stop in A/Explore"}},
	{"a subagent in the background", []eventlog.Activity{
		at(0, "pre u=1 n=Task"), at(1, "SubagentStart a=A at=Explore"), at(2, "post u=1 d=1"), at(3, "pre u=2 n=Read a=A"), at(4, "Stop"), at(5, "prompt"), at(9, "post u=2 d=5 a=A"),
	}, []string{"1 ok took 1 waited 1", "2 ok took 5 waited 1 in A/Explore"}},
	{"interrupted with its subagent", []eventlog.Activity{
		at(0, "SubagentStart a=B at=Plan"), at(1, "pre u=9 n=Read a=B"), at(2, "pre u=1 n=Task"), at(3, "SubagentStart a=A at=Explore"), at(4, "pre u=2 n=Read a=A"), at(50, "prompt"),
	}, []string{"1 interrupted closed by prompt", "2 interrupted closed by prompt in A/Explore", "9 running in B/Plan"}},
	{"the end of what ran in the background is no prompt", []eventlog.Activity{at(0, "pre u=1 n=Bash"), at(1, "pre u=2"), at(2, "post u=1 n=Bash c=ok d=1 bg=B"), at(5, "prompt bg=B u=1 c=exit x=2")},
		[]string{"1 ok took 1 waited 1", "2 running"}},
	{"compacted while it runs", []eventlog.Activity{at(0, "pre u=1"), at(1, "SessionStart k=compact"), at(2, "pre u=1"), at(3, "post u=1")}, []string{"1 ok took 3"}},
	{"at work", []eventlog.Activity{at(0, "pre u=1"), at(0, "pre u=2 n=Bash"), at(3, "deny u=2")}, []string{"1 running", "2 denied by classifier"}},
}

func TestPairing(t *testing.T) {
	for _, p := range pairings {
		t.Run(p.name, func(t *testing.T) {
			got := tellAll(t, write(t, p.records...), Filter{}, noon.Add(time.Hour))
			if !slices.Equal(got, p.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(p.want, "\n\t"))
			}
		})
	}
}

// However the record is cut into looks, and whether it is read as calls or summed
// up, the same comes out.
func TestPairingInParts(t *testing.T) {
	for _, p := range pairings {
		log, now := write(t), noon.Add(time.Hour)
		r := Open(log, Filter{})
		var told []string
		for i, a := range p.records {
			add(t, log, a)
			r.Each = func(c Call) { told = append(told, c.ToolUse) }
			if news, err := r.Update(context.Background(), nil); err != nil || !news {
				t.Fatal(news, err)
			}
			once, err := Read(context.Background(), log, Filter{}, now)
			musttest.Do(t, err)
			if got, want := fmt.Sprintf("%+v", r.Summary(now)), fmt.Sprintf("%+v", once); got != want {
				t.Fatalf("%s, %d records:\n%s\nat once:\n%s", p.name, i+1, got, want)
			}
		}
		if news, err := r.Update(context.Background(), nil); news || err != nil {
			t.Errorf("%s: something new, %v", p.name, err)
		}
		for _, w := range p.want {
			word, class, _ := strings.Cut(w, " ")
			if !slices.Contains(told, word) && !strings.HasPrefix(class, "running") && !strings.Contains(class, "by classifier") {
				t.Errorf("%s: nobody was told of %s", p.name, w)
			}
		}
	}
}

func TestAge(t *testing.T) {
	log := write(t, at(0, "pre u=1"), at(1000, "pre u=2"), at(2000, "SubagentStart a=A at=Plan"))
	for after, want := range map[time.Duration][]string{
		23 * time.Hour: {"1 running", "2 running"},
		25 * time.Hour: {"1 orphan closed by age", "2 orphan closed by age"},
	} {
		if got := tellAll(t, log, Filter{}, noon.Add(after)); !slices.Equal(got, want) {
			t.Errorf("after %v: %v", after, got)
		}
	}
	// It is heard of after all.
	add(t, log, at(30*3600*1000, "post u=1 d=30"))
	if got := tellAll(t, log, Filter{}, noon.Add(31*time.Hour)); !slices.Equal(got, []string{"1 ok took 30 waited 107999970", "2 orphan closed by age"}) {
		t.Error(got)
	}
}

// TestUnfinished: a call without an end of its own is unfinished, also after another end was inferred.
func TestUnfinished(t *testing.T) {
	log := write(t, at(0, "pre u=1 n=Bash"), at(1, "pre u=2 n=Bash"), at(5, "post u=2 d=3"), at(9, "pre u=3 n=Read"))
	r := Open(log, Filter{Tool: "Bash"})
	if _, err := r.Update(context.Background(), nil); err != nil || !r.Recorded() {
		t.Fatal(r.Recorded(), err)
	}
	for after, want := range map[time.Duration]string{time.Hour: "1 running", 25 * time.Hour: "1 orphan closed by age"} {
		if got := r.Unfinished(noon.Add(after)); len(got) != 1 || told(got[0]) != want {
			t.Errorf("after %v: %+v", after, got)
		}
	}
}

// TestRecordThatCannotBeRead is an error, and not an empty record, which is none.
func TestRecordThatCannotBeRead(t *testing.T) {
	ctx := context.Background()
	log := eventlog.OpenActivity(filepath.Join(t.TempDir(), "activity"))
	if s, err := Read(ctx, log, Filter{}, noon); err != nil || s.Calls != 0 || Open(log, Filter{}).Recorded() {
		t.Errorf("no record: %+v, %v", s, err)
	}
	musttest.Write(t, log.Dir, "a file")
	_, calls := Calls(ctx, log, Filter{}, noon)
	_, read := Read(ctx, log, Filter{}, noon)
	if calls == nil || read == nil || Open(log, Filter{}).Recorded() {
		t.Errorf("a file: %v, %v", calls, read)
	}
}

// What is kept of a session is bounded, whatever is in it.
func TestSessionIsBounded(t *testing.T) {
	var all []eventlog.Activity
	for i := range 2000 {
		all = append(all, at(i, fmt.Sprintf("pre u=a%d n=Bash", i)), at(i, fmt.Sprintf("SubagentStart a=A%d at=T%d", i, i)))
		if i%3 == 0 {
			all = append(all, at(i, "prompt"))
		}
	}
	log := write(t, all...)
	r := Open(log, Filter{})
	if _, err := r.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if s := r.Summary(noon.Add(time.Hour)); s.Calls != 2000 {
		t.Errorf("%d calls", s.Calls)
	}
	s := &r.sessions[sessionID+".jsonl"].session
	if len(s.open) > maxOpen || len(s.doubtful) > maxDoubtful || len(s.runs) > maxRuns {
		t.Errorf("%d open, %d doubtful, %d runs", len(s.open), len(s.doubtful), len(s.runs))
	}
}

// A record that others have damaged gives what is whole.
func TestDamage(t *testing.T) {
	log := write(t, at(0, "pre u=1 n=Bash"))
	files, _ := log.Files(time.Time{})
	damage := "garbage\n\n{\"v\":1,\"t\":1}\n" + strings.Repeat("x", 3*block) + "\n" + "{\"v\":1,\"t\":" // torn
	f, err := os.OpenFile(files[0].Path, os.O_APPEND|os.O_WRONLY, 0)
	musttest.Do(t, err)
	if _, err := f.WriteString(damage); err != nil {
		t.Fatal(err)
	}
	f.Close()
	add(t, log, at(60, "post u=1 n=Bash c=ok d=50"))
	if got := tellAll(t, log, Filter{}, noon); !slices.Equal(got, []string{"1 ok took 50 waited 10"}) {
		t.Error(got)
	}
}

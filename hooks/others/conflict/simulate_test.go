package conflict

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
)

// TestSimulate repeats what the real client did with our answer, in words; the
// comparison with the client itself needs it to be installed.
func TestSimulate(t *testing.T) {
	answer := Effect{Decision: hooks.Allow, Input: Answered}
	for _, c := range []struct {
		name        string
		theirs      Effect
		last, first string // theirs finishes last, or first
		sdk         [2]string
	}{
		{"answers", answer, "answered 1", "answered 0", [2]string{}},
		{"rewrites", Effect{Input: Rewritten}, "swallowed 1", "answered 0", [2]string{}},
		{"rewrites and allows", Effect{Decision: hooks.Allow, Input: Rewritten}, "swallowed 1", "answered 0", [2]string{}},
		{"rewrites and asks", Effect{Decision: hooks.Ask, Input: Rewritten}, "dialog 1", "dialog 1", [2]string{}},
		{"invalid", Effect{Decision: hooks.Allow, Input: Invalid}, "refused 1", "answered 0", [2]string{}},
		{"allows", Effect{Decision: hooks.Allow}, "answered 0", "answered 0", [2]string{}},
		{"asks", Effect{Decision: hooks.Ask}, "dialog -1", "dialog -1", [2]string{}},
		{"denies", Effect{Decision: hooks.Deny}, "refused 1", "refused 1", [2]string{}},
		{"defers", Effect{Decision: hooks.Defer}, "answered 0", "dialog -1", [2]string{"parked -1", "parked -1"}},
		{"is silent", Effect{}, "answered 0", "answered 0", [2]string{}},
		{"fails", Effect{Fault: "x", Decision: hooks.Deny}, "answered 0", "answered 0", [2]string{}},
	} {
		play := func(host Host, theirsFirst bool) string {
			players := []Player{{hooks.EventPreToolUse, answer}, {hooks.EventPreToolUse, c.theirs}}
			if theirsFirst {
				slices.Reverse(players)
			}
			r := Simulate(host, players...)
			if theirsFirst && r.By >= 0 {
				r.By = 1 - r.By
			}
			return fmt.Sprint(r.Ending, " ", r.By)
		}
		want := [4]string{c.last, c.first, c.last, c.first}
		if c.sdk[0] != "" {
			want[2], want[3] = c.sdk[0], c.sdk[1]
		}
		got := [4]string{play(Host{}, false), play(Host{}, true), play(Host{SDK: true}, false), play(Host{SDK: true}, true)}
		if got != want {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}

// TestSimulateOlderHosts: in an SDK host of 2.1.251 a bare allowance that came
// later dropped an answer.
func TestSimulateOlderHosts(t *testing.T) {
	players := []Player{{hooks.EventPreToolUse, Effect{Decision: hooks.Allow, Input: Answered}}, {hooks.EventPreToolUse, Effect{Decision: hooks.Allow}}}
	for _, version := range [][3]int{{2, 1, 251}, {2, 0, 999}, {1, 9, 999}} {
		if r := Simulate(Host{SDK: true, Version: version}, players...); r.Ending != Dialog {
			t.Errorf("%v: got %v", version, r)
		}
	}
	for _, host := range []Host{
		{SDK: true, Version: [3]int{2, 1, 252}}, {SDK: true, Version: [3]int{2, 2, 0}}, {SDK: true, Version: [3]int{3, 0, 0}},
		{SDK: true}, {Version: [3]int{2, 1, 251}},
	} {
		if r := Simulate(host, players...); r != (Result{GivenAnswer, 0}) {
			t.Errorf("%+v: got %v", host, r)
		}
	}
}

func TestSimulateWhenAsking(t *testing.T) {
	const before, asking = hooks.EventPreToolUse, hooks.EventPermissionRequest
	answer, deny, allow := Effect{Decision: hooks.Allow, Input: Answered}, Effect{Decision: hooks.Deny}, Effect{Decision: hooks.Allow}
	for _, c := range []struct {
		players []Player
		want    Result
	}{
		{[]Player{{before, answer}, {asking, deny}}, Result{GivenAnswer, 0}},
		{[]Player{{before, Effect{}}, {asking, deny}}, Result{Refused, 1}},
		{[]Player{{asking, answer}, {asking, deny}}, Result{GivenAnswer, 0}},
		{[]Player{{asking, deny}, {asking, answer}}, Result{Refused, 0}},
		{[]Player{{asking, allow}, {asking, deny}}, Result{Dialog, -1}},
		{[]Player{{asking, Effect{}}, {asking, answer}}, Result{GivenAnswer, 1}},
		{[]Player{{before, Effect{Input: Rewritten}}, {asking, allow}}, Result{Dialog, 0}},
		{[]Player{{asking, Effect{Decision: hooks.Allow, Input: Rewritten}}}, Result{Swallowed, 0}},
	} {
		if got := Simulate(Host{}, c.players...); got != c.want {
			t.Errorf("%v: got %v, want %v", c.players, got, c.want)
		}
	}
}

func TestPredict(t *testing.T) {
	quick := Timing{2 * time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, true}
	late := Timing{70 * time.Millisecond, 79 * time.Millisecond, 90 * time.Millisecond, true}
	const pre, post = hooks.EventPreToolUse, hooks.EventPostToolUse
	answers, defers := Effect{Decision: hooks.Allow, Input: Answered}, Effect{Decision: hooks.Defer}
	for _, c := range []struct {
		event      hooks.Event
		host       Host
		effects    []Effect
		ours, them Timing
		want       Outcome
	}{
		{pre, Host{}, []Effect{answers}, quick, late, Outcome{Races, "the other hook's answer replaces neverask's: that hook finishes last (79 ms against 2.0 ms)", Likely}},
		{pre, Host{}, []Effect{answers}, late, quick, Outcome{Races, "neverask's answer stands as long as the other hook finishes first (2.0 ms against 79 ms); otherwise the other hook's answer replaces neverask's", Likely}},
		{pre, Host{}, []Effect{answers}, quick, assumed, Outcome{Races, "the other hook's answer replaces neverask's if the other hook finishes last", Possible}},
		{pre, Host{}, []Effect{{Input: Rewritten}}, quick, late, Outcome{Races, "the question is dropped (Claude is told you didn't answer): that hook finishes last (79 ms against 2.0 ms)", Likely}},
		{pre, Host{}, []Effect{{Decision: hooks.Deny}}, quick, late, Outcome{Blocks, "the question is denied before you see it", Certain}},
		{pre, Host{}, []Effect{{Decision: hooks.Deny}, {}}, quick, late, Outcome{Blocks, "some questions are denied before you see them", Likely}},
		{pre, Host{}, []Effect{{Decision: hooks.Ask}}, quick, late, Outcome{Blocks, "you are asked although a rule answers, because the other hook insists", Certain}},
		{pre, Host{}, []Effect{{Stops: true}}, quick, late, Outcome{Blocks, "Claude stops at the question", Certain}},
		{pre, Host{}, []Effect{{}}, quick, late, Outcome{Info, "harmless: it leaves questions alone", Certain}},
		{pre, Host{}, []Effect{{}}, quick, Timing{time.Second, 3 * time.Second, 4 * time.Second, true}, Outcome{Slows, "neverask's answer stands, but waits for it: it takes 3 s", Certain}},
		{pre, Host{}, []Effect{{Fault: "it ended with 1"}}, quick, late, Outcome{Info, "harmless: Claude Code ignores what it does: it ended with 1", Certain}},
		{pre, Host{}, []Effect{defers}, quick, late, Outcome{Races, "neverask's answer stands as long as the other hook finishes last (79 ms against 2.0 ms); otherwise you are asked although a rule answers; without a terminal the session ends", Likely}},
		{pre, Host{SDK: true}, []Effect{defers}, quick, late, Outcome{Blocks, "the session ends, because the other hook defers the question", Certain}},
		{post, Host{}, []Effect{{}}, quick, late, Outcome{Info, "harmless: it leaves questions alone", Certain}},
		{post, Host{}, []Effect{{Replaces: true}}, quick, late, Outcome{Races, "Claude reads the other hook's result; when you answer some of the questions yourself, neverask's answers to the others are lost: the other hook finishes last (79 ms against 2.0 ms)", Likely}},
		{post, Host{}, []Effect{{Replaces: true}}, late, quick, Outcome{Races,
			"neverask replaces the other hook's result where it adds answers, because it finishes last " +
				"(79 ms against 2.0 ms)", Likely}},
		{post, Host{}, []Effect{{Replaces: true}}, quick, assumed, Outcome{Races,
			"Claude reads the other hook's result; when you answer some of the questions yourself, " +
				"neverask's answers to the others are lost if the other hook finishes last", Possible}},
		{hooks.EventPermissionRequest, Host{}, []Effect{answers}, quick, late, Outcome{Info, "harmless for your answers: it runs only on questions neverask leaves to you, and answers those before you can", Certain}},
	} {
		if got := predictAll(c.host, c.event, c.effects, c.ours, c.them); got != c.want {
			t.Errorf("%s %+v:\ngot  %+v\nwant %+v", c.event, c.effects, got, c.want)
		}
	}
}

func TestTook(t *testing.T) {
	for d, want := range map[time.Duration]string{1500 * time.Microsecond: "1.5 ms", 79 * time.Millisecond: "79 ms", 5 * time.Second: "5 s", 5200 * time.Millisecond: "5.2 s", 12 * time.Second: "12 s", 64 * time.Second: "1 min 4 s"} {
		if got := Took(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// TestBeforeInstall: only what takes both hooks begins with the install.
func TestBeforeInstall(t *testing.T) {
	allow := Effect{Decision: hooks.Allow, Input: Rewritten}
	for _, x := range []struct {
		event   hooks.Event
		effects []Effect
		want    string
	}{
		{hooks.EventPreToolUse, []Effect{{Decision: hooks.Deny}}, "the question is denied before you see it"},
		{hooks.EventPreToolUse, []Effect{{Decision: hooks.Deny}, {}}, "some questions are denied before you see them"},
		{hooks.EventPreToolUse, []Effect{allow}, "the question is dropped (Claude is told you didn't answer)"},
		{hooks.EventPreToolUse, []Effect{allow, {}}, "some questions are dropped (Claude is told you didn't answer)"},
		{hooks.EventPreToolUse, []Effect{{Decision: hooks.Allow, Input: Answered}}, "once neverask is installed, the other hook's answer replaces neverask's if the other hook finishes last"},
		{hooks.EventPostToolUse, []Effect{{Replaces: true}}, "once neverask is installed, Claude reads the other hook's result; when you answer some of the questions yourself, neverask's answers to the others are lost if the other hook finishes last"},
	} {
		c := Conflict{Hook: config.Hook{Group: config.Group{Event: string(x.event)}}, Effects: x.effects}
		_, c.Verdict = worst(x.effects)
		c.Outcome = predictAll(Host{}, x.event, x.effects, OurTiming, assumed)
		if got := c.BeforeInstall(); got != x.want {
			t.Errorf("%s %+v: %q, want %q", x.event, x.effects, got, x.want)
		}
	}
}

// TestMeasured: only neverask's own hook before a tool counts, and without a record of it the usual time.
func TestMeasured(t *testing.T) {
	t.Parallel()
	ran := func(event hooks.Event, command string, ms time.Duration) transcript.Hook {
		return transcript.Hook{Event: event, Command: command, Duration: ms * time.Millisecond}
	}
	others := []transcript.Hook{
		ran(hooks.EventPreToolUse, "/opt/other", 900), ran(hooks.EventPostToolUse, "/opt/neverask-hook", 800),
		ran(hooks.EventPreToolUse, "/opt/neverask-hook", 0),
	}
	if got := Measured(others); got != OurTiming {
		t.Errorf("without a record: %+v", got)
	}
	ours := append(others, ran(hooks.EventPreToolUse, "/opt/neverask-hook", 6),
		ran(hooks.EventPreToolUse, `C:\bin\neverask-hook.exe`, 2), ran(hooks.EventPreToolUse, "/opt/neverask-hook", 4))
	want := Timing{2 * time.Millisecond, 4 * time.Millisecond, 6 * time.Millisecond, true}
	if got := Measured(ours); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

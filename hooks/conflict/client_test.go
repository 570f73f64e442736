//go:build linux

package conflict

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/chain"
	ct "neverask/hooks/clienttest"
)

// These tests compare the simulator with the real client, for every pair of
// effects, in both orders.

// effects are what the hooks of the tests can do, by their name in the script.
var effects = map[string]Effect{
	"answers":   {Decision: hooks.Allow, Input: Answered},
	"rewrites":  {Input: Rewritten},
	"rewallow":  {Decision: hooks.Allow, Input: Rewritten},
	"rewask":    {Decision: hooks.Ask, Input: Rewritten},
	"undecided": {Input: Answered}, // answers without a decision
	"allows":    {Decision: hooks.Allow},
	"asks":      {Decision: hooks.Ask},
	"denies":    {Decision: hooks.Deny},
	"denies2":   {Decision: hooks.Deny}, // by its exit status
	"defers":    {Decision: chain.Defer},
	"silent":    {},
	"fails":     {Fault: "it ended with 1"},
}

var (
	beforeKinds = []string{"answers", "rewrites", "rewallow", "rewask", "undecided", "allows", "asks", "denies", "defers", "silent", "fails"}
	askingKinds = []string{"answers", "rewallow", "allows", "denies", "silent", "fails"}
)

// hookScript is the body of a hook that does what the question tells it to:
// "case NUMBER OURS THEIRS FIRST". The one that is not the first ends after the
// other has ended, and the client has had time to see that.
const hookScript = `who=%s; event=%s; dir=%s
in=$(cat)
text=$(printf %%s "$in" | sed -n 's/.*"question":"\(case [0-9a-z ]*\).*/\1/p')
set -- $text
text="$1 $2 $3 $4 $5"
n=$2 first=$5
if [ $who = ours ]; then does=$3 other=theirs; else does=$4 other=ours; fi
trap ': >$dir/end.$who.$n' EXIT
if [ $first != $who ]; then
  for i in 0 1 2 3 4 5 6 7 8 9; do for j in 0 1 2 3 4 5 6 7 8 9; do
    [ -e $dir/end.$other.$n ] || sleep 0.05
  done; done
  sleep $PAUSE
fi
options='"header":"H","multiSelect":false,"options":[{"label":"ours","description":"d"},{"label":"theirs","description":"d"},{"label":"person","description":"d"}]'
same='"questions":[{"question":"'$text'",'$options'}]'
new='"questions":[{"question":"'$text' by '$who'",'$options'}]'
answered='"updatedInput":{'$same',"answers":{"'$text'":"'$who'"}}'
rewritten='"updatedInput":{'$new'}'
case $does in silent) exit 0;; fails) echo broken >&2; exit 1;; denies2) echo "by $who" >&2; exit 2;; esac
if [ $event = PreToolUse ]; then
  case $does in
  answers) out='"permissionDecision":"allow",'$answered;;
  rewrites) out=$rewritten;;
  rewallow) out='"permissionDecision":"allow",'$rewritten;;
  rewask) out='"permissionDecision":"ask",'$rewritten;;
  undecided) out=$answered;;
  allows) out='"permissionDecision":"allow"';;
  asks) out='"permissionDecision":"ask"';;
  denies) out='"permissionDecision":"deny","permissionDecisionReason":"by '$who'"';;
  defers) out='"permissionDecision":"defer"';;
  esac
else
  case $does in
  answers) out='"decision":{"behavior":"allow",'$answered'}';;
  rewallow) out='"decision":{"behavior":"allow",'$rewritten'}';;
  allows) out='"decision":{"behavior":"allow"}';;
  denies) out='"decision":{"behavior":"deny","message":"by '$who'"}';;
  esac
fi
printf '{"hookSpecificOutput":{"hookEventName":"%%s",%%s}}\n' $event "$out"`

// call is one simulated and real call.
type call struct {
	ours, theirs string
	first        string // "ours" or "theirs"
}

// arena are the events at which the two hooks run.
type arena struct {
	name         string
	ours, theirs hooks.Event
	sdk          bool
	calls        []call
}

func (c call) simulate(a arena) Result {
	players := []Player{{a.ours, effects[c.ours]}, {a.theirs, effects[c.theirs]}}
	if c.first == "theirs" {
		slices.Reverse(players)
	}
	r := Simulate(Host{SDK: a.sdk}, players...)
	if c.first == "theirs" && r.By >= 0 {
		r.By = 1 - r.By
	}
	return r
}

func (c call) text(n int) string {
	return strings.Join([]string{"case", fmt.Sprint(n), c.ours, c.theirs, c.first}, " ")
}

func asking(text string) ct.Turn {
	q := ct.Choice(text, "ours", "theirs", "person")
	return ct.Ask(q)
}

var who = []string{"ours", "theirs"}

// ending reads what became of a call from what the model was told.
func ending(r ct.ToolResult, text string) (Result, bool) {
	if r.IsError {
		by := slices.IndexFunc(who, func(w string) bool { return strings.Contains(r.Text, "by "+w) })
		return Result{Refused, by}, by >= 0
	}
	shown := -1
	for i, w := range who {
		if strings.Contains(r.Text, `"`+text+" by "+w+`"`) {
			shown = i
		}
		if strings.Contains(r.Text, `="`+w+`"`) {
			return Result{GivenAnswer, i}, true
		}
	}
	switch {
	case strings.Contains(r.Text, `="person"`):
		return Result{Dialog, shown}, true
	case strings.Contains(r.Text, "did not answer"):
		return Result{Swallowed, -1}, true
	}
	return Result{}, false
}

// match compares endings. Whose questions were swallowed cannot be seen, and
// neither can who put a question off.
func match(want, got Result) bool {
	return want == got || want.Ending == got.Ending && (want.Ending == Swallowed || want.Ending == Parked)
}

// newArena is a lab with both hooks and a script that asks every question.
func newArena(t *testing.T, a arena, pause string) *ct.Lab {
	lab := ct.New(t)
	lab.Env["PAUSE"] = pause
	settings := map[hooks.Event][]any{}
	for i, event := range []hooks.Event{a.ours, a.theirs} {
		script := lab.Script(who[i]+".sh", fmt.Sprintf(hookScript, who[i], event, lab.Root))
		settings[event] = append(settings[event], map[string]any{"matcher": "AskUserQuestion", "hooks": []any{
			map[string]any{"type": "command", "command": script, "args": []string{}},
		}})
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": settings}))
	for n, c := range a.calls {
		lab.Turns(asking(c.text(n)))
	}
	lab.Turns(ct.Text("finished"))
	return lab
}

// play plays the calls one after the other in one session, and returns their
// endings. The session is over when it returns.
func (a arena) play(t *testing.T, pause string) (got []Result) {
	t.Run(a.name, func(t *testing.T) { got = a.session(t, pause) })
	return got
}

func (a arena) session(t *testing.T, pause string) []Result {
	lab := newArena(t, a, pause)
	if a.sdk {
		return a.stream(t, lab)
	}
	s := lab.Interactive()
	s.Prompt("go")
	var got []Result
	for n, c := range a.calls {
		r := a.await(t, lab, s, n, c)
		result, ok := ending(r, c.text(n))
		if !ok {
			t.Errorf("%s %s: not understood: %+v", a.name, c.text(n), r)
		}
		got = append(got, result)
	}
	return got
}

// await waits for the result of call n, and answers the dialog as a person
// would. Hooks at PermissionRequest run beside the dialog, so it is left alone
// until they have ended; longer, where they are expected to close it.
func (a arena) await(t *testing.T, lab *ct.Lab, s *ct.Session, n int, c call) ct.ToolResult {
	deadline := time.Now().Add(time.Minute)
	patience := 300 * time.Millisecond
	if a.theirs == hooks.EventPermissionRequest {
		patience = 500 * time.Millisecond
		if c.simulate(a).Ending != Dialog {
			patience = 5 * time.Second
		}
	}
	var since time.Time
	for seen := -1; ; time.Sleep(25 * time.Millisecond) {
		// Every request repeats the whole conversation, so they are read only
		// when there is a new one.
		if requests := len(lab.Requests()); requests != seen {
			seen = requests
			if results := lab.ToolResults(); len(results) > n {
				return results[n]
			}
		}
		screen := s.Screen()
		if time.Now().After(deadline) {
			t.Fatalf("%s %s: nothing happens\n%s", a.name, c.text(n), screen)
		}
		switch {
		case !strings.Contains(screen, c.text(n)) || !strings.Contains(screen, "Esc to cancel") || !ended(lab, a, n):
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > patience:
			s.Type("3")
			since = time.Now()
		}
	}
}

func ended(lab *ct.Lab, a arena, n int) bool {
	if a.theirs != hooks.EventPermissionRequest {
		return true
	}
	return !slices.ContainsFunc(who, func(w string) bool {
		_, err := os.Stat(filepath.Join(lab.Root, fmt.Sprintf("end.%s.%d", w, n)))
		return err != nil
	})
}

// stream plays the calls in a host that answers for the person itself.
func (a arena) stream(t *testing.T, lab *ct.Lab) []Result {
	s := lab.Stream("--permission-prompt-tool", "stdio")
	s.Send(map[string]any{"type": "control_request", "request_id": "r1", "request": map[string]any{"subtype": "initialize"}})
	s.Prompt("go")
	asked := 0
	end := s.Receive("the result", func(message json.RawMessage) bool {
		var m struct {
			Type      string
			RequestID string `json:"request_id"`
			Request   struct {
				Subtype string
				Input   map[string]json.RawMessage
			}
		}
		if json.Unmarshal(message, &m) != nil || m.Type != "control_request" || m.Request.Subtype != "can_use_tool" {
			return m.Type == "result"
		}
		var questions []ct.Question
		if err := json.Unmarshal(m.Request.Input["questions"], &questions); err != nil || len(questions) != 1 {
			t.Errorf("%s: %v in %s", a.name, err, message)
			return true
		}
		if a.theirs == hooks.EventPermissionRequest {
			// Here too the hooks run beside the request, and may win.
			for fmt.Sscanf(questions[0].Question, "case %d", &asked); !ended(lab, a, asked); {
				time.Sleep(5 * time.Millisecond)
			}
			time.Sleep(500 * time.Millisecond)
		}
		s.Send(map[string]any{"type": "control_response", "response": map[string]any{
			"subtype": "success", "request_id": m.RequestID,
			"response": map[string]any{"behavior": "allow", "updatedInput": map[string]any{
				"questions": questions, "answers": map[string]string{questions[0].Question: "person"},
			}},
		}})
		return false
	})
	var got []Result
	for n, r := range lab.ToolResults() {
		if result, ok := ending(r, a.calls[n].text(n)); ok {
			got = append(got, result)
		}
	}
	if len(got) < len(a.calls) && strings.Contains(string(end), "tool_deferred") {
		got = append(got, Result{Parked, -1})
	}
	s.Close()
	if len(got) != len(a.calls) {
		t.Fatalf("%s: %d endings of %d calls: %s", a.name, len(got), len(a.calls), end)
	}
	return got
}

func calls(ours, theirs, firsts []string, want func(call) bool) []call {
	var all []call
	for _, o := range ours {
		for _, t := range theirs {
			for _, f := range firsts {
				if c := (call{o, t, f}); want(c) {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// arenas are all that is compared. A session plays many calls, and a call that
// a host puts off ends its session.
func arenas() []arena {
	both := who
	all := func(call) bool { return true }
	const pre, perm = hooks.EventPreToolUse, hooks.EventPermissionRequest
	spread := func(a arena, sessions int) []arena {
		parts := make([]arena, sessions)
		for i := range parts {
			parts[i] = arena{name: a.name, ours: a.ours, theirs: a.theirs, sdk: a.sdk}
		}
		for i, c := range a.calls {
			parts[i%sessions].calls = append(parts[i%sessions].calls, c)
		}
		return parts
	}
	deferred := func(c call) bool { return c.ours == "defers" || c.theirs == "defers" }
	list := slices.Concat(
		spread(arena{"both before", pre, pre, false, calls(beforeKinds, beforeKinds, both, all)}, 9),
		spread(arena{"by exit status", pre, pre, false, calls([]string{"denies2"}, []string{"answers", "allows", "asks", "denies", "silent"}, both, all)}, 1),
		spread(arena{"both when asking", perm, perm, false, calls(askingKinds, askingKinds, both, all)}, 3),
		spread(arena{"one before, one when asking", pre, perm, false, calls(beforeKinds, askingKinds, []string{"ours"}, all)}, 2),
		spread(arena{"both before, in a host", pre, pre, true, calls([]string{"answers", "rewask", "asks"}, beforeKinds, both, func(c call) bool { return !deferred(c) })}, 2),
		spread(arena{"one when asking, in a host", pre, perm, true, calls([]string{"silent", "asks", "answers"}, askingKinds, []string{"ours"}, all)}, 1),
	)
	for _, c := range calls([]string{"answers", "asks", "denies"}, []string{"defers"}, both, all) {
		list = append(list, arena{"put off in a host", pre, pre, true, []call{c}})
	}
	return list
}

func TestClientAgreesWithTheSimulator(t *testing.T) {
	ct.New(t) // skips here where the client cannot run; the labs below are made in goroutines
	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		compared int
		doubts   []arena
	)
	room := make(chan struct{}, 4)
	for _, a := range arenas() {
		wg.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			got := a.play(t, "0.12")
			mu.Lock()
			defer mu.Unlock()
			for n, c := range a.calls[:len(got)] {
				compared++
				if want := c.simulate(a); !match(want, got[n]) {
					doubts = append(doubts, arena{a.name, a.ours, a.theirs, a.sdk, []call{c}})
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d calls compared, %d of them again", compared, len(doubts))
	if compared < 400 {
		t.Errorf("only %d calls were compared", compared)
	}
	if len(doubts) > 20 {
		t.Errorf("%d calls ended differently; the first of them are tried again", len(doubts))
		doubts = doubts[:20]
	}
	// On a machine that is very busy, the order may not be the one that was
	// wanted: what looked wrong is tried again with more time.
	for _, a := range doubts {
		got := a.play(t, "1")
		if want := a.calls[0].simulate(a); len(got) == 1 && !match(want, got[0]) {
			t.Errorf("%s: %s: simulated %v, the client %v", a.name, a.calls[0].text(0), want, got[0])
		}
	}
}

// TestClientAsksBesideTheHooks: hooks at PermissionRequest do not hold the
// dialog up. The person can answer before they end.
func TestClientAsksBesideTheHooks(t *testing.T) {
	a := arena{"slow", hooks.EventPermissionRequest, hooks.EventPermissionRequest, false, []call{{"answers", "silent", "theirs"}}}
	lab := newArena(t, a, "30")
	s := lab.Interactive()
	s.Prompt("go")
	s.WaitDialog(a.calls[0].text(0))
	s.Type("3")
	if got, _ := ending(s.WaitToolResult(1), a.calls[0].text(0)); got != (Result{Dialog, -1}) {
		t.Errorf("got %v", got)
	}
}

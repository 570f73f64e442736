//go:build linux

package conflict

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
)

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
	"defers":    {Decision: hooks.Defer},
	"silent":    {},
	"fails":     {Fault: "it ended with 1"},
}

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

// pairing are the events at which the two hooks run.
type pairing struct {
	name         string
	ours, theirs hooks.Event
	sdk          bool
	calls        []call
}

func (c call) simulate(a pairing) Result {
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

// together is how many calls the model makes in one turn: their hooks run at
// the same time, so the waiting is done once for all of them.
const together = 4

// turns are the calls of each turn, with the number of the first.
func (a pairing) turns() iter.Seq2[int, []call] {
	return func(yield func(int, []call) bool) {
		first := 0
		for turn := range slices.Chunk(a.calls, together) {
			if !yield(first, turn) {
				return
			}
			first += len(turn)
		}
	}
}

// newPairing is a lab with both hooks and a script that asks every question.
func newPairing(t *testing.T, a pairing, pause string) *ct.Lab {
	t.Helper()
	lab := ct.New(t)
	lab.Env["PAUSE"] = pause
	settings := map[hooks.Event][]any{}
	for i, event := range []hooks.Event{a.ours, a.theirs} {
		script := lab.Script(who[i]+".sh", fmt.Sprintf(hookScript, who[i], event, lab.Root))
		settings[event] = append(settings[event], map[string]any{"matcher": "AskUserQuestion", "hooks": []any{
			map[string]any{"type": "command", "command": script, "args": []string{}},
		}})
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": settings, "prefersReducedMotion": true}))
	for first, turn := range a.turns() {
		var all []ct.Turn
		for i, c := range turn {
			all = append(all, asking(c.text(first+i)))
		}
		lab.Turns(ct.Together(all...))
	}
	lab.Turns(ct.Text("finished"))
	return lab
}

// play plays the calls one after the other in one session, and returns their
// endings. The session is over when it returns.
func (a pairing) play(t *testing.T, pause string) (got []Result) {
	t.Helper()
	t.Run(a.name, func(t *testing.T) { got = a.session(t, pause) })
	return got
}

func (a pairing) session(t *testing.T, pause string) []Result {
	t.Helper()
	lab := newPairing(t, a, pause)
	if a.sdk {
		return a.stream(t, lab)
	}
	s := lab.Interactive()
	s.Prompt("go")
	var got []Result
	for first, turn := range a.turns() {
		for i, r := range a.await(t, lab, s, first, turn) {
			result, ok := ending(r, turn[i].text(first+i))
			if !ok {
				t.Errorf("%s %s: not understood: %+v", a.name, turn[i].text(first+i), r)
			}
			got = append(got, result)
		}
	}
	return got
}

// await waits for the results of a turn, and answers its dialogs as a person
// would. Hooks at PermissionRequest run beside the dialog, so it is left alone
// until they have ended; longer, where they are expected to close it.
func (a pairing) await(t *testing.T, lab *ct.Lab, s *ct.Session, first int, turn []call) []ct.ToolResult {
	t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	var since time.Time
	last := -1
	for seen := -1; ; time.Sleep(25 * time.Millisecond) {
		// Every request repeats the whole conversation, so they are read only
		// when there is a new one.
		if requests := len(lab.Requests()); requests != seen {
			seen = requests
			if results := lab.ToolResults(); len(results) >= first+len(turn) {
				return inOrder(results[first:])
			}
		}
		screen := s.Screen()
		if time.Now().After(deadline) {
			t.Fatalf("%s %s: nothing happens\n%s", a.name, turn[0].text(first), screen)
		}
		i := shown(screen, first, turn)
		switch {
		case i < 0 || !ended(lab, a, first+i):
			since = time.Time{}
		case since.IsZero() || i != last:
			since, last = time.Now(), i
		case time.Since(since) > a.patience(turn[i]):
			s.Type("3")
			since = time.Now()
		}
	}
}

// shown is the call whose dialog is on the screen, or -1.
func shown(screen string, first int, turn []call) int {
	end := strings.LastIndex(screen, "Esc to cancel")
	best, at := -1, -1
	for i, c := range turn {
		if n := strings.LastIndex(screen[:max(0, end)], c.text(first+i)); n > at {
			best, at = i, n
		}
	}
	return best
}

// patience is how long a dialog is left alone.
func (a pairing) patience(c call) time.Duration {
	switch {
	case a.theirs != hooks.EventPermissionRequest:
		return 250 * time.Millisecond
	case c.simulate(a).Ending != Dialog:
		return 5 * time.Second
	}
	return 500 * time.Millisecond
}

// inOrder sorts the results of a turn as its calls were.
func inOrder(results []ct.ToolResult) []ct.ToolResult {
	return slices.SortedFunc(slices.Values(results), func(a, b ct.ToolResult) int { return strings.Compare(a.ToolUseID, b.ToolUseID) })
}

func ended(lab *ct.Lab, a pairing, n int) bool {
	if a.theirs != hooks.EventPermissionRequest {
		return true
	}
	return !slices.ContainsFunc(who, func(w string) bool {
		_, err := os.Stat(filepath.Join(lab.Root, fmt.Sprintf("end.%s.%d", w, n)))
		return err != nil
	})
}

// stream plays the calls in a host that answers for the person itself.
func (a pairing) stream(t *testing.T, lab *ct.Lab) []Result {
	t.Helper()
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
	for n, r := range inOrder(lab.ToolResults()) {
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

//go:build linux

package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/paths"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/must"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

// chainLab is a machine on which the real client runs our hook, and our hook
// another.
type chainLab struct {
	*ct.Lab
	t     *testing.T
	paths paths.Paths
}

func newChainLab(t *testing.T, timeout int, entries ...chain.Entry) chainLab {
	t.Helper()
	t.Parallel()
	l := chainLab{Lab: ct.New(t), t: t}
	var err error
	if l.paths, err = paths.Resolve("linux", func(name string) string {
		if name == "NEVERASK_HOME" {
			return filepath.Join(l.Root, "neverask")
		}
		return ""
	}); err != nil {
		t.Fatal(err)
	}
	pin, content, err := l.paths.Pin()
	must.Do(t, err)
	l.write(pin, content)
	built, err := os.ReadFile(filepath.Join(cmdtest.Build(t, "neverask/cmd/neverask-hook"), "neverask-hook"))
	must.Do(t, err)
	l.write(l.paths.Hook(), built)
	must.Do(t, os.Chmod(l.paths.Hook(), 0o700))
	l.chain(entries...)
	l.write(l.paths.Preferences(), []byte(`{"version":1,"rules":[{"id":"r1","match":{"header":"Decided"},"mode":"never-ask","answer":"red"}]}`))
	for _, text := range []string{"decided colour?", "slow colour?"} {
		call, err := hooks.Parse([]byte(l.JSON(decided(text))))
		must.Do(t, err)
		q, err := question.ParseQuestion(call)
		must.Do(t, err)
		seen := question.Seen{At: time.Now(), By: question.SeenInCall, Question: q, Labels: []string{"red"}}
		must.Do(t, (eventlog.Evidence{Dir: l.paths.Evidence()}).Add("r1", seen))
	}
	ours := []any{map[string]any{"matcher": "AskUserQuestion", "hooks": []any{
		map[string]any{"type": "command", "command": l.paths.Hook(), "args": []string{}, "timeout": timeout},
	}}}
	l.Settings(l.JSON(map[string]any{"hooks": map[string]any{"PreToolUse": ours, "PostToolUse": ours}}))
	return l
}

// chain writes which hooks are chained.
func (l chainLab) chain(entries ...chain.Entry) {
	l.t.Helper()
	for i := range entries {
		entries[i].Line = filepath.Join(l.Root, entries[i].Line)
	}
	l.write(chain.File(l.paths.State), chain.Format(entries))
}

// host starts a session in which a program is asked in place of a person.
func (l chainLab) host() *ct.Stream {
	l.t.Helper()
	s := l.Stream("--permission-prompt-tool", "stdio")
	s.Prompt("go")
	return s
}

func (l chainLab) write(name string, content []byte) {
	l.t.Helper()
	must.Do(l.t, os.MkdirAll(filepath.Dir(name), 0o700))
	must.Do(l.t, os.WriteFile(name, content, 0o600))
}

// marks is what the scripts have written of their questions.
func (l chainLab) marks(script string) string {
	b, _ := os.ReadFile(filepath.Join(l.Root, script+".marks"))
	return strings.ReplaceAll(string(b), "\n", " ")
}

// decided is a question that the rule is about.
func decided(text string) ct.Question {
	q := ct.Choice(text, "red", "blue")
	q.Header = "Decided"
	return q
}

func asking(header, text string) ct.Turn {
	q := decided(text)
	q.Header = header
	return ct.Ask(q)
}

// chainedAt is an entry that runs a script of the lab.
func chainedAt(event hooks.Event, mode chain.Mode, script string, limit time.Duration) chain.Entry {
	return chain.Entry{
		ID: script, Active: true, Event: event, Tools: []string{"AskUserQuestion"}, Mode: mode,
		Command: chain.Command{Line: script, Limit: limit},
	}
}

// marking notes the question that a script is run for: its first word.
const marking = `in=$(cat); q=$(printf %s "$in" | sed -n 's/.*"questions":\[{"question":"\([a-z]*\).*/\1/p'); echo $q >>"$0.marks"
`

func TestClientWithChainedHooks(t *testing.T) {
	l := newChainLab(t, 65,
		chainedAt(hooks.EventPreToolUse, chain.First, "guard", 2*time.Second),
		chainedAt(hooks.EventPreToolUse, chain.Fallback, "helper", time.Minute),
		chainedAt(hooks.EventPostToolUse, chain.First, "after", time.Minute))
	l.Script("guard", marking+`case $q in
refused) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"by the guard"}}';;
stopped) echo 'by its status' >&2; exit 2;;
slow) sleep 60;;
esac`)
	l.Script("helper", marking+`printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":%s}}\n' \
"$(printf %s "$in" | sed 's/.*"tool_input":{\(.*\)},"tool_use_id".*/{\1,"answers":{"plain colour?":"blue"}}/')"`)
	l.Script("after", marking+`echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"noted afterwards"}}'`)
	l.Turns(asking("Decided", "decided colour?"), asking("Decided", "refused colour?"), asking("Decided", "stopped colour?"),
		asking("Open", "plain colour?"), asking("Decided", "slow colour?"), ct.Text("finished"))
	l.host().ReceiveType("result")
	for i, want := range []struct {
		text  string
		error bool
	}{
		{`"decided colour?"="red"`, false}, {"by the guard", true}, {"by its status", true},
		{`"plain colour?"="blue"`, false}, {`"slow colour?"="red"`, false},
	} {
		if r := l.ToolResults()[i]; !strings.Contains(r.Text, want.text) || r.IsError != want.error {
			t.Errorf("got %+v, want %s", r, want.text)
		}
	}
	if got := l.marks("guard"); got != "decided refused stopped plain slow " {
		t.Errorf("the first hook ran for %q", got)
	}
	if got := l.marks("helper"); got != "plain " {
		t.Errorf("the hook for undecided questions ran for %q", got)
	}
	if got := l.marks("after"); got != "decided plain slow " {
		t.Errorf("the hook after the tool ran for %q", got)
	}
	// What the hooks deny is known to be denied by them, and not by ours.
	archive := transcript.Open(filepath.Join(l.Home, ".claude", "projects"), filepath.Join(l.Root, "state"))
	_, err := archive.Update(t.Context(), nil)
	must.Do(t, err)
	var denied []string
	for _, q := range transcript.Merge(archive.Questions(), eventlog.OpenLog(l.paths.Questions()).Questions(time.Time{})) {
		if q.Outcome == transcript.Denied {
			denied = append(denied, fmt.Sprint(q.Text, " by ", q.By, " ", filepath.Base(q.Command)))
		}
	}
	if got := strings.Join(denied, ", "); got != "refused colour? by other-hook guard, stopped colour? by other-hook guard" {
		t.Errorf("denied are %s", got)
	}
	if requests := l.Requests(); !strings.Contains(requests[len(requests)-1].Text(), "noted afterwards") {
		t.Error("what the hook after the tool says does not reach the model")
	}
}

// TestClientEndsChainedHooks: where the settings give us too little time, the
// client ends us, and what we have started with us. The person is asked.
func TestClientEndsChainedHooks(t *testing.T) {
	l := newChainLab(t, 1, chainedAt(hooks.EventPreToolUse, chain.First, "guard", time.Minute))
	l.Script("guard", `echo $$ >"$0.pid"; trap '' TERM; sleep 60 & sleep 60; sleep 60`)
	l.Turns(asking("Decided", "slow colour?"), ct.Text("finished"))
	if asked := l.host().ReceiveType("control_request"); !strings.Contains(string(asked), "slow colour?") {
		t.Errorf("asked is %s", asked)
	}
	gone(t, leader(t, filepath.Join(l.Root, "guard.pid")))
}

// TestClientGoesOnBesideChainedHooks: a chained hook that works in the background
// holds up neither the answer nor, where there is none, the dialog, and is not ended
// with us.
func TestClientGoesOnBesideChainedHooks(t *testing.T) {
	l := newChainLab(t, 65, chainedAt(hooks.EventPreToolUse, chain.First, "worker", time.Minute))
	l.Script("worker", marking+`echo '{"async":true}'
until [ -e "$0.released" ]; do sleep 0.05; done
echo not yet; echo done >>"$0.marks"`)
	l.Turns(asking("Decided", "decided colour?"), asking("Open", "plain colour?"), ct.Text("finished"))
	s := l.Interactive()
	s.Prompt("go")
	s.WaitDialog("plain colour?")
	if r := l.ToolResults()[0]; !strings.Contains(r.Text, `"decided colour?"="red"`) {
		t.Errorf("got %+v", r)
	}
	l.write(filepath.Join(l.Root, "worker.released"), nil)
	const want = "decided plain done done "
	for deadline := time.Now().Add(time.Minute); l.marks("worker") != want && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if got := l.marks("worker"); got != want {
		t.Errorf("the hook has left %q", got)
	}
}

// TestClientAsksWhatAChainedHookAnswers: a hook that answers everything answers
// nothing that cannot be undone, unless the person has let it.
func TestClientAsksWhatAChainedHookAnswers(t *testing.T) {
	const answers = `in=$(cat); printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":%s}}\n' \
"$(printf %s "$in" | sed 's/.*"tool_input":{\(.*"question":"\([^"]*\)".*\)},"tool_use_id".*/{\1,"answers":{"\2":"blue"}}/')"`
	const question = "Delete the production database?"
	entry := chainedAt(hooks.EventPreToolUse, chain.First, "answerer", time.Minute)
	l := newChainLab(t, 65, entry)
	l.Script("answerer", answers)
	l.Turns(asking("Open", "plain colour?"), asking("Open", question))
	s := l.host()
	if asked := s.ReceiveType("control_request"); !strings.Contains(string(asked), question) {
		t.Errorf("asked is %s", asked)
	}
	s.Close()
	entry.OneWay = true
	l.chain(entry)
	l.Turns(asking("Open", "plain colour?"), asking("Open", question), ct.Text("finished"))
	l.host().ReceiveType("result")
	for i, want := range []string{`"plain colour?"="blue"`, `"plain colour?"="blue"`, `"` + question + `"="blue"`} {
		if all := l.ToolResults(); len(all) != 3 || !strings.Contains(all[i].Text, want) {
			t.Errorf("got %+v, want %s", all, want)
		}
	}
}

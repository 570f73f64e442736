package control_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/control"
	"neverask/settings/musttest"
)

func inBackground(command string) ct.Turn {
	return ct.ToolUse("Bash", map[string]any{"command": command, "description": "try", "run_in_background": true})
}

// ended is the exit code of a session that must end by itself.
func (w world) ended() int {
	w.t.Helper()
	return wait(w.t, w.Session)
}

// wait is the exit code of a session that must end by itself.
func wait(t *testing.T, s *control.Session) int {
	t.Helper()
	ended := make(chan int, 1)
	go func() { ended <- s.Wait() }()
	select {
	case code := <-ended:
		return code
	case <-time.After(time.Minute):
		t.Fatal("the session does not end")
		return 0
	}
}

// TestClientMergedPrompts: prompts that are sent while a turn runs become a part
// of it, and there is one result for all of them.
func TestClientMergedPrompts(t *testing.T) {
	ct.Daily(t, 3)
	lab := newLab(t)
	ready := filepath.Join(lab.Root, "ready")
	lab.Turns(bash("while ! [ -e "+ready+" ]; do sleep 0.1; done"), ct.Text("all done"))
	called := make(chan struct{}, 1)
	w := begin(t, lab, register(t, always(control.Allow()), on(hooks.EventPreToolUse, "Bash", func(context.Context, control.Input, string) (control.Result, error) {
		called <- struct{}{}
		return control.OK(), nil
	})))
	musttest.Do(t, w.Prompt("first"))
	<-called
	for _, text := range []string{"second", "third"} {
		musttest.Do(t, w.Prompt(text))
	}
	for queued := 0; queued < 3; {
		m, err := w.Receive(t.Context())
		musttest.Do(t, err)
		if m.Type == "command_lifecycle" && m.Value.Get("state").String() == "queued" {
			queued++
		}
	}
	musttest.Do(t, os.WriteFile(ready, nil, 0o600))
	if code := w.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if m := w.result(); m.Value.Get("user_message_uuids").Len() != 3 {
		t.Errorf("got %s", m.Line)
	}
}

// TestClientTurnAfterATask: what the turn after a background task needs is
// answered, wherever the task ends.
func TestClientTurnAfterATask(t *testing.T) {
	ct.Daily(t, 3)
	agent := ct.ToolUse("Agent", map[string]any{"prompt": "do it", "description": "try", "subagent_type": "general-purpose", "run_in_background": true})
	for name, turns := range map[string][]ct.Turn{
		"between the turns, one by one": {inBackground("sleep 1"), inBackground("sleep 3"), ct.Text("started"), ct.Text("notified")},
		"a subagent, in the turn":       {agent, ct.Text("started"), ct.Text("of the agent")},
	} {
		t.Run(name, func(t *testing.T) {
			lab := newLab(t)
			file := filepath.Join(lab.Root, "made")
			lab.Turns(append(turns, bash("touch "+file), ct.Text("made"))...)
			w := begin(t, lab, register(t, always(control.Allow())))
			musttest.Do(t, w.Prompt("hello"))
			if code := w.ended(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("the call that the callback allows was refused: %+v", w.ToolResults())
			}
		})
	}
}

// TestClientEndlessTask: a task that does not end in time is stopped, and the run
// ends as if it had.
func TestClientEndlessTask(t *testing.T) {
	ct.Daily(t, 3)
	lab := newLab(t, inBackground("sleep 300"), ct.Text("started"))
	w := begin(t, lab, register(t, always(control.Allow())))
	w.SetBackgroundWait(time.Second)
	musttest.Do(t, w.Prompt("hello"))
	if code := w.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if m := w.result(); m.Value.Get("result").String() != "started" {
		t.Errorf("got %s", m.Line)
	}
}

package control

import (
	"testing"

	"neverask/settings/musttest"
)

// What the client says, in the order and the words of Claude Code 2.1.329.
const (
	running      = `{"type":"system","subtype":"session_state_changed","state":"running","sdk_host_only":true}`
	needsAction  = `{"type":"system","subtype":"session_state_changed","state":"requires_action","sdk_host_only":true}`
	idle         = `{"type":"system","subtype":"session_state_changed","state":"idle","sdk_host_only":true}`
	initOfTurn   = `{"type":"system","subtype":"init"}`
	text         = `{"type":"assistant","message":{}}`
	tasks        = `{"type":"system","subtype":"background_tasks_changed","tasks":[{"task_id":"b1"}]}`
	noTasks      = `{"type":"system","subtype":"background_tasks_changed","tasks":[]}`
	watches      = `{"type":"system","subtype":"background_tasks_changed","tasks":[{"task_id":"b1","ambient":true},{"task_id":"b2","off_host":true}]}`
	bareResult   = `{"type":"result","subtype":"success"}`
	notification = `{"type":"result","subtype":"success","origin":{"kind":"task-notification"}}`
	resultOfA    = `{"type":"result","subtype":"success","user_message_uuid":"A","user_message_uuids":["A"]}`
	resultOfAB   = `{"type":"result","subtype":"success","user_message_uuid":"A","user_message_uuids":["A","B"]}`
	resultOfOld  = `{"type":"result","subtype":"success","user_message_uuid":"old","user_message_uuids":["old"]}`
	doneB        = `{"type":"command_lifecycle","command_uuid":"B","state":"completed"}`
	startedB     = `{"type":"command_lifecycle","command_uuid":"B","state":"started"}`
	cancelledB   = `{"type":"command_lifecycle","command_uuid":"B","state":"cancelled"}`
)

func TestTurns(t *testing.T) {
	for _, tt := range []struct {
		name    string
		prompts []string
		says    []string
		want    work
	}{
		{"a new session", nil, nil, nothing},
		{"a prompt", []string{"A"}, nil, openTurn},
		{"a prompt that is read", []string{"A"}, []string{running, initOfTurn, text}, openTurn},
		{"a result, before the client is idle", []string{"A"}, []string{running, resultOfA}, openTurn},
		{"a result", []string{"A"}, []string{running, resultOfA, idle}, nothing},
		{"a result that spells the UUID otherwise", []string{"a"}, []string{running, resultOfA, idle}, nothing},
		{"a result of two prompts", []string{"A", "B"}, []string{running, resultOfAB, idle}, nothing},
		{"a result of one of two prompts", []string{"A", "B"}, []string{running, resultOfA, idle}, openTurn},
		{"a prompt that is part of another's turn", []string{"A", "B"}, []string{running, startedB, doneB, resultOfA, idle}, nothing},
		{"a prompt that was taken back", []string{"A", "B"}, []string{running, resultOfA, cancelledB, idle}, nothing},
		{"somebody is asked", []string{"A"}, []string{running, resultOfA, needsAction}, openTurn},
		{"background tasks", []string{"A"}, []string{running, tasks, resultOfA, idle}, onlyTasks},
		{"background tasks that only watch", []string{"A"}, []string{running, watches, resultOfA, idle}, nothing},
		{"a task has ended", []string{"A"}, []string{running, tasks, resultOfA, idle, noTasks}, taskTurn},
		{"a task has ended, and its turn runs", []string{"A"}, []string{running, tasks, resultOfA, idle, noTasks, running}, openTurn},
		{"a task has ended, and its turn", []string{"A"}, []string{running, tasks, resultOfA, idle, noTasks, running, notification, idle}, nothing},
		{"a task has ended during the turn", []string{"A"}, []string{running, tasks, noTasks, resultOfA, idle}, nothing},
		{"the turn of a task is no prompt's", []string{"A", "B"}, []string{running, tasks, resultOfA, idle, noTasks, running, notification, idle}, openTurn},
		{"resumed", []string{""}, []string{running, bareResult, idle}, nothing},
		{"resumed, with the name of the earlier prompt", []string{""}, []string{running, resultOfOld, idle}, nothing},
		{"a name that is nobody's", []string{"A"}, []string{running, resultOfA, resultOfOld, idle}, nothing},
		{"a result without a name beside one with", []string{"A", "B"}, []string{running, resultOfA, bareResult, idle}, openTurn},

		{"no state: a result", []string{"A"}, []string{initOfTurn, text, bareResult}, nothing},
		{"no state: one result of two", []string{"A", "B"}, []string{initOfTurn, text, bareResult}, openTurn},
		{"no state: a turn runs", []string{"A"}, []string{initOfTurn, bareResult, text}, openTurn},
		{"no state: background tasks", []string{"A"}, []string{initOfTurn, tasks, bareResult}, onlyTasks},
		{"no state: a task has ended", []string{"A"}, []string{initOfTurn, tasks, bareResult, noTasks}, taskTurn},
		{"no state: a task has ended during the turn", []string{"A"}, []string{initOfTurn, tasks, noTasks, text, bareResult}, taskTurn},
		{"no state: the turn of a task", []string{"A"}, []string{initOfTurn, tasks, bareResult, noTasks, initOfTurn, text, notification}, nothing},
	} {
		t.Run(tt.name, func(t *testing.T) {
			turns := newTurns()
			for _, p := range tt.prompts {
				turns.prompt(p)
			}
			for _, line := range tt.says {
				m, err := newMessage([]byte(line))
				musttest.Do(t, err)
				turns.take(m)
			}
			if got, _ := turns.left(); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// TestStateIsForTheHost: what the client reports to its host alone is not passed
// on; what it would have said anyway is.
func TestStateIsForTheHost(t *testing.T) {
	p := newPeer(t, nil)
	p.send("%s", idle)
	p.send(`{"type":"system","subtype":"session_state_changed","state":"running"}`)
	if m, err := p.Receive(t.Context()); err != nil || m.Value.Get("state").String() != "running" {
		t.Errorf("got %s, %v", m.Line, err)
	}
}

// TestResumeAfterItsResult resumes a session whose result came before anybody said
// that one would.
func TestResumeAfterItsResult(t *testing.T) {
	late, early := newTurns(), newTurns()
	result, err := newMessage([]byte(bareResult))
	musttest.Do(t, err)
	early.take(result)
	early.resume()
	if left, _ := early.left(); left != nothing {
		t.Errorf("after its result: %v", left)
	}
	late.resume()
	if left, _ := late.left(); left != openTurn {
		t.Errorf("before its result: %v", left)
	}
	late.take(result)
	if left, _ := late.left(); left != nothing {
		t.Errorf("after its result: %v", left)
	}
}

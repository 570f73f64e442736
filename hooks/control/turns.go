package control

import (
	"slices"
	"strings"
	"sync"
	"time"

	"neverask/hooks"
)

// The states that the client reports of itself.
const (
	stateIdle    = "idle"
	stateRunning = "running"
)

// turnGrace is how long to wait for the turn in which the client tells the model that a
// background task has ended: it begins within milliseconds, but not every task has one.
const turnGrace = 5 * time.Second

// turns tracks what the client still has to do: prompts without a result, a turn that runs, and
// background tasks, whose end begins another turn.
type turns struct {
	mu sync.Mutex
	// prompts are those without a result, by their UUIDs; "" for one without.
	prompts []string
	// byUUID says that the client names the prompts of a result. Older clients do not; their
	// results count for the first prompt.
	byUUID bool
	// state is the last state that the client has reported, or if it reports none (reported is
	// false), the state inferred from its messages.
	state       string
	reported    bool
	anyResult   bool // a result has come
	tasks       int  // background tasks that run
	taskTurnDue bool // a task has ended, and its turn has not begun
	changed     chan struct{}
}

func newTurns() *turns { return &turns{changed: make(chan struct{})} }

// work is the client's unfinished work.
type work int

const (
	nothing   work = iota
	openTurn       // a prompt without a result, or a turn that runs
	taskTurn       // the turn after a background task may begin
	onlyTasks      // nothing but background tasks
)

// left returns what is still to be done, and a channel that is closed when that may
// have changed.
func (t *turns) left() (work, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case len(t.prompts) > 0 || t.state != stateIdle && t.state != "":
		return openTurn, t.changed
	case t.tasks > 0:
		return onlyTasks, t.changed
	case t.taskTurnDue:
		return taskTurn, t.changed
	}
	return nothing, t.changed
}

// prompt counts a prompt that is about to be sent.
func (t *turns) prompt(uuid string) {
	t.update(func() { t.prompts = append(t.prompts, uuid) })
}

// resume expects a result without a prompt, unless it has come already: a resumed client goes on
// at once.
func (t *turns) resume() {
	t.update(func() {
		if !t.anyResult {
			t.prompts = append(t.prompts, "")
		}
	})
}

// take updates the state by a message of the client.
func (t *turns) take(m Message) {
	t.update(func() {
		switch m.Type {
		case "result":
			t.result(m.Value)
		case "command_lifecycle":
			switch m.Value.Get("state").String() {
			case "completed", "cancelled", "discarded", "refused":
				t.done(m.Value.Get("command_uuid").String())
			}
		case "system":
			t.system(m)
		case "assistant":
			t.inferState(stateRunning)
		}
	})
}

func (t *turns) update(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f()
	close(t.changed)
	t.changed = make(chan struct{})
}

// result handles the end of a turn. A prompt that came while the turn ran may have become a part
// of it (Claude Code 2.1.329), so one result can be for several prompts; the turn after a
// background task has a result without a prompt.
func (t *turns) result(v hooks.Value) {
	t.inferState(stateIdle)
	t.anyResult = true
	ours := t.done(v.Get("user_message_uuid").String())
	for id := range v.Get("user_message_uuids").Elements() {
		ours = t.done(id.String()) || ours
	}
	if ours || v.Get("origin").Get("kind").String() == "task-notification" {
		return
	}
	first := slices.Index(t.prompts, "")
	if first < 0 && !t.byUUID {
		first = 0
	}
	if first >= 0 && len(t.prompts) > 0 {
		t.prompts = slices.Delete(t.prompts, first, first+1)
	}
}

// done removes a prompt, and reports whether it was there.
func (t *turns) done(uuid string) bool {
	i := slices.IndexFunc(t.prompts, func(p string) bool { return p != "" && strings.EqualFold(p, uuid) })
	if i < 0 {
		return false
	}
	t.byUUID = true
	t.prompts = slices.Delete(t.prompts, i, i+1)
	return true
}

func (t *turns) system(m Message) {
	switch m.Subtype {
	case "init": // of a turn
		t.inferState(stateRunning)
		t.taskTurnDue = false
	case "session_state_changed":
		t.reported = true
		t.state = m.Value.Get("state").String()
		t.taskTurnDue = t.taskTurnDue && t.state == stateIdle
	case "background_tasks_changed":
		before := t.tasks
		t.tasks = 0
		for task := range m.Value.Get("tasks").Elements() {
			// A task that only watches never ends and begins no turn; one that runs elsewhere
			// does not need the client.
			if !task.Get("ambient").IsTrue() && !task.Get("off_host").IsTrue() {
				t.tasks++
			}
		}
		// A client that reports its state is not idle between a turn in which a
		// task ends and the turn in which the model is told.
		t.taskTurnDue = t.taskTurnDue || t.tasks < before && (t.state == stateIdle || !t.reported)
	}
}

// inferState sets the state for a client that does not report it.
func (t *turns) inferState(state string) {
	if !t.reported {
		t.state = state
	}
}

// forget gives up waiting for the turn after a task.
func (t *turns) forget() {
	t.update(func() { t.taskTurnDue = false })
}

package conflicts

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/trial"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// A test runs a third-party hook once with a made-up question to see what it does, after a
// yes to the exact command.
type test struct {
	id    string // of the conflict
	plan  trial.Plan
	began time.Time
	stop  context.CancelFunc
	ended bool // it is being stopped
	work  *kit.Work
}

type (
	// preparedMsg is a planned test.
	preparedMsg struct {
		known      *known
		generation int
		conflict   conflict.Conflict
		plan       trial.Plan
		err        error
	}
	testedMsg struct {
		known  *known
		test   *test
		review hookstate.Review
		err    error
	}
	testDueMsg struct {
		known *known
		test  *test
	}
)

// Test prepares the test of a conflict that another place asks for.
func (o *known) Test(m *kit.Model, id string) tea.Cmd {
	if c, ok := o.Conflict(id); ok {
		for _, b := range o.testing(c) {
			return b.Do(m)
		}
	}
	return nil
}

// testing returns the keys that prepare the test of a conflict, or end it.
func (o *known) testing(c conflict.Conflict) []kit.Binding {
	if o.test != nil {
		if o.test.ended {
			return nil
		}
		return []kit.Binding{kit.Bind("stop the test", o.halt, "t")}
	}
	if !c.Testable() {
		return nil
	}
	prepare := func(m *kit.Model) tea.Cmd {
		generation := m.Generation
		return func() tea.Msg {
			p, err := o.backend.PrepareTest(c.Hook)
			return preparedMsg{o, generation, c, p, err}
		}
	}
	return []kit.Binding{kit.Bind("test the hook…", prepare,
		"t").Means("test the hook: run it once to see what it does; asks first").Writing()}
}

// Take asks whether to run the hook.
func (msg preparedMsg) Take(m *kit.Model) tea.Cmd {
	switch {
	case msg.generation != m.Generation || msg.known.test != nil:
	case msg.err != nil:
		m.Say("✗ the hook cannot be tested: " + kit.Clean(m.Home, msg.err.Error()))
	default:
		o := msg.known
		hookstate.Consent(m, msg.plan, "a made-up question", func(m *kit.Model) tea.Cmd {
			if o.test != nil {
				return nil
			}
			return o.run(m, msg.conflict, msg.plan)
		})
	}
	return nil
}

// run starts a test.
func (o *known) run(m *kit.Model, c conflict.Conflict, p trial.Plan) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	t := &test{id: c.ID, plan: p, began: o.now(), stop: stop}
	t.work = &kit.Work{Until: "the test finishes", Stop: func() { o.halt(m) }}
	m.Hold(t.work)
	o.test = t
	run := func() tea.Msg {
		defer stop()
		msg := testedMsg{known: o, test: t}
		if msg.err = o.backend.RunTest(ctx, p); msg.err == nil {
			msg.review, msg.err = o.Look(context.Background())
		}
		return msg
	}
	return tea.Batch(run, kit.Later(kit.Pause, testDueMsg{o, t}))
}

// Take draws the time of the test anew.
func (msg testDueMsg) Take(*kit.Model) tea.Cmd {
	if msg.known.test != msg.test {
		return nil
	}
	return kit.Later(kit.Pause, msg)
}

// state says how far the test of a conflict is, or "" if there is none.
func (o *known) state(c conflict.Conflict) string {
	t := o.test
	switch {
	case t == nil || t.id != c.ID:
		return ""
	case t.ended:
		return "stopping…"
	}
	return fmt.Sprintf("running it… %d s, at most %s", o.now().Sub(t.began)/time.Second, hookstate.TestLimit(t.plan))
}

// halt stops the test. It ends when nothing that it started is running.
func (o *known) halt(*kit.Model) tea.Cmd {
	if o.test != nil {
		o.test.ended = true
		o.test.stop()
	}
	return nil
}

// Take handles the result of a test.
func (msg testedMsg) Take(m *kit.Model) tea.Cmd {
	return tea.Batch(msg.known.showed(m, msg), m.Host.Receive(msg))
}

func (o *known) showed(m *kit.Model, msg testedMsg) tea.Cmd {
	if o.test != msg.test {
		return nil
	}
	o.test = nil
	if m.Release(msg.test.work, nil) {
		return m.Quit()
	}
	switch {
	case errors.Is(msg.err, context.Canceled):
		m.Say("the test was stopped")
		return nil
	case msg.err != nil:
		m.Say("✗ the test failed: " + kit.Clean(m.Home, msg.err.Error()))
		return nil
	}
	o.Keep(msg.review)
	if c, ok := o.Conflict(msg.test.id); ok {
		m.Say("✓ tested " + hookstate.ScriptName(m.Home, c) + ": " + string(c.Verdict) + ", " + hookstate.SeverityBadge(c.Severity).Word)
	} else {
		m.Say("▲ the hook has changed or is gone")
	}
	hookstate.Freshen(m)
	return nil
}

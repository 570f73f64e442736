package conflicts

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// A probe runs a third-party hook to see what it does, after a yes to the exact
// command.
type probe struct {
	id    string // of the conflict
	trial conflict.Trial
	began time.Time
	stop  context.CancelFunc
	ended bool // it was told to stop
	work  *kit.Work
}

type (
	probedMsg struct {
		known  *known
		probe  *probe
		review survey.Review
		err    error
	}
	probeDueMsg struct {
		known *known
		probe *probe
	}
)

// try starts a probe.
func (o *known) try(m *kit.Model, c conflict.Conflict, t conflict.Trial) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	p := &probe{id: c.ID, trial: t, began: o.now(), stop: stop}
	p.work = &kit.Work{Until: "the probe finishes", Stop: func() { o.halt(m) }}
	m.Hold(p.work)
	o.probe = p
	run := func() tea.Msg {
		defer stop()
		s, err := o.Look(ctx, &t)
		return probedMsg{o, p, s, err}
	}
	return tea.Batch(run, kit.Later(kit.Pause, probeDueMsg{o, p}))
}

// Take draws the time of the probe anew.
func (msg probeDueMsg) Take(*kit.Model) tea.Cmd {
	if msg.known.probe != msg.probe {
		return nil
	}
	return kit.Later(kit.Pause, msg)
}

// state says how far the probe of a conflict is, and "" when there is none.
func (o *known) state(c conflict.Conflict) string {
	p := o.probe
	switch {
	case p == nil || p.id != c.ID:
		return ""
	case p.ended:
		return "stopping…"
	}
	return fmt.Sprintf("running it… %d s, at most %d s", o.now().Sub(p.began)/time.Second, p.trial.Limit*time.Duration(p.trial.Runs)/time.Second)
}

// probing are the keys that start the probe of a conflict, or end it.
func (o *known) probing(c conflict.Conflict) []kit.Binding {
	if o.probe != nil {
		if o.probe.ended {
			return nil
		}
		return []kit.Binding{kit.Bind("stop the probe", o.halt, "space")}
	}
	t, ok := o.Trial(c)
	if !ok {
		return nil
	}
	ask := func(m *kit.Model) tea.Cmd {
		o.consent(m, c, t)
		return nil
	}
	return []kit.Binding{kit.Bind("try the hook…", ask, "t").Means("run the hook to see what it does; asks first")}
}

// halt tells the probe to stop. It ends when nothing that it started runs any
// more.
func (o *known) halt(*kit.Model) tea.Cmd {
	if o.probe != nil {
		o.probe.ended = true
		o.probe.stop()
	}
	return nil
}

// Take takes what a probe has shown.
func (msg probedMsg) Take(m *kit.Model) tea.Cmd {
	return tea.Batch(msg.known.showed(m, msg), m.Host.Receive(msg))
}

func (o *known) showed(m *kit.Model, msg probedMsg) tea.Cmd {
	if o.probe != msg.probe {
		return nil
	}
	o.probe = nil
	if m.Release(msg.probe.work, nil) {
		return m.Quit()
	}
	switch {
	case errors.Is(msg.err, context.Canceled):
		m.Say("the probe was stopped")
		return nil
	case msg.err != nil:
		m.Say("the probe failed: " + kit.Clean(m.Home, msg.err.Error()))
		return nil
	}
	o.KeepProbed(msg.review)
	if c, ok := o.Conflict(msg.probe.id); ok {
		m.Say(survey.ScriptName(m.Home, c) + ": " + string(c.Verdict) + ", " + survey.SeverityBadge(c.Severity).Word)
	} else {
		m.Say("the hook has changed or is gone")
	}
	survey.Freshen(m)
	return nil
}

package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// examination is the doctor's page: what keeps hooks from running, the worst first,
// and the way to repair it. A repair is a plan like every other; when it is made,
// everything is examined anew, because a mistake may hide others.
type examination struct {
	backend  Backend
	home     string
	now      func() time.Time
	readOnly bool

	found   []doctor.Finding
	read    bool // at least once
	err     error
	stopped bool // the last examination, by the person
	pane    kit.Pane

	generation int
	stop       context.CancelFunc

	// all says that one repair follows the other; tried are those that were
	// offered.
	all   bool
	tried map[string]bool
}

func (*examination) Crumb() string { return "Doctor" }

type examinedMsg struct {
	doctor     *examination
	work       *kit.Work
	generation int
	found      []doctor.Finding
	err        error
}

func newExamination(o Options) *examination {
	return &examination{backend: o.Backend, home: o.Home, now: o.Now, readOnly: o.ReadOnly}
}

// visit opens the doctor's page.
func (c *examination) visit(m *kit.Model) tea.Cmd {
	m.Push(c)
	m.Say("")
	c.all = false
	return c.Again(m)
}

// Again examines everything, beside the screen.
func (c *examination) Again(m *kit.Model) tea.Cmd {
	c.halt()
	ctx, stop := context.WithCancel(context.Background())
	c.generation++
	w := &kit.Work{Until: "the check finishes", Stop: c.halt}
	m.Hold(w)
	c.stop, c.stopped = stop, false
	b, generation := c.backend, c.generation
	return func() tea.Msg {
		defer stop()
		found, err := b.Examine(ctx)
		return examinedMsg{c, w, generation, found, err}
	}
}

// halt ends an examination that is under way.
func (c *examination) halt() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
}

// Take takes the result of an examination.
func (msg examinedMsg) Take(m *kit.Model) tea.Cmd {
	c := msg.doctor
	switch {
	case m.Release(msg.work, nil):
		return m.Quit()
	case msg.generation != c.generation:
		return nil
	}
	c.stop = nil
	if c.stopped {
		return nil
	}
	c.read, c.err = true, msg.err
	if msg.err == nil {
		c.take(msg.found)
	}
	return c.proceed(m)
}

// take makes the list anew, and keeps the choice on its finding, or near it.
func (c *examination) take(found []doctor.Finding) {
	at := -1
	if before, ok := c.chosen(); ok {
		at = slices.IndexFunc(found, func(f doctor.Finding) bool { return findingKey(f) == findingKey(before) })
	}
	if at < 0 {
		at = max(min(c.pane.Chosen, len(found)-1), 0)
	}
	c.found, c.pane.Chosen = found, at
}

// findingKey tells findings apart from one examination to the next.
func findingKey(f doctor.Finding) string { return f.ID + "\x00" + f.File + "\x00" + f.Message }

// chosen is the finding that keys are about.
func (c *examination) chosen() (f doctor.Finding, ok bool) {
	if c.pane.Chosen >= len(c.found) {
		return f, false
	}
	return c.found[c.pane.Chosen], true
}

func (c *examination) Move(by int) { c.pane.Move(by, len(c.found)) }

func (c *examination) Count() int { return len(c.found) }

// Click chooses a finding; a second click on it opens it.
func (c *examination) Click(row int) func(*kit.Model) tea.Cmd {
	return c.pane.Click(row, len(c.found), c.open, nil)
}

func (c *examination) Bindings() (all []kit.Binding) {
	if f, ok := c.chosen(); ok {
		all = append(c.repairBindings(f), kit.Bind("show", c.open, "enter").Means("why it matters and what to do"))
	}
	if n := c.easy(); n > 1 {
		all = append(all, kit.Bind(fmt.Sprintf("repair all %d…", n), c.repairAll, "F").
			Means("apply all safe repairs one by one, showing each change first").Writing())
	}
	if c.stop != nil {
		all = append(all, kit.Bind("stop", func(*kit.Model) tea.Cmd { c.halt(); c.stopped = true; return nil }, "x").Means("stop the check"))
	} else {
		all = append(all, kit.Bind("again", func(m *kit.Model) tea.Cmd { c.all = false; return c.Again(m) }, "r").Means("check everything again"))
	}
	return append(all, kit.Bind("back", c.leave, "esc"))
}

// repairBindings are the keys that repair a finding.
func (c *examination) repairBindings(f doctor.Finding) []kit.Binding {
	if !f.Fixable {
		return nil
	}
	return []kit.Binding{kit.Bind("repair…", func(m *kit.Model) tea.Cmd { c.all = false; return c.repair(m, f) }, "f").Means("repair it; shows the change first").Writing()}
}

func (c *examination) leave(m *kit.Model) tea.Cmd {
	c.halt()
	return m.Back()
}

// easy counts what can be repaired without a choice.
func (c *examination) easy() (n int) {
	for _, f := range c.found {
		if f.Fixable && !f.ByName {
			n++
		}
	}
	return n
}

// repair asks for the plan that repairs a finding.
func (c *examination) repair(m *kit.Model, f doctor.Finding) tea.Cmd {
	t := change.TargetOf(c.backend, config.Source{File: f.File})
	k := change.Operation{
		Target: t, Plan: func() (installer.Plan, error) { return c.backend.Repair(f) },
		Cannot: "repair it", Title: "Repair ", Done: "Repaired",
	}
	k.Remarks = append(k.Remarks, "= "+kit.Clean(c.home, f.Message))
	if f.ByName {
		k.Remarks = append(k.Remarks, "▲ it chooses for you: "+kit.Clean(c.home, f.Fix))
	}
	for _, lost := range f.Loses {
		k.Remarks = append(k.Remarks, "- removes: "+lostText(c.home, lost))
	}
	return change.Begin(m, k)
}

// repairAll repairs what leaves no choice, one finding after the other.
func (c *examination) repairAll(m *kit.Model) tea.Cmd {
	c.all, c.tried = true, map[string]bool{}
	return c.proceed(m)
}

// Resume goes on with the next repair, as soon as what there is now is known.
func (c *examination) Resume(m *kit.Model) tea.Cmd {
	if c.stop == nil {
		return c.proceed(m)
	}
	return nil
}

// proceed offers the next repair, when one follows the other and the page is
// shown.
func (c *examination) proceed(m *kit.Model) tea.Cmd {
	if !m.Shows(c) || !c.all {
		return nil
	}
	for i, f := range c.found {
		if f.Fixable && !f.ByName && !c.tried[findingKey(f)] {
			c.tried[findingKey(f)] = true
			c.pane.Chosen = i
			return c.repair(m, f)
		}
	}
	c.all = false
	return nil
}

// findingPage shows all of a finding.
type findingPage struct {
	doctor  *examination
	finding doctor.Finding
}

func (*findingPage) Crumb() string { return "Details" }

func (c *examination) open(m *kit.Model) tea.Cmd {
	if f, ok := c.chosen(); ok {
		m.Push(&findingPage{c, f})
		m.Say("")
	}
	return nil
}

func (a *findingPage) Bindings() []kit.Binding {
	back := kit.Bind("back", (*kit.Model).Back, "esc", "enter")
	all := a.doctor.repairBindings(a.finding)
	if len(all) == 0 || a.doctor.readOnly {
		return []kit.Binding{back}
	}
	all[0].SetKeys("f", "enter")
	back.SetKeys("esc")
	return append(all, back)
}

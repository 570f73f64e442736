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
	pane    pane

	generation int
	stop       context.CancelFunc

	// all says that one repair follows the other; tried are those that were
	// offered.
	all   bool
	tried map[string]bool
}

func (*examination) crumb() string { return "Doctor" }

type examinedMsg struct {
	doctor     *examination
	work       *work
	generation int
	found      []doctor.Finding
	err        error
}

func newExamination(o Options) *examination {
	return &examination{backend: o.Backend, home: o.Home, now: o.Now, readOnly: o.ReadOnly}
}

// visit opens the doctor's page.
func (c *examination) visit(m *model) tea.Cmd {
	m.push(c)
	m.say("")
	c.all = false
	return c.again(m)
}

// again examines everything, beside the screen.
func (c *examination) again(m *model) tea.Cmd {
	c.halt()
	ctx, stop := context.WithCancel(context.Background())
	c.generation++
	w := &work{until: "the examination has ended", stop: c.halt}
	m.hold(w)
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

// take takes the result of an examination.
func (msg examinedMsg) take(m *model) tea.Cmd {
	c := msg.doctor
	switch {
	case m.release(msg.work, nil):
		return m.quit()
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
		at = max(min(c.pane.chosen, len(found)-1), 0)
	}
	c.found, c.pane.chosen = found, at
}

// findingKey tells findings apart from one examination to the next.
func findingKey(f doctor.Finding) string { return f.ID + "\x00" + f.File + "\x00" + f.Message }

// chosen is the finding that keys are about.
func (c *examination) chosen() (f doctor.Finding, ok bool) {
	if c.pane.chosen >= len(c.found) {
		return f, false
	}
	return c.found[c.pane.chosen], true
}

func (c *examination) move(by int) { c.pane.move(by, len(c.found)) }

func (c *examination) count() int { return len(c.found) }

// click chooses a finding; a second click on it opens it.
func (c *examination) click(row int) func(*model) tea.Cmd {
	i, ok := c.pane.at(row)
	if !ok || i >= len(c.found) {
		return nil
	}
	if i == c.pane.chosen {
		return c.open
	}
	c.pane.chosen = i
	return nil
}

func (c *examination) bindings() (all []binding) {
	if f, ok := c.chosen(); ok {
		all = append(c.repairBindings(f), bind("show", c.open, "enter").means("why it matters, and what to do about it"))
	}
	if n := c.easy(); n > 1 {
		all = append(all, bind(fmt.Sprintf("repair all %d…", n), c.repairAll, "F").
			means("repair what loses nothing and leaves no choice, one after the other; shows each change first").writing())
	}
	if c.stop != nil {
		all = append(all, bind("stop", func(*model) tea.Cmd { c.halt(); c.stopped = true; return nil }, "x").means("end the examination"))
	} else {
		all = append(all, bind("again", func(m *model) tea.Cmd { c.all = false; return c.again(m) }, "r").means("examine everything again"))
	}
	return append(all, bind("back", c.leave, "esc"))
}

// repairBindings are the keys that repair a finding.
func (c *examination) repairBindings(f doctor.Finding) []binding {
	if !f.Fixable {
		return nil
	}
	return []binding{bind("repair…", func(m *model) tea.Cmd { c.all = false; return c.repair(m, f) }, "f").means("repair it; shows the change first").writing()}
}

func (c *examination) leave(m *model) tea.Cmd {
	c.halt()
	return m.back()
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
func (c *examination) repair(m *model, f doctor.Finding) tea.Cmd {
	t := targetOf(c.backend, config.Source{File: f.File})
	k := change{op: "fix", target: t, make: func(b Backend) (installer.Plan, error) { return b.Repair(f) }}
	k.asides = append(k.asides, "= "+clean(c.home, f.Message))
	if f.ByName {
		k.asides = append(k.asides, "▲ it makes a choice for you: "+clean(c.home, f.Fix))
	}
	for _, lost := range f.Loses {
		k.asides = append(k.asides, "- would go: "+lostText(c.home, lost))
	}
	return m.begin(k)
}

// repairAll repairs what leaves no choice, one finding after the other.
func (c *examination) repairAll(m *model) tea.Cmd {
	c.all, c.tried = true, map[string]bool{}
	return c.proceed(m)
}

// resume goes on with the next repair, as soon as what there is now is known.
func (c *examination) resume(m *model) tea.Cmd {
	if c.stop == nil {
		return c.proceed(m)
	}
	return nil
}

// proceed offers the next repair, when one follows the other and the page is
// shown.
func (c *examination) proceed(m *model) tea.Cmd {
	if !m.shows(c) || !c.all {
		return nil
	}
	for i, f := range c.found {
		if f.Fixable && !f.ByName && !c.tried[findingKey(f)] {
			c.tried[findingKey(f)] = true
			c.pane.chosen = i
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

func (*findingPage) crumb() string { return "Details" }

func (c *examination) open(m *model) tea.Cmd {
	if f, ok := c.chosen(); ok {
		m.push(&findingPage{c, f})
		m.say("")
	}
	return nil
}

func (a *findingPage) bindings() []binding {
	back := bind("back", (*model).back, "esc", "enter")
	all := a.doctor.repairBindings(a.finding)
	if len(all) == 0 || a.doctor.readOnly {
		return []binding{back}
	}
	all[0].SetKeys("f", "enter")
	back.SetKeys("esc")
	return append(all, back)
}

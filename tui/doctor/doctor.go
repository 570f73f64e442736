package doctor

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Examination is the page "Doctor": what keeps hooks from running, lost hooks, rules that do nothing, the worst
// first, and their repairs. A repair is a plan like every other; when it is made, everything is examined again,
// because a mistake may hide others.
type Examination struct {
	backend  Backend
	home     string
	ReadOnly bool
	// Conflicts returns the third-party hooks in the way of questions, the worst first; nil knows none.
	Conflicts func() []conflict.Conflict
	// Silent says why none of the rules answers, safe to draw, or ""; nil knows nothing.
	Silent func() string

	Found   []doctor.Finding
	noticed []hookstate.Noticed // in addition to the findings
	watched bool                // lost hooks are among these
	rows    []row               // those that are looked for, the worst first
	faulty  faultyLines
	total   int // how many there are
	find    kit.Find
	at      string      // the row to choose as soon as it exists
	places  map[int]int // how wide their places are at most, by the room for each
	longest int         // how wide what was found is at most
	read    bool        // at least once
	err     error
	stopped bool // the last examination, by the person
	Pane    kit.Pane
	moved   bool // the person has chosen a row

	Generation int
	stop       context.CancelFunc

	// all says that repairs follow each other; tried are the repairs offered so far; number counts them, and of is
	// the last announced total.
	all        bool
	tried      map[attempt]bool
	number, of int
}

// Crumb names the page.
func (*Examination) Crumb() string { return kit.DoctorCrumb }

// ExaminedMsg is the end of an examination.
type ExaminedMsg struct {
	Doctor     *Examination
	work       *kit.Work
	Generation int
	found      []doctor.Finding
	Err        error
}

// New returns the page, which examines nothing yet.
func New(b Backend, home string, readOnly bool) *Examination {
	return &Examination{backend: b, home: home, ReadOnly: readOnly, faulty: faultyLines{}}
}

// Visit opens the page, at the named row.
func (c *Examination) Visit(m *kit.Model, at string) tea.Cmd {
	m.Push(c)
	c.all, c.at, c.find = false, at, kit.Find{}
	c.arrange()
	return c.Again(m)
}

// Again examines everything, in the background.
func (c *Examination) Again(m *kit.Model) tea.Cmd {
	c.Halt()
	ctx, stop := context.WithCancel(context.Background())
	c.Generation++
	w := &kit.Work{Until: "the check finishes", Stop: c.Halt}
	m.Hold(w)
	c.stop, c.stopped = stop, false
	b, generation := c.backend, c.Generation
	return func() tea.Msg {
		defer stop()
		found, err := b.Examine(ctx)
		return ExaminedMsg{c, w, generation, found, err}
	}
}

// Halt ends an examination that is under way.
func (c *Examination) Halt() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
}

// Take takes the result of an examination.
func (msg ExaminedMsg) Take(m *kit.Model) tea.Cmd {
	c := msg.Doctor
	switch {
	case m.Release(msg.work, nil):
		return m.Quit()
	case msg.Generation != c.Generation:
		return nil
	}
	c.stop = nil
	if c.stopped {
		return nil
	}
	c.read, c.err = true, msg.Err
	if msg.Err == nil {
		c.Found, c.faulty = msg.found, faultyLines{}
		c.arrange()
	}
	return c.proceed(m)
}

// findingKey identifies a finding across examinations.
func findingKey(f doctor.Finding) string { return f.ID + "\x00" + f.File + "\x00" + f.Message }

// Bindings returns the keys that do something now.
func (c *Examination) Bindings() (all []kit.Binding) {
	if c.find.Active {
		return c.find.Bindings(false, c.showAll)
	}
	f, ok := c.chosen()
	if ok {
		if all = c.repairBindings(f); c.ReadOnly {
			all = slices.DeleteFunc(all, func(b kit.Binding) bool { return b.Write })
		}
		show := kit.Bind("show", c.show, "right", "l").Means("show the finding: why it matters and what to do")
		if show.SetHelp("→", "show"); len(all) == 0 { // otherwise enter repairs it
			show = kit.Bind("show", c.show, "enter", "right", "l").Means("show the finding: why it matters and what to do")
		} else {
			show.Quiet = c.Pane.ShowsAll() // the page would be the same
		}
		all = append(all, show)
		if f.opens {
			all = append(all, kit.Opening(f.File, f.Line, f.Col))
		}
	}
	if easy, n := repairable(c.rows); easy > 1 && f.noticed == nil {
		what := fmt.Sprintf("repair all %d…", n)
		if easy < n {
			what = fmt.Sprintf("repair all %d safe…", easy)
		}
		all = append(all, kit.Bind(what, c.repairAll, "B").
			Means("apply all safe repairs one by one, showing each change first").Writing())
	}
	if c.total > 0 {
		all = append(all, c.find.Keys(false, c.showAll)...)
	}
	if len(c.open()) > 0 {
		decide := kit.Conflicts()
		decide.SetHelp("C", "decide…")
		all = slices.Insert(all, min(len(all), 1), decide)
	}
	reload := kit.Bind("reload", func(m *kit.Model) tea.Cmd { c.all = false; return c.Again(m) },
		"r").Means("reload the findings: check everything again")
	switch {
	case c.find.Line.Text != "":
		return append(all, reload)
	case c.stop != nil:
		return append(all,
			kit.Bind("stop", func(*kit.Model) tea.Cmd { c.Halt(); c.stopped = true; return nil }, "esc").Means("stop the check"))
	}
	return append(all, reload, kit.Bind("back", c.leave, "esc"))
}

// open returns the third-party hooks in the way of questions.
func (c *Examination) open() []conflict.Conflict {
	if c.Conflicts == nil {
		return nil
	}
	return c.Conflicts()
}

// leave goes back to a page that repairs may have changed.
func (c *Examination) leave(m *kit.Model) tea.Cmd {
	c.Halt()
	m.Pop()
	if below, ok := m.Current().Layer.(interface{ Again(*kit.Model) tea.Cmd }); ok {
		return below.Again(m)
	}
	return nil
}

// show shows all of a finding.
func (c *Examination) show(m *kit.Model) tea.Cmd {
	if f, ok := c.chosen(); ok {
		keys := c.repairBindings(f)
		if f.opens {
			keys = append(keys, kit.Opening(f.File, f.Line, f.Col))
		}
		m.Push(&kit.Details{Subject: kit.FileAt(c.home, f.File, f.Line, f.Col),
			Keys: keys, About: func(width int, st *kit.Styles) []string {
				return c.findingRows(f, width, st)
			}})
	}
	return nil
}

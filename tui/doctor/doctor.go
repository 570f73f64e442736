package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings/saferead"
	"neverask/tui/change"
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

	Found   []doctor.Finding
	noticed []hookstate.Noticed // in addition to the findings
	watched bool                // lost hooks are among these
	rows    []row               // those that are looked for, the worst first
	total   int                 // how many there are
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

// An attempt is a repair of a finding in one state of its file. A finding that remains after the file has changed is
// repaired again.
type attempt struct {
	key   string
	nth   int // the index among findings with the same text
	stamp saferead.Stamp
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
	return &Examination{backend: b, home: home, ReadOnly: readOnly}
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
		c.Found = msg.found
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
			all = append(all, kit.Opening(f.File, f.Line))
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
	reload := kit.Bind("reload", func(m *kit.Model) tea.Cmd { c.all = false; return c.Again(m) }, "r").Means("reload the findings: check everything again")
	switch {
	case c.find.Line.Text != "":
		return append(all, reload)
	case c.stop != nil:
		return append(all, kit.Bind("stop", func(*kit.Model) tea.Cmd { c.Halt(); c.stopped = true; return nil }, "esc").Means("stop the check"))
	}
	return append(all, reload, kit.Bind("back", c.leave, "esc"))
}

// repairBindings returns the keys that repair a finding.
func (c *Examination) repairBindings(f row) []kit.Binding {
	if f.noticed != nil {
		return slices.Clone(f.noticed.Keys)
	}
	if !f.Fixable {
		return nil
	}
	what, about, first := "repair…", "repair the finding; shows the change first", f.Finding
	if f.After > 0 {
		i := slices.IndexFunc(c.Found, func(g doctor.Finding) bool {
			return g.File == f.File && g.Line == f.After && g.Fixable && g.After == 0
		})
		if i < 0 {
			return nil
		}
		what, about, first = fmt.Sprintf("repair line %d…", f.After), "repair what comes first; shows the change first", c.Found[i]
	}
	if first.Parks {
		what, about = "park…", "park the hook, which can be restored; shows the change first"
	}
	return []kit.Binding{kit.Bind(what, func(m *kit.Model) tea.Cmd { c.all = false; return c.repair(m, first) }, "enter", "b").Means(about).Writing()}
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

// repairable counts the findings that can be repaired, and those without a choice.
func repairable(rows []row) (easy, all int) {
	for _, f := range rows {
		if f.Fixable {
			all++
		}
		if f.Fixable && !f.ByName {
			easy++
		}
	}
	return easy, all
}

// repair asks for the plan that repairs a finding.
func (c *Examination) repair(m *kit.Model, f doctor.Finding) tea.Cmd {
	t := change.TargetOf(c.backend, config.Source{File: f.File})
	k := change.Operation{
		Target: t, Plan: func() (planner.Plan, error) { return c.backend.Repair(f) },
		Cannot: "repair it", Title: "Repair ", Done: "Repaired",
	}
	k.Remarks = append(k.Remarks, "· "+kit.Clean(c.home, f.Message))
	if f.Parks {
		k.Title, k.Done = "Park a hook that cannot run in ", "Hook parked"
		k.Remarks = append(k.Remarks, "· neverask keeps a copy; press space on it in Hooks to restore it")
	}
	if f.ByName {
		k.Remarks = append(k.Remarks, "▲ your choice: "+kit.Clean(c.home, f.Fix))
	}
	for _, lost := range f.Loses {
		k.Remarks = append(k.Remarks, "· removes: "+lostText(c.home, lost))
	}
	if c.all {
		c.inOrder(&k)
	}
	return change.Begin(m, k)
}

// inOrder says which of several repairs this is, and how many follow: each of them has its own plan.
func (c *Examination) inOrder(k *change.Operation) {
	left, _ := untried(c.rows, c.tried)
	of := c.number + len(left)
	if c.number > 1 && of > c.of {
		k.Remarks = append(k.Remarks, fmt.Sprintf("· the last repair revealed %d more", of-c.of))
	}
	if len(left) > 0 {
		k.Remarks = append(k.Remarks, fmt.Sprintf("· then %d more, each with its own plan", len(left)))
	}
	c.of = of
	k.Title = fmt.Sprintf("Repair %d of %d: %s", c.number, of, strings.ToLower(k.Title[:1])+k.Title[1:])
}

// repairAll repairs the findings without a choice, one after the other.
func (c *Examination) repairAll(m *kit.Model) tea.Cmd {
	c.all, c.tried, c.number = true, map[attempt]bool{}, 0
	return c.proceed(m)
}

// untried returns the rows to be repaired without a choice that were not offered yet, and the first of them.
func untried(all []row, tried map[attempt]bool) (rows []int, first attempt) {
	alike := map[string]int{}
	for i, f := range all {
		try := attempt{f.key(), alike[f.key()], saferead.StampOf(f.File)}
		alike[f.key()]++
		switch {
		case !f.Fixable || f.ByName || tried[try]:
			continue
		case rows == nil:
			first = try
		}
		rows = append(rows, i)
	}
	return rows, first
}

// proceed offers the next repair, if repairs follow each other and the page is shown.
func (c *Examination) proceed(m *kit.Model) tea.Cmd {
	if !m.Shows(c) || !c.all {
		return nil
	}
	left, first := untried(c.rows, c.tried)
	if c.all = left != nil; !c.all {
		return nil
	}
	c.tried[first], c.number, c.Pane.Chosen, c.moved = true, c.number+1, left[0], true
	return c.repair(m, c.rows[left[0]].Finding)
}

// show shows all of a finding.
func (c *Examination) show(m *kit.Model) tea.Cmd {
	if f, ok := c.chosen(); ok {
		keys := c.repairBindings(f)
		if f.opens {
			keys = append(keys, kit.Opening(f.File, f.Line))
		}
		m.Push(&kit.Details{Subject: kit.FileAt(c.home, f.File, f.Line, f.Col), Keys: keys, About: func(width int, st *kit.Styles) []string {
			return c.findingRows(f, width, st)
		}})
	}
	return nil
}

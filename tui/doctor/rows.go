package doctor

import (
	"bytes"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/settings/saferead"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// A row is a finding, or a problem that another package noticed.
type row struct {
	doctor.Finding
	noticed *hookstate.Noticed
	opens   bool // its file exists, and an editor can show it
}

func (r row) key() string {
	if r.noticed != nil {
		return r.noticed.Key
	}
	return findingKey(r.Finding)
}

// ranks orders severities.
var ranks = map[doctor.Severity]int{doctor.Error: 0, doctor.Warning: 1, doctor.Info: 2}

// Notice takes the problems noticed besides the findings.
func (c *Examination) Notice(all []hookstate.Noticed) {
	c.noticed, c.watched = all, true
	c.arrange()
}

// arrange rebuilds the list, the worst first, and keeps the choice on its row, or near it. It shows no problem twice.
func (c *Examination) arrange() {
	before := c.rows
	c.rows, c.places, c.longest = nil, map[int]int{}, 0
	for i, n := range c.noticed {
		if slices.ContainsFunc(c.Found, func(f doctor.Finding) bool { return n.Key == f.ID+f.Message }) {
			continue
		}
		f := doctor.Finding{
			ID: n.Key, Severity: n.Severity, Message: n.Message, Why: n.Why, Fix: n.Fix, File: n.File, Line: n.Line,
		}
		c.rows = append(c.rows, row{Finding: f, noticed: &c.noticed[i], opens: isText(n.File)})
	}
	for _, f := range c.Found {
		if f.ID != "hooks-lost" || !c.watched { // lost hooks are noticed one by one
			c.rows = append(c.rows, row{Finding: f, opens: isText(f.File)})
		}
	}
	slices.SortStableFunc(c.rows, func(a, b row) int { return ranks[a.Severity] - ranks[b.Severity] })
	every, needle := c.rows, c.find.Needle()
	c.rows, c.total = nil, len(every)
	for _, i := range needle.Among(len(every), func(i int) *kit.SearchText {
		r := &every[i]
		text := kit.NewSearchText(kit.Clean(c.home, r.Message), string(r.Severity), c.where(r.Finding, kit.Far), r.ID)
		return &text
	}) {
		c.rows = append(c.rows, every[i])
	}
	for _, r := range c.rows {
		c.longest = max(c.longest, kit.Width(kit.Clean(c.home, r.Message)))
	}
	keep := nearest(c.rows, before, c.Pane.Chosen)
	if !c.moved {
		keep = 0 // what is found later may be worse, and stands above
	}
	c.Pane.Keep(len(c.rows), func(i int) bool { return i == keep })
	if i := slices.IndexFunc(c.rows, func(r row) bool {
		return slices.Contains([]string{r.key(), r.ID + r.Message, r.ID, r.File, kit.FileAt("", r.File, r.Line, 0)}, c.at)
	}); c.at != "" && i >= 0 {
		c.Pane.Chosen, c.at, c.moved = i, "", true
	}
}

// Typing returns the line that is being edited, or nil.
func (c *Examination) Typing() *kit.Input { return c.find.Typing() }

// TypedText updates the list.
func (c *Examination) TypedText(*kit.Model) tea.Cmd {
	c.arrange()
	return nil
}

// showAll lists everything again.
func (c *Examination) showAll(*kit.Model) tea.Cmd {
	c.find = kit.Find{}
	return c.TypedText(nil)
}

// isText reports whether a file exists and is not a program.
func isText(file string) bool {
	head, err := saferead.ReadHead(file, 512)
	return err == nil && !bytes.Contains(head, []byte{0})
}

// nearest returns the index of the row chosen before or, if it is gone, of the nearest one that followed or preceded it;
// -1 if none remains.
func nearest(rows, before []row, chosen int) int {
	from := min(chosen, len(before))
	others := slices.Clone(before[:from])
	slices.Reverse(others)
	for _, old := range slices.Concat(before[from:], others) {
		if i := slices.IndexFunc(rows, func(r row) bool { return r.key() == old.key() }); i >= 0 {
			return i
		}
	}
	return -1
}

// chosen returns the row that keys are about.
func (c *Examination) chosen() (r row, ok bool) {
	if c.Pane.Chosen >= len(c.rows) {
		return r, false
	}
	return c.rows[c.Pane.Chosen], true
}

// Move chooses another row.
func (c *Examination) Move(by int) {
	c.moved = true
	c.Pane.Move(by, len(c.rows))
}

// Count returns how many rows there are.
func (c *Examination) Count() int { return len(c.rows) }

// Click chooses a row; a second click on it opens it.
func (c *Examination) Click(row int) func(*kit.Model) tea.Cmd {
	c.moved = true
	return c.Pane.Click(row, len(c.rows), c.show, nil)
}

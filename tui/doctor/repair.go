package doctor

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings/saferead"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// An attempt is a repair of a finding in one state of its file. A finding that remains after the file has changed is
// repaired again.
type attempt struct {
	key   string
	nth   int // the index among findings with the same text
	stamp saferead.Stamp
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
		what, about, first = fmt.Sprintf("repair line %d…", f.After),
			"repair what comes first; shows the change first", c.Found[i]
	}
	if first.Parks {
		what, about = "park…", "park the hook, which can be restored; shows the change first"
	}
	return []kit.Binding{kit.Bind(what, func(m *kit.Model) tea.Cmd { c.all = false; return c.repair(m, first) },
		"enter", "b").Means(about).Writing()}
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
		Cannot: "repair it", Title: "Repair ", Done: "repaired",
	}
	k.Remarks = append(k.Remarks, "· "+kit.Clean(c.home, f.Message))
	if f.Parks {
		k.Title, k.Done = "Park a hook that cannot run in ", "parked the hook"
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
	if of > 1 {
		k.Done += fmt.Sprintf(" (%d of %d)", c.number, of)
	}
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

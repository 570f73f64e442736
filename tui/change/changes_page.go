package change

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/kit"
)

// Page draws it.
func (t *Changes) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{}
	var rows []string
	switch {
	case t.past == nil:
		rows = []string{"", "  " + st.Muted.Render("reading the history …")}
	case t.err != nil:
		rows = append([]string{""},
			kit.Noted(kit.Mark("✗", "cannot read", kit.Bad), kit.Clean(t.home, t.err.Error()), width, st)...)
	case len(t.past.Entries) == 0:
		rows = append([]string{""},
			kit.Styled(kit.Indented("neverask has not changed anything yet.", 2, kit.Prose(width)-2), st.Strong)...)
		rows = append(append(rows, ""),
			kit.Indented("Every change to a settings or rules file appears here, with what it did and how to undo it.",
				2, kit.Prose(width)-2)...)
	default:
		if o := t.chosen(); o != nil {
			p.Subject = kit.Short(t.home, o.Receipts[0].Path)
		}
		p.Names = func(w int) string { return t.columnsOf(w).head() }
		p.Head = t.head(width, st)
		needle := t.find.Needle()
		return t.pane.Lay(p, width, height, len(t.shown), st,
			func(i, width int) string { return t.row(i, width, &needle, st) },
			func(width, _ int) []string { return t.detail(width, st) })
	}
	return p.Of(rows)
}

func (t *Changes) head(width int, st *kit.Styles) []string {
	total := diffview.Count(len(t.past.Entries), "change")
	if t.filtered() {
		total = fmt.Sprintf("%d of %s", len(t.shown), total)
	}
	about := []string{total}
	if t.file != "" {
		about = append(about, kit.Short(t.home, t.file))
	}
	return []string{t.find.Listed(about, width, st)}
}

// changeColumns are the widths of the columns of the list; 0 leaves one out.
type changeColumns struct{ when, state, what, file int }

// columnsOf gives the description the width that the file names leave.
func (t *Changes) columnsOf(width int) (c changeColumns) {
	c.when, c.state = 5, 13
	if width >= 56 {
		c.file = min(14, max(t.widest, len("file"))+1)
	}
	c.what = width - 2 - c.when - c.state - c.file
	return c
}

func (c changeColumns) head() string {
	s := "  " + kit.Right("when", c.when-1) + " " + kit.Pad("state", c.state) + kit.Pad("what", c.what)
	if c.file > 0 {
		s += "file"
	}
	return s
}

func (t *Changes) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	o, c := &t.past.Entries[t.shown[i]], t.columnsOf(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	s := left + st.Muted.Render(kit.Right(diffview.Ago(t.now(), o.Receipts[0].Time), c.when-1)) + " " +
		kit.Pad(t.badgeOf(o).Draw(st), c.state)
	s += kit.Pad(needle.Mark(kit.Fit(kit.Tilde(t.home, diffview.Visible(o.Description)), c.what-1), style), c.what)
	if c.file > 0 {
		s += st.Muted.Render(kit.Fit(t.files(o), c.file-1))
	}
	return kit.Fit(s, width)
}

// files returns the short names of the files: their whole paths stand in the detail.
func (t *Changes) files(o *Entry) string {
	var names []string
	for _, r := range o.Receipts {
		name := string(TargetOf(t.backend, config.Source{File: r.Path}).Scope)
		if filepath.Base(r.Path) == "preferences.json" {
			name = "rules"
		}
		names = append(names, cmp.Or(name, kit.Short("", filepath.Base(r.Path))))
	}
	return strings.Join(names, ", ")
}

// badgeOf returns the state of an entry.
func (t *Changes) badgeOf(o *Entry) kit.Badge {
	switch o.State() {
	case settings.Undone:
		return kit.Mark("○", "undone", kit.Calm)
	case settings.Failed:
		return kit.Mark("✗", "failed", kit.Bad)
	}
	if tried, known := t.tried[o.ID()]; known && tried.More != nil {
		return tried.Badge
	}
	return kit.Mark("●", "applied", kit.Good)
}

// detail describes the chosen entry, and whether it can be undone.
func (t *Changes) detail(width int, st *kit.Styles) []string {
	o := t.chosen()
	if o == nil {
		return t.find.NoMatches(t.file != "", st)
	}
	all := kit.Styled(kit.Indented(kit.Tilde(t.home, diffview.Visible(o.Description)), 1, width), st.Strong)
	tried, known := t.tried[o.ID()]
	switch {
	case o.State() == settings.Failed:
		all = append(all, kit.Noted(kit.Mark("✗", "failed", kit.Bad), "the file was not changed", width, st)...)
	case known:
		all = append(all, tried.Rows(width, st)...)
	case o.Undoable():
		all = append(all, " "+st.Muted.Render("checking whether it can be undone …"))
	}
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width, st)...)
		}
	}
	add("when", kit.Moment(o.Receipts[0].Time)+", "+diffview.Since(t.now(), o.Receipts[0].Time))
	for i, r := range o.Receipts {
		label := ""
		if i == 0 {
			label = "file"
		}
		done := ""
		switch {
		case r.Created():
			done = ", created"
		case r.After == "":
			done = ", deleted"
		}
		add(label, kit.FitPath(kit.Short(t.home, r.Path), width-12-len(done))+done)
	}
	if undone, there := t.past.UndoneBy[o.ID()]; there && o.State() == settings.Undone {
		add("undone", diffview.Since(t.now(), undone.Time)+", by change "+diffview.Visible(undone.ID))
	}
	add("change", diffview.Visible(o.ID()))
	for _, r := range o.Receipts {
		if r.Backup != "" {
			add("backup", kit.Short(t.home, filepath.Join(t.backups, r.Backup)))
		}
	}
	return all
}

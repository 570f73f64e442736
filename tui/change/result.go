package change

import (
	"fmt"
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/kit"
)

// Result says what was written, and how to get back.
type Result struct {
	backend       Backend
	home, backups string
	proposal      *Proposal
	receipt       settings.Receipt
	err           error  // about something that was left behind
	checked       string // what was seen when the files were looked at again
	consequences  []status.Consequence
	waiting       func() int // how many suggestions wait
}

// Crumb names the layer.
func (*Result) Crumb() string { return "Done" }

func (r *Result) heading() string {
	if len(r.proposal.Parts) == 0 {
		_, done := r.proposal.onProgram()
		return done
	}
	return kit.Capital(r.proposal.named(r.proposal.Operation.Done))
}

// Page draws the layer.
func (r *Result) Page(width, _ int, st *kit.Styles) kit.Page {
	p := r.proposal
	all := []string{"", "  " + st.Ok.Render("✓") + " " + st.Strong.Render(r.heading()), ""}
	row := func(label, text string) { all = append(all, kit.Entry{Label: label, Text: text}.Draw(width, st)...) }

	for _, one := range p.Parts {
		done := "Written"
		if one.Plan.Created {
			done = "Created"
		} else if one.Plan.Removed {
			done = "Removed"
		}
		row(done, r.room(kit.Short(r.home, one.Plan.Path), width))
	}
	if ways := p.Operation.Ways; ways != "" {
		row("Conflicts", ways)
	}
	if p.program() {
		row("Hook program", r.room(kit.Short(r.home, p.status.Hook.Path), width))
	}
	switch backup := kit.Short(r.home, filepath.Join(r.backups, r.receipt.Backup)); {
	case r.receipt.Backup == "" && len(p.Parts) < 2:
	case len(p.Parts) > 1:
		row("Backup", "in "+r.room(kit.Short(r.home, r.backups), width-3))
	default:
		row("Backup", backup)
	}
	switch {
	case r.receipt.ID == "" && len(p.Parts) == 0:
		row("Undo", "not possible: the program before is not kept")
	case r.receipt.ID != "" && p.Operation.Receipt.ID == "":
		row("Undo", "press z, or run: "+kit.Tied("neverask undo "+diffview.Visible(r.receipt.ID)))
	}
	if r.checked != "" {
		row("Checked", r.checked)
	}
	if r.err != nil {
		row("Left behind", kit.Clean(r.home, r.err.Error()))
	}
	var said []string
	for _, c := range r.consequences {
		if text, next := kit.Clean(r.home, c.Text), r.next(c.ID); next != "" {
			row("Next", text+": "+next)
		} else {
			said = append(said, kit.Indented(text+".", 2, width-1)...)
		}
	}
	if len(said) > 0 {
		all = append(append(all, ""), kit.Styled(said, st.Muted)...)
	}
	pg := kit.Lines(all)
	pg.Subject = Subject(r.home, p.Operation.Target)
	return pg
}

// room is a path in the room that an entry has for it.
func (r *Result) room(path string, width int) string {
	if width < kit.Wide {
		return kit.FitPath(path, width-kit.LabelColumn-3)
	}
	return kit.FitPath(path, width-kit.BadgeColumn-1)
}

// next is the step that follows from a consequence, "" where none does.
func (r *Result) next(id status.ConsequenceID) string {
	switch waiting := r.waiting(); {
	case id == status.NotInForce:
		return "press i to install it"
	case id != status.NoRules && id != status.Suggested:
		return ""
	case waiting > 0:
		return "press S to review " + diffview.Count(waiting, "suggestion")
	case id == status.NoRules:
		return "press 2, then a, to add one"
	}
	return ""
}

// so reports whether one of some consequences is said.
func (r *Result) so(ids ...status.ConsequenceID) bool {
	return slices.ContainsFunc(r.consequences, func(c status.Consequence) bool { return slices.Contains(ids, c.ID) })
}

// Bindings are its keys.
func (r *Result) Bindings() []kit.Binding {
	all := []kit.Binding{kit.Bind("done", leave, "enter", "esc")}
	if waiting := r.waiting(); waiting > 0 && r.so(status.NoRules, status.Suggested) {
		review := func(m *kit.Model) tea.Cmd { m.ToPlace(); return m.Send(ReviewMsg{}) }
		all = append(all, kit.Bind(fmt.Sprintf("review %d…", waiting), review, "S").Means("review rules suggested by your past answers"))
	}
	if r.so(status.NotInForce) {
		all = append(all, Install("the hook for tool rules", config.Rules))
	}
	if r.receipt.ID == "" || r.proposal.Operation.Receipt.ID != "" {
		return all
	}
	back := func(m *kit.Model) tea.Cmd { return Begin(m, TakingBack(r.backend, r.home, r.receipt)) }
	return append(all, kit.Bind("undo…", back, "z"))
}

package tui

import (
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/config"
	"neverask/settings"
)

// result says what was written, and how to get back.
type result struct {
	home, backups string
	proposal      *proposal
	receipt       settings.Receipt
	err           error  // about something that was left behind
	checked       string // what was seen when the files were looked at again
}

func (r *result) heading() string {
	switch op := r.proposal.change.op; {
	case len(r.proposal.parts) == 0:
		return "Hook program replaced"
	case opWords[op].done != "":
		return opWords[op].done
	case op == "settle":
		return "Conflict settled"
	case op == "install":
		return capital(r.proposal.plan.About()) + " installed"
	case op == "uninstall":
		return capital(r.proposal.plan.About()) + " removed"
	case op == "undo":
		return "Change undone"
	default:
		return "Change made again"
	}
}

func (r *result) page(width, _ int, st *styles) page {
	p := r.proposal
	all := []string{"", "  " + st.ok.Render("✓") + " " + st.strong.Render(r.heading()), ""}
	row := func(label, text string) { all = append(all, entry{label: label, text: text}.draw(width, st)...) }

	for _, one := range p.parts {
		done := "Written"
		if one.plan.Created {
			done = "Made"
		} else if one.plan.Removed {
			done = "Removed"
		}
		row(done, r.room(short(r.home, one.plan.Path), width))
	}
	if ways := p.change.ways(r.home); ways != "" {
		row("Conflicts", ways)
	}
	if p.program() {
		row("Hook program", r.room(short(r.home, p.status.Hook.Path), width))
	}
	switch {
	case len(p.parts) > 1:
		row("Backups", "in "+r.room(short(r.home, r.backups), width-3))
	case r.receipt.Backup != "":
		row("Backup", r.room(short(r.home, filepath.Join(r.backups, r.receipt.Backup)), width))
	}
	switch {
	case r.receipt.ID == "":
	case p.change.op == "undo":
		row("Redo", "press z, or run: "+tied("neverask redo"))
	default:
		row("Undo", "press z, or run: "+tied("neverask undo "+diffview.Visible(r.receipt.ID)))
	}
	if r.checked != "" {
		row("Checked", r.checked)
	}
	if r.err != nil {
		row("Left behind", clean(r.home, r.err.Error()))
	}
	if p.change.op == "install" && p.status.Rules == 0 && slices.Contains(p.plan.Packs(), config.Questions) {
		row("Next", "no rules yet, so every question is still asked: press enter, then 2, to make one")
	}
	all = append(append(all, ""), styled(indented(r.effect(), 2, width-1), st.muted)...)
	pg := lines(all)
	pg.subject = subject(r.home, p.change.where())
	return pg
}

// capital begins a text in upper case.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// room is a path in the room that an entry has for it. The whole of a backup's is
// in the history.
func (r *result) room(path string, width int) string {
	if width < wide {
		return fitPath(path, width-labelColumn-3)
	}
	return fitPath(path, width-badgeColumn-1)
}

// effect says when Claude Code notices.
func (r *result) effect() string {
	if r.proposal.change.op == "uninstall" && slices.Contains(r.proposal.plan.Packs(), config.Questions) {
		return "Claude Code asks every question again. Your preferences stay."
	}
	return "Claude Code sees the change within seconds, in running sessions too."
}

func (r *result) bindings() []binding {
	all := []binding{bind("done", (*model).done, "enter", "esc")}
	if r.receipt.ID == "" {
		return all
	}
	op, what := "undo", "undo…"
	if r.proposal.change.op == "undo" {
		op, what = "redo", "redo…"
	}
	return append(all, bind(what, func(m *model) tea.Cmd { return m.begin(change{op: op, receipt: r.receipt}) }, "z"))
}

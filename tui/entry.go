package tui

import (
	"charm.land/lipgloss/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
)

// wide is the least width at which labels stand beside what they name.
const wide = 64

// An entry is one labelled fact: a label, a state, and what there is to say.
type entry struct {
	label string
	badge badge
	text  string // safe to draw
	// urgent reports that it needs the person.
	urgent bool
}

// A badge is a state as a sign and a word, so that it needs no colour.
type badge struct {
	sign, word string
	style      func(*styles) lipgloss.Style
}

func (b badge) draw(st *styles) string {
	if b.word == "" {
		return ""
	}
	return b.style(st).Render(b.sign + " " + b.word)
}

func good(st *styles) lipgloss.Style { return st.ok }
func warn(st *styles) lipgloss.Style { return st.warn }
func bad(st *styles) lipgloss.Style  { return st.bad }
func calm(st *styles) lipgloss.Style { return st.muted }

// Columns of an entry: where the label begins, the badge or text, and the
// text after a badge.
const (
	labelColumn = 2
	badgeColumn = 19
	textColumn  = 36
)

// draw lays an entry out in columns, or on a narrow screen the text below.
func (e entry) draw(width int, st *styles) []string {
	label := "  " + st.muted.Render(pad(e.label, badgeColumn-labelColumn))
	badge := e.badge.draw(st)
	column := badgeColumn
	switch {
	case width < wide && badge != "":
		if e.text == "" {
			return []string{label + badge}
		}
		return append([]string{label + badge}, styled(indented(e.text, labelColumn+2, width-1), st.muted)...)
	case width < wide:
		return append([]string{"  " + st.muted.Render(e.label)}, indented(e.text, labelColumn+2, width-1)...)
	case badge != "":
		label += pad(badge, textColumn-badgeColumn)
		column = textColumn
	}
	all := indented(e.text, column, width-1)
	all[0] = label + all[0][column:]
	return all
}

// stateOf says how the hooks of a file are, all packs taken together.
func stateOf(s status.Status) badge {
	switch {
	case s.Installed:
		return badge{"●", "installed", good}
	case broken(s):
		return badge{"✗", "broken", bad}
	case len(s.There()) > 0:
		return badge{"◐", "incomplete", warn}
	default:
		return badge{"○", "not installed", calm}
	}
}

// stateOfPack says how one pack is.
func stateOfPack(s status.Status, p config.Pack) badge {
	switch is := s.Pack(p); {
	case broken(s):
		return badge{"✗", "broken", bad}
	case is.State == status.PackInstalled:
		return badge{"●", "installed", good}
	case is.State == status.PackStale:
		return badge{"◐", "stale", warn}
	case is.There():
		return badge{"◐", "incomplete", warn}
	default:
		return badge{"○", "not installed", calm}
	}
}

// broken reports that the settings file could not be read.
func broken(s status.Status) bool {
	for _, p := range s.Problems {
		if p.Severity == "error" && (p.ID == "settings-unreadable" || p.ID == "settings-invalid") {
			return true
		}
	}
	return false
}

// severity is how a problem is marked.
func severity(p installer.Problem) badge {
	switch p.Severity {
	case "error":
		return badge{"✗", "error", bad}
	case "warning":
		return badge{"▲", "warning", warn}
	default:
		return badge{"·", "note", calm}
	}
}

// subject names a settings file for the title line.
func subject(home string, t installer.Target) string {
	if t.Scope == "" {
		return short(home, t.Path)
	}
	return string(t.Scope) + " " + short(home, t.Path)
}

package doctor

import (
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/settings/saferead"
	"neverask/tui/kit"
)

// A faultyLine is the line of a broken file, without its secrets: up to the fault, and from there on.
// Both are "" if it is not known.
type faultyLine struct{ before, after string }

// longestRead is the size of a file of which no line is shown.
const longestRead = 1 << 20

// readFaultyLine reads the line that a finding is about.
func readFaultyLine(f doctor.Finding) (l faultyLine) {
	if f.Line == 0 || f.Col == 0 {
		return l
	}
	whole, err := saferead.ReadString(f.File, longestRead)
	if err != nil {
		return l
	}
	line := func(s string) string {
		return strings.TrimRight(append(strings.Split(s, "\n"), make([]string, f.Line)...)[f.Line-1], "\r")
	}
	raw := []rune(line(whole))
	after := string(raw[min(f.Col-1, len(raw)):])
	if before, ok := strings.CutSuffix(line(diffview.Redact(whole)), after); ok { // otherwise the fault is inside a secret
		return faultyLine{strings.TrimLeft(before, " \t"), after}
	}
	return l
}

// rows draws the line, with a caret under the fault.
func (l faultyLine) rows(width int, st *kit.Styles) []string {
	const label = 12
	before, room := diffview.Visible(l.before), width-label-1
	after := diffview.Visible(l.after)
	if kit.Width(before+after) > room {
		before = kit.FitEnd(before, max(room*2/3, 1))
	}
	if before+after == "" {
		return nil
	}
	return []string{
		" " + st.Muted.Render(kit.Pad("line", label-1)) + kit.Fit(before+after, room),
		strings.Repeat(" ", label+kit.Width(before)) + kit.Bad(st).Render("^"),
	}
}

// faultyLines are the lines that an examination's findings are about, by place. Each is read when it is first shown.
type faultyLines map[string]faultyLine

// of returns the line that a finding is about.
func (all faultyLines) of(f doctor.Finding) faultyLine {
	at := kit.FileAt("", f.File, f.Line, f.Col)
	if _, known := all[at]; !known {
		all[at] = readFaultyLine(f)
	}
	return all[at]
}

package kit

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// Clean makes text from outside safe to draw: secrets are hidden, what a
// terminal would obey is written out, and the home directory is "~".
func Clean(home, s string) string {
	return Tilde(home, diffview.Visible(diffview.RedactCommand(s)))
}

// Tilde writes paths below the home directory with "~" wherever they begin in
// a text.
func Tilde(home, s string) string {
	begin := strings.TrimRight(home, string(filepath.Separator)) + string(filepath.Separator)
	if len(begin) == 1 || !strings.Contains(s, begin) {
		return s
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, begin)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if last, _ := utf8.DecodeLastRuneInString(out.String()); out.Len() == 0 || strings.ContainsRune(" \"'(=:“", last) {
			out.WriteString("~" + string(filepath.Separator))
		} else {
			out.WriteString(begin)
		}
		s = after
	}
}

var straight = regexp.MustCompile(`"([^"]*)"`)

// Curled is prose with the quotes that it has on all screens.
func Curled(s string) string { return straight.ReplaceAllString(s, "“$1”") }

// Short writes a path below the home directory with "~", safe to draw.
func Short(home, path string) string {
	return Tilde(home, diffview.Visible(path))
}

// FitPath is a path in a width: folders in the middle are left out where it has to
// be shorter.
func FitPath(path string, width int) string {
	parts := strings.Split(path, "/")
	for n := len(parts) - 2; n > 0 && Width(path) > width; n-- {
		// The end says most, then the beginning.
		lead := min((n+1)/2, n)
		path = strings.Join(parts[:lead], "/") + "/…/" + strings.Join(parts[len(parts)-(n-lead)-1:], "/")
	}
	if name := "…/" + parts[len(parts)-1]; len(parts) > 1 && Width(path) > width && Width(name) <= width {
		return name
	}
	return FitEnd(path, width)
}

// Width is how many columns a text on one line takes. Nearly all are of letters, signs and
// looks whose width is known: only others need to be looked up.
func Width(s string) int {
	n, look := 0, 0 // where a look began
	for i, r := range s {
		switch {
		case look == 0 && strings.HasPrefix(s[i:], "\x1b["):
			look = i + 1
		case look > 0 && r == 'm':
			look = 0
		case look == 0 && (' ' <= r && r <= '~' || '‐' <= r && r <= '…' || '─' <= r && r <= '◼' || strings.ContainsRune("·›←→↑↓✓✗", r)):
			n++
		case look == 0 || i > look && !strings.ContainsRune("0123456789;:", r):
			return lipgloss.Width(s)
		}
	}
	if look > 0 {
		return lipgloss.Width(s)
	}
	return n
}

// Fit cuts s to a width.
func Fit(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	return ansi.Truncate(s, max(width, 0), "…")
}

// FitEnd cuts the start of s to a width. A wide character that is cut through
// goes as a whole.
func FitEnd(s string, width int) string {
	w := Width(s)
	end := s
	for cut := w - width + 1; cut <= w && Width(end) > width; cut++ {
		end = ansi.TruncateLeft(s, cut, "…")
	}
	return Fit(end, width)
}

// Pad brings s to exactly a width.
func Pad(s string, width int) string {
	s = Fit(s, width)
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}

// Ends puts two texts at the ends of a line. The left one is cut first, and
// the right one keeps its end, where a path says most.
func Ends(left, right string, width int) string {
	right = FitEnd(right, width)
	left = Fit(left, max(width-Width(right)-1, 0))
	return left + strings.Repeat(" ", max(width-Width(left)-Width(right), 0)) + right
}

// Wrap breaks text into lines, between words where it can. A command whose
// words are tied with no-break spaces stays on one line, with plain ones.
func Wrap(s string, width int) []string {
	s = ansi.Wrap(s, max(width, 1), "")
	return strings.Split(strings.ReplaceAll(s, "\u00a0", " "), "\n")
}

// Tied is how a command stands in a text that is wrapped.
func Tied(command string) string { return strings.ReplaceAll(command, " ", "\u00a0") }

// Indented wraps text and puts blanks before each line.
func Indented(s string, indent, width int) []string {
	lines := Wrap(s, width-indent)
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", indent) + l
	}
	return lines
}

// Prose is the width of paragraphs: they fill a terminal of 120 columns, and no wider one, where
// lines would be too long to read. What belongs to a row is as wide as the row.
func Prose(width int) int { return min(width, 120) }

// Cut is lines in a height.
func Cut(lines []string, height int) []string {
	if len(lines) > height {
		lines = append(lines[:max(height-1, 0)], " …")
	}
	return lines
}

// Styled gives each line a look. A look must not span lines, because lines
// are cut and placed one by one.
func Styled(lines []string, style Look) []string {
	for i, l := range lines {
		blanks := len(l) - len(strings.TrimLeft(l, " "))
		lines[i] = l[:blanks] + style.Render(l[blanks:])
	}
	return lines
}

// Right puts s at the end of a width.
func Right(s string, width int) string {
	return strings.Repeat(" ", max(width-Width(s), 0)) + Fit(s, width)
}

// Day is the day on which something happened.
func Day(t time.Time) string { return t.Local().Format("2 Jan 2006") }

// Moment is the second in which something happened.
func Moment(t time.Time) string { return t.Local().Format("2 Jan 2006 15:04:05") }

// Heading is a text that begins a part.
func Heading(text string, width int, st *Styles) []string {
	return Styled(Indented(text, 1, width), st.Strong)
}

// FileAt is a place in a file; a line or column of 0 is left out.
func FileAt(home, file string, line, col int) string {
	s := Short(home, file)
	if line > 0 {
		s += fmt.Sprintf(":%d", line)
	}
	if line > 0 && col > 0 {
		s += fmt.Sprintf(":%d", col)
	}
	return s
}

// Capital begins a text in upper case.
func Capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

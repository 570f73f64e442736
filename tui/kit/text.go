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

// Clean makes text from outside safe to draw: it hides secrets, makes control characters visible,
// and writes the home directory as "~".
func Clean(home, s string) string {
	return Tilde(home, diffview.Visible(diffview.RedactCommand(s)))
}

// Tilde writes paths below the home directory with "~", wherever they are in a text.
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

// Curled returns prose with typographic quotes, as on all screens.
func Curled(s string) string { return straight.ReplaceAllString(s, "“$1”") }

// Short writes a path below the home directory with "~", safe to draw.
func Short(home, path string) string {
	return Tilde(home, diffview.Visible(path))
}

// FitPath fits a path into a width, by omitting folders in the middle if necessary.
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

// Width returns the number of columns of a text on one line. Most texts have only characters and
// looks of known width; only others need a lookup.
func Width(s string) int {
	n, look := 0, 0 // where a look began
	for i, r := range s {
		switch {
		case look == 0 && strings.HasPrefix(s[i:], "\x1b["):
			look = i + 1
		case look > 0 && r == 'm':
			look = 0
		case look == 0 &&
			(' ' <= r && r <= '~' || '‐' <= r && r <= '…' || '─' <= r && r <= '◼' || strings.ContainsRune("·›←→↑↓✓✗\u00a0", r)):
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

// Fit truncates s to a width. No separator and no second "…" is left at its end.
func Fit(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	s = ansi.Truncate(s, max(width, 0), "…")
	if i := strings.LastIndex(s, "…"); i > 0 {
		before := strings.TrimRight(s[:i], " ")
		if strings.HasSuffix(before, "…") { // one says it
			return before + s[i+len("…"):]
		}
		if whole := strings.TrimRight(before, "·—"); whole != before && strings.HasSuffix(whole, " ") {
			return strings.TrimRight(whole, " ") + s[i:]
		}
	}
	return s
}

// FitEnd cuts s at its start to a width. A wide character at the cut is removed whole.
func FitEnd(s string, width int) string {
	w := Width(s)
	end := s
	for cut := w - width + 1; cut <= w && Width(end) > width; cut++ {
		end = ansi.TruncateLeft(s, cut, "…")
	}
	return Fit(end, width)
}

// Pad cuts or pads s to exactly a width.
func Pad(s string, width int) string {
	s = Fit(s, width)
	return s + strings.Repeat(" ", max(width-Width(s), 0))
}

// Ends puts two texts at the ends of a line. The left one is cut first, and the right one keeps
// its end, the most telling part of a path.
func Ends(left, right string, width int) string {
	right = FitEnd(right, width)
	left = Fit(left, max(width-Width(right)-1, 0))
	return left + strings.Repeat(" ", max(width-Width(left)-Width(right), 0)) + right
}

// Wrap breaks text into lines, between words if possible. A command whose words are tied with
// no-break spaces stays on one line, with plain spaces. A path that is too long for a line is broken before its last
// elements, so that a position in a file stays whole. A separator stays at the end of the line, so that what follows it
// is told from the rest of what is before it.
func Wrap(s string, width int) []string {
	s = strings.ReplaceAll(s, " · ", separator+" ")
	s = breakPaths(s, width)
	if strings.Contains(s, tiedHyphen) {
		s = ansi.Wrap(s, max(width, 1), "")
	} else {
		s = strings.ReplaceAll(ansi.Wrap(tieHyphens(s), max(width, 1), ""), tiedHyphen, "-")
	}
	lines := strings.Split(strings.ReplaceAll(s, "\u00a0", " "), "\n")
	for i := range len(lines) - 1 {
		lines[i+1] = strings.TrimPrefix(lines[i+1], "· ") // its line had no room for it
	}
	return lines
}

// tiedHyphen stands for the hyphens of paths and flags, at which a line would otherwise end, in texts that do not have
// this character for private use themselves.
const tiedHyphen = "\uf8ff"

func tieHyphens(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	words := strings.Split(s, " ")
	for i, w := range words {
		if strings.HasPrefix(w, "-") || strings.Contains(w, "/") {
			words[i] = strings.ReplaceAll(w, "-", tiedHyphen)
		}
	}
	return strings.Join(words, " ")
}

// separator is what parts facts, tied to the one before.
const separator = "\u00a0·"

// breakPaths ends lines within the paths of a text that are too long for one, and unties words that are.
func breakPaths(s string, width int) string {
	if width = max(width, 1); Width(s) <= width {
		return s
	}
	words := strings.Split(s, " ")
	for i, w := range words {
		word := strings.TrimSuffix(w, separator)
		end := w[len(word):]
		if strings.Contains(word, "\u00a0") && Width(w) > width {
			words[i] = breakPaths(strings.ReplaceAll(word, "\u00a0", " ")+end, width)
			continue
		}
		for words[i] = word; Width(w) > width; {
			at := strings.LastIndexByte(w[:len(w)-1], '/')
			if at < 1 || Width(strings.TrimSuffix(w[at+1:], separator)) > width {
				break
			}
			words[i] = w[:at+1] + "\n" + words[i][at+1:]
			w = w[:at+1]
		}
		if last := words[i][strings.LastIndexByte(words[i], '\n')+1:]; Width(last+end) > width {
			end = strings.ReplaceAll(end, "\u00a0", " ") // for which the line has no room
		}
		words[i] += end
	}
	return strings.Join(words, " ")
}

// Tied ties the words of a command with no-break spaces, for [Wrap].
func Tied(command string) string { return strings.ReplaceAll(command, " ", "\u00a0") }

// Then returns the end of a text that says which key to press, in one piece.
func Then(press string) string { return " · " + Tied(press) }

// Indented wraps text and puts blanks before each line.
func Indented(s string, indent, width int) []string {
	lines := Wrap(s, width-indent)
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", indent) + l
	}
	return lines
}

// Prose returns the width of paragraphs: they fill a terminal of 120 columns, and no wider one, where
// lines would be too long to read. What belongs to a row is as wide as the row.
func Prose(width int) int { return min(width, 120) }

// Cut cuts lines to a height and a width, and says in the last line that there were more.
func Cut(lines []string, height, width int) []string {
	if height > 0 && len(lines) > height {
		last := lines[height-1]
		if Width(last) > width-2 {
			last = ansi.Truncate(last, width-2, "")
		}
		lines = append(lines[:height-1], strings.TrimRight(last, " ·—")+" …")
	}
	return lines
}

// Styled gives each line a look. A look must not span lines, because lines are cut and placed one
// by one.
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

// Day returns the day on which something happened.
func Day(t time.Time) string { return t.Local().Format("2 Jan 2006") }

// Moment returns the second in which something happened.
func Moment(t time.Time) string { return t.Local().Format("2 Jan 2006 15:04:05") }

// Heading draws the heading of a section.
func Heading(text string, width int, st *Styles) []string {
	return Styled(Indented(text, 1, width), st.Strong)
}

// FileAt returns a position in a file; a line or column of 0 is omitted.
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

// Capital capitalises the first letter of a text.
func Capital(s string) string {
	if strings.HasPrefix(s, "neverask") { // never has a capital
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Room is what is left of a width for columns.
type Room int

// Take gives a column what it wants, or what is left. Less than it needs is left for the other columns.
func (r *Room) Take(needs, wants int) int {
	n := min(int(*r), wants)
	if n < needs {
		return 0
	}
	*r -= Room(n)
	return n
}

package standinganswer

import (
	"slices"
	"strings"
)

// Told returns the lines for a session, those of its project first, and those left out because there are too many. Of
// two that say the same, one is told. within says whether the session is in a directory.
func Told(lines []Line, within func(dir string) bool) (told, left []Line) {
	return tell(lines, within, func(Line) bool { return true })
}

// tell is Told for lines some of which may not hold.
func tell(lines []Line, within func(dir string) bool, holds func(Line) bool) (told, left []Line) {
	var here, everywhere []Line
	for _, l := range lines {
		switch {
		case l.Project == "":
			everywhere = append(everywhere, l)
		case within(l.Project):
			here = append(here, l)
		}
	}
	var keys []string
	for _, l := range slices.Concat(here, everywhere) {
		key := l.key()
		switch {
		case slices.Contains(keys, key):
		case len(told) == MaxTold:
			left = append(left, l)
		case holds(l):
			told, keys = append(told, l), append(keys, key)
		}
	}
	return told, left
}

// introduction precedes the lines. A resumed session still has the lines it was told before.
const introduction = "The user has put these standing answers in their own words, with neverask, a hook they installed. " +
	"If one settles a question that you would ask, follow it instead of asking. They are advice: ask as usual about everything else, " +
	"about anything that cannot be undone, and when one does not fit. They replace those given earlier in this session."

// Context returns the text for Claude, or "" if there are no lines.
func Context(told []Line) string {
	if len(told) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(introduction)
	for _, l := range told {
		b.WriteString("\n- " + strings.Join(strings.Fields(l.Text), " "))
	}
	return b.String()
}

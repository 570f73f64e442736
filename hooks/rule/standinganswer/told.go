package standinganswer

import (
	"slices"
	"strings"
)

// Told are the lines that a session is told, those of its project first, and those that are
// left out because there are too many. Of two that say the same one is told. within says
// whether the session is in a directory.
func Told(lines []Line, within func(dir string) bool) (told, left []Line) {
	return tell(lines, within, func(Line) bool { return true })
}

// tell is Told of lines of which some may not hold.
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

// introduction stands above the lines. A session that is resumed still has what it was told
// before.
const introduction = "The user has put these standing answers in their own words, with neverask, a hook they installed. " +
	"Where one settles a question that you would ask, go by it instead of asking. They are advice: ask as usual about all else, " +
	"about anything that cannot be undone, and when one does not fit. They replace those given earlier in this session."

// Context is what Claude reads; "" where there are no lines.
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

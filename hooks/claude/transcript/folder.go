package transcript

import (
	"strings"
	"unicode/utf8"
)

// Folder is the name of the folder, below the client's "projects", that holds the transcripts
// of sessions started in a directory (Claude Code 2.1.329). For a very long path it is only
// the beginning.
func Folder(dir string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '-'
	}, dir)
}

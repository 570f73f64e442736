package tui

import (
	"strings"
	"testing"
)

// Nothing drawn about changes of hooks has control characters or secrets.
func TestNothingFromHooksReachesTheTerminal(t *testing.T) {
	t.Parallel()
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"@Changes", "@Changes enter", "@Changes enter s", "@Changes z"} {
		f := newFake(t)
		f.Put(userFile, `{"hooks": {"`+evil+`": [{"hooks": [{"type": "command", "command": "x"}]}], "PreToolUse": [{"matcher": "Bash|`+evil+`", "hooks": [{"type": "command", "command": "`+evil+`", "if": "Bash(`+evil+`)", "statusMessage": "`+evil+`"}, {"type": "`+evil+`", "command": "`+evil+`"}]}]}}`)
		d := newDriver(t, f, 160, 60)
		d.Keys("4", "space", "y")
		d.Keys(strings.Fields(keys)...)
		if content := d.Harmless(keys); strings.Contains(content, "s3cr3t") {
			t.Errorf("%q: a secret is drawn:\n%s", keys, d.Screen())
		}
	}
}

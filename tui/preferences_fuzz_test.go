package tui

import (
	"fmt"
	"strings"
	"testing"
)

// Nothing drawn about rules and questions has control characters.
func TestNothingFromQuestionsReachesTheTerminal(t *testing.T) {
	t.Parallel()
	f := life(t)
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n"
	f.Put(rulesFile, fmt.Sprintf(`{"version": 1, "rules": [{"id": "%[1]s", "match": {"text": "%[1]s", "options": ["%[1]s"]}, "mode": "never-ask", "answer": "%[1]s", "note": "%[1]s", "created": {"by": "%[1]s"}}]}`, evil))
	q := asked(1, "\x1b[31m\u202e", "red \x1b[31m\u202e\u009b\a", "\x1b[31m\u200b", "\x1b[31m\u202e: \u009b\a")
	q.Session, q.Project, q.Command = "\x1b[31m", "/\x1b[31m\u202e", "\x1b[31m\a"
	f.Questions = append(f.Questions, q)
	withAdvice(f)
	f.Advised[0].Latest = q
	f.Advised[0].Answer = "\x1b[31m\u202e"
	for _, keys := range []string{"2", "2 enter", "2 e", "2 e tab", "2 d", "2 d z", "2 space", "2 S", "3", "3 enter", "3 a", "3 a tab tab", "3 p"} {
		d := newDriver(t, f, 120, 60)
		d.Keys(strings.Fields(keys)...)
		d.Harmless(keys)
		d.f.Put(rulesFile, f.Get(rulesFile))
	}
}

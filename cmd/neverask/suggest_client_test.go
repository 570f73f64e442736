//go:build linux

package main

import (
	"encoding/json"
	"slices"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/musttest"
)

// asked returns what neverask knows of the questions, the oldest first, as soon
// as the client has written down so many that are settled.
func (l lab) asked(n int) []cli.QuestionJSON {
	l.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		var list struct{ Questions []cli.QuestionJSON }
		musttest.Do(l.t, json.Unmarshal([]byte(l.neverask("log", "--questions", "--json")), &list))
		decided := slices.DeleteFunc(list.Questions, func(q cli.QuestionJSON) bool { return q.Outcome == "unanswered" })
		if len(decided) >= n {
			slices.Reverse(decided)
			return decided
		}
		if time.Now().After(deadline) {
			l.t.Fatalf("%d questions of %d", len(decided), n)
		}
	}
}

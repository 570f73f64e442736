package eventlog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// seenText is a question that was answered with "Yes".
func seenText(t *testing.T, text string) question.Seen {
	t.Helper()
	input, err := hooks.Parse(`{"questions":[{"question":"` + text + `","options":[{"label":"Yes"},{"label":"No"}]}]}`)
	musttest.Do(t, err)
	c, err := question.ParseCall(question.Tool, input)
	musttest.Do(t, err)
	return question.Seen{At: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), By: question.SeenInDialog, Question: c.Questions[0], Labels: []string{"Yes"}}
}

func texts(seen []question.Seen) string {
	var list []string
	for _, s := range seen {
		list = append(list, s.Question.Text)
	}
	return strings.Join(list, " ")
}

// TestEvidence keeps rules apart, and outlives what a crash leaves.
func TestEvidence(t *testing.T) {
	e := Evidence{Dir: filepath.Join(t.TempDir(), "evidence")}
	add := func(rule, text string) {
		t.Helper()
		musttest.Do(t, e.Add(rule, seenText(t, text)))
	}
	want := func(rule, want string) {
		t.Helper()
		if got := texts(e.Of(rule)); got != want {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
	want("a", "")
	add("a", "one")
	add("a", "two")
	add("b/../c", "three")
	want("a", "one two")
	want("b/../c", "three")
	want("b", "")

	name := e.log("a").Path
	b, err := os.ReadFile(name)
	musttest.Do(t, err)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	write := func(content string) {
		t.Helper()
		musttest.Write(t, name, content)
	}
	write(strings.Replace(string(b), `"rule":"a"`, `"rule":"other"`, 1)) // whose name has the same hash
	want("a", "two")
	write(string(b[:len(b)-9])) // the machine stopped
	add("a", "four")
	want("a", "one four")
	add("a", strings.Repeat("x", maxSeen))
	want("a", "one four")
}

// TestEvidenceIsCut fills the file of a rule: what was seen last is kept.
func TestEvidenceIsCut(t *testing.T) {
	e := Evidence{Dir: t.TempDir()}
	long := strings.Repeat("x", 20<<10)
	for range 40 {
		musttest.Do(t, e.Add("a", seenText(t, long)))
	}
	musttest.Do(t, e.Add("a", seenText(t, "last")))
	info, err := os.Stat(e.log("a").Path)
	if err != nil || info.Size() > 2*maxEvidence {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	all := e.Of("a")
	if len(all) < 10 || len(all) > 13 || all[len(all)-1].Question.Text != "last" {
		t.Errorf("%d questions", len(all))
	}
}

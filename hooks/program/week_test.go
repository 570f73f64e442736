package program

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/question"
	"neverask/settings/must"
)

// TestWeekly: once a week, behind an answer, it is told what the others were worth;
// never in the first week, never twice, and not when the person wants none of it.
func TestWeekly(t *testing.T) {
	w := newWorld(t, testsRule)
	start := w.clock
	told := func() bool {
		t.Helper()
		got := w.run(pre(tests))
		if !strings.Contains(got, `"permissionDecision":"allow"`) {
			t.Fatalf("not answered: %s", got)
		}
		return strings.Contains(got, " answered for you")
	}
	for i := range 3 {
		if told() {
			t.Error("told with the first answers")
		}
		w.clock = w.clock.Add(time.Minute)
		id := fmt.Sprintf(`"tool_use_id":"u%d"`, i+2)
		w.run(strings.Replace(pre(tests), `"tool_use_id":"u1"`, id, 1))
		w.run(strings.Replace(postByHook(tests, `{"Run the tests?":"Yes (Recommended)"}`), `"tool_use_id":"u1"`, id, 1))
	}
	w.clock = start.Add(week - time.Minute)
	if told() {
		t.Error("told before a week is over")
	}
	w.clock = start.Add(week + time.Minute)
	if got := w.run(pre(tests)); !strings.Contains(got, `\nneverask, since `) || !strings.Contains(got, ": 3 answered for you, none revoked;") {
		t.Errorf("after a week: %s", got)
	}
	if told() {
		t.Error("told twice")
	}
	w.run(strings.Replace(pre(tests), `"tool_use_id":"u1"`, `"tool_use_id":"v"`, 1))
	w.run(strings.Replace(postByHook(tests, `{"Run the tests?":"Yes (Recommended)"}`), `"tool_use_id":"u1"`, `"tool_use_id":"v"`, 1))
	note := question.WrongNote(w.clock, "Yes", "Go?") + "; " + question.WrongNote(start.AddDate(0, 0, -3), "Yes", "Go?")
	w.prefer(strings.Replace(testsRule, `"id":"r1"`, `"id":"r1","note":"`+note+`"`, 1))
	w.clock = w.clock.Add(week + time.Minute)
	if got := w.run(pre(tests)); !strings.Contains(got, ": 1 answered for you, 1 revoked;") {
		t.Errorf("after the second week: %s", got)
	}
	w.clock = start.Add(3*week + 3*time.Minute)
	w.prefer(strings.Replace(testsRule, `"version":1`, `"version":1,"weekly":"off"`, 1))
	if told() {
		t.Error("told although it is off")
	}
	w.prefer(testsRule)
	must.Write(t, w.paths.Week(), "soon\n")
	if told() {
		t.Error("told by a file that cannot be read")
	}
}

// TestWeeklyHabits: the line says how many questions have no rule and were always answered
// alike, as far as they may have one.
func TestWeeklyHabits(t *testing.T) {
	w := newWorld(t, testsRule)
	calls := 0
	ask := func(question, answers string, post func(questions, answers string) string) string {
		calls++
		id := strings.NewReplacer(`"tool_use_id":"u1"`, fmt.Sprintf(`"tool_use_id":"h%d"`, calls))
		told := w.run(id.Replace(pre(question)))
		w.run(id.Replace(post(question, answers)))
		return told
	}
	answered := func() string {
		return ask(tests, `{"Run the tests?":"Yes (Recommended)"}`, postByHook)
	}
	answered()
	for _, asked := range []struct{ text, answers string }{
		{"Which shell?", "zsh zsh zsh"}, {"Tabs or spaces?", "zsh zsh"}, {"Which port?", "zsh zsh zsh fish"}, {"Delete the production database?", "zsh zsh zsh"},
	} {
		for label := range strings.FieldsSeq(asked.answers) {
			ask(fmt.Sprintf(`{"question":%q,"header":"H","multiSelect":false,"options":[{"label":"zsh","description":"d"},{"label":"fish","description":"d"}]}`, asked.text), fmt.Sprintf(`{%q:%q}`, asked.text, label), post)
		}
	}
	w.clock = w.clock.Add(week + time.Minute)
	if got := answered(); !strings.Contains(got, `; 1 question you always answered alike: \"neverask rules suggest\";`) {
		t.Errorf("told: %s", got)
	}
}

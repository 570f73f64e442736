package program

import (
	"os"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// post is the payload after the tool has answered these questions; answers is
// the text of a JSON object. As the client's own dialog does, it leaves
// annotations in the input.
func post(questions, answers string) string {
	return event("PostToolUse", "AskUserQuestion", `{"questions":[`+questions+`],"answers":`+answers+`,"annotations":{}}`,
		`"tool_response":{"questions":[`+questions+`],"answers":`+answers+`,"annotations":{}}`, `"duration_ms":1`)
}

// postByHook is the same when a hook has answered, and there was no dialog.
func postByHook(questions, answers string) string {
	return strings.ReplaceAll(post(questions, answers), `,"annotations":{}`, "")
}

// old is a payload as clients wrote it that did not mark dialogs.
func old(payload string) string { return strings.Replace(payload, `"prompt_id":"p1",`, "", 1) }

func TestSeveralQuestionsAreOneCall(t *testing.T) {
	const multi = `{"question":"Which ones?","header":"M","multiSelect":true,"options":[{"label":"a"},{"label":"b"}]}`
	w := newWorld(t, testsRule)
	w.run(pre(color, multi))
	w.run(post(color+","+multi, `{"Which ones?":["a","b"],"Which color?":"Blue"}`))
	w.wantLog("Which color?: Blue by user", "Which ones?: a, b by user")

	w = newWorld(t, testsRule) // one of theirs among the labels makes the answer theirs
	w.run(pre(multi))
	w.run(post(multi, `{"Which ones?":"a, c"}`))
	w.wantLog("Which ones?: a, c by user-text")

	w = newWorld(t, testsRule) // answered in part: what the person leaves open is not neverask's answer
	w.run(pre(tests, color, multi))
	w.run(post(color+","+multi, `{"Which ones?":["a"]}`))
	w.wantLog("Run the tests?: Yes (Recommended) by neverask, rule r1", "Which color?:  by unknown", "Which ones?: a by user")
}

// TestPartComesBack follows a call that is answered in part.
func TestPartComesBack(t *testing.T) {
	const preferences = `{"version":1,"rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"recommended"}]}`
	w := newWorld(t, preferences)
	const spelt = `{"question":"Run the t\u0065sts?","header":"Tests","options":[{"label":"Y\u0065s (Recommended)"},{"label":"No"}]}`
	w.run(event("PreToolUse", "AskUserQuestion", `{"questions":[`+color+`, `+spelt+`]}`))
	const want = `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":` +
		`"Answered automatically from the user's saved preferences, without being shown: \"Run the tests?\". The user answered the others.",` +
		`"updatedToolOutput":{"questions":[` + color + `, ` + spelt + `],"answers":{"Which color?":"Red","Run the t\u0065sts?":"Y\u0065s (Recommended)"},"annotations":{}}}}`
	after := post(color, `{"Which color?":"Red"}`)
	if got := w.run(after); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	w.wantLog("Which color?: Red by user", "Run the tests?: Yes (Recommended) by neverask, rule r1")

	// Another hook has put the whole call back, and the person has answered it.
	w = newWorld(t, preferences)
	w.run(pre(color, tests))
	got := w.run(post(color+","+tests, `{"Run the tests?":"No","Which color?":"Red"}`))
	if !strings.Contains(got, `"answers":{"Which color?":"Red","Run the tests?":"No"}`) {
		t.Errorf("the person's answer was replaced: %s", got)
	}
	if strings.Contains(got, "automatically") {
		t.Errorf("the person's answer is told as an automatic one: %s", got)
	}
	w.wantLog("Which color?: Red by user", "Run the tests?: No by user, rule r1, expected Yes (Recommended)")
}

// TestCallThatBeginsAgain: a call that was put off begins anew, with the same id, when
// the session goes on. What the rules say then is what counts.
func TestCallThatBeginsAgain(t *testing.T) {
	const noRule = `{"version":1,"rules":[]}`
	w := newWorld(t, noRule)
	w.run(pre(tests, color))
	w.prefer(testsRule)
	w.run(pre(tests, color))
	if got := w.run(post(color, `{"Which color?":"Red"}`)); !strings.Contains(got, `"Run the tests?":"Yes (Recommended)"`) {
		t.Errorf("the answer of a new rule is lost: %q", got)
	}
	w.wantLog("Run the tests?: Yes (Recommended) by neverask, rule r1", "Which color?: Red by user")

	w = newWorld(t, testsRule)
	w.run(pre(tests, color))
	w.prefer(noRule)
	w.run(pre(tests, color))
	if got := w.run(post(tests+","+color, `{"Which color?":"Red"}`)); got != "" {
		t.Errorf("a rule that is gone answers: %s", got)
	}
	w.wantLog("Run the tests?:  by unknown", "Which color?: Red by user")
}

// TestPartNeedsARecord shows that nothing is answered that could not be put back.
func TestPartNeedsARecord(t *testing.T) {
	w := newWorld(t, testsRule)
	musttest.Write(t, w.paths.OpenCalls(), "") // no directory can be made here
	if got := w.run(pre(color, tests)); got != "" {
		t.Errorf("printed %s", got)
	}
	if got := w.run(pre(tests)); !strings.Contains(got, `"allow"`) {
		t.Errorf("a whole answer needs no record, but the hook printed %q", got)
	}
}

func TestUsualAnswer(t *testing.T) {
	w := newWorld(t, `{"version":1,"rules":[{"id":"r1","match":{"text":"Which color for page 1?"},"mode":"never-ask","answer":"usual"}]}`)
	page := func(n string) string { return strings.Replace(color, "Which color?", "Which color for page "+n+"?", 1) }
	w.new = true
	answer := func(n, label string) {
		w.run(strings.Replace(pre(page(n)), "u1", "call"+n, 1))
		w.run(strings.Replace(post(page(n), `{"Which color for page `+n+`?":"`+label+`"}`), "u1", "call"+n, 1))
	}
	for _, n := range []string{"1", "2"} {
		answer(n, "Red")
	}
	if got := w.run(pre(page("9"))); got != "" {
		t.Errorf("after two answers: %s", got)
	}
	answer("3", "Red")
	if got := w.run(pre(page("9"))); !strings.Contains(got, `"options":[{"label":"Red","description":"Your preference. d"},`) {
		t.Errorf("after three answers: %q", got)
	}
	// What the hook answers does not count as the person's choice.
	w.source = "hook"
	for _, n := range []string{"10", "11", "12", "13", "14", "15", "16"} {
		w.run(strings.Replace(pre(page(n)), "u1", "call"+n, 1))
		w.run(strings.Replace(postByHook(page(n), `{"Which color for page `+n+`?":"Red"}`), "u1", "call"+n, 1))
	}
	w.source = "user_temporary"
	answer("20", "Blue") // the person was asked after all, by a permission rule
	if got := w.run(pre(page("9"))); got != "" {
		t.Errorf("three of four: %s", got)
	}
}

func TestLostCallsAreRecorded(t *testing.T) {
	w := newWorld(t, testsRule)
	w.run(strings.Replace(pre(color), "u1", "asked", 1))
	w.run(strings.Replace(pre(tests), "u1", "answered", 1))
	w.clock = w.clock.Add(30 * time.Hour)
	w.run(strings.Replace(pre(color), "u1", "next day", 1))
	w.wantLog()
	w.clock = w.clock.Add(30 * time.Hour)
	w.run(strings.Replace(pre(color), "u1", "two days", 1))
	got := w.log()
	if len(got) == 2 && got[0] > got[1] {
		got[0], got[1] = got[1], got[0]
	}
	if strings.Join(got, "\n") != "Run the tests?:  by unknown, rule r1, expected Yes (Recommended)\nWhich color?:  by declined" {
		t.Errorf("log %q", got)
	}
}

func TestIDsAreNoPaths(t *testing.T) {
	w := newWorld(t, testsRule)
	for _, text := range []string{pre(color), post(color, `{"Which color?":"Red"}`)} {
		text = strings.Replace(text, `"u1"`, `"../../../escape"`, 1)
		w.run(strings.Replace(text, `"s1"`, `"/../../s\u0000"`, 1))
	}
	w.wantLog("Which color?: Red by user")
	entries, err := os.ReadDir(w.home)
	if err != nil || len(entries) != 2 { // config and state
		t.Errorf("%v, %v", entries, err)
	}
	entries, err = os.ReadDir(w.paths.OpenCalls())
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	w := newWorld(t, testsRule)
	long := strings.Replace(color, "Which color?", strings.Repeat("long ", 10000), 1)
	w.run(pre(long))
	w.run(post(long, `{"`+strings.Repeat("long ", 10000)+`":"`+strings.Repeat("é", 9000)+`"}`))
	info, err := os.Stat(w.paths.Questions())
	if err != nil || info.Size() > 16<<10 || len(w.log()) != 1 {
		t.Errorf("%v, %v, %d lines", info, err, len(w.log()))
	}
}

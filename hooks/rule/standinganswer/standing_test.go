package standinganswer

import (
	"fmt"
	"strings"
	"testing"
)

// The lines were written to hold the check against: what somebody may want to settle, and
// what must not be settled. docs/safety.md has the figures.
const (
	usual = `Reviews run in the foreground|After planning, start with wave 1|Work in waves|Work on a todo right away|Todos: work on it now|
Move on to the next area when there are no more questions about this one|Use pnpm, not npm|Commit messages in English|
Plans are delivered as one Markdown file|Write tests first|Keep going with the next phase|Answer in German|Reviews laufen im Vordergrund|
Discuss phase by phase, then plan|Prefer small commits|Use the branch name feature/x|Two columns for pages|Reviews are done by one subagent per file|
Fix all findings of a review, not only the critical ones|Use the existing database for tests|Dates with date-fns|Plan first, then code|
Use TypeScript for new files|Keep comments short|Documentation goes into docs/|Verify each phase before the next one starts|
Run the whole test suite after each task|Ask nothing about formatting: gofmt decides|Names in English, comments in English|
Thorough reviews, never quick ones|Always the recommended layout|Use the standard library where it is enough|One plan per phase|
Research before planning|Skip research for small phases|Deliver results as a list, not as prose|Parallel agents are fine for reading|
Sequential execution of plans|Interactive mode, not yolo|Start with the simplest approach|Commit after each task when the tests pass|
Ask before you start a new phase|If a test is flaky, say so and go on`
	irreversible = `Deploy to production right after the tests pass|Force push is fine|Delete old branches without asking|Merge with squash|
rm -rf build is fine|Drop the users table|Pay with the company card|Send the mail to all customers|Accept the licence|Push to main when the tests pass|
Publish the release|Discard my changes|Overwrite files when they differ|Rotate the API keys|Reset the database before tests|Terraform apply is ok|
npm publish when green|Always push after committing|Close stale issues|Post the summary to Slack|Open pull requests without asking|
Rebase and force push|Migrations run on production|Remove unused resources|Turn off branch protection|Delete test data when done|
Commit and push when done|Rewrite history to clean it up|Buy the bigger plan|Make the repository public|Force push when the tests pass|
Delete branches when the tests pass|Deploy when the tests pass|Merge when the tests pass|Publish when the tests pass|Drop tables after the tests|
When a release is ready, publish it|If the build is green, deploy it`
)

func TestCheckOfLines(t *testing.T) {
	refused := func(lines string) (n, of int) {
		for text := range strings.SplitSeq(lines, "|") {
			if of++; (Line{Text: strings.TrimSpace(text)}).Check() != nil {
				n++
			}
		}
		return n, of
	}
	if n, of := refused(usual); n > 7 || of != 43 {
		t.Errorf("%d of %d usual lines are refused", n, of)
	}
	if n, of := refused(irreversible); n < 35 || of != 38 {
		t.Errorf("%d of %d irreversible lines are refused", n, of)
	}
}

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"Reviews run in the foreground": "",
		"Prüfungen kurz halten ✓":       "",
		" ":                             "empty",
		"a\nb":                          "line breaks",
		"a\u2028b":                      "line breaks",
		"a\tb":                          "U+0009",
		"a\u202eb":                      "U+202E",
		"a\u200bb":                      "U+200B",
		"a\xffb":                        "UTF-8",
		strings.Repeat("x", MaxText+1):  "201 characters",
		"The token is ghp_0123456789abcdefghijklmnopqrstuvwxyz": "secret",
		"API_KEY=abcdefgh12345678 is used for tests":            "secret",
		"Run `git push --force` whenever you like":              "not known to be harmless",
	} {
		err := Line{Text: text}.Check()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	if err := (Line{Text: "Fine", Project: "here"}).Check(); err == nil {
		t.Error("a relative project holds")
	}
	if err := (Line{Text: "Fine", ID: "a b"}).Check(); err == nil {
		t.Error("an ID with a space holds")
	}
}

func TestTold(t *testing.T) {
	lines := []Line{{Text: "everywhere 0"}}
	for i := range 9 {
		lines = append(lines, Line{Text: fmt.Sprint("here ", i), Project: "/here"})
	}
	lines = append(lines, Line{Text: "Everywhere  0"}, Line{Text: "other", Project: "/other"}, Line{Text: "everywhere 1"}, Line{Text: "here 0"})
	told, left := Told(lines, func(dir string) bool { return dir == "/here" })
	if len(told) != MaxTold || told[0].Text != "here 0" || told[9].Text != "everywhere 0" || len(left) != 1 || left[0].Text != "everywhere 1" {
		t.Errorf("told %v, left %v", told, left)
	}
	if text := Context(told[8:]); !strings.HasSuffix(text, "\n- here 8\n- everywhere 0") {
		t.Errorf("got %q", text)
	}
	if told, left := Told(nil, nil); Context(told) != "" || left != nil {
		t.Error("no lines are told")
	}
}

// TestParseTold: the hook tells what is told of the lines that hold.
func TestParseTold(t *testing.T) {
	var all []string
	for i := range 30 {
		all = append(all, []string{`{"line": "Delete all branches %d"}`, `{"line": "Number %d", "project": "/here"}`, `{"line": "Fine %d"}`, `{"line": "Number %d\n", "id": "x"}`}[i%4])
		all[i] = fmt.Sprintf(strings.Replace(all[i], "%d", "%[1]d", 1), i/4)
	}
	within := func(dir string) bool { return dir == "/here" }
	for n := range all {
		preferences := []byte(`{"version": 1, "tell": [` + strings.Join(all[:n], ",") + `]}`)
		lines, _, err := Parse(preferences)
		want, _ := Told(lines, within)
		got, errTold := ParseTold(string(preferences), within)
		if err != nil || errTold != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("of %d: got %v, %v; want %v, %v", n, got, errTold, want, err)
		}
	}
	if _, err := ParseTold(`{`, within); err == nil {
		t.Error("a broken file is read")
	}
}

func TestParse(t *testing.T) {
	lines, problems, err := Parse([]byte("\ufeff" + `{"version": 1, "tell": [
		{"line": "Fine"}, {"line": "Fine", "id": "tell-x", "note": ""}, {"lime": "Fine"}, {"line": "a\u0007"}, 7, {"id": "tell-x", "line": "Twice"}]}`))
	if err != nil || len(lines) != 2 || lines[0].ID != lines[0].NewID() || len(problems) != 4 || problems[1].Line != 2 {
		t.Errorf("got %+v, %+v, %v", lines, problems, err)
	}
	for _, broken := range []string{`{`, `{"version": 2}`, `{"version": 1, "tell": [], "tell": []}`} {
		if _, _, err := Parse([]byte(broken)); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
	if lines, problems, err := Parse([]byte(`{"version": 1, "tell": {}}`)); err != nil || lines != nil || len(problems) != 1 {
		t.Errorf("got %v, %v, %v", lines, problems, err)
	}
	if lines, problems, err := Parse(nil); err != nil || lines != nil || problems != nil {
		t.Errorf("got %v, %v, %v", lines, problems, err)
	}
}

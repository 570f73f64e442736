package tui

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/suggest"
	"neverask/settings/musttest"
)

// withLineOffered installs the question hooks, and adds a suggestion of a standing answer.
func withLineOffered(f *fake) {
	f.In.Needs = f.needs
	plan, err := install.Install(f.In, f.In.Target("user", ""), install.Options{NoDenyRules: true, What: []config.Installable{config.QuestionHooks}})
	musttest.Do(f.T, err)
	f.Put(f.shown(plan.Path), string(plan.After))
	q := transcript.Question{
		Time: f.In.Now().Add(-time.Hour), Text: "Should the review run in the foreground?", Header: "Review", Tool: "AskUserQuestion", Project: f.Dir(), Answer: "Foreground",
		Options: []transcript.Option{{Label: "Foreground"}, {Label: "Background"}}, Chosen: []int{0}, By: transcript.Person, Outcome: transcript.Picked,
	}
	f.Advised = []suggest.Suggestion{{
		ID: "line", Latest: q, Answer: "Foreground", Asked: 6, Alike: 6, Last: q.Time, Wordings: []string{q.Text, "Where does the review run?"},
		Line: &standinganswer.Line{About: standinganswer.About{Question: q.Text, Header: "Review", Options: []string{"Foreground", "Background"}}, Answer: "Foreground"},
	}}
}

// TestStandingAnswer: a standing answer is made from a suggestion, listed, reworded and deleted. Each
// plan shows the entry in the settings, too, and one undo takes back both.
func TestStandingAnswer(t *testing.T) {
	t.Parallel()
	d := driverWith(t, withLineOffered, 120, 40)
	settings := home + "/.claude/settings.json"
	rules, before := d.f.Get(rulesFile), d.f.Get(settings)
	d.Keys("2", "S")
	d.Sees("suggestion 1 of 1", "you answered Foreground 6 of 6 times", "worded as", "no rule can match this", "enter word it…")
	d.SeesNot("accept")
	d.Keys("enter")
	d.Sees("What should Claude be told?", "· to do")
	d.Text("Delete all branches")
	d.Sees("✗ invalid", "irreversible")
	d.Keys("ctrl+u")
	d.Text("Reviews run in the foreground")
	d.Sees("✓ valid")
	d.Keys("enter")
	d.Sees("Change what Claude is told in 2 files", "· Claude is told “Reviews run in the foreground”", "SessionStart")
	d.Keys("y")
	if text := d.f.Get(rulesFile); !strings.Contains(text, `"line": "Reviews run in the foreground"`) || !strings.Contains(text, `"Background"`) || d.f.Decisions["line"] != suggest.Accepted {
		t.Errorf("%v\n%s", d.f.Decisions, text)
	}
	if text := d.f.Get(settings); !strings.Contains(text, `"SessionStart"`) {
		t.Errorf("there is no entry:\n%s", text)
	}
	d.Keys("z", "y")
	if d.f.Get(rulesFile) != rules || d.f.Get(settings) != before {
		t.Errorf("after undoing:\n%s\n%s", d.f.Get(rulesFile), d.f.Get(settings))
	}
}

// TestStandingAnswersAreListed: standing answers follow the rules. If the person went against one,
// it has a mark, and Home says so, too.
func TestStandingAnswersAreListed(t *testing.T) {
	t.Parallel()
	d := driverWith(t, func(f *fake) {
		withLineOffered(f)
		q := f.Advised[0].Latest
		q.Answer, q.Chosen = "Background", []int{1}
		f.Advised, f.Questions = nil, append(f.Questions, q)
		f.Put(rulesFile, `{"version": 1, "tell": [
			{"id": "plans", "line": "Plans are one Markdown file", "created": {"at": "2026-01-01T00:00:00Z"}},
			{"id": "reviews", "line": "Reviews run in the foreground", "created": {"at": "2026-01-01T00:00:00Z"}}]}`)
	}, 120, 40)
	d.Sees("You went against 1 standing answer")
	d.Keys("2")
	d.Sees("2 standing answers", "› told", "“Plans are one Markdown file”", "▲ contrary", "“Reviews run in the foreground”", "advice")
	d.Keys("j", "enter")
	d.Sees("reviews", "asked 0× in the 4 weeks before, 1×", "you answered “Background”", "Advice at the start of each session", "d delete…")
	d.Keys("e", "ctrl+u")
	d.Text("Reviews run in the background")
	d.Keys("enter")
	d.Sees("line: Reviews run in the foreground → Reviews run in the background")
	d.Keys("y")
	if text := d.f.Get(rulesFile); !strings.Contains(text, "in the background") {
		t.Errorf("it is not changed:\n%s", text)
	}
	d.Keys("esc", "2", "d")
	d.Sees("· deletes “")
	d.Keys("y")
	if text := d.f.Get(rulesFile); strings.Count(text, `"line"`) != 1 {
		t.Errorf("none is deleted:\n%s", text)
	}
}

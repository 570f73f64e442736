package tui

import (
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/tui/rulestate/rulestatetest"
)

func asked(hours int, header, text, answer string, labels ...string) transcript.Question {
	return rulestatetest.Question(home+"/work/shop", hours, header, text, answer, labels...)
}

const runTests = "Run the tests before committing?"

// life returns a fake with some rules and past questions.
func life(t testing.TB) *fake {
	f := newFake(t)
	f.Live()
	return f
}

func withAdvice(f *fake) { f.Advise() }

func changedOutside(f *fake) { f.ChangeOutside() }

// keptFiles are three questions that differ in a number, and a rule with another one.
func keptFiles(f *fake) {
	for _, text := range []string{"Compare 1 layouts?", "Compare 2 layouts?", "Compare 3 layouts?"} {
		f.Questions = append(f.Questions, asked(1, "Layout", text, "No", "Yes", "No"))
	}
	f.Put(rulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Compare 12 layouts?"}, "mode": "never-ask", "answer": "Yes"}]}`)
}

// preferenceScreens are all screens about rules and questions.
var preferenceScreens = []screenOfRules{
	{"overview-suggested", func(*driver) {}, withAdvice, "◆ 2 answers to settle|“Split … into smaller files?”|13 of 14: Split it"},
	{"preferences", func(d *driver) { d.Keys("2") }, nil, "5 rules|▸ ● never ask  Run the tests"},
	{"preferences-unhooked", func(d *driver) { d.m.state.Unhooked = true; d.Keys("2", "j", "j") }, nil, "5 rules · ○ hooks not installed: no rule answers|▸ ○ off        Deploy to|○ off: hooks not installed; press i to install them|; but the hooks are not installed|i install…"},
	{"preferences-one-way", func(d *driver) { d.Keys("2", "j", "j") }, nil, "▸ ◔ asks once  Deploy to production?|in question; no answer of|⚠ irreversible: it answers only questions that you have"},
	{"preferences-off", func(d *driver) { d.install(); d.Keys("O", "2") }, nil, " ○ off  |▸2 Rules |5 rules · ○ neverask is off everywhere until |▸ ○ off "},
	{"explain-off", func(d *driver) { d.install(); d.Keys("O", "2", "enter", "G") }, nil, "○ off: neverask is off everywhere until |otherwise:"},
	{"question-off", func(d *driver) { d.install(); d.Keys("O", "3", "enter", "G") }, nil, "○ off: neverask is off everywhere until |otherwise:"},
	{"preferences-unmatched", func(d *driver) { d.Keys("2", "j", "j", "j") }, nil, "· unmatched: no past question looks like this|mode       ○ always ask · asks, whatever other rules say|where      ~/work/shop|id         format"},
	{"preferences-lint", func(d *driver) { d.Keys("2", "j", "j") }, func(f *fake) {
		f.Put(rulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"header": "Tests"}, "mode": "prefer", "answer": "Yes"},
  {"id": "b", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes"},
  {"id": "c", "match": {"header": "Library"}, "mode": "never-ask", "answer": "moment"},
  {"id": "d", "match": {"text": "Which colour?"}, "mode": "never-ask", "answer": "Blue"},
  {"id": "e", "match": {"header": "Deploy"}, "mode": "never-ask", "answer": "Yes"}
]}`)
	}, "▸ ▲ no option  header Library"},
	{"preferences-idle", func(d *driver) { d.Keys("2", "j") }, func(f *fake) {
		f.Put(rulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"text": "Run the tests before committing?"}, "mode": "always-ask"},
  {"id": "b", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "Yes"}
]}`)
	}, "  ○ always ask Run the tests|▸ · idle       header Tests|· idle: another rule decides all its questions, this one too: “Run the|last asked 4d ago: ☐ Tests|for you; but another rule decides"},
	{"preferences-overriding", func(d *driver) { d.Keys("2", "j", "x", "x") }, func(f *fake) {
		f.Put(rulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"text": "Run the tests before committing?"}, "mode": "always-ask"},
  {"id": "b", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "Yes"}
]}`)
	}, "▸ ○ always ask Run the tests|  · idle       header Tests"},
	{"preferences-repeated", func(d *driver) { d.Keys("2", "j") }, func(f *fake) {
		f.Put(rulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"text": "Which colour?"}, "mode": "never-ask", "answer": "Blue"},
  {"id": "b", "match": {"text": "Which colour?"}, "mode": "never-ask", "answer": "Blue"}
]}`)
	}, "· duplicate: says the same as “Which colour?”"},
	{"preferences-unchecked", func(d *driver) { d.Keys("2"); d.m.state.Rules.Checked = 0 }, nil, "· checking …|▸ · never ask  Run the tests|  · prefer     header Library"},
	{"preferences-find", func(d *driver) { d.Keys("2", "/", "r", "u", "n", "t", "e", "s") }, nil, "/ runtes|1 of 5 rules|▸ ● never ask  Run the tests before committing?|enter done   esc show all"},
	{"preferences-nothing-found", func(d *driver) { d.Keys("2", "/", "q", "q", "q", "enter") }, nil, "/ qqq|0 of 5 rules|No matches. Press esc to show all"},
	{"preferences-sorted", func(d *driver) { d.Keys("2", "s", "s", "s", "f", "down", "enter") }, nil, "2 of 5 rules · never ask · most used first"},
	{"preferences-explain", func(d *driver) { d.Keys("2", "enter", "G") }, nil, "How neverask decides this question now"},
	{"preferences-cycled", func(d *driver) { d.Keys("2", "space", "space") }, nil, "▸ ◇ prefer     Run the tests before committing?|1. Yes (Recommended)  ← the rule|◇ asked, this answer first: the rule prefers an option|✓ set to prefer: “Run the tests before committing?” · z to undo|d delete   a add…   : go to   z undo"},
	{"preferences-deleted", func(d *driver) { d.Keys("2", "d") }, nil, "4 rules|▸ ◇ prefer     header Library|deleted “Run the tests before committing?” → Yes · never ask · z to undo"},
	{"preferences-undone", func(d *driver) { d.Keys("2", "d", "z") }, nil, "5 rules|▸ · never ask  Run the tests before committing?|✓ undone: the rule is back: “Run the tests before commi"},
	{"preferences-form", func(d *driver) { d.Keys("2", "e") }, nil, "Edit a rule"},
	{"preferences-add-find", func(d *driver) { d.Keys("2", "a", "/", "d", "a", "t", "e", "s") }, nil, "Rules › Add|/ dates|1 of 5 questions|▸   2d Which library should parse dates?|▸ 2. Temporal  ✓ chosen|The coming standard|enter new rule…"},
	{"preferences-add-folded", func(d *driver) { d.Keys("2", "a") }, keptFiles,
		"▸   1h Compare … layouts?|3× ● Yes|last answer|Compare 1 layouts?|· asked 3× in 3 wordings: they differ only in numbers or names|● rule: there is one already: “Compare … layouts?” → Yes · never ask|enter edit the rule…"},
	{"preferences-add-ruled", func(d *driver) { d.Keys("2", "a", "enter") }, keptFiles, "Rules › Edit|▸ When Claude asks  Compare 12 layouts?"},
	{"log-its-rule-and-back", func(d *driver) { d.Keys("3", "a", "esc") }, keptFiles, "▸3 Log"},
	{"log-its-rule-not-back", func(d *driver) { d.Keys("3", "a", "1", "2", "esc") }, keptFiles, "▸1 Home"},
	{"log-its-rule", func(d *driver) { d.Keys("3", "a") }, keptFiles, "▸2 Rules|▸ ◔ asks again Compare … layouts?|but Claude asks until you give"},
	{"preferences-form-beside", besideForm, keptFiles,
		"▲ check: another rule matches the same questions and answers differently, so|Claude asks: “Compare … layouts?” → Yes · never ask. This one matches 3|past questions · would answer when Claude asks the same again"},
	{"preferences-saved-beside", func(d *driver) { besideForm(d); d.Keys("enter") }, keptFiles, "saved “Compare … layouts?” · another rule matches, too"},
	{"preferences-form-new", func(d *driver) { d.Keys("2", "a", "end", "enter") }, nil, "New rule|▸ When Claude asks|the wording, with any numbers, paths or quoted names|(the label of an option|\"text: …\" for words of your own|same              the whole question|tab next"},
	{"preferences-form-typed", func(d *driver) { d.Keys("2", "a", "end", "enter", "W", "h", "y", "?", "shift+tab", "enter") }, nil, "Rules › New|▸ answer|the label of an option"},
	{"preferences-of-text", func(d *driver) { d.Keys("2") }, func(f *fake) {
		f.Put(rulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Which engine?"}, "mode": "never-ask", "answer": {"text": "Postgres"}}]}`)
	}, "answer     “Postgres” · a text, not an option"},
	{"preferences-form-one-way", func(d *driver) { d.Keys("2", "j", "j", "e", "tab") }, nil, "▸ answer            ● Yes|○ No|○ something else …|same              the whole question|⚠ irreversible: matches 1 past question · would have answered 0 of 1; 1"},
	{"preferences-form-discard", func(d *driver) { d.Keys("2", "e", "x", "esc") }, nil, "Discard what you typed?|It hasn't been saved.|▸ No, keep typing|Yes, discard it|y yes   n no"},
	{"preferences-oath", func(d *driver) { d.Keys("2"); d.widen() }, nil, "Answer irreversible questions?|To allow it, type: yes, I understand"},
	{"preferences-broken-file", func(d *driver) { d.Keys("2") }, func(f *fake) {
		f.Put(rulesFile, "{\n  \"version\": 1,\n  \"rules\": [,]\n}\n")
	}, "✗ broken|preferences.json:3:13|Fix the file: until then Claude asks you everything"},
	{"preferences-broken-rule", func(d *driver) { d.Keys("2") }, func(f *fake) {
		f.Put(rulesFile, "{\n  \"version\": 1,\n  \"rules\": [\n    {\"id\": \"a\", \"match\": {\"header\": \"A\"}, \"mode\": \"never-ask\", \"answer\": \"Yes\"},\n    {\"id\": \"b\", \"match\": {}, \"mode\": \"never-ask\", \"answer\": \"Yes\"}\n  ]\n}\n")
	}, "this|rule does nothing|→ Fix it in the file."},
	{"questions", func(d *driver) { d.Keys("3") }, nil, "11 questions|when answered by"},
	{"questions-empty", func(d *driver) { d.Keys("3") }, func(f *fake) { f.Questions = nil }, "Claude hasn't asked anything yet.|Every question Claude Code asks appears here, with who answered or denied"},
	{"questions-loading", func(d *driver) { d.Hold = true; d.Keys("3"); d.Hold = false }, func(f *fake) { f.Idle = true }, "reading past questions …"},
	{"questions-unread", func(d *driver) { d.Keys("3") }, func(f *fake) { f.Slow = true }, "nothing read yet; press r to read"},
	{"questions-find", func(d *driver) { d.Keys("3", "/", "t", "e", "s", "t", "s", "enter") }, nil, "/ tests|6 of 11 questions|answered “Yes (Recommended)” by your rule “Run the tests|! was wrong"},
	{"questions-new-rule", func(d *driver) { d.Keys("3", "j", "a") }, nil, `Log › New|New rule|▸ When Claude asks  Be ␛[31mred␛[0m \u202eevil\u202c␉and␊long?|○ something else …|▲ check: "hidden characters" cannot be judged, so Claude`},
	{"questions-wrong", func(d *driver) { sift(d, "for you"); d.Keys("!") }, nil, "2 of 11 questions · answered for you|✓ marked as wrong: Claude asks you from now on, by “Run the tests before|committing?” · z to undo"},
	{"suggestions", func(d *driver) { d.Keys("2") }, withAdvice, "2 suggestions, 5 rules|▸ ◆ suggested  Split … into smaller files?"},
	{"suggestion", func(d *driver) { d.Keys("2", "S") }, withAdvice, "suggestion 1 of 2|▲ careful"},
	{"suggestion-unhooked", func(d *driver) { d.m.state.Unhooked = true; d.Keys("2", "S", "n", "right", "G") }, withAdvice, "○ off: hooks not installed, so no rule answers; otherwise:|next       You are asked once more"},
	{"suggestion-next", func(d *driver) { d.Keys("2", "S", "n") }, withAdvice, "suggestion 1 of 1|▸ 1. Yes  ← the rule  ✓ chosen|you answered Yes 6 of 6 times · last 20h ago|enter accept   e edit first…   n not now|✓ hidden for 30 days: “Split … into smaller files?” · z to undo"},
	{"help-preferences", func(d *driver) { d.Keys("2", "?") }, nil, "This screen|  space  mode of the rule: the next of never ask, reversible|J      move the rule down|Signs"},
	{"help-questions", func(d *driver) { d.Keys("3", "?", "?") }, nil, "Moving|Everywhere|esc close"},
}

func driverWith(t testing.TB, before func(*fake), width, height int) *driver {
	f := life(t)
	if before != nil {
		before(f)
	}
	d := newDriver(t, f, width, height)
	d.m.state.Unhooked = false // as far as the rules know
	return d
}

func TestPreferenceScreens(t *testing.T) {
	for _, s := range preferenceScreens {
		s.test(t)
	}
}

// sift sets a filter of the Log.
func sift(d *driver, what string) {
	d.Keys("3", "f")
	d.Text(what)
	d.Keys("enter")
}

// besideForm writes a rule for a question that another rule matches, too.
func besideForm(d *driver) {
	d.Keys("2", "a", "end", "enter")
	d.Text("Compare 3 layouts?")
	d.toField("answer")
	d.Keys("left")
}

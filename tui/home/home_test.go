package home

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/off"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/answers"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings/musttest"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// The first screen says what was found of Claude Code.
func TestClientOnTheFirstScreen(t *testing.T) {
	for _, c := range []struct {
		name    string
		set     func(*world)
		want    string
		without string
	}{
		{"nothing", func(w *world) { w.Claude = client.Found{} }, "  ○ Claude Code was not found", "Claude Code 2"},
		{"never run", func(*world) {}, "Claude Code 2.1.329 · 0 hooks", "not found"},
		{"hooks", func(w *world) { w.Put(userFile, guarded) }, "Claude Code 2.1.329 · 1 hook", ""},
		{"not in PATH", func(w *world) {
			w.Claude = client.Found{}
			w.Put("~/.claude/projects/p/s.jsonl", `{"type":"user","version":"2.1.320"}`)
		}, "Claude Code 2.1.320 (from transcripts) · 0 hooks", "not found"},
		{"newer", func(w *world) { w.Claude.Version = "99.1.0" }, "neverask was not tested with Claude Code 99.1.0", ""},
		{"settings alone", func(w *world) { w.Claude = client.Found{}; w.Put(userFile, "{}") }, "○ Claude Code was not found", ""},
		{"a program that does not tell its version", func(w *world) { w.Claude.Version = "" }, "Claude Code · 0 hooks", ""},
		{"hostile", func(w *world) { w.Claude.Version = "1\x1b[2J" }, "Claude Code 1␛[2J", "\x1b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.set(w)
			d := show(w, 80, 24)
			d.Sees(c.want)
			if c.without != "" {
				d.SeesNot(c.without)
			}
		})
	}
}

// The figures are about the same weeks as everywhere, and drawn large if there is room.
func TestFigures(t *testing.T) {
	w := newWorld(t)
	w.install()
	w.weeks(30, 10)
	w.asked = slices.Insert(w.asked, 0, transcript.Question{Text: "Before?", By: transcript.Neverask, Time: pastquestions.Since(kittest.Noon).Add(-time.Second)})
	d := show(w, 80, 24)
	d.Sees("of 30 in four weeks", "answered for you", "Claude waited", "for you", "  asked ", "  for you ", "  30 ", "  10 ")
	if !strings.Contains(d.Screen(), "▄█  █▀█") {
		t.Errorf("10 is not drawn large:\n%s", d.Screen())
	}
	show(w, 60, 16).Sees("10 of 30 answered for you · Claude waited 1 h")
	w.asked = w.asked[:1]
	show(w, 80, 24).Sees("Claude asked nothing in four weeks.")
}

// TestBig: each digit has its own shape, in three rows of the same width.
func TestBig(t *testing.T) {
	known := map[[3]string]bool{}
	for d := range 10 {
		rows := big(strconv.Itoa(d))
		if known[rows] || kit.Width(rows[0]) != 3 || kit.Width(rows[1]) != 3 || kit.Width(rows[2]) != 3 {
			t.Errorf("%d is %q", d, rows)
		}
		known[rows] = true
	}
	if rows := big("2 h 34 min"); !strings.HasSuffix(rows[1], " min") || kit.Width(rows[0]) != kit.Width(rows[1]) {
		t.Errorf("%q", rows)
	}
}

// The most urgent card is chosen until the person goes to another one, which then stays chosen
// while cards come and go; a click does what a card offers.
func TestCards(t *testing.T) {
	w := newWorld(t)
	installed(w)
	w.failing = map[string]string{"~/.claude/guard.sh": "it is not there"}
	w.outside = make([]string, 2)
	d := show(w, 80, 24)
	d.Sees("▸ ✗ 1 hook cannot run", "  ▲ 2 rules from outside")
	d.Keys("j")
	d.Sees("▸ ▲ 2 rules from outside", "enter see")
	w.Put(preferFile, toolRule)
	d.Keys("r")
	d.Sees("▸ ▲ 2 rules from outside", "▲ 1 tool rule without effect")
	d.Keys("enter")
	d.Sees("went to Rules")
	d.ClickOn("1 hook cannot run")
	if !slices.Equal(*d.looked, []string{w.Path(userFile) + ":15"}) {
		t.Errorf("a click leads to %q", *d.looked)
	}
}

// TestRuleAsksAgain: the card of a rule that the person's last answer contradicts goes to the rule, and so does what
// the doctor's page has about it. Both quote as all screens do.
func TestRuleAsksAgain(t *testing.T) {
	w := newWorld(t)
	installed(w)
	w.Put(preferFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Which manager?"}, "mode": "never-ask", "answer": "npm"}]}`)
	given, ok := rulestatetest.Question("/w", 2, "Manager", "Which manager?", "pnpm", "pnpm", "npm").PastAnswer()
	if !ok {
		t.Fatal("no answer")
	}
	musttest.Do(t, answers.Record{Dir: w.In.Paths.Answers(), Now: w.In.Now}.Add(given))
	d := show(w, 120, 40)
	d.Sees("▸ · A rule asks again", "A rule asks about “Which manager?” each time, since you answered “pnpm” on "+kit.Day(given.At))
	d.Keys("enter")
	noticed := d.place.Noticed()
	if len(noticed) != 1 || len(noticed[0].Keys) != 1 || !strings.Contains(noticed[0].Message, "“pnpm”") {
		t.Fatalf("%+v", noticed)
	}
	d.Run(noticed[0].Keys[0].Do(d.M))
	if !slices.Equal(*d.looked, []string{"rule a", "rule a"}) {
		t.Errorf("went to %q", *d.looked)
	}
}

// TestLatestQuestions: a click on any row of a question opens it, below the cards or beside them, and one on
// the figures does nothing.
func TestLatestQuestions(t *testing.T) {
	t.Parallel()
	for width, height := range map[int]int{80: 50, 120: 40, 160: 24, 200: 50} {
		w := newWorld(t)
		installed(w)
		w.failing = map[string]string{"~/.claude/guard.sh": "it is not there"}
		first, second := strings.Repeat("which ", 14)+"first?", strings.Repeat("what ", 14)+"second?"
		old := strings.Repeat("older ", 30)
		for i, text := range []string{old, old, old, second, first} {
			w.asked = append(w.asked, transcript.Question{Text: text, By: transcript.Person, Outcome: transcript.Picked, Time: kittest.Noon.Add(time.Duration(i-5) * time.Hour)})
		}
		d := show(w, width, height)
		want := []string{first, first, second, w.Path(userFile) + ":15"}
		for _, text := range []string{"first?", "which", "second?", "in four weeks", "1 hook cannot run"} {
			d.ClickOn(text)
		}
		if !slices.Equal(*d.looked, want) {
			t.Errorf("%dx%d: clicks lead to %q\n%s", width, height, *d.looked, d.Screen())
		}
	}
}

// TestSuggestions: the card says what the rules would spare, and the only project that one is for.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.install()
	w.weeks(12, 0)
	suggested := func(text, project string, answered int) suggest.Suggestion {
		s := suggest.Suggestion{ID: text, Latest: transcript.Question{Text: text}, Answer: "Yes", Asked: 5, Alike: 5, Last: kittest.Noon.Add(-time.Hour)}
		s.Rule.Project, s.Answered = project, answered
		return s
	}
	w.suggested = []suggest.Suggestion{suggested("Run the tests?", w.Path("~/work/shop"), 4), suggested("Push?", "", 3)}
	d := show(w, 200, 40)
	d.Sees("2 answers to settle · would spare 7 of 12 questions", "“Run the tests?” · 5 of 5: Yes · last 1h ago · ~/work/shop", "“Push?” · 5 of 5: Yes · last 1h ago")
	low := show(w, 80, 24) // each suggestion has no line of its own
	low.Sees("2 answers to settle · would spare 7 of 12 questions")
	low.SeesNot("ago.", "shop.")
	w.suggested = w.suggested[1:]
	show(w, 200, 24).Sees("1 answer to settle · would spare 3 of 12 questions", "“Push?” · 5 of 5: Yes · last 1h ago")
	w.suggested[0].Latest.Text = "How should the delete button behave on the note detail page, which holds up to twenty attachments?"
	show(w, 80, 30).Sees("up to twenty", "5 of 5: Yes · last 1h ago")
	// Where there is room for all, all are listed; where there is none, the text says how many there are.
	w.suggested = nil
	for i := range 12 {
		w.suggested = append(w.suggested, suggested(fmt.Sprintf("Which of %d?", i), "", 0))
	}
	d = show(w, 200, 60)
	d.Sees("“Which of 11?”")
	d.SeesNot(" more")
	show(w, 80, 24).Sees("“Which of 0?” · 5 of 5: Yes · last 1h ago, and 11 more")
}

// A question that the height cuts ends in an ellipsis.
func TestCutQuestion(t *testing.T) {
	q := transcript.Question{Text: strings.Repeat("Which of the runners should it be? ", 4), Answer: "vitest", Time: kittest.Noon}
	past := &rulestate.Asked{List: []rulestate.Question{{Question: &q}}}
	rows, _ := askedRows(past, nil, kittest.Noon, 80, 4, askedID{}, kit.Themes()[0].Styles(true))
	if last := rows[len(rows)-1]; !strings.HasSuffix(last, " …") || kit.Width(last) > 80 {
		t.Errorf("%q", rows)
	}
}

// TestLinesLeftForCards: lines that the chosen card does not need go to the others.
func TestLinesLeftForCards(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Put(userFile, guarded)
	w.failing = map[string]string{"~/.claude/guard.sh": strings.Repeat("it is not there, and was never, ", 5) + "for all that anybody knows"}
	w.weeks(12, 0)
	w.suggested = []suggest.Suggestion{{
		ID: "a", Answer: "Yes", Asked: 5, Alike: 5, Last: kittest.Noon.Add(-time.Hour),
		Latest: transcript.Question{Text: strings.Repeat("How should the button behave on the page? ", 10)},
	}}
	show(w, 80, 22).Sees("for all that anybody knows")
}

// An answer that was marked as wrong is no success: the list marks it, and the figure says so.
func TestAnswersMarkedWrong(t *testing.T) {
	w := newWorld(t)
	w.install()
	w.weeks(30, 10)
	w.asked[29].ToolUseID = "toolu_1"
	w.Put(preferFile, `{"version":1,"rules":[{"id":"a","match":{"exact":"Which?"},"mode":"always-ask","note":"`+
		question.WrongNote(kittest.Noon, "A", "Which?", "toolu_1")+`"}]}`)
	d := show(w, 160, 50)
	d.Sees("of 30 in four weeks, 1 wrong", "! wrong")
	if n := strings.Count(d.Screen(), "! wrong"); n != 1 {
		t.Errorf("%d are marked", n)
	}
	show(w, 80, 24).Sees("of 30 in four weeks, 1 wrong")
	show(w, 80, 16).Sees("10 of 30 answered for you, 1 wrong · Claude waited 1 h")
}

// W first says what being away means; then Claude goes on for as long as usual.
func TestAway(t *testing.T) {
	w := newWorld(t)
	w.install()
	d := show(w, 120, 40)
	away := func() bool {
		all, err := off.Read(w.In.Paths.Away())
		return err != nil || len(all) > 0
	}
	d.Keys("W")
	d.Sees("Away for "+activity.Brief(off.Usual)+"?", "In public sessions, people chose what Claude", "75 of 140 cases.")
	d.Keys("enter") // No is preselected
	d.SeesNot("Away for ")
	d.Keys("W", "esc")
	if away() {
		t.Fatal("away without a yes")
	}
	d.Keys("W", "y")
	d.Sees("away until 14:00", "▸ ◆ You are away until 14:00", "I am back")
	if !away() {
		t.Fatal("not away")
	}
	d.SeesNot("W away")
	d.Sees("W I am back")
	d.Keys("W")
	d.Sees("you are back: nothing was answered for you meanwhile", "W away for "+activity.Brief(off.Usual))
	d.SeesNot("◆ You are away")
	if away() {
		t.Error("still away")
	}
	d.Keys("W", "y", "enter")
	d.Sees("you are back: nothing was answered for you meanwhile")
}

// Even on a small screen, the explanation must be read to its end before a yes.
func TestAwayIsRead(t *testing.T) {
	w := newWorld(t)
	w.install()
	d := show(w, 40, 10)
	d.Keys("W", "y")
	d.Sees("Away for "+activity.Brief(off.Usual)+"?", "read to the end")
	d.SeesNot("75 of 140")
	d.Keys("y", "y", "y")
	d.Sees("75 of 140 cases")
	d.Keys("y", "y")
	d.Sees("◆ You are away until 14:00")
}

// Without the question hooks, and while neverask is off, W says what to do instead.
func TestNotAway(t *testing.T) {
	w := newWorld(t)
	d := show(w, 120, 40)
	d.SeesNot("W away")
	d.Keys("W")
	d.Sees("the question hooks are not installed · i to install them")
	w.install(config.ActivityRecording)
	d.Keys("r", "W")
	d.Sees("the question hooks are not installed")
	w.install()
	d.Keys("r", "O", "W")
	d.SeesNot("Away for ", "W away")
	d.Sees("nothing would be answered while you are away: neverask is off everywhere until", "O to turn it on")
}

// Without the question hooks, the card does not claim that anything is answered.
func TestAwayWithoutHooks(t *testing.T) {
	w := newWorld(t)
	musttest.Do(t, planner.GoAway(w.In, off.Period{Since: kittest.Noon.Add(-time.Hour), Until: kittest.Noon.Add(time.Hour)}))
	d := show(w, 120, 40)
	d.Sees("◆ You are away until 13:00", "Nothing is answered: the question hooks are not installed.")
	d.SeesNot("by your rules")
}

// Hooks that are installed and cannot act answer nothing either.
func TestAwayWithHooksThatCannotAct(t *testing.T) {
	w := newWorld(t)
	w.install()
	w.Put("~/.claude/settings.json", strings.Replace(w.Get("~/.claude/settings.json"), "{", `{"disableAllHooks": true,`, 1))
	d := show(w, 120, 40)
	d.Keys("W")
	d.Sees("nothing would answer while you are away: ", "disableAllHooks", "D for the doctor")
	d.SeesNot("Away for ")
	musttest.Do(t, planner.GoAway(w.In, off.Period{Since: kittest.Noon.Add(-time.Hour), Until: kittest.Noon.Add(time.Hour)}))
	d.Keys("r")
	d.Sees("◆ You are away until 13:00", "Nothing is answered: ", "disableAllHooks")
	d.SeesNot("by your rules")
}

// After the time away ends, the card stays until the person looks; another one may begin.
func TestWasAway(t *testing.T) {
	w := newWorld(t)
	w.install()
	d := show(w, 120, 40)
	musttest.Do(t, planner.GoAway(w.In, off.Period{Since: kittest.Noon.Add(-3 * time.Hour), Until: kittest.Noon.Add(-time.Hour)}))
	w.asked = []transcript.Question{
		{Text: "Before?", By: transcript.Neverask, Away: question.AwayUsual, Time: kittest.Noon.Add(-4 * time.Hour)},
		{Text: "Meanwhile?", By: transcript.Neverask, Away: question.AwayRecommended, Time: kittest.Noon.Add(-2 * time.Hour)},
	}
	d.Keys("r")
	d.Sees("◆ You were away until 11:00", "see what was answered", "W away for "+activity.Brief(off.Usual))
	d.ClickOn("◆ You were away")
	d.Sees("you are back: 1 question answered meanwhile · ! to mark an answer as wrong")
	d.SeesNot("◆ You were away")
}

// The latest questions are below the rest if there is room, and from 130 columns beside it,
// down to the foot of the screen.
func TestAskedLast(t *testing.T) {
	w := newWorld(t)
	w.install()
	for i := range 40 {
		w.asked = append(w.asked, transcript.Question{Text: fmt.Sprintf("Which of the %d runners should all tests of this repository use from now on?", i), Answer: "vitest", Outcome: transcript.Picked, By: transcript.Person, Time: kittest.Noon.Add(time.Duration(i-40) * time.Hour)})
	}
	w.asked[39].By, w.asked[39].Text, w.asked[38].Judged, w.asked[38].OneWay = transcript.Neverask, "Format it?", true, true
	d := show(w, 129, 40)
	d.Sees(" Latest questions", "1h ● neverask    Format it? → vitest", "2h ◆ you         ⚠ Which of the 38")
	d.SeesNot(" │ ")
	show(w, 129, 16).SeesNot("Latest questions")
	d = show(w, 130, 20)
	kittest.Golden(t, "wide", d.Screen())
	for _, size := range [][2]int{{130, 40}, {160, 45}, {200, 60}} {
		d = show(w, size[0], size[1])
		d.Sees("Latest questions", "1h ● neverask    Format it? → vitest")
		rows, top := strings.Split(d.Screen(), "\n"), 2
		if size[0] >= 160 { // the figures have the whole width
			top += 9
		}
		for i, row := range rows[top : size[1]-4] {
			if !strings.Contains(row, " │ ") || strings.HasSuffix(row, "…│") {
				t.Errorf("%v: row %d is %q", size, i, row)
			}
		}
	}
}

// TestAskedLastByKeys: below the cards, the arrows lead on to the latest questions, and enter opens the chosen one.
func TestAskedLastByKeys(t *testing.T) {
	for _, size := range [][2]int{{80, 30}, {130, 30}} {
		w := newWorld(t)
		w.install()
		for i := range 9 {
			w.asked = append(w.asked, transcript.Question{Text: fmt.Sprintf("Which of the %d?", i), Answer: "vitest", Outcome: transcript.Picked, By: transcript.Person, Time: kittest.Noon.Add(time.Duration(i-9) * time.Hour)})
		}
		d := show(w, size[0], size[1])
		for range 9 {
			if d.Keys("down"); strings.Contains(d.Screen(), "▸  1h") {
				break
			}
		}
		d.Sees("▸  1h ◆ you", "enter show")
		if n := strings.Count(d.Screen(), "▸"); n != 1 {
			t.Errorf("%d rows are chosen:\n%s", n, d.Screen())
		}
		d.Keys("down", "down", "up")
		d.Sees("▸  2h ◆ you")
		w.asked = append(w.asked, transcript.Question{Text: "New?", Outcome: transcript.Picked, By: transcript.Person, Time: kittest.Noon})
		d.Keys("r")
		d.Sees("New?", "▸  2h ◆ you")
		d.Keys("enter")
		if got := *d.looked; len(got) != 1 || got[0] != "Which of the 7?" {
			t.Errorf("opened %q", got)
		}
		d.Keys("g")
		d.SeesNot("▸  2h")
	}
}

// TestBarsHaveAScale: the first and the last day are below the ends of the bars.
func TestBarsHaveAScale(t *testing.T) {
	w := newWorld(t)
	w.install()
	for i := range 28 {
		w.asked = append(w.asked, transcript.Question{Text: "Format it?", Outcome: transcript.Picked, By: transcript.Person, Time: kittest.Noon.Add(time.Duration(i-28)*24*time.Hour + time.Hour)})
	}
	for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 45}, {200, 60}} {
		rows := strings.Split(show(w, size[0], size[1]).Screen(), "\n")
		at := slices.IndexFunc(rows, func(row string) bool { return strings.HasPrefix(row, "│  asked ") })
		if at < 0 {
			t.Fatal(size, rows)
		}
		bar, scale := []rune(rows[at]), []rune(strings.TrimRight(rows[at+1], " │")+" ")
		from, to := slices.Index(bar, '█'), len(bar)-1
		for bar[to] != '█' {
			to--
		}
		if got := string(scale[min(from, len(scale)-1):]); !strings.HasPrefix(got, "23 Oct ") || !strings.HasSuffix(got, " 20 Nov ") || len(scale) != to+2 {
			t.Errorf("%v:\n%s\n%s", size, rows[at], rows[at+1])
		}
	}
}

// Errors come first, then warnings, then decisions, and notes last.
func TestMostUrgentFirst(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, guarded)
	w.Put(preferFile, `{"version":1,"rules":[{"id":"a","match":{"header":"Deploy"},"mode":"never-ask","answer":"Yes"}]}`)
	w.install()
	w.Claude = client.Found{}
	w.failing = map[string]string{"~/.claude/guard.sh": "it is not there"}
	w.Found = []planner.Problem{{ID: "hook-outdated", Severity: "info", Message: "another build"}}
	d := show(w, 100, 40)
	at := -1
	for _, title := range []string{"cannot run", "rule never answers", "Claude Code was not found", "of another build"} {
		next := strings.Index(d.Screen(), title)
		if next <= at {
			t.Errorf("%q is at %d, after what is at %d:\n%s", title, next, at, d.Screen())
		}
		at = next
	}
}

// Blank lines give way before rows do, and a large screen lists the subjects of cards.
func TestCardsHaveTheRoom(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b"}]}]}}`)
	w.install()
	w.failing = map[string]string{"a": "it is not there", "b": "bell is not in PATH"}
	w.Found = []planner.Problem{{ID: "preferences-gone", Severity: "warning", Message: "gone"}, {ID: "hook-outdated", Severity: "info", Message: "another build"}}
	for height := 40; height > 10; height-- {
		d := show(w, 80, height)
		if screen := d.Screen(); strings.Contains(screen, " of ") && strings.Contains(screen, "│  "+strings.Repeat(" ", 76)+"┃") {
			t.Errorf("at %d rows something is out of sight below a blank line:\n%s", height, screen)
		}
	}
	w.weeks(31, 22)
	d := show(w, 200, 60)
	d.Sees("· bell is not in PATH", "· it is not there")
	d.SeesNot("and 1 more")
	w.failing["b"] = strings.Repeat("bell is not in PATH ", 8) + "at all" // of two lines
	show(w, 120, 60).Sees("· bell is not in PATH", "at all")
}

// Without Claude Code, not all is good, even if neverask is installed.
func TestInstalledWithoutTheClient(t *testing.T) {
	w := newWorld(t)
	w.install(config.QuestionHooks)
	w.Claude = client.Found{}
	d := show(w, 80, 24)
	d.Sees("○ Claude Code was not found")
	d.SeesNot("All good")
	w = newWorld(t)
	w.Claude = client.Found{}
	show(w, 80, 24).Sees("▸ ○ Install neverask's hooks", "  ○ Claude Code was not found", "works only with it.")
	show(w, 40, 10).SeesNot("works only") // if it does not all fit
}

// TestPeriodsNameTheirDay: what a key says of a period that ends after midnight has the day, as the card has.
func TestPeriodsNameTheirDay(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{{[]string{"O"}, "✓ turned off until "}, {[]string{"W", "y"}, "✓ away until "}} {
		w := newWorld(t)
		w.install()
		y, m, d := kittest.Noon.Date()
		late := time.Date(y, m, d, 23, 0, 0, 0, time.Local)
		w.In.Now = func() time.Time { return late }
		screen := show(w, 120, 40)
		screen.Keys(c.keys...)
		screen.Sees(c.want + late.Add(2*time.Hour).Format("2 January 15:04"))
	}
}

// TestLatestQuestionsOnALowScreen: the bars give way to the two latest questions, which ↓ leads to, and no card does.
func TestLatestQuestionsOnALowScreen(t *testing.T) {
	w := newWorld(t)
	w.Put(preferFile, answerTests)
	w.install()
	w.weeks(31, 22)
	w.Found = []planner.Problem{
		{ID: "hook-outdated", Severity: "info", Message: "the hook is old"}, {ID: "permission-ask", Severity: "warning", Message: "it asks"},
	}
	d := show(w, 80, 24)
	d.Sees("answered for you", "It asks", "The hook is old", "Latest questions")
	d.SeesNot("for you    ·")
	d.Keys("down", "down", "down")
	d.Sees("▸  1d ● neverask")
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 40})
	d.Sees("for you    ·", "Latest questions")
}

// TestCardsTakeTheFreeRows: a card is cut only as far as rows are missing.
func TestCardsTakeTheFreeRows(t *testing.T) {
	w := newWorld(t)
	w.Put(preferFile, answerTests)
	w.install()
	w.Found = []planner.Problem{
		{ID: "hook-outdated", Severity: "info", Message: strings.Repeat("word ", 80)},
		{ID: "permission-ask", Severity: "warning", Message: "it asks"},
	}
	for height, want := range map[int]int{15: 3, 16: 4, 17: 5} {
		lines := 0
		screen := show(w, 60, height).Screen()
		for line := range strings.Lines(screen) {
			if strings.Contains(line, "word word") {
				lines++
			}
		}
		if lines != want {
			t.Errorf("at a height of %d, %d lines of it are shown, want %d:\n%s", height, lines, want, screen)
		}
	}
}

// TestAwayWhileOffSomewhere: where neverask is off in one project only, the person can be away all the same.
func TestAwayWhileOffSomewhere(t *testing.T) {
	for project, want := range map[string]string{"/work/other": "Away for " + activity.Brief(off.Usual) + "?", "": "nothing would be answered while you are away"} {
		w := newWorld(t)
		w.install()
		_, err := off.Begin(w.In.Paths.Off(), off.Period{Since: w.In.Now(), Until: w.In.Now().Add(time.Hour), Project: project})
		musttest.Do(t, err)
		d := show(w, 120, 40)
		d.Keys("W")
		d.Sees(want)
	}
}

// TestSuggestedQuestionsAreRead: the questions of suggestions have the normal colour, and what is known of them a
// quieter one.
func TestSuggestedQuestionsAreRead(t *testing.T) {
	st := kit.Themes()[0].Styles(true)
	c := card{badge: kit.Mark("◆", "", kit.Action), title: "2 answers to settle", text: "“Run it?” → Yes · 5 of 5, and 1 more", read: true}
	want := []string{"    “Run it?” →", "    Yes" + st.Muted.Render(" · 5 of"), "    " + st.Muted.Render("5, and 1"), "    " + st.Muted.Render("more")}
	if got := c.rows(false, kit.Far, 17, st)[1:]; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	c.each = alike([]string{"“Run it?” → Yes · 5 of 5", "“Ship it?” → No · 3 of 3"})
	if got, want := c.rows(false, kit.Far, 60, st)[2], "    "+st.Muted.Render("·")+" “Ship it?” → No"+st.Muted.Render(" · 3 of 3"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

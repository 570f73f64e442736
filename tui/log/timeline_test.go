package log

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/eventlog"
	"neverask/tui/rulestate/rulestatetest"
)

// inOrder fails the test unless texts follow each other on the screen.
func (d *driver) inOrder(texts ...string) {
	d.T.Helper()
	rest := d.Screen()
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			d.T.Fatalf("%q does not follow in %q:\n%s", text, texts, d.Screen())
		}
		rest = after
	}
}

// followed lets some checks of the calls and the questions pass.
func (d *driver) followed() {
	for range 12 {
		d.Tick()
	}
}

// Questions and calls are one list, ordered by time.
func TestTimeline(t *testing.T) {
	d := show(t, rulestatetest.RecordAll, func(w *rulestatetest.World) {
		w.Record(eventlog.Activity{Time: 1, Event: hooks.EventPreToolUse, ToolUse: "q", Tool: "AskUserQuestion"}) // the call of a question
	})
	d.Sees("11 questions · 7 calls", "outcome", "question or call", "T tools")
	d.inOrder("· running     Bash make", "· interrupted Bash git", "✓ ok          Grep", "✗ denied      github · create_pull_request",
		"✗ not found   Read .md", "✗ exit 2      Bash npm", "✓ ok          Bash go ", "52 s", "✗ declined    ⚠ Keep the old migration files?")
	d.SeesNot("AskUserQuestion")
	d.Choose("github")
	d.Sees("✗ denied by you", "server     github", "project    ~/work/shop", "session    s1")
	d.SeesNot("add rule")
	d.Choose("Bash go")
	d.Keys("enter")
	d.Sees("─ Log › Details ─", "a call in ~/work/shop", "Bash go", "✓ ok", "took       52 s", "waited     8.0 s", "asked      permission was requested", "mode       default")
	d.Keys("esc", "/")
	d.Text("explore")
	d.Sees("1 line", "▸  39m ✓ ok    Grep")
}

// TestSort: s lists the lines in other orders, which the head names; a line that the person chose stays chosen.
func TestSort(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.SeesNot(" first")
	d.Keys("s")
	d.Sees("7 calls · oldest first")
	d.Keys("g")
	d.inOrder("✗ declined    ⚠ Keep the old migration files?", "Bash go ", "Bash npm", "Grep")
	d.Keys("s")
	d.inOrder("slowest first", "took ▾", "Bash go ", "52 s", "Read .md")
	d.Choose("Grep")
	d.Keys("s")
	d.inOrder("by question or tool", "question or call ▴", "Bash go", "Bash npm", "▸", "Grep")
	d.Keys("s", "/")
	d.SeesNot("by question", " first")
	d.inOrder("▸", "Grep")
}

// A click on a column's name sorts by it, and one on a scope's name chooses that.
func TestClickOnTheHead(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.Sees("▾when", "s sort")
	d.ClickOn("when")
	d.Sees("▴when", "oldest first")
	d.ClickOn("when")
	d.Sees("▾when")
	d.ClickOn("answer or time")
	d.Sees("slowest first", "took ▾")
	d.ClickOn("question or call")
	d.Sees("question or call ▴")
	d.Keys("/")
	d.ClickOn("unanswered")
	d.Sees("▸unanswered")
}

// Many successful calls share one line, which unfolds and folds again.
func TestCallsAreFolded(t *testing.T) {
	d := show(t, func(w *rulestatetest.World) { rulestatetest.RecordCalls(w, fewCalls, 150) })
	d.Sees("· 5 calls")
	d.SeesNot("5 calls: ")
	rulestatetest.RecordCalls(d.World, 4, 140)
	d.followed()
	d.Sees("· 9 calls", "✓ ok          9 calls: Read 4, Bash 3, Edit 2")
	d.Choose("9 calls")
	d.Sees("enter unfold", "9 calls that went well, one after the other", "Read       4, 860 ms together, the longest 220 ms")
	d.Keys("enter")
	d.Sees("▸   2h ✓ ok          9 calls: ", "✓ ok            Bash go", "enter fold")
	if got := d.place.Count(); got != 11+1+9 {
		t.Errorf("%d rows", got)
	}
	// One more call joins the unfolded ones, and the chosen line stays.
	rulestatetest.RecordCalls(d.World, 1, 139)
	d.followed()
	d.Sees("▸   2h ✓ ok          10 calls: ")
	d.Keys("down", "enter", "esc", "up", "left")
	if got := d.place.Count(); got != 12 {
		t.Errorf("%d rows are left", got)
	}
	// Lines that match a search are never folded.
	d.Keys("/")
	d.Text("edit")
	d.Sees("2 lines", "✓ ok    Edit")
	d.SeesNot("10 calls: ")
}

// New lines appear at the top; the chosen line stays chosen, and stays where it is on the screen.
func TestNewLinesLeaveTheCursor(t *testing.T) {
	for name, keys := range map[string]string{"newest": "", "second": "down", "scrolled": "G up"} {
		t.Run(name, func(t *testing.T) {
			d := show(t)
			d.Send(tea.WindowSizeMsg{Width: 80, Height: 20})
			d.Keys(strings.Fields(keys)...)
			chosen, row := *d.place.Chosen(), d.place.pane.Chosen-d.place.pane.Top
			d.another()
			d.Record(eventlog.Activity{Time: 2, Event: hooks.EventPreToolUse, ToolUse: "new", Tool: "Bash", Key: "date"})
			d.followed()
			d.Sees("12 questions · 1 call")
			if now := d.place.Chosen(); now == nil || now.ToolUseID != chosen.ToolUseID || !now.Time.Equal(chosen.Time) {
				t.Errorf("the choice went from %q:\n%s", chosen.Text, d.Screen())
			}
			if name == "scrolled" {
				if now := d.place.pane.Chosen - d.place.pane.Top; now != row {
					t.Errorf("it went from row %d to %d", row, now)
				}
				return
			}
			d.inOrder("Is this a new question?", "· running   Bash date", "▸ ")
		})
	}
}

// On return the newest line is chosen, unless the person had chosen another one.
func TestComingBack(t *testing.T) {
	d := show(t)
	back := func() {
		d.place.Left()
		d.another()
		d.Run(d.M.Reload())
	}
	back()
	if got := d.place.Chosen().Text; got != "Is this a new question?" {
		t.Errorf("%q is chosen", got)
	}
	d.Keys("down")
	chosen := d.place.Chosen().Text
	back()
	if got := d.place.Chosen().Text; got != chosen {
		t.Errorf("%q is chosen, not %q", got, chosen)
	}
}

// During a search, tab switches between the scopes, which are named below it.
func TestScopes(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.awayAnswer(1, "Meanwhile?")
	d.Keys("/")
	d.Sees("▸all  questions  calls  this project  last 7 days  unanswered  while away", "tab scope")
	for _, want := range []string{
		"▸questions|12 of 12 questions", "▸calls|7 of 7 calls", "▸this project|19 lines · ~/work/shop", "▸last 7 days|17 lines · last 7 days",
		"▸unanswered|2 of 12 questions", "▸while away|1 of 12 questions · answered while", "▸all|12 questions · 7 calls",
	} {
		d.Keys("tab")
		d.Sees(strings.Split(want, "|")...)
	}
	d.Keys("shift+tab", "shift+tab")
	d.Text("deploy")
	d.Sees("1 of 12 questions · unanswered", "Deploy to production?")
	d.Keys("enter")
	d.SeesNot("▸unanswered")
	d.Sees("/ deploy", "1 of 12 questions · unanswered")
	d.Keys("esc")
	d.Sees("2 of 12 questions · unanswered", "esc show all")
	d.Keys("esc", "/")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Sees("▸all  questions  calls  this project")
	d.Keys("shift+tab")
	d.Sees("unanswered ▸while away")
}

// TestFilterIsAScope: tab leaves the filter that was chosen from the list, and comes back to it.
func TestFilterIsAScope(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.Keys("f")
	d.Text("declined")
	d.Keys("enter", "/")
	d.Sees("all ▸declined  questions", "1 of 11 questions · declined")
	d.Keys("tab")
	d.Sees("all  declined ▸questions")
	d.Keys("shift+tab")
	d.Sees("all ▸declined  questions")
	d.Keys("esc", "esc")
	for _, name := range []string{"questions", "shop"} {
		d.Keys("f")
		d.Text(name)
		d.Keys("enter")
	}
	d.Keys("/")
	d.Sees("all ▸questions, ~/work/shop  questions  calls")
}

// If no call is recorded, the scope says how to turn recording on.
func TestNoCalls(t *testing.T) {
	d := show(t)
	d.Keys("/", "tab", "tab", "enter")
	d.Sees("0 of 0 calls", "No tool call was recorded in the last four weeks.", "to switch it on. You'll see the exact change first.", "R record…", "esc show all")
	d.M.ReadOnly = true
	d.Keys("down")
	d.SeesNot("R record…")
}

// The page of a running call shows when the call ends.
func TestEndOfACall(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.Choose("Bash make")
	d.Keys("enter")
	d.Sees("· running")
	d.Record(eventlog.Activity{Event: hooks.EventPostToolUse, ToolUse: "7", Tool: "Bash", Class: eventlog.ClassOK, Timed: true, Took: 60000})
	d.followed()
	d.Sees("✓ ok", "took       1 min")
}

// While another place is shown, no calls are read.
func TestRestsElsewhere(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.place.Left()
	rulestatetest.RecordCalls(d.World, 1, 5)
	version := d.place.calls.version
	d.followed()
	if d.place.calls.version != version {
		t.Error("it reads while another place is shown")
	}
	d.Run(d.M.Reload())
	d.Sees("8 calls")
}

func TestTools(t *testing.T) {
	d := show(t, rulestatetest.RecordAll)
	d.Keys("T")
	d.Sees("─ Log › Tools ─", "last four weeks · 7 calls · 1 session · 2 failed · 1 running", "tools by calls", "p50 27 s · p95 52 s · longest 52 s", "permission requested for 1 call")
	for _, want := range []string{"by failure rate|Read|Bash", "by p95|Bash|Grep|Read", "by wait|github · create|Bash", "by name|Bash|Grep|Read|github", "by calls|Bash|Grep|Read"} {
		d.Keys("s")
		d.inOrder(strings.Split(want, "|")...)
	}
	d.Choose("Grep")
	for i := range 9 {
		d.Record(eventlog.Activity{Time: 3, Event: hooks.EventPostToolUse, ToolUse: fmt.Sprint("new", i), Tool: "Read", Class: eventlog.ClassOK})
	}
	d.followed()
	d.Sees("▸ Grep", "16 calls")
	d.Keys("/")
	d.Text("github")
	d.Sees("▸ github · create")
	d.SeesNot("Grep")
	d.Keys("enter", "enter")
	d.Sees("─ Log ─", "1 of 16 calls", "✗ denied github · create_pull_request")
}

// Recorded texts are drawn safely.
func TestDrawsSafely(t *testing.T) {
	evil := "x\x1b[2J\u202ey\u009b31m\tz"
	d := show(t, func(w *rulestatetest.World) {
		w.Record(eventlog.Activity{
			Event: hooks.EventPostToolUseFailure, Tool: evil, Key: evil, Server: evil, ToolUse: evil, Agent: evil, AgentType: evil, ProjectName: evil, Project: evil,
			Mode: evil, Effort: evil, Background: evil, Arguments: evil, Class: eventlog.Class(evil), Timed: true,
		})
		for i := range fewCalls + 1 {
			w.Record(eventlog.Activity{Time: 1000, Event: hooks.EventPostToolUse, Tool: evil, ToolUse: fmt.Sprint(i), Class: eventlog.ClassOK})
		}
	})
	for _, keys := range []string{"", "enter", "esc down enter", "down enter", "esc T", "enter", "f"} {
		d.Keys(strings.Fields(keys)...)
		d.Harmless(keys)
	}
}

// A question gets a rule only if it has none.
func TestNoSecondRule(t *testing.T) {
	d := show(t)
	q := rulestatetest.Question(d.Dir(), 0, "Tests", "Run the tests before committing?", "Yes (Recommended)", "Yes (Recommended)", "No")
	q.By, q.Outcome = transcript.Person, transcript.Picked
	d.Questions, d.News = append(d.Questions, q), true
	d.followed()
	d.Keys("g")
	d.Sees("a its rule")
	d.SeesNot("add rule…")
	d.Questions[len(d.Questions)-1].Text, d.News = "run the tests before committing?", true // as it matches, too
	d.followed()
	d.Keys("g")
	d.Sees("a its rule")
	d.Keys("enter")
	d.Sees("a its rule")
	d.Keys("esc")
	d.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "other", "match": {"text": "Which colour?"}, "mode": "always-ask"}]}`)
	d.followed()
	d.Sees("a add rule…")
}

// The head of the list says what is missing from it.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	d := show(t, rulestatetest.RecordAll)
	d.SeesNot("left out", "could not be read")
	d.place.calls.found.most = true
	d.Keys("down")
	d.Sees("older calls are left out")
	d.place.calls.err = errors.New("permission denied")
	d.Keys("down")
	d.Sees("calls could not be read: permission denied")
}

// A call that a tool rule denied, or had Claude Code ask about, is a line that leads to the rule.
func TestActsOfToolRules(t *testing.T) {
	d := show(t, func(w *rulestatetest.World) {
		w.Put(rulestatetest.RulesFile, `{"version": 1, "toolRules": [{"id": "push", "tool": "Bash", "act": "deny", "message": "No."}]}`)
		w.Ruled = []eventlog.RuleAct{
			{Time: w.In.Now().Add(-time.Hour), Session: "s", ToolUseID: "1", Tool: "Bash", Rules: []string{"push"}, Act: "deny"},
			{Time: w.In.Now().Add(-time.Hour), Session: "s", ToolUseID: "2", Tool: "Write", Rules: []string{"gone"}, Act: "ask"},
			{Time: w.In.Now().Add(-time.Hour), Session: "s", Tool: "Edit", Rules: []string{"gone"}, Act: "ask"}, // payloads without an ID
			{Time: w.In.Now().Add(-time.Hour), Session: "s", Tool: "Edit", Rules: []string{"gone"}, Act: "ask"},
			{Time: w.In.Now().Add(-time.Minute), Session: "s", Tool: "Edit", Rules: []string{"gone"}, Act: "ask"},
			{Time: w.In.Now(), Session: "s", ToolUseID: "3", Tool: "Read", Rules: []string{"push"}, Act: "context"},
		}
	})
	d.Sees("5 calls", "✗ rule denied Bash", "○ rule asks   Write")
	d.Choose("rule denied")
	d.Sees("✗ denied by your rule", "its rule   push", "a its rule")
	d.Choose("rule asks")
	d.Sees("○ your rule has Claude Code ask you first", "its rule   gone")
	d.SeesNot("a its rule")
}

package log

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/hookstate"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// driver shows the place with some questions.
type driver struct {
	*kittest.Driver
	*rulestatetest.World
	place *Place
}

func show(t *testing.T, before ...func(*rulestatetest.World)) *driver {
	t.Helper()
	w := rulestatetest.New(t)
	w.Live()
	for _, do := range before {
		do(w)
	}
	state := rulestate.New(w, false, false)
	place := New(w, state, hookstate.NewInstalls(nil), w.Home, w.In.Now)
	place.Here = w.Dir
	return &driver{w.Show(place, state, 120, 40), w, place}
}

// another adds a question that was asked just now.
func (d *driver) another() {
	d.Questions = append(d.Questions, rulestatetest.Question(d.Dir(), 0, "New", "Is this a new question?", "Yes", "Yes", "No"))
	d.News = true
}

func TestQuestionsAppearWhileClaudeWorks(t *testing.T) {
	d := show(t)
	d.Sees("11 questions")
	d.Keys("j")
	chosen := d.place.Chosen().Text
	d.another()
	d.Put("~/.local/state/neverask/questions.jsonl", "{}\n")
	for range 4 {
		d.Tick()
	}
	d.Sees("12 questions", "Is this a new question?")
	if now := d.place.Chosen().Text; now != chosen {
		t.Errorf("the choice went from %q to %q", chosen, now)
	}
}

func TestTranscriptsAreFollowedToo(t *testing.T) {
	d := show(t)
	d.another()
	for range 12 { // checks of the log; every sixth also checks the transcripts
		d.Tick()
	}
	d.Sees("12 questions")
}

// f lists the filters, with the number of lines that each selects.
func TestFilters(t *testing.T) {
	d := show(t)
	d.Keys("f")
	d.Sees("Which questions and calls?", "▸ 11  all  ✓", "  2  unanswered", "  2  answered for you by neverask", "  6  answered by you", "  1  overwritten", "  1  declined")
	d.SeesNot("  calls", "denied")
	d.Keys("esc")
	for name, want := range map[string]string{
		"for you": "2 of 11 questions · answered for you by neverask", "another": "1 of 11 questions · answered by another hook", "overwritten": "1 of 11 questions · overwritten",
		"declined": "1 of 11 questions · declined", "unanswered": "2 of 11 questions · unanswered", "last 7": "9 of 11 questions · last 7 days",
		"shop": "11 of 11 questions · ~/work/shop",
	} {
		d.Keys("f")
		d.Text(name)
		d.Keys("enter")
		d.Sees(want)
		d.Keys("esc")
		d.Sees(" 11 questions")
		d.SeesNot("of 11 questions")
	}
}

// TestSearchBeginsAtTheFirstHit: unless the chosen line is a hit.
func TestSearchBeginsAtTheFirstHit(t *testing.T) {
	d := show(t)
	d.Keys("j", "/")
	d.Text("commit run")
	d.Sees("1 of 6")
}

// TestFoundInAnOption: the pane shows the line by which a question was found, unless its row does.
func TestFoundInAnOption(t *testing.T) {
	d := show(t, func(w *rulestatetest.World) {
		w.Questions = append(w.Questions, rulestatetest.Question(w.Dir(), 0, "Next", "What should I work on next?", "Dark mode",
			"Dark mode: for "+strings.Repeat("all of the ", 20)+"charts", "Sessions: revokes the refresh token at once"))
	})
	d.Keys("/")
	d.Text("refresh")
	d.Sees("1 of 12 questions", "found      Sessions: revokes the refresh token at once")
	d.Keys("esc", "/")
	d.Text("work next")
	d.SeesNot("found  ")
}

func TestFinds(t *testing.T) {
	d := show(t)
	d.Keys("/")
	d.Text("commit run")
	d.Sees("6 of 11 questions")
	d.Keys("backspace", "backspace", "backspace")
	d.Text("rtbc")
	d.Sees("6 of 11")
	d.Keys("esc")
	d.SeesNot("of 11 questions")
	d.Keys("/")
	d.Text("takes minute") // the description of an option
	d.Sees("6 of 11 questions", "takes a minute")
	d.Keys("esc", "/")
	d.Text("declined")
	d.Sees("1 of 11 questions", "✗ declined")
}

func TestWholeQuestion(t *testing.T) {
	d := show(t)
	d.Keys("f")
	d.Text("for you")
	d.Keys("enter", "enter")
	d.Sees("Runs go test; takes a minute", "by your rule", "What would happen now", "answered for you: the rule answers", "by “Run the tests before committing?” → Yes · never ask", "“pattern .*” matches by pattern")
}

// TestQuestionOfAServer: a question of an MCP server names it, and offers what to do with all of its questions.
func TestQuestionOfAServer(t *testing.T) {
	t.Parallel()
	d := show(t)
	q := rulestatetest.Question(d.Dir(), 0, "Colour", "Which colour?", "Red", "Red", "Blue")
	q.Tool = "mcp__github__AskUserQuestion"
	d.Questions, d.News = []transcript.Question{q}, true
	d.followed()
	d.Sees("from       the MCP server github")
	for _, want := range []string{"answers", "deny", "ask"} {
		d.Keys("space")
		if got := gjson.Get(d.Get(rulestatetest.RulesFile), "mcp.github").String(); got != want {
			t.Fatalf("the policy is %q, want %q", got, want)
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	d := show(t)
	rule := d.place.state.Rules.List[0]
	by := func(rule string, away question.Away) transcript.Question {
		return transcript.Question{By: transcript.Neverask, Outcome: transcript.Picked, Answer: "Yes", Rule: rule, Away: away}
	}
	for want, q := range map[string]transcript.Question{
		"answered “Yes” by your rule " + drawing.Quoted(rule) + ", while you were away": by(rule.ID, question.AwayRecommended),
		"answered “Yes” by the rule old, which is gone":                                 by("old", ""),
		"“mauve”":                    {By: transcript.Person, Outcome: transcript.Typed, Answer: "mauve"},
		"nobody answered in time":    {Outcome: transcript.TimedOut},
		"before it was asked":        {Outcome: transcript.Denied},
		"asking failed":              {Outcome: transcript.Failed},
		"unrecognised answer: “Red”": {Outcome: transcript.Unreadable, Answer: "Red"},
		"answer unknown":             {Outcome: transcript.Unreadable},
	} {
		if got := outcomeText(d.place.state.Rules, d.Home, &q); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// An answer that doesn't count for rules says so.
func TestAnswersThatDoNotCount(t *testing.T) {
	const counts = "rules      this answer doesn't count for rules: the transcript doesn't prove that you saw this exact question"
	d := show(t)
	d.Sees("─ Claude Code's transcripts and neverask's log ─")
	d.SeesNot(counts)
	q := rulestatetest.Question(d.Dir(), 0, "Colour", "Which colour?", "Red", "Red", "Blue")
	q.Shown = ""
	d.Questions, d.News = []transcript.Question{q}, true
	for range 12 {
		d.Tick()
	}
	d.Sees("─ Claude Code's transcripts ─", "◆ you: chose “Red”", counts)
	d.Record(eventlog.Activity{Time: 2, Event: hooks.EventPreToolUse, ToolUse: "new", Tool: "Bash", Key: "date"})
	d.followed()
	d.Sees("─ Claude Code's transcripts and neverask's log ─", "1 call")
	q.Rule, q.Logged = "tests", true
	d.Questions, d.News = []transcript.Question{q}, true
	for range 12 {
		d.Tick()
	}
	d.Sees("─ neverask's log ─", "◆ you: chose “Red”")
	d.SeesNot(counts)
}

// TestNothingFound: the key that lists more has the same name below an empty list as on the help line.
func TestNothingFound(t *testing.T) {
	d := show(t)
	d.Keys("/")
	d.Text("zzzz")
	d.Sees("No matches. Press esc to show all", "esc show all")
	d.Keys("esc", "f")
	d.Text("unanswered")
	d.Keys("enter", "/")
	d.Text("zzzz")
	d.Sees("No matches. Press esc to end search", "esc end search")
}

// TestExplainGoesToTheVerdict: x on the page of a question goes to what would happen now; in the list, the help has one
// key for that page.
func TestExplainGoesToTheVerdict(t *testing.T) {
	d := show(t)
	d.Keys("?")
	d.SeesNot("explain")
	d.Keys("esc", "x")
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 14})
	d.SeesNot("What would happen now")
	d.Keys("x")
	d.Sees("What would happen now")
}

// TestJudgedWhenAsked: the hook, which had the descriptions, judged what neverask's log has without them.
func TestJudgedWhenAsked(t *testing.T) {
	for text, want := range map[string]string{
		"Which style?": "⚠ may be irreversible, as judged when Claude asked", "Deploy to production now?": "",
	} {
		d := show(t, func(w *rulestatetest.World) {
			q := rulestatetest.Question(w.Dir(), 0, "Next", text, "Yes", "Yes", "No")
			q.Shown, q.By, q.Logged, q.Judged, q.OneWay = "", transcript.Neverask, true, true, want != ""
			w.Questions = append(w.Questions, q)
		})
		d.Keys("enter")
		d.Sees(text, want)
		if want == "" {
			d.SeesNot("⚠")
		}
	}
}

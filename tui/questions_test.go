package tui

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

func onQuestions(t *testing.T) *driver {
	t.Helper()
	d := driverWith(t, nil, 120, 40)
	d.Keys("3")
	return d
}

// TestWhatIsPickedIsEvidence makes rules from a question: one that answers as the
// person did, one that answers differently, and one that matches something else.
func TestWhatIsPickedIsEvidence(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keys []string
		want string
	}{
		"as answered":    {nil, "Which one? This by transcript"},
		"otherwise":      {[]string{"down", "right", "enter"}, "Which one? That by picked"},
		"something else": {[]string{"!"}, ""},
	} {
		f := life(t)
		f.Questions = append(f.Questions, asked(0, "New", "Which one?", "This", "This: here", "That: there"))
		f.Unlearnt = errors.New("no space left on device")
		d := newDriver(t, f, 120, 40)
		d.Keys("3", "a")
		d.Keys(tt.keys...)
		d.Keys("enter")
		rules := d.rules()
		r := rules[len(rules)-1]
		if got := strings.Join(f.Learnt, "; "); got != tt.want || r.Created.By != "a question" {
			t.Errorf("%s: got %q, want %q, for %+v\n%s", name, got, tt.want, r, d.Screen())
		}
		d.Sees("Cannot keep what you answered", "no space left on device", "Claude asks you once more")
	}
}

func TestReadingEndsWithTheTab(t *testing.T) {
	f := life(t)
	f.Idle = true
	d := newDriver(t, f, 80, 24)
	other := &plainTab{title: "Hooks"}
	d.m.tabs = append(d.m.tabs, place{other, kit.Shown{Layer: other}})
	d.Hold = true
	d.Keys("2", "3")
	d.Hold = false
	d.Sees("reading past questions")
	questions := d.m.state.Questions
	d.Hold = true
	d.Keys("1", "2", "3")
	d.Hold = false
	if !questions.Reading() {
		t.Error("reading ends between tabs that need it")
	}
	d.Keys("4")
	if questions.Reading() {
		t.Error("reading goes on")
	}
	d.Release() // the result comes too late
	if questions.All != nil {
		t.Error("a late result was taken")
	}
	d.Keys("3")
	d.Sees("11 questions")
}

func TestTypedKeysAreText(t *testing.T) {
	d := onQuestions(t)
	d.Keys("/", "q", "?", "1", "r", "z")
	if d.Quit || d.m.active != 2 || !d.m.OnPlace() {
		t.Fatal("a letter did something else")
	}
	d.Sees("/ q?1rz")
	d.Keys("ctrl+c")
	if !d.Quit {
		t.Error("ctrl+c does not quit")
	}
}

func TestRuleFromQuestion(t *testing.T) {
	t.Parallel()
	d := onQuestions(t)
	d.Keys("/")
	d.Text("library")
	d.Keys("enter", "a", "enter")
	rules := d.rules()
	r := rules[len(rules)-1]
	if r.Match.Text != "Which library should parse dates?" || r.Answer.Label != "Temporal" || r.Mode != question.NeverAsk || r.Created.By != "a question" {
		t.Errorf("%+v", r)
	}
	d.Sees("saved “Which library should parse dates?” · z to undo")
	d.Keys("z")
	d.Sees("✓ undone: the rule is gone: “Which library")
	if len(d.rules()) != len(rules)-1 {
		t.Error("not taken back")
	}
}

func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	d := onQuestions(t)
	sift(d, "for you")
	d.Keys("enter", "!")
	r := d.rule("tests")
	if r.Mode != question.AlwaysAsk || r.Answer.Label != "Yes" || !strings.HasPrefix(r.Note, "20 Nov 2026: “Yes (Recommended)” was wrong for “Run the tests") {
		t.Fatalf("%+v", r)
	}
	d.Keys("a") // no second rule for the question
	d.Sees("▸2 Rules", "▸ ○ always ask Run the tests")
	d.Keys("space")
	if r := d.rule("tests"); r.Mode != question.NeverAsk || r.Answer.Label != "Yes" {
		t.Errorf("the answer is lost: %+v", r)
	}
}

// TestOptions: the policy for an MCP server is changed on its questions, and undone like a
// change of a rule.
func TestOptions(t *testing.T) {
	t.Parallel()
	f := life(t)
	q := asked(0, "Issue", "Which label should the issue have?", "bug", "bug", "docs")
	q.Tool = "mcp__tracker__AskUserQuestion"
	f.Questions = append(f.Questions, q)
	d := newDriver(t, f, 120, 40)
	d.Keys("3")
	said := func() question.Preferences {
		p, _, err := preferences.Open(d.f.Root+rulesFile, d.f.In.Store, nil).Read()
		musttest.Do(t, err)
		return p
	}
	for _, want := range []question.Policy{question.PolicyAnswers, question.PolicyDeny, question.PolicyAsk} {
		d.Keys("space")
		if got := said().MCP["tracker"]; got != want {
			t.Fatalf("the policy is %q, want %q", got, want)
		}
	}
	d.Sees("✓ set the option mcp.tracker to ask: it is never answered", "z undo")
	d.Keys("z")
	d.Sees("tracker: ask → deny")
	d.Keys("y", "esc")
	if got := said().MCP["tracker"]; got != question.PolicyDeny {
		t.Errorf("taken back to %q", got)
	}
	d.Keys("3", "j", "space")
	if got := said().MCP["tracker"]; got != question.PolicyDeny {
		t.Errorf("another question changed it to %q", got)
	}
}

func TestFilterWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		needle, text string
		want         bool
	}{
		{"", "anything", true},
		{"tests", "Run the tests", true},
		{"TESTS run", "Run the tests", true},
		{"rtt", "Run the tests", true},
		{"runte", "Run the tests", true},
		{"ruthte", "Run the tests", true},
		{"rts", "Run the tests", true},
		{"un", "Run the tests", true},
		{"unt", "Run the tests", false},
		{"chng", "Commit the changes?", true},
		{"dctr", "The doctor is in", true},
		{"cmg", "Commit the changes?", false},
		{"chng", "Can this be merged without looking again?", false},
		{"rt", "Run the tests", false},
		{"x", "Run the tests", false},
		{"名前", "変数の名前はどう", true},
		{"tests nothing", "Run the tests", false},
		{"ÄND", "Die Änderung", true},
		{strings.Repeat("a", 70), strings.Repeat("a ", 70), true},
		{strings.Repeat("a", 20) + "b", strings.Repeat("aa ", 2000), false},
		{"nosuch", "Which note on the subject should we archive?", false},
		{"pkgmgr", "Which package manager should it use?", true},
	} {
		n := kit.NewNeedle(test.needle)
		if got := len(found(test.needle, kit.NewSearchText(test.text))) == 1; got != test.want {
			t.Errorf("%q in %q: %v", test.needle, test.text, got)
		}
		marked := fmt.Sprint(n.Mark(test.text, kit.Plain) != test.text)
		if test.want && test.needle != "" && marked != "true" {
			t.Errorf("%q is not marked in %q", test.needle, test.text)
		}
	}
}

func found(needle string, texts ...kit.SearchText) []int {
	return kit.NewNeedle(needle).Among(len(texts), func(i int) *kit.SearchText { return &texts[i] })
}

// TestBestMatchesFirst: matches at the beginning of words come before matches inside words; texts
// with only the letters are listed only if no text has the word.
func TestBestMatchesFirst(t *testing.T) {
	var all []kit.MenuEntry
	for _, text := range []string{"a big latte", "the relater", "the late one", "lantern", "late"} {
		all = append(all, kit.MenuEntry{Group: "g", Text: text})
	}
	d := newDriver(t, newFake(t), 80, 24)
	menu := kit.NewMenu("All", all)
	d.m.Push(menu)
	d.Text("late")
	var got []string
	for _, r := range menu.Rows {
		if r.Entry != nil {
			got = append(got, r.Entry.Text)
		}
	}
	if want := []string{"late", "the late one", "the relater"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	d.m.Changed()
	content, marked := d.m.View().Content, ""
	for _, m := range regexp.MustCompile(`\x1b\[1;4;(?:36;)?4m(.*?)\x1b\[m`).FindAllStringSubmatch(content, -1) {
		marked += m[1]
	}
	if marked != strings.Repeat("late", 3) {
		t.Errorf("%q is marked:\n%q", marked, content)
	}
	for find, want := range map[string]string{"b": "[a big latte]", "ltte": "[a big latte]", "lntr": "[lantern]", "bglt": "[a big latte]", "tlon": "[the late one]", "hlt": "[]", "at": "[a big latte the relater the late one late]"} {
		d.Keys("ctrl+u")
		d.Text(find)
		got = nil
		for _, r := range menu.Rows {
			if r.Entry != nil {
				got = append(got, r.Entry.Text)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%q finds %q, want %s", find, got, want)
		}
	}
}

// TestFilterFindsIdentifiers: invisible identifiers are found only by their beginning.
func TestFilterFindsIdentifiers(t *testing.T) {
	text := kit.NewSearchText("Which number 4?").Called("r-2De1d0")
	for needle, want := range map[string]bool{"r-2d": true, "r-2de1d0 number": true, "1": false, "number 1": false, "de1": false, "r-": false} {
		if got := len(found(needle, text)) == 1; got != want {
			t.Errorf("%q: %v", needle, got)
		}
	}
}

func FuzzTypedLine(f *testing.F) {
	f.Add("héllo 👩‍👩‍👧‍👦 e\u0301", "left left backspace x ctrl+w home delete end y")
	f.Fuzz(func(t *testing.T, text, keys string) {
		line := kit.NewInput(text)
		for k := range strings.FieldsSeq(keys) {
			if key, ok := kittest.Key(k); ok {
				line.Press(key)
			}
			if line.Cursor < 0 || line.Cursor > len(line.Text) {
				t.Fatalf("the cursor is at %d of %q", line.Cursor, line.Text)
			}
			for _, width := range []int{1, 2, 7, 80} {
				line.Draw(width, kit.Plain)
			}
		}
	})
}

// R in the Log switches activity recording on and off.
func TestRecording(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 100, 40)
	d.openTab("Log")
	d.Keys("R")
	d.Sees("Install activity recording into", "PreToolUse", "records activity")
	d.Keys("y")
	d.Sees("✓ installed activity recording")
	d.Keys("esc")
	d.openTab("Log")
	d.Keys("R")
	d.Sees("Stop activity recording in", "16 to remove")
	d.Keys("y", "esc")
	d.openTab("Log")
	d.Keys("?")
	d.Sees("record which tools Claude uses")
}

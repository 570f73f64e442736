package config

import (
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestMatcherAgreesWithTheClient reads what the real client did.
func TestMatcherAgreesWithTheClient(t *testing.T) {
	b := musttest.Read(t, "testdata/matchers.tsv")
	rows := 0
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		matcher := &cells[0]
		if cells[0] == "(absent)" {
			matcher = nil
		}
		for i, tool := range []string{"AskUserQuestion", "mcp__conductor__AskUserQuestion"} {
			if cells[i+1] == "?" {
				continue
			}
			rows++
			if got := ParseMatcher(matcher).Match(tool); got != (cells[i+1] == "Y") {
				t.Errorf("%q on %s: got %v, the client says %s", cells[0], tool, got, cells[i+1])
			}
		}
	}
	if rows < 60 {
		t.Errorf("only %d facts were read", rows)
	}
}

func TestMatcherTimesOut(t *testing.T) {
	slow := `^(a+)+$`
	if ParseMatcher(&slow).Match(strings.Repeat("a", 5000) + "!") {
		t.Error("matched")
	}
}

func TestMatcherErr(t *testing.T) {
	for text, fails := range map[string]bool{"Bash": false, "Bash.*": false, "(": true, "(?i)x": true, "(?<n>a)(?<n>b)": true, `[(?i)]x`: false} {
		if err := ParseMatcher(&text).Err(); (err != nil) != fails {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzMatcher(f *testing.F) {
	for _, s := range []string{"Bash|Edit", "^(?!x).*", `\p{L}`, "(?<n>", "[", "a{99}"} {
		f.Add(s, "Bash")
	}
	f.Fuzz(func(_ *testing.T, text, value string) { ParseMatcher(&text).Match(value) })
}

// costly takes any engine that backtracks longer than it is given for AskUserQuestion.
const costly = `^(?=A)(((([A-Za-z]+)+)+)+)+1$`

// TestFiresWhereNobodyKnows: a matcher that is too costly to try may fire.
func TestFiresWhereNobodyKnows(t *testing.T) {
	t.Parallel()
	text := costly
	m := ParseMatcher(&text)
	if m.Match(askTool) || !m.May(askTool) || !m.Slow() {
		t.Errorf("matches %v, may %v, slow %v", m.Match(askTool), m.May(askTool), m.Slow())
	}
	if !Fires(Group{Event: "PreToolUse", Matcher: &text}, Handler{}, askTool) {
		t.Error("it counts as one that does not fire")
	}
	if Fires(Group{Event: "PreToolUse", Matcher: &text}, Handler{If: "Bash"}, askTool) {
		t.Error("its condition does not count")
	}
	narrowed, ok := Narrow(&text)
	if m := ParseMatcher(&narrowed); !ok || m.May(askTool) || m.Slow() {
		t.Errorf("%s: may fire", narrowed)
	}
	other := "Bash"
	if m := ParseMatcher(&other); m.May(askTool) {
		t.Error("a list may fire for what it does not name")
	}
}

// TestOtherToolsAndAnAlternative: a look-ahead holds for its own alternative alone.
func TestOtherToolsAndAnAlternative(t *testing.T) {
	for text, want := range map[string]bool{
		otherTools + ".*":                     false,
		otherTools + ".*?(?:Bash|Ask.*)":      false,
		otherTools + ".*?(?:Bash|(?=Ask).*)":  false,
		otherTools + "[|]|Ask":                true,
		otherTools + "x|Ask":                  true,
		otherTools + ".*?(?:Bash)|(?:Ask.*)":  true,
		otherTools + `\(x|Ask(?:.*)`:          true,
		otherTools + `.*?(?:[)]|Ask.*)`:       false,
		otherTools + `.*?(?:[^]|Ask.*)`:       false,
		otherTools + `.*?(?:[]|Ask.*)|^.{15}`: true,
	} {
		if m := ParseMatcher(&text); m.Match(askTool) != want || m.Slow() {
			t.Errorf("%s: %v, slow %v", text, m.Match(askTool), m.Slow())
		}
	}
}

package config

import (
	"os"
	"strings"
	"testing"
)

// TestMatcherAgreesWithTheClient reads what the real client did.
func TestMatcherAgreesWithTheClient(t *testing.T) {
	b, err := os.ReadFile("testdata/matchers.tsv")
	if err != nil {
		t.Fatal(err)
	}
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

package toolrule

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"neverask/settings/must"
)

// labelled are the commands that lines.tsv is labelled by.
var labelled = []string{
	"npm test", "npm run lint|build|format", "go test [-v] [-run *] [-count *] [-race] ...", "go vet ...", "git status [-s|--short]", "git log [--oneline] [-n *] [--stat] ...",
	"git diff [--stat] [--cached] ...", "make check|test|lint", "pytest [-q] [-x] [-k *] ...", "docker ps [-a]", "cargo clippy", "prettier --check ...",
}

// running is a rule that allows commands in words.
func running(usages ...string) string {
	b, _ := json.Marshal(usages) // texts
	return `{"id":"ok","tool":"Bash","act":"allow","when":[{"field":"command","runs":` + string(b) + `}]}`
}

// What a usage means, and what is none.
func TestUsage(t *testing.T) {
	for _, row := range must.Table(t, "testdata/usages.tsv", 3) {
		if got := allowed(t, running(row[0]), row[2]); got != (row[1] == "yes") {
			t.Errorf("%q, %q: allowed %t", row[0], row[2], got)
		}
	}
	for _, wrong := range []string{"", " ", "...", "[-v]", "npm ... x", "npm ... [-v]", "npm [-v] test", "npm [v]", "npm [-v", "npm [-v *", "npm [-v=*]", "npm [-v|w]", "npm [[-v]]", "npm *", "npm x]", "npm a||b", "|", "npm $x", "npm 'x'", "npm x;y", "sudo npm", "npm|env x", "/usr/bin/xargs npm"} {
		if _, err := parseUsage(wrong); err == nil {
			t.Errorf("%q is a usage", wrong)
		}
	}
	for _, wrong := range []string{
		`{"tool":"Bash","act":"ask","when":[{"field":"command","runs":["npm test"]}]}`, `{"tool":"Bash","act":"allow","when":[{"field":"script","runs":["npm test"]}]}`,
		`{"tool":"Bash","act":"allow","when":[{"field":"command","runs":["npm test"],"not":true}]}`, `{"tool":"Bash","act":"allow","when":[{"field":"command","runs":["npm test"],"matches":"x"}]}`,
		`{"tool":"Bash","act":"allow","when":[{"field":"command","runs":[]}]}`,
	} {
		if _, err := ParseRules([]byte(wrong)); err == nil {
			t.Errorf("%s is a rule", wrong)
		}
	}
}

// A pattern and usages must both hold; neither says what PowerShell may run.
func TestUsageBeside(t *testing.T) {
	both := `{"id":"ok","tool":"Bash|PowerShell","act":"allow","when":[{"field":"command","runs":["npm run|test ..."]},{"field":"command","matches":".* test"}]}`
	for line, want := range map[string]bool{"npm run test": true, "npm run test && npm run x": false, "npm ci test": false} {
		if allowed(t, both, line) != want {
			t.Errorf("%q: not %v", line, want)
		}
	}
	if d := New(list(t, both)).Decide(Call{"PowerShell", bashInput(t, "npm run test")}, work, nil); d.Act == Allow {
		t.Error("PowerShell is allowed")
	}
}

// Of lines that are not allowed, the one that begins like a usage is nearest.
func TestNear(t *testing.T) {
	s := New(list(t, running("npm run lint", "go test ...")))
	last := 0
	for _, line := range []string{"ls", "npm ci", "npm run x"} {
		why, near := s.Near(Call{"Bash", bashInput(t, line)}, work)
		if near <= last || why == "" {
			t.Errorf("%q: %d, %q", line, near, why)
		}
		last = near
	}
	for _, line := range []string{"go test", "npm run lint"} {
		if why, near := s.Near(Call{"Bash", bashInput(t, line)}, work); near != 0 || why != "" {
			t.Errorf("%q: %d, %q", line, near, why)
		}
	}
	if _, near := New(list(t, asks)).Near(Call{"Bash", bashInput(t, "ls")}, work); near != 0 {
		t.Error("a rule that asks has something near")
	}
	if _, near := s.Near(Call{"Read", bashInput(t, "ls")}, work); near != 0 {
		t.Error("another tool is near")
	}
}

// No line that its author, who had never seen the code, calls "no" is allowed.
func TestAllowedLabelled(t *testing.T) {
	text, err := os.ReadFile("testdata/lines.tsv")
	must.Do(t, err)
	lines, yes, ok := 0, 0, 0
	rules := New(list(t, running(labelled...)))
	for l := range bytes.Lines(text) {
		label, escaped, _ := strings.Cut(strings.TrimSuffix(string(l), "\n"), "\t")
		line := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(escaped)
		is := rules.Decide(Call{"Bash", bashInput(t, line)}, work, nil).Act == Allow
		lines++
		switch {
		case label == "yes" && is:
			ok++
			yes++
		case label == "yes":
			yes++
		case is:
			t.Errorf("%q is allowed", line)
		}
	}
	if lines < 2000 || ok < yes/3 {
		t.Errorf("%d lines; %d of %d that are covered are allowed", lines, ok, yes)
	}
	t.Logf("%d lines; %d of %d that are covered are allowed", lines, ok, yes)
}

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
	const log = "git log|show [--oneline] [-n|--max-count *] [--] ..."
	for _, c := range []struct {
		usage   string
		allows  []string
		refuses []string
	}{
		{"npm test", []string{"npm test", "npm 'te'\"st\"", "cd web && npm test"}, []string{"npm", "'npm' test", "npm test x", "npm test -v", "test npm", "NPM test", "./npm test", "npm test -- x"}},
		{"npm run a|b", []string{"npm run a", "npm run b && npm run a"}, []string{"npm run", "npm run c", "npm run 'a|b'", "npm a run"}},
		{
			log,
			[]string{"git log", "git show -n 3 x", "git log --max-count=3 --oneline", "git log x --oneline y", "git log -- x", "git log a..b", "git log HEAD~1 origin/main", "git log ./...", "cd web; git log x", "git log -n=3"},
			[]string{
				"git log -n", "git log -n -p", "git log -n3", "git log --oneline=x", "git log -p", "git log --output=x", "git log -", "git log --oneline-p", "git log -n x=../y", "git log -n=/etc/x",
				"git log *", "git log ?", "git log [a]", "git log +x", "git log @x", "git log ..", "git log ../x", "git log x/..", "git log x=../y", "git log /etc", "git log ~", "git log x=~/y", "git log x:/etc", "git log x@/y", "git log https://x",
				"cd web; git log ../../x", `git log '..\x'`, "git log x=..",
			},
		},
		{"git log [-n *]", []string{"git log -n x"}, []string{"git log x"}},
		{"prettier --check ...", []string{"prettier --check . src"}, []string{"prettier --check --write", "prettier . --check", "prettier src"}},
		{"make all [-k]", []string{"make all -k -k"}, []string{"make -k all"}},
		{"ls ...", []string{"ls /work/shop/x"}, []string{"ls /work/shops", "ls ~/../../work/shop", "ls /work/shop/../x"}},
	} {
		rule := running(c.usage)
		for _, line := range c.allows {
			if !allowed(t, rule, line) {
				t.Errorf("%q does not allow %q", c.usage, line)
			}
		}
		for _, line := range c.refuses {
			if allowed(t, rule, line) {
				t.Errorf("%q allows %q", c.usage, line)
			}
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

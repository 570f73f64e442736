package shell

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/must"
)

// safe reports whether a command is one of the program "safe".
func safe(c Command) bool { return c.Text == "safe" || strings.HasPrefix(c.Text, "safe ") }

func inside(path string) bool { return !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "~") }

func TestCoveredSays(t *testing.T) {
	for line, want := range map[string]string{
		"safe && cat x":        "",
		"cd x; safe 2>&1":      "",
		"safe; Evil X > y":     "the line is more than simple commands, one after the other",
		"safe; Evil X":         "it does not cover: evil x",
		"cat x":                "it covers no whole command of the line",
		"safe; /bin/SUDO x":    "sudo runs another command, or changes what the next one does",
		"safe; cat /etc/x":     "it does not cover: cat /etc/x",
		"":                     "the line is more than simple commands, one after the other",
		"safe" + longLine():    "the line is more than simple commands, one after the other",
		"safe" + deepLine("("): "the line is more than simple commands, one after the other",
	} {
		if got := Covered(line, safe, inside); got != want {
			t.Errorf("%.40q: %q, not %q", line, got, want)
		}
	}
}

func longLine() string { return strings.Repeat("; safe", 2000) }

// deepLine nests as deep as a line may be long.
func deepLine(open string) string { return "; " + strings.Repeat(open, (maxLine-6)/len(open)) }

// A line that is as deep as it can be is read, or not, without running out of stack.
func TestCoveredDeep(t *testing.T) {
	for _, open := range []string{"(", "$(", "`", "{ ", "((", "$((", "${a:-", "\"$(", "<(", "if ", "while ", "! ", "time ", "[[ ( ", "a=(", "a|", "a&&", "case a in a) ", "f() ", "<<a\n", "$[", "@(", "{a,"} {
		for _, line := range []string{"safe" + deepLine(open), "safe; " + strings.Repeat(open, maxBrackets)} {
			if Covered(line, safe, inside) == "" {
				t.Errorf("%.20q is covered", line)
			}
			if _, ok := Harmless(line); ok {
				t.Errorf("%.20q is harmless", line)
			}
		}
	}
}

// What is covered starts nothing else in a real shell, and leaves no file.
func TestCoveredInShells(t *testing.T) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	work := filepath.Join(dir, "work")
	for path, script := range map[string]string{
		filepath.Join(bin, "safe"): "#!/bin/sh\nexit 0\n", filepath.Join(bin, "cat"): "#!/bin/sh\nexit 0\n",
		filepath.Join(bin, "evil"): "#!/bin/sh\n: >" + dir + "/ran\n", filepath.Join(work, "a"): "", filepath.Join(work, "d", "a"): "",
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Do(t, os.WriteFile(path, []byte(script), 0o700))
	}
	lines := coveredLines(300)
	ran := 0
	for _, name := range []string{"bash", "dash", "zsh"} {
		shell, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		for _, line := range lines {
			cmd := exec.Command(shell, "-c", line)
			cmd.Dir, cmd.Env = work, []string{"PATH=" + bin, "HOME=" + work, "x=evil"}
			out, _ := cmd.CombinedOutput() // a command that fails is no harm
			if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
				t.Fatalf("%s ran evil by %q: %s", name, line, out)
			}
			ran++
		}
	}
	left, err := filepath.Glob(filepath.Join(work, "*"))
	if err != nil || len(left) != 2 {
		t.Errorf("%q, %v", left, err)
	}
	if ran == 0 || len(lines) < 300 {
		t.Skipf("%d lines, run %d times: there is no shell", len(lines), ran)
	}
}

// coveredLines are lines made of pieces at random that are covered.
func coveredLines(n int) (lines []string) {
	pieces := strings.Split(`safe|safe|safe|safe |evil|evil | | | |cat |echo |cd d|cd |a|d/a|&&| && | ; |;|`+"\n|\t|\\\n"+
		`| & |"|"|'|'|"evil"|'evil'|$x|$(evil)|${x}|(|)|{ |}|>|<|>>|2>&1| 2>&1|>/dev/null| > /dev/null|&>/dev/null|\|\|#| #|!| ! |=|x=|*|?|[|~|^|%|@|:|,|-|--|..|{a,b}|time |env |eval |exec |if |then |fi|do |done|function |evil()|é|`+"\u00a0|\r|`|$", "|")
	pieces = append(pieces, "|", " | ", "||", "|&", "<<", "<<<", "&", "$'", `$"`)
	random := rand.New(rand.NewPCG(1, 2))
	for tries := 0; len(lines) < n && tries < 2_000_000; tries++ {
		var line strings.Builder
		line.WriteString("safe")
		at := random.IntN(6)
		for i := range at + 1 + random.IntN(3) {
			if i == at {
				line.WriteString("evil")
			} else {
				line.WriteString(pieces[random.IntN(len(pieces))])
			}
		}
		if Covered(line.String(), safe, inside) == "" && !slices.Contains(lines, line.String()) {
			lines = append(lines, line.String())
		}
	}
	return lines
}

func ExampleCovered() {
	npm := func(c Command) bool { return c.Text == "npm test" }
	fmt.Println(Covered("cd web && npm test 2>&1 | tail -5", npm, inside) == "")
	fmt.Println(Covered("npm test; rm x", npm, inside))
	// Output:
	// true
	// it does not cover: rm x
}

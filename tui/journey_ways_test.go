//go:build unix

package tui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/tui/kit"
	"neverask/tui/termtest"
)

// click clicks on the first place where a text is.
func click(term *termtest.Terminal, text string) {
	for y, row := range strings.Split(term.WaitText(text), "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			x := utf8.RuneCountInString(before) + 2
			term.Type(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%[1]d;%[2]dm", x, y+1))
			return
		}
	}
}

// Two conflicts are decided and undone with the mouse alone.
func TestJourneyConflictsByMouse(t *testing.T) {
	t.Parallel()
	p := newTwoHooks(t)
	term := p.start(120, 40)
	see(term, "2 conflicts with other hooks", "Install neverask")
	click(term, "Install neverask")
	term.WaitText("Where should the hooks go?")
	click(term, "enter continue")
	see(term, "Conflict 1 of 2", "▸ narrow")
	click(term, "▸ narrow")
	see(term, "Conflict 2 of 2", "▸ park")
	click(term, "▸ park")
	see(term, "no longer runs on questions (narrow)", "kept by neverask; uninstall puts it back (park)")
	click(term, "y apply")
	term.WaitText("✓ Question hooks installed")
	if got := p.content(); strings.Contains(got, "~/hooks/answer") {
		t.Errorf("not parked:\n%s", got)
	}
	see(term, "enter see", "O off for 2 h", "z undo: install") // all that the line of keys comes to hold
	click(term, "z undo: install")
	term.WaitText("Undo: ")
	click(term, "y apply")
	term.WaitText("✓ Change undone")
	if got := p.content(); got != twoHooks {
		t.Errorf("undone:\n%s", got)
	}
	leave(t, term, "ctrl+c")
}

// A rule is made from a question of the Log, and another one, which is then undone, from the
// palette.
func TestJourneyRuleFromTheLogAndThePalette(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	p.past("Run the tests before committing?", "Yes", 3)
	rules := func() string { return output(t, p, "rules", "list") }
	term := p.start(120, 40)
	term.WaitText("Install neverask")
	term.Key("3")
	term.WaitText("▸")
	see(term, "Run the tests before committing?", "add rule…")
	term.Key("a")
	term.WaitText("Yes")
	term.Key("enter")
	term.WaitText("saved “Run the tests before committing?”")
	if got := rules(); !strings.Contains(got, `"Run the tests before committing?" → "Yes"`) {
		t.Fatalf("the rules are:\n%s", got)
	}
	term.Key("1", ":")
	term.WaitText("Go to or do anything")
	term.Type("add a rule")
	term.WaitText("▸ Add a rule")
	term.Key("enter")
	see(term, "Which question should the new rule answer?", "none of these: write the rule from scratch")
	term.Key("G", "enter")
	term.WaitText("say which questions it applies to")
	term.Type("Which style?")
	term.Key("tab")
	term.WaitText("▸ answer  ")
	term.Type("Tabs")
	term.WaitText("✓ valid: matches no past question")
	term.Key("enter")
	term.WaitText("saved “Which style?”")
	if got := rules(); !strings.Contains(got, `"Which style?" → "Tabs"`) || !strings.Contains(got, "Run the tests") {
		t.Fatalf("the rules are:\n%s", got)
	}
	term.Key("z")
	term.WaitText("undone: add the rule “Which style?”")
	if got := rules(); strings.Contains(got, "Which style?") || !strings.Contains(got, "Run the tests") {
		t.Errorf("undone:\n%s", got)
	}
	leave(t, term, "ctrl+c")
}

// Undoing a tool rule is a plan, which is shown before anything is written.
func TestJourneyUndoOfAToolRule(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	output(t, p, "rules", "add", "tool", "Bash", "--when", "command ~ ^rm", "--act", "ask", "--id", "rm", "--yes")
	with := p.content()
	file := filepath.Join(p.home, "neverask", "config", "preferences.json")
	rules, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	term := p.start(120, 40)
	term.WaitText("z undo: add the tool rule")
	term.Key("2")
	term.WaitText("z undo: add the tool rule rm…")
	term.Key("z")
	see(term, "Undo: ", "y apply")
	if got, _ := os.ReadFile(file); string(got) != string(rules) || p.content() != with {
		t.Fatal("undone before it was shown")
	}
	term.Key("esc")
	term.WaitGone("y apply")
	if got, _ := os.ReadFile(file); string(got) != string(rules) || p.content() != with {
		t.Fatal("undone without a yes")
	}
	term.Key("z")
	term.WaitText("y apply")
	yes(term, "✓ Change undone")
	if got := p.content(); got != before {
		t.Errorf("the settings are:\n%s", got)
	}
	if got, _ := os.ReadFile(file); strings.Contains(string(got), "Bash") {
		t.Errorf("the rules are:\n%s", got)
	}
	leave(t, term, "ctrl+c")
}

// Every theme is switched live, kept in ~/.config/neverask/screens.json, and what the
// next start draws with.
func TestJourneyThemes(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	p.env = []string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "COLORTERM=truecolor"}
	drawn := map[string]string{}
	styles := func(term *termtest.Terminal) string { // without the line of keys, which names what can be undone
		lines := strings.Split(term.Styled(), "\n")
		return strings.Join(lines[:len(lines)-1], "\n")
	}
	for _, theme := range kit.Themes()[1:] {
		term := p.start(100, 30)
		term.WaitText("Install neverask")
		plain := styles(term)
		term.Key(":")
		term.WaitText("Go to or do anything")
		term.Type(theme.Name)
		see(term, "› "+theme.Name, " "+theme.Name+": ")
		term.Key("enter")
		term.WaitText("theme: " + theme.Name)
		term.Key("1") // what was said is over
		term.WaitGone("theme: " + theme.Name)
		styled := ""
		term.WaitFor("the theme "+theme.Name, func(string) bool { styled = styles(term); return styled != plain })
		leave(t, term, "ctrl+c")
		kept, err := os.ReadFile(filepath.Join(p.home, ".config", "neverask", "screens.json"))
		if want := `{"theme":"` + theme.Name + `"}`; err != nil || strings.TrimSpace(string(kept)) != want {
			t.Errorf("kept is %s, %v; want %s", kept, err, want)
		}
		term = p.start(100, 30)
		term.WaitFor("the theme "+theme.Name+" from the start", func(string) bool { return styles(term) == styled })
		leave(t, term, "ctrl+c")
		for other, look := range drawn {
			if look == styled {
				t.Errorf("%s looks like %s", theme.Name, other)
			}
		}
		drawn[theme.Name] = styled
	}
}

// With ACCESSIBLE=1 conflicts are decided in lines, the plan is shown before the yes, and
// undo gives the file back.
func TestJourneyConflictInLines(t *testing.T) {
	t.Parallel()
	p := newTwoHooks(t)
	p.env = append(p.env, "ACCESSIBLE=1")
	term := termtest.Start(t, p.command("install"), 160, 60)
	say(term, "A number, a name, or ? for help [narrow]:", "")
	say(term, "A number, a name, or ? for help [park]:", "nonsense")
	say(term, "A number, a name, or ? for help [park]:", "")
	see(term, "~/hooks/refuse", "~/hooks/answer")
	if got := p.content(); got != twoHooks {
		t.Fatalf("written before the yes:\n%s", got)
	}
	say(term, "Apply? [y/N]", "y")
	ended(t, term)
	if got := p.content(); strings.Contains(got, "~/hooks/answer") || !strings.Contains(got, "~/hooks/refuse") {
		t.Errorf("the settings:\n%s", got)
	}
	term = termtest.Start(t, p.command("undo"), 160, 60)
	say(term, "Apply? [y/N]", "y")
	ended(t, term)
	if got := p.content(); got != twoHooks {
		t.Errorf("undone:\n%s", got)
	}
}

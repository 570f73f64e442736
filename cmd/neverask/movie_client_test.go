//go:build linux

package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

var movie = flag.String("movie", "", "write the moving picture of the README into this file")

// TestClientMovie draws a session with the real client: a question appears, is answered
// by the person, is answered for them, and on the screens that is taken back.
func TestClientMovie(t *testing.T) {
	if *movie == "" {
		t.Skip("run with -movie FILE, as make pictures does")
	}
	l := newLab(t)
	l.install()
	l.rule("--question", "Run the tests before committing?", "--answer", "Yes")
	tests := ct.Choice("Run the tests before committing?", "Yes", "No")
	tests.Header, tests.Options[0].Description, tests.Options[1].Description = "Tests", "Runs the suite, which takes a minute", "Commits at once"
	l.Turns(ct.Ask(tests), ct.Text("All tests pass. Committed."), ct.Ask(tests), ct.Text("All tests pass. Committed."))
	var frames []termtest.Frame
	keep := func(term *termtest.Terminal, seconds float64) {
		frames = append(frames, termtest.Frame{SVG: term.SVG(), Seconds: seconds})
	}
	s := l.Interactive()
	s.Resize(110, 30)
	s.Type("commit this please")
	s.WaitText("commit this please")
	keep(s.Terminal, 2)
	s.Key("enter")
	s.WaitDialog("Run the tests before committing?")
	time.Sleep(time.Second)
	keep(s.Terminal, 4)
	s.Key("enter")
	s.WaitText("Committed.")
	time.Sleep(time.Second)
	keep(s.Terminal, 3)
	s.Type("and this, too")
	s.WaitText("and this, too")
	keep(s.Terminal, 2)
	s.Key("enter")
	s.WaitText("neverask answered")
	time.Sleep(2 * time.Second)
	keep(s.Terminal, 5)
	s.Quit()
	cmd := exec.Command(filepath.Join(cmdtest.Programs(t), "neverask"))
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 110, 30, termtest.StartWith(l.Start), termtest.Timeout(time.Minute))
	term.WaitText("answered for you")
	time.Sleep(time.Second)
	keep(term, 4)
	term.Key("3")
	term.WaitText("2 questions")
	keep(term, 4)
	term.Key("!")
	term.WaitText("asks you from now on")
	keep(term, 4)
	term.Key("z")
	term.WaitText("undone: ")
	keep(term, 3)
	term.Key("ctrl+c")
	term.Wait()
	musttest.Do(t, os.WriteFile(*movie, []byte(termtest.Movie(frames)), 0o644))
}

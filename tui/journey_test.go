//go:build unix

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// before is a settings file whose unusual layout must stay.
const before = "{\r\n\t\"model\": \"opus\",\r\n\t\"ratio\": 1.50,\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"echo done\" }] }]\r\n\t}\r\n}\r\n"

// after is before with the question hooks.
const after = "{\r\n\t\"model\": \"opus\",\r\n\t\"ratio\": 1.50,\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"echo done\" }] }],\r\n" +
	"\t\t\"PreToolUse\": GROUPS,\r\n\t\t\"PostToolUse\": GROUPS,\r\n\t\t\"PostToolUseFailure\": GROUPS\r\n\t},\r\n" +
	"\t\"permissions\": {\r\n\t\t\"deny\": [\r\n\t\t\t\"Edit(~/neverask/config/**)\",\r\n\t\t\t\"Edit(~/neverask/state/**)\",\r\n\t\t\t\"Edit(~/neverask/data/**)\"\r\n\t\t]\r\n\t}\r\n}\r\n"

func TestMain(m *testing.M) { os.Exit(clienttest.Main(m)) }

// person is somebody with a home directory of their own.
type person struct {
	t        *testing.T
	bin      string
	home     string
	settings string
	env      []string
}

func newPerson(t *testing.T, content string) *person {
	t.Helper()
	home := termtest.Dir(t, "")
	p := &person{t: t, bin: filepath.Join(cmdtest.Programs(t), "neverask"), home: home, settings: filepath.Join(home, ".claude", "settings.json")}
	p.env = []string{"HOME=" + home, "NEVERASK_HOME=" + filepath.Join(home, "neverask"), "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color"}
	musttest.Do(t, os.MkdirAll(filepath.Join(home, "work"), 0o700))
	if content != "" {
		musttest.Do(t, os.MkdirAll(filepath.Dir(p.settings), 0o700))
		musttest.Do(t, os.WriteFile(p.settings, []byte(content), 0o600))
	}
	return p
}

func (p *person) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.bin, args...)
	cmd.Dir = filepath.Join(p.home, "work")
	cmd.Env = p.env
	return cmd
}

func (p *person) start(width, height int, opts ...termtest.Option) *termtest.Terminal {
	p.t.Helper()
	return termtest.Start(p.t, p.command(), width, height, opts...)
}

func (p *person) content() string {
	b := musttest.Read(p.t, p.settings)
	return string(b)
}

// leave quits and checks that the terminal is restored.
func leave(t *testing.T, term *termtest.Terminal, key string) {
	t.Helper()
	term.Key(key)
	if code := term.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	restored(t, term)
}

func restored(t *testing.T, term *termtest.Terminal) {
	t.Helper()
	raw := string(term.Raw())
	last := map[string]string{} // the last setting of each mode
	for _, m := range mode.FindAllStringSubmatch(raw, -1) {
		for number := range strings.SplitSeq(m[1], ";") {
			last[number] = m[2]
		}
	}
	for number, is := range last {
		// The cursor and wrapping are on, and everything else is off.
		if want := map[bool]string{true: "h", false: "l"}[number == "25" || number == "7"]; is != want {
			t.Errorf("mode %s is left %q", number, is)
		}
	}
	if on, off := len(keyboard.FindAllString(raw, -1)), len(keyboardBack.FindAllString(raw, -1)); on > off {
		t.Errorf("the keyboard protocol was changed %d times, and %d times back", on, off)
	}
	if !term.ModesRestored() {
		t.Error("input lines, echo or signals are not as before")
	}
}

var (
	mode         = regexp.MustCompile(`\x1b\[\?([\d;]+)([hl])`)
	keyboard     = regexp.MustCompile(`\x1b\[>\d*u`)
	keyboardBack = regexp.MustCompile(`\x1b\[<\d*u`)
)

func TestJourneyInstall(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("i")
	term.WaitText("Where should the hooks go?")
	term.Key("enter")
	term.WaitText("6 to add (3 hooks, 3 deny rules)")
	if got := p.content(); got != before {
		t.Fatalf("written before the yes:\n%s", got)
	}
	term.Key("y")
	term.WaitText("✓ installed question hooks")
	hook := filepath.Join(p.home, "neverask", "data", "bin", "neverask-hook")
	if _, err := os.Stat(hook); err != nil {
		t.Fatal(err)
	}
	group := "[\r\n\t\t\t{\r\n\t\t\t\t\"matcher\": \"^(AskUserQuestion|mcp__.+__AskUserQuestion)$\",\r\n\t\t\t\t\"hooks\": [\r\n\t\t\t\t\t{\r\n" +
		"\t\t\t\t\t\t\"type\": \"command\",\r\n\t\t\t\t\t\t\"command\": \"" + hook + "\",\r\n\t\t\t\t\t\t\"args\": [],\r\n\t\t\t\t\t\t\"timeout\": 5\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]"
	if got, want := p.content(), strings.ReplaceAll(after, "GROUPS", group); got != want {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
	term.WaitText("Installed in")
	leave(t, term, "ctrl+c")
}

func output(t *testing.T, p *person, args ...string) string {
	t.Helper()
	out, err := p.command(args...).Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return string(out)
}

// A change by another program while the diff is on the screen is noticed.
func TestJourneyWatch(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("i", "enter")
	term.WaitText("6 to add")
	theirs := strings.Replace(before, "opus", "sonnet", 1)
	musttest.Do(t, os.WriteFile(p.settings, []byte(theirs), 0o600))
	term.WaitText("has changed: this is the new plan")
	leave(t, term, "ctrl+c")
	if got := p.content(); got != theirs {
		t.Errorf("got:\n%s", got)
	}
}

var colour = regexp.MustCompile(`\x1b\[(?:[0-9]*;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]`)

func TestNoColor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env  string
		want bool
	}{{"NO_COLOR=", true}, {"NO_COLOR=anything", false}} {
		p := newPerson(t, before)
		p.env = append(p.env, c.env)
		term := p.start(80, 24)
		term.WaitText("Install neverask")
		term.Key("i", "enter")
		term.WaitText("6 to add")
		leave(t, term, "ctrl+c")
		if got := colour.Match(term.Raw()); got != c.want {
			t.Errorf("%s: colours are used: %v", c.env, got)
		}
	}
}

package service

import (
	"encoding/xml"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/must"
)

var update = flag.Bool("update", false, "write the golden files")

// hostile is a place that every kind of file must write in its own way.
func hostile(goos string) Env {
	e := Env{
		GOOS: goos, Home: "/home/a b", Config: "/home/a b/.config", Data: `C:\Users\a b\neverask`, UserID: "501", User: `PC\a & "b" é`,
		Program:   `/home/a b/50%s $HOME ${X} <&> é@home@"'\/neverask`,
		Variables: []string{"CLAUDE_CONFIG_DIR=/home/a b/%h $X <&> \"'\\n\\"},
	}
	if goos == "windows" {
		e.Home, e.Program = `C:\Users\a b`, `C:\Users\a b\50% & é@home@'\neverask.exe`
	}
	return e
}

func TestFiles(t *testing.T) {
	for goos, golden := range map[string]string{"linux": "systemd", "darwin": "launchd", "windows": "task"} {
		s, err := For(hostile(goos), "hooks", "watch", "--restore")
		must.Do(t, err)
		got := s.File + "\n" + line(s.Start) + "\n" + line(s.Stop) + "\n" + line(s.Gone) + "\n" + s.Lacks + "\n\n" + string(s.Content)
		name := filepath.Join("testdata", golden+".golden")
		if *update {
			must.Write(t, name, got)
		}
		want, err := os.ReadFile(name)
		must.Do(t, err)
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", goos, got, want)
		}
	}
}

// texts are those of the elements of a name, as a parser of XML reads them.
func texts(t *testing.T, content []byte, name string) (all []string) {
	t.Helper()
	inside := false
	for d := xml.NewDecoder(strings.NewReader(string(content))); ; {
		token, err := d.Token()
		if token == nil {
			if len(all) == 0 {
				t.Fatalf("no %s: %v", name, err)
			}
			return all
		}
		switch e := token.(type) {
		case xml.StartElement:
			inside = e.Name.Local == name
		case xml.CharData:
			if inside {
				all = append(all, string(e))
			}
		case xml.EndElement:
			inside = false
		}
	}
}

func TestXMLGivesTheWordsBack(t *testing.T) {
	env := hostile("darwin")
	s, err := For(env, "hooks", "watch")
	must.Do(t, err)
	_, value, _ := strings.Cut(env.Variables[0], "=")
	if got := strings.Join(texts(t, s.Content, "string"), "|"); got != label+"|"+env.Program+"|hooks|watch|"+value+"|"+env.Home+"|Background" {
		t.Errorf("got %s", got)
	}
	env = hostile("windows")
	if s, err = For(env, "hooks", "watch"); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, s.Content, "Arguments")[0]; got != `--headless "`+env.Program+`" hooks watch` {
		t.Errorf("got %s", got)
	}
	if got := texts(t, s.Content, "UserId"); got[0] != env.User || got[1] != env.User {
		t.Errorf("got %q", got)
	}
	if strings.ContainsFunc(string(s.Content), func(r rune) bool { return r >= 0x80 }) {
		t.Error("the task is not ASCII")
	}
}

// TestSystemdReadsTheUnit holds the unit against systemd's own parser, which looks for
// the program, too.
func TestSystemdReadsTheUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd here")
	}
	verify := func(file string) (string, error) {
		cmd := exec.Command(analyze, "--user", "verify", file)
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, name := range []string{"plain", "a b", "50%s", "$HOME ${X}", "<&> é", `"quotes'`, `back\slash`, "@home@"} {
		env := hostile("linux")
		env.Program = filepath.Join(t.TempDir(), name, "neverask")
		must.Do(t, os.MkdirAll(filepath.Dir(env.Program), 0o700))
		must.Do(t, os.WriteFile(env.Program, []byte("#!/bin/sh\necho started as \"$0\"\n"), 0o700))
		s, err := For(env, "hooks", "watch")
		must.Do(t, err)
		file := filepath.Join(t.TempDir(), unit)
		must.Write(t, file, string(s.Content))
		if out, err := verify(file); err != nil || strings.Contains(out, unit) {
			t.Errorf("%s: %v\n%s\n%s", name, err, out, s.Content)
		}
		must.Do(t, os.Remove(env.Program))
		plain := !strings.ContainsAny(name, `"'\`) // else the shell looks for it
		if _, err := verify(file); plain && err == nil {
			t.Errorf("%s: the program is gone, and the unit is as good as before", name)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, change := range map[string]func(*Env){
		"another system": func(e *Env) { e.GOOS = "plan9" },
		"a line break":   func(e *Env) { e.Program = "/a\nExecStart=/b" },
		"no UTF-8":       func(e *Env) { e.Program = "/a\xff" },
		"a variable":     func(e *Env) { e.Variables = []string{"NEVERASK_HOME=/a\nb"} },
		"relative":       func(e *Env) { e.Program = "neverask" },
		"of the task":    func(e *Env) { e.GOOS, e.Program = "windows", `C:\%PATH%\neverask.exe` },
	} {
		e := hostile("linux")
		change(&e)
		if s, err := For(e, "hooks", "watch"); err == nil {
			t.Errorf("%s: got\n%s", name, s.Content)
		}
	}
}

func TestRun(t *testing.T) {
	sh := func(script string) Command { return Command{Args: []string{"sh", "-c", script}} }
	seen := filepath.Join(t.TempDir(), "it's seen")
	note := Command{Args: []string{"sh", "-c", `echo . >> "$1"; [ $(wc -l < "$1") -ge 3 ]`, "sh", seen}, Tries: 5}
	if err := run(t.Context(), []Command{{Args: []string{"no such program"}, MayFail: true}, note}); err != nil {
		t.Error(err)
	}
	err := run(t.Context(), []Command{sh("exit 0"), sh("echo why it; echo failed >&2; exit 3"), {Args: []string{"next", seen}}})
	want := `sh -c 'echo why it; echo failed >&2; exit 3' failed: why it failed; by hand: sh -c 'echo why it; echo failed >&2; exit 3'; next '` + strings.ReplaceAll(seen, "'", `'\''`) + "'"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

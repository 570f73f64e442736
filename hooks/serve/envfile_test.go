package serve

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// awkward are values that a shell would take apart.
var awkward = []string{
	"", "plain", "two words", " edges ", "it's", "''", `\`, `a\'b`, `"q"`, "$HOME", "$(id)", "`id`", "a;b", "a\nb", "a\r\nb", "~", "*", "ü \u2028 \xff", "!x", "#no",
}

func TestOpenEnvFile(t *testing.T) {
	env := func(string) string { return "/f" }
	with := 0
	for _, event := range hooks.Events() {
		_, err := OpenEnvFile(event, env)
		switch event {
		case hooks.EventSessionStart, hooks.EventSetup, hooks.EventCwdChanged, hooks.EventFileChanged:
			with++
			if err != nil {
				t.Errorf("%s: %v", event, err)
			}
			if _, err := OpenEnvFile(event, func(string) string { return "" }); err == nil {
				t.Errorf("%s: without a variable", event)
			}
		default:
			if err == nil {
				t.Errorf("%s has no file", event)
			}
		}
	}
	if with != 4 {
		t.Errorf("%d events have a file", with)
	}
}

func TestExportsReachTheShellAsTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), "env.sh")
	if err := os.WriteFile(path, []byte("export THEIRS=1"), 0o600); err != nil { // without a line end
		t.Fatal(err)
	}
	f, err := OpenEnvFile(hooks.EventSessionStart, func(name string) string {
		return map[string]string{"CLAUDE_ENV_FILE": path}[name]
	})
	musttest.Do(t, err)
	for _, value := range awkward {
		if err := f.Export("NA_X", value); err != nil {
			t.Errorf("%q: %v", value, err)
			continue
		}
		out, err := exec.Command("/bin/sh", "-c", `. "$0"; printf %s "$NA_X|$THEIRS"`, path).Output()
		if got := string(out); err != nil || got != value+"|1" {
			t.Errorf("%q arrived as %q, %v", value, got, err)
		}
	}
	for _, name := range []string{"", "1A", "A B", "A=B", "A;B", "é", "A\n"} {
		if err := f.Export(name, "v"); err == nil {
			t.Errorf("%q is no name", name)
		}
	}
	if err := f.Export("A", "a\x00b"); err == nil {
		t.Error("a NUL was written")
	}
	before := musttest.Read(t, path)
	if strings.Contains(string(before), "\x00") {
		t.Error("a refused value is in the file")
	}
	if err := (EnvFile{t.TempDir()}).Export("A", "b"); err == nil {
		t.Error("a directory was written to")
	}
}

func FuzzExport(f *testing.F) {
	for _, value := range awkward {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		line, err := exportLine("A", value)
		if err != nil {
			return
		}
		// Outside the single quotes there is nothing but the statement and escaped quotes.
		parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "\nexport A='"), "'\n"), `'\''`)
		if strings.Contains(strings.Join(parts, ""), "'") || strings.Join(parts, "'") != value {
			t.Fatalf("%q became %q", value, line)
		}
	})
}

package doctor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"neverask/settings/musttest"
)

// TestTraps: what a repository puts in the place of its settings is neither read to
// the end nor waited for. A read that does either ends by the test's own limits.
func TestTraps(t *testing.T) {
	t.Parallel()
	link := func(to string) func(string) error {
		return func(name string) error { return os.Symlink(to, name) }
	}
	for what, trap := range map[string]func(name string) error{
		"a device":      link("/dev/zero"),
		"a named pipe":  func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"a terminal":    link("/dev/tty"),
		"a loop":        func(name string) error { return os.Symlink(name, name) },
		"4 GB of zeros": func(name string) error { return truncate(name, 4<<30) },
	} {
		t.Run(what, func(t *testing.T) {
			for _, name := range []string{"settings.json", "settings.local.json"} {
				in := fixture(t, t.TempDir())
				path := filepath.Join(in.Locations.Dir, ".claude", name)
				musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
				musttest.Do(t, trap(path))
				found := Examine(context.Background(), Options{Planner: in})
				if len(found) != 1 || found[0].ID != "file-unreadable" || found[0].File != path {
					t.Errorf("%s: found %+v", name, found)
				}
			}
		})
	}
}

func truncate(name string, size int64) error {
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(name, size)
}

// TestDeepText: a text that nests without end is told of like any other that is not
// JSON.
func TestDeepText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("[", 8<<20), strings.Repeat(`{"a":`, 2<<20), `{"a":` + strings.Repeat("[", 8<<20), "// \n" + strings.Repeat("[", 8<<20),
		strings.Repeat("[/* ] */", 1<<20), `{"a":1,"a":` + strings.Repeat("[", 8<<20),
	} {
		f := &file{path: "settings.json"}
		f.text([]byte(text))
		if len(f.found) != 1 || f.found[0].ID != "file-malformed" {
			t.Errorf("%.20q: found %+v", text, f.found)
		}
	}
}

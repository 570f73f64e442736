package paths

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// here spells an absolute path as the system that the tests run on does.
func here(path string) string {
	if runtime.GOOS != "windows" || !strings.HasPrefix(path, "/") {
		return path
	}
	return "C:" + filepath.FromSlash(path)
}

func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		name, goos string
		env        map[string]string
		want       Paths
		fails      bool
	}{
		{"xdg defaults", "linux", map[string]string{"HOME": "/h"},
			Paths{"/h/.config/neverask", "/h/.local/state/neverask", "/h/.local/share/neverask"}, false},
		{"xdg on macOS too", "darwin", map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/s"},
			Paths{"/h/.config/neverask", "/s/neverask", "/h/.local/share/neverask"}, false},
		{"a relative xdg value is ignored", "linux", map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "c"},
			Paths{"/h/.config/neverask", "/h/.local/state/neverask", "/h/.local/share/neverask"}, false},
		{"one directory", "linux", map[string]string{"HOME": "/h", "NEVERASK_HOME": "/n", "XDG_DATA_HOME": "/d"},
			Paths{"/n/config", "/n/state", "/n/data"}, false},
		{"no home is needed when all are set", "linux",
			map[string]string{"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"},
			Paths{"/c/neverask", "/s/neverask", "/d/neverask"}, false},
		{"no home", "linux", nil, Paths{}, true},
		{"a relative NEVERASK_HOME", "linux", map[string]string{"NEVERASK_HOME": "n"}, Paths{}, true},
		{"windows", "windows", map[string]string{"AppData": "/r", "LocalAppData": "/l"},
			Paths{"/r/neverask", "/l/neverask/state", "/l/neverask/data"}, false},
		{"windows without variables", "windows", nil, Paths{}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := Paths{here(tt.want.Config), here(tt.want.State), here(tt.want.Data)}
			got, err := Resolve(tt.goos, func(k string) string { return here(tt.env[k]) })
			if (err != nil) != tt.fails || got != want {
				t.Errorf("got %+v, %v; want %+v, error %v", got, err, want, tt.fails)
			}
		})
	}
}

func TestPinRoundTrip(t *testing.T) {
	dir := t.TempDir()
	p := Paths{Config: filepath.Join(dir, "c"), State: filepath.Join(dir, "s"), Data: filepath.Join(dir, "d")}
	name, content, err := p.Pin()
	musttest.Do(t, err)
	musttest.Write(t, name, string(content))
	start, err := json.Marshal(dir)
	musttest.Do(t, err)
	if want := "{\n  \"config\": " + strings.TrimSuffix(string(start), `"`); !strings.HasPrefix(string(content), want) || !json.Valid(content) {
		t.Errorf("the pin file looks like %s", content)
	}
	if got, err := Pinned(p.Hook()); err != nil || got != p {
		t.Errorf("got %+v, %v; want %+v", got, err, p)
	}
}

func TestPinnedRefuses(t *testing.T) {
	for name, content := range map[string]string{
		"garbage": "{", "relative": `{"config":"c","state":"/s","data":"/d"}`, "incomplete": `{"config":"/c"}`,
	} {
		dir := t.TempDir()
		musttest.Write(t, filepath.Join(dir, pinName), content)
		if p, err := Pinned(filepath.Join(dir, HookName)); err == nil {
			t.Errorf("%s: got %+v, want an error", name, p)
		}
	}
	if _, err := Pinned(filepath.Join(t.TempDir(), HookName)); !os.IsNotExist(err) {
		t.Errorf("no pin file: got %v", err)
	}
}

package off

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"neverask/settings/must"
)

func TestPeriods(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state", "off.json")
	if all, err := Read(name); all != nil || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	since := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	want := []Period{{Since: since, Until: since.Add(2 * time.Hour)}, {Since: since, Project: "/w/shop"}}
	must.Do(t, Write(name, want))
	if got, err := Read(name); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	in := func(dir string) func(string) bool { return func(d string) bool { return d == dir } }
	for _, tt := range []struct {
		dir   string
		after time.Duration
		want  bool
	}{{"/", 0, true}, {"/", 2 * time.Hour, false}, {"/w/shop", 3 * time.Hour, true}} {
		if _, got := Holding(want, since.Add(tt.after), in(tt.dir)); got != tt.want {
			t.Errorf("in %s after %s: %t", tt.dir, tt.after, got)
		}
	}
	must.Do(t, Write(name, nil))
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("the file stays: %v", err)
	}
	for _, broken := range []string{"", "{", "{}", `{"off":[{"since":"now"}]}`, `{"off":[{"since":"2026-11-23T10:00:00Z","until":"later"}]}`} {
		must.Write(t, name, broken)
		if all, err := Read(name); err == nil {
			t.Errorf("%q is read as %v", broken, all)
		}
	}
}

package off

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func TestPeriods(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state", "off.json")
	if all, err := Read(name); all != nil || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	since := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	want := []Period{{Since: since, Until: since.Add(2 * time.Hour)}, {Since: since, Project: "/w/shop"}}
	musttest.Do(t, Write(name, want))
	if got, err := Read(name); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	in := func(dir string) func(string) bool { return func(d string) bool { return d == dir } }
	for _, tt := range []struct {
		dir   string
		after time.Duration
		holds []Period
		left  []Period
	}{
		{"/", 0, want[:1], want}, {"/", 2 * time.Hour, nil, want[1:]},
		{"/w/shop", 0, want[:1], want}, {"/w/shop", 2 * time.Hour, want[1:], want[1:]},
	} {
		now := since.Add(tt.after)
		var holds []Period
		if p, ok := Holding(want, now, in(tt.dir)); ok {
			holds = []Period{p}
		}
		if left := Left(want, now, in(tt.dir)); !reflect.DeepEqual(holds, tt.holds) || !reflect.DeepEqual(left, tt.left) {
			t.Errorf("in %s after %s: %v holds and %v are left, want %v and %v", tt.dir, tt.after, holds, left, tt.holds, tt.left)
		}
	}
	elsewhere := []Period{{Since: since, Until: since.Add(time.Hour), Project: "/w/shop"}}
	if left := Left(elsewhere, since.Add(2*time.Hour), in("/w/other")); !reflect.DeepEqual(left, elsewhere) {
		t.Errorf("a session elsewhere leaves %v", left)
	}
	musttest.Do(t, Write(name, nil))
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("the file stays: %v", err)
	}
	for _, broken := range []string{"", "{", "{}", `{"periods":[{"since":"now"}]}`, `{"periods":[{"since":"2026-11-23T10:00:00Z","until":"later"}]}`} {
		musttest.Write(t, name, broken)
		if all, err := Read(name); err == nil {
			t.Errorf("%q is read as %v", broken, all)
		}
	}
}

// TestEnds: what a person types for the end of a period.
func TestEnds(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		typed string
		parse func(time.Time, string) (time.Time, bool)
		want  string // "" for none
	}{
		{"90m", EndAfter, "2026-03-10T13:30:00Z"},
		{"3d", EndAfter, "2026-03-13T12:00:00Z"},
		{"2w", EndAfter, "2026-03-24T12:00:00Z"},
		{"0s", EndAfter, ""},
		{"0d", EndAfter, ""},
		{"-1h", EndAfter, ""},
		{"-1d", EndAfter, ""},
		{"d", EndAfter, ""},
		{"", EndAfter, ""},
		{"9999999d", EndAfter, ""},
		{"99999999999999999999w", EndAfter, ""},
		{"18:00", EndAt, "2026-03-10T18:00:00Z"},
		{"12:00", EndAt, "2026-03-11T12:00:00Z"},
		{"noon", EndAt, ""},
		{"25:00", EndAt, ""},
	} {
		got, ok := c.parse(now, c.typed)
		if ok != (c.want != "") || ok && got.Format(time.RFC3339) != c.want {
			t.Errorf("%q: %v, %v; want %q", c.typed, got, ok, c.want)
		}
	}
}

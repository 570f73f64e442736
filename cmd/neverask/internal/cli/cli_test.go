package cli

import (
	"bytes"
	"testing"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/off"
	"neverask/hooks/paths"
	"neverask/settings/musttest"
)

// TestHintOff: while neverask is off, and only then, it is said how to turn it on.
func TestHintOff(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)
	dir := t.TempDir()
	in := &planner.Planner{Paths: paths.Paths{Config: dir, State: dir, Data: dir}, Now: func() time.Time { return now }}
	for until, want := range map[time.Time]string{
		now.Add(time.Hour):  "hint: neverask is off everywhere until 13:00: every question is asked, and tool rules are off too: neverask on\n",
		now.Add(-time.Hour): "",
	} {
		var out bytes.Buffer
		musttest.Do(t, off.Write(in.Paths.Off(), []off.Period{{Since: now.Add(-2 * time.Hour), Until: until}}))
		if HintOff(&App{Stderr: &out, Planner: in}); out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	}
}

// TestMeant: what is nearly a word that is known is taken for it, what is far from
// all, or near too many, is not.
func TestMeant(t *testing.T) {
	for _, c := range []struct {
		typed string
		known []string
		want  string
	}{
		{"Bsah", []string{"Bash", "Read"}, "did you mean: Bash"},
		{"9c6eb1116", []string{"9c6eb11169", "1254e8e43e"}, "did you mean: 9c6eb11169"},
		{"xy", []string{"ab", "xz"}, "did you mean: xz"},
		{"nothing", []string{"Bash"}, "else"},
		{"", []string{"Bash"}, "else"},
		{"k", []string{"k1", "k2", "k3", "k4"}, "else"},
		{"two wrods", []string{"two words", "-x", ""}, "did you mean: two words"},
	} {
		if got := Meant(c.typed, c.known, "else"); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.typed, c.known, got, c.want)
		}
	}
}

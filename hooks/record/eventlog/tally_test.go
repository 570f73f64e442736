package eventlog

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestTally(t *testing.T) {
	tally := Tally{Dir: filepath.Join(t.TempDir(), "tally")}
	add := func(fingerprint, answer string, times int) {
		for range times {
			musttest.Do(t, tally.Add(fingerprint, answer))
		}
	}
	add("go?", "yes", 3)
	add("go?", "no \"really\"\n", 1)
	add("../../go?", "yes", 1)
	add("go?", strings.Repeat("x", maxAnswer+1), 5)
	for fingerprint, want := range map[string]map[string]int{
		"go?": {"yes": 3, "no \"really\"\n": 1}, "../../go?": {"yes": 1}, "other?": {},
	} {
		if got := tally.Count(fingerprint); !maps.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", fingerprint, got, want)
		}
	}
	entries, err := os.ReadDir(tally.Dir)
	if err != nil || len(entries) > 2 {
		t.Errorf("files %v, %v", entries, err)
	}
	for _, e := range entries {
		if len(e.Name()) != 2 || strings.Trim(e.Name(), "0123456789abcdef") != "" {
			t.Errorf("a file is named %q", e.Name())
		}
	}
}

func TestTallyStaysSmall(t *testing.T) {
	tally := Tally{Dir: t.TempDir()}
	name := tally.log(hashName("go?")).Path
	for i := 0; i < 2*maxTally+2000; i += 1000 {
		old := strings.Repeat(strings.Repeat("0", 15)+` "old"`+"\n", 1000/22)
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		musttest.Do(t, err)
		if _, err := f.WriteString(old); err != nil {
			t.Fatal(err)
		}
		musttest.Do(t, f.Close())
	}
	for range 4 {
		musttest.Do(t, tally.Add("go?", "yes"))
	}
	info, err := os.Stat(name)
	if err != nil || info.Size() > maxTally+1000 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	if got := tally.Count("go?"); got["yes"] != 4 {
		t.Errorf("got %v", got)
	}
	if names, _ := filepath.Glob(filepath.Join(tally.Dir, "cut*")); len(names) > 0 {
		t.Errorf("left behind: %q", names)
	}
}

// TestHashName pins the names of files, by which what was written is found again.
func TestHashName(t *testing.T) {
	for s, want := range map[string]string{"": "cbf29ce484222325", "r1": "08dc8307b57be76c"} {
		if got := hashName(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

package eventlog

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const session = "5c5997d1-d0f6-40ce-ad14-6e7253b4e2fd"

func at(t time.Time, session string) Activity {
	return Activity{Time: t.UnixNano(), Event: "Stop", Session: session}
}

// tree lists what is below a directory.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && path != dir {
			all = append(all, strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(dir)+"/"))
		}
		return err
	})
	musttest.Do(t, err)
	return all
}

func TestActivityLog(t *testing.T) {
	log := OpenActivity(filepath.Join(t.TempDir(), "state", "activity"))
	if files, err := log.Files(noon); err != nil || files != nil {
		t.Errorf("before the first record: %v, %v", files, err)
	}
	for _, a := range []Activity{
		at(noon, session), at(noon.Add(time.Second), session), at(noon, "../../etc/passwd"), at(noon, ""), at(noon, "con"), at(noon.Add(13*time.Hour), session),
	} {
		musttest.Do(t, log.Append(a))
	}
	want := []string{
		"2026-11-21", "2026-11-21/" + session + ".jsonl", "2026-11-21/hash-" + hashName("../../etc/passwd") + ".jsonl",
		"2026-11-21/hash-" + hashName("") + ".jsonl", "2026-11-21/hash-" + hashName("con") + ".jsonl", "2026-11-22", "2026-11-22/" + session + ".jsonl",
	}
	slices.Sort(want)
	if got := tree(t, log.Dir); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	files, err := log.Files(noon.Add(24 * time.Hour))
	if err != nil || len(files) != 1 || files[0].Day != "2026-11-22" || files[0].Size == 0 {
		t.Errorf("since the second day: %v, %v", files, err)
	}
	if files, err = log.Files(time.Time{}); err != nil || len(files) != 5 {
		t.Fatalf("ever: %v, %v", files, err)
	}
	var seconds []int
	for a := range files[0].Activities() {
		seconds = append(seconds, time.Unix(0, a.Time).Second())
	}
	if !slices.Equal(seconds, []int{0, 1}) {
		t.Errorf("records at second %v", seconds)
	}
}

// TestTornActivity: a line that a full disk has torn spoils only itself.
func TestTornActivity(t *testing.T) {
	log := OpenActivity(t.TempDir())
	for range 2 {
		musttest.Do(t, log.Append(at(noon, session)))
		name := filepath.Join(log.Dir, "2026-11-21", session+".jsonl")
		content := musttest.Read(t, name)
		musttest.Do(t, os.WriteFile(name, append(content, `{"v":1,"t":17`...), 0o600))
	}
	files, err := log.Files(noon)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	n := 0
	for range files[0].Activities() {
		n++
	}
	if n != 2 {
		t.Errorf("%d records", n)
	}
}

func TestFullDay(t *testing.T) {
	log := OpenActivity(t.TempDir())
	log.MaxDay = 4 * activityStep
	long := at(noon, session)
	long.Arguments = strings.Repeat("x", MaxArguments)
	full := 0
	for i := range 1000 {
		long.Session = session[:len(session)-1] + string(rune('0'+i%2))
		switch err := log.Append(long); {
		case errors.Is(err, ErrDayFull):
			full++
		case err != nil:
			t.Fatal(err)
		}
	}
	files, err := log.Files(noon)
	var total int64
	for _, f := range files {
		total += f.Size
	}
	if err != nil || full != 1 || total > log.MaxDay || total < log.MaxDay/2 {
		t.Errorf("full %d times, %d bytes, %v", full, total, err)
	}
	// A session that begins then has no line, and the next day is another one.
	if err := log.Append(at(noon, "another-session")); err != nil {
		t.Error(err)
	}
	if err := log.Append(at(noon.Add(24*time.Hour), session)); err != nil {
		t.Error(err)
	}
	files, err = log.Files(noon)
	if err != nil || len(files) != 4 || files[2].Size != 0 || files[3].Size == 0 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestPrune: the first record of a day removes the days that are too old, but
// nothing that is not ours.
func TestPrune(t *testing.T) {
	log := OpenActivity(t.TempDir())
	for _, days := range []int{-100, -30, -29, -1} {
		musttest.Do(t, log.Append(at(noon.AddDate(0, 0, days), session)))
	}
	elsewhere := t.TempDir()
	for _, name := range []string{
		filepath.Join(elsewhere, "kept-file.jsonl"), filepath.Join(log.Dir, "2026-01-01", "notes.txt"), filepath.Join(log.Dir, "2026-01-01", session+".jsonl"),
		filepath.Join(log.Dir, "2026-01-02", "full"), filepath.Join(log.Dir, "2026-02-30", session+".jsonl"), filepath.Join(log.Dir, "other", session+".jsonl"),
		filepath.Join(log.Dir, "2026-01-03"), filepath.Join(log.Dir, "2026-01-04", session+".jsonl", "x"),
	} {
		musttest.Write(t, name, "")
	}
	for link, target := range map[string]string{"2026-01-05": elsewhere, "2026-01-01/" + session + "0.jsonl": filepath.Join(elsewhere, "kept-file.jsonl")} {
		if err := os.Symlink(target, filepath.Join(log.Dir, link)); err != nil {
			t.Skip(err)
		}
	}
	// The second record of the day removes nothing.
	musttest.Do(t, log.Append(at(noon, session)))
	want := []string{
		"2026-01-01", "2026-01-01/" + session + "0.jsonl", "2026-01-01/notes.txt", "2026-01-03", "2026-01-04", "2026-01-04/" + session + ".jsonl",
		"2026-01-04/" + session + ".jsonl/x", "2026-01-05", "2026-02-30", "2026-02-30/" + session + ".jsonl",
		"2026-10-23", "2026-10-23/" + session + ".jsonl", "2026-11-20", "2026-11-20/" + session + ".jsonl",
		"2026-11-21", "2026-11-21/" + session + ".jsonl", "other", "other/" + session + ".jsonl",
	}
	if got := tree(t, log.Dir); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if _, err := os.Stat(filepath.Join(elsewhere, "kept-file.jsonl")); err != nil {
		t.Error(err)
	}
}

// TestWrongClock: a clock that is years ahead for one record does not take the others
// with it, and after a long time without any, what is too old goes one day later.
func TestWrongClock(t *testing.T) {
	log := OpenActivity(t.TempDir())
	for _, day := range []time.Time{noon.AddDate(0, 0, -1), noon.AddDate(14, 0, 0), noon, noon.AddDate(0, 0, 60), noon.AddDate(0, 0, 61)} {
		musttest.Do(t, log.Append(at(day, session)))
		files, err := log.Files(time.Time{})
		if day.Equal(noon) && (err != nil || len(files) != 3) {
			t.Errorf("after the clock was right again there are %v, %v", files, err)
		}
	}
	var days []string
	files, err := log.Files(time.Time{})
	for _, f := range files {
		days = append(days, f.Day)
	}
	if err != nil || !slices.Equal(days, []string{"2027-01-20", "2027-01-21", "2040-11-21"}) {
		t.Errorf("%v, %v", days, err)
	}
}

func TestActivityIsPrivate(t *testing.T) {
	log := OpenActivity(filepath.Join(t.TempDir(), "activity"))
	musttest.Do(t, log.Append(at(noon, session)))
	for name, want := range map[string]os.FileMode{"": 0o700, "2026-11-21": 0o700, "2026-11-21/" + session + ".jsonl": 0o600} {
		info, err := os.Stat(filepath.Join(log.Dir, name))
		musttest.Do(t, err)
		if got := info.Mode().Perm(); got != want && os.PathSeparator == '/' {
			t.Errorf("%q has mode %o", name, got)
		}
	}
}

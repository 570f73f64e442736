package activity

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

var end = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// BenchmarkSummary sums up a million lines and counts them with wc, which reads
// the same files. The budget is twice the time of wc, and a second.
func BenchmarkSummary(b *testing.B) {
	dir := b.TempDir()
	musttest.Do(b, (activitytest.Record{Lines: 1e6, Sessions: 600, Days: 30, End: end}).Write(dir))
	ours, theirs := time.Hour, time.Hour // the best of some runs each, in turn
	for b.Loop() {
		for range 3 {
			start := time.Now()
			s, err := Read(context.Background(), eventlog.OpenActivity(dir), Filter{}, end)
			if err != nil || s.Calls < 200000 {
				b.Fatal(s.Calls, err)
			}
			ours = min(ours, time.Since(start))
			start = time.Now()
			if n := countLines(b, dir); n != "1000000" {
				b.Fatal(n)
			}
			theirs = min(theirs, time.Since(start))
		}
	}
	b.ReportMetric(ours.Seconds(), "s/summary")
	b.ReportMetric(theirs.Seconds(), "s/wc")
	b.ReportMetric(ours.Seconds()/(2*theirs.Seconds()+1), "of-budget")
}

// countLines is wc -l of all files, of which it reads the total through a pipe.
func countLines(t testing.TB, dir string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	musttest.Do(t, err)
	r, w, err := os.Pipe()
	musttest.Do(t, err)
	cmd := exec.Command("wc", append([]string{"-l"}, files...)...)
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Skip("no wc: ", err)
	}
	w.Close()
	out, err := io.ReadAll(r)
	musttest.Do(t, err)
	musttest.Do(t, cmd.Wait())
	words := strings.Fields(string(out))
	return words[len(words)-2] // before "total"
}

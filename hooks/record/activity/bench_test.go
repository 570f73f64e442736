package activity

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

var end = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// BenchmarkSummary sums up a million lines, and compares that with a program that only
// decodes them, one after the other, into the members that every line has.
func BenchmarkSummary(b *testing.B) {
	dir := b.TempDir()
	musttest.Do(b, (activitytest.Record{Lines: 1e6, Sessions: 600, Days: 30, End: end}).Write(dir))
	ours, theirs := time.Hour, time.Hour // the best of some runs each, in turn
	for b.Loop() {
		for range 2 {
			start := time.Now()
			s, err := Read(context.Background(), eventlog.OpenActivity(dir), Filter{}, end)
			if err != nil || s.Calls < 200000 {
				b.Fatal(s.Calls, err)
			}
			ours = min(ours, time.Since(start))
			start = time.Now()
			if n := decodeLines(b, dir); n != 1e6 {
				b.Fatal(n)
			}
			theirs = min(theirs, time.Since(start))
		}
	}
	b.ReportMetric(ours.Seconds(), "s/summary")
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "summary/decode")
}

// decodeLines decodes all files with encoding/json, and returns how many lines they have.
func decodeLines(b *testing.B, dir string) (n int) {
	b.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	musttest.Do(b, err)
	for _, name := range files {
		f, err := os.Open(name)
		musttest.Do(b, err)
		for lines := json.NewDecoder(f); ; n++ {
			var line struct {
				T       int64
				E, S, U string
			}
			if err := lines.Decode(&line); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
		f.Close()
	}
	return n
}

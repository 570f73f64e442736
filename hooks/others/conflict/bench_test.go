//go:build unix

package conflict

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript/historytest"
	"neverask/settings/musttest"
)

// inspection is all that is done to tell who else answers, but for probing: the
// sources are found, the transcripts are read for the first time, and every
// hook is judged.
type inspection struct {
	root  string
	site  config.Site
	files []string // the transcripts
}

// newInspection is the fixture with megabytes of transcripts beside its own.
func newInspection(tb testing.TB, megabytes int) inspection {
	tb.Helper()
	root := tb.TempDir()
	site := furnish(tb, root)
	writePast(tb, site)
	projects := filepath.Join(site.Config(), "projects")
	historytest.Write(tb, projects, megabytes, 500)
	var files []string
	for _, pattern := range []string{"*/*.jsonl", "*/*/*/*.jsonl"} {
		found, err := filepath.Glob(filepath.Join(projects, pattern))
		musttest.Do(tb, err)
		files = append(files, found...)
	}
	if len(files) != 501 {
		tb.Fatalf("%d transcripts", len(files))
	}
	return inspection{root, site, files}
}

// run returns how long it took.
func (i inspection) run(tb testing.TB) time.Duration {
	tb.Helper()
	start := time.Now()
	o := options(i.site, i.root)
	o.Past = pastOf(tb, i.site, filepath.Join(i.root, "state"))
	found, err := Review(context.Background(), o)
	took := time.Since(start)
	if err != nil || len(found) < 50 || byName(found)["was seen to answer"].Verdict != Answers {
		tb.Fatalf("%d conflicts, %v", len(found), err)
	}
	return took
}

// grep counts a word in the same files. Its output goes through a pipe: grep
// stops at the first match when it is thrown away.
func (i inspection) grep(tb testing.TB) time.Duration {
	tb.Helper()
	cmd := exec.Command("grep", append([]string{"-c", "AskUserQuestion"}, i.files...)...)
	start := time.Now()
	out, err := cmd.Output()
	took := time.Since(start)
	if err != nil || len(out) < 501*10 {
		tb.Fatalf("grep: %v, %d bytes", err, len(out))
	}
	return took
}

// against returns the quickest of several rounds of both, which take turns so
// that a busy machine slows both alike.
func (i inspection) against(tb testing.TB, rounds int) (run, grep time.Duration) {
	tb.Helper()
	var runs, greps []time.Duration
	for range rounds {
		greps = append(greps, i.grep(tb))
		runs = append(runs, i.run(tb))
	}
	return slices.Min(runs), slices.Min(greps)
}

// BenchmarkInspect compares the inspection with grep over the same files.
func BenchmarkInspect(b *testing.B) {
	i := newInspection(b, 200)
	run, grep := i.against(b, 7)
	b.ReportMetric(float64(run)/float64(grep), "inspect/grep")
	b.ReportMetric(float64(run.Microseconds())/1000, "inspect-ms")
	b.ReportMetric(float64(grep.Microseconds())/1000, "grep-ms")
	b.ReportMetric(0, "ns/op")
}

package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/report"
	"neverask/hooks/claude/transcript/historytest"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// BenchmarkReport compares a report on 200 MB of transcripts with grep over the same
// files. Both take turns, and the medians count.
func BenchmarkReport(b *testing.B) {
	grep, err := exec.LookPath("grep")
	if err != nil {
		b.Skip(err)
	}
	home := b.TempDir()
	historytest.Write(b, filepath.Join(home, ".claude", "projects"), 200, 400)
	in, err := planner.New(planner.Env{
		Getenv: func(name string) string { return map[string]string{"HOME": home, "USERPROFILE": home}[name] },
		Dir:    home,
		Now:    time.Now,
	})
	musttest.Do(b, err)
	rules, _, err := question.Compile(nil)
	musttest.Do(b, err)
	var names []string
	_ = filepath.WalkDir(home, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".jsonl") {
			names = append(names, path)
		}
		return err
	})
	timed := func(f func()) time.Duration {
		began := time.Now()
		f()
		return time.Since(began)
	}
	var greps, reports []time.Duration
	for range 5 {
		greps = append(greps, timed(func() {
			if out, err := exec.Command(grep, append([]string{"-c", "AskUserQuestion"}, names...)...).Output(); err != nil || len(out) == 0 {
				b.Fatal(err)
			}
		}))
		reports = append(reports, timed(func() {
			r, err := report.Make(b.Context(), report.Input{Planner: in, Rules: rules, Since: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)})
			if err != nil || r.Questions.Asked == 0 {
				b.Fatal(r, err)
			}
		}))
	}
	median := func(all []time.Duration) float64 { slices.Sort(all); return float64(all[len(all)/2]) }
	b.ReportMetric(median(reports)/median(greps), "report/grep")
	b.ReportMetric(median(reports)/1e6, "report-ms")
	b.ReportMetric(0, "ns/op")
}

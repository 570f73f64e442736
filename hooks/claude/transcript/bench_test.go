package transcript

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"neverask/hooks/claude/transcript/historytest"
	"neverask/settings/musttest"
)

var (
	megabytes  = flag.Int("history.mb", 200, "size of the history that BenchmarkArchive generates")
	benchFiles = flag.Int("history.files", 400, "number of its files")
)

// BenchmarkArchive compares a first reading of a generated history with grep
// over the same files, and times the second reading, which has an index. Each
// figure is the median of several rounds that take turns, so that a busy machine
// slows all of them alike.
//
//	go test -run '^$' -bench Archive ./hooks/claude/transcript -history.mb 1000 -history.files 2000
func BenchmarkArchive(b *testing.B) {
	grep, err := exec.LookPath("grep")
	if err != nil {
		b.Skip(err)
	}
	root := b.TempDir()
	questions := historytest.Write(b, root, *megabytes, *benchFiles)
	names := transcripts(b, root)
	state := b.TempDir()
	var greps, firsts, seconds, stats []time.Duration
	for range 5 {
		greps = append(greps, timed(func() {
			// The output goes through a pipe: grep stops early when it is
			// thrown away.
			if _, err := exec.Command(grep, append([]string{"-c", "AskUserQuestion"}, names...)...).Output(); err != nil {
				b.Fatal(err)
			}
		}))
		a := Open(root, b.TempDir())
		firsts = append(firsts, timed(func() { update(b, a) }))
		if got := len(a.Questions()); got != questions {
			b.Fatalf("%d questions, want %d", got, questions)
		}
		stats = append(stats, timed(func() {
			if _, err := a.findFiles(); err != nil {
				b.Fatal(err)
			}
		}))
		if _, err := os.Stat(state); err == nil {
			a = Open(root, state)
			update(b, a)
			musttest.Do(b, a.Save())
		}
		seconds = append(seconds, timed(func() {
			a := Open(root, state)
			update(b, a)
			if len(a.Questions()) != questions || a.Stats().NewBytes > 0 {
				b.Fatal("the second reading is not the first")
			}
		}))
	}
	resetPeak()
	peakAt := Open(root, b.TempDir())
	update(b, peakAt)
	if len(peakAt.Questions()) != questions {
		b.Fatal("lost questions")
	}
	b.ReportMetric(float64(median(firsts))/float64(median(greps)), "first/grep")
	b.ReportMetric(ms(median(greps)), "grep-ms")
	b.ReportMetric(ms(median(firsts)), "first-ms")
	b.ReportMetric(ms(median(seconds)), "second-ms")
	b.ReportMetric(ms(median(stats)), "stat-ms")
	b.ReportMetric(float64(questions), "questions")
	b.ReportMetric(peak(b), "peak-MB")
	b.ReportMetric(0, "ns/op")
}

func update(tb testing.TB, a *Archive) {
	tb.Helper()
	if _, err := a.Update(context.Background(), nil); err != nil {
		tb.Fatal(err)
	}
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func transcripts(tb testing.TB, root string) []string {
	tb.Helper()
	list, err := Open(root, tb.TempDir()).findFiles()
	musttest.Do(tb, err)
	var names []string
	for _, f := range list {
		names = append(names, filepath.Join(root, f.path))
	}
	return names
}

// resetPeak starts the measurement of the memory's peak anew, where the system
// can.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600) }

var highWater = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak is the highest resident size since the last reset, in megabytes; 0 where
// the system does not tell.
func peak(tb testing.TB) float64 {
	tb.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	kb, _ := strconv.Atoi(string(highWater.FindSubmatch(status)[1]))
	return float64(kb) / 1024
}

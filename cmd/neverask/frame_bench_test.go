//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// BenchmarkFirstFrame is the time from the start of the program to its first
// frame on a terminal, as a multiple of the life of an empty Go program, which
// takes turns with it.
func BenchmarkFirstFrame(b *testing.B) {
	bin := cmdtest.Programs(b)
	dir := b.TempDir()
	source, empty := filepath.Join(dir, "main.go"), filepath.Join(dir, "empty")
	musttest.Do(b, os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600))
	if out, err := exec.Command("go", "build", "-o", empty, source).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	var frames, lives []time.Duration
	for b.Loop() {
		start := time.Now()
		musttest.Do(b, exec.Command(empty).Run())
		lives = append(lives, time.Since(start))

		cmd := exec.Command(filepath.Join(bin, "neverask"))
		cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color"}
		start = time.Now()
		term := termtest.Start(b, cmd, 120, 40)
		term.WaitText("Home")
		frames = append(frames, time.Since(start))
		term.Key("ctrl+c")
		term.Wait()
	}
	slices.Sort(frames)
	slices.Sort(lives)
	frame, life := frames[len(frames)/2], lives[len(lives)/2]
	b.ReportMetric(float64(frame)/float64(life), "x-empty")
	b.ReportMetric(float64(frame.Microseconds())/1000, "ms")
	b.ReportMetric(0, "ns/op")
}

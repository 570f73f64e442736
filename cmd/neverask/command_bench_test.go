//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// BenchmarkCommands is the processor time of whole commands, with few hooks and with
// many, as a multiple of what "neverask version" takes, which takes turns with them. Each run has a new home, because
// every change is kept for a while, and later commands read it.
func BenchmarkCommands(b *testing.B) {
	program := filepath.Join(cmdtest.Programs(b), "neverask")
	run := func(b *testing.B, home string, args ...string) time.Duration {
		b.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
		// The doctor finds that the programs of the hooks are not there.
		if out, err := cmd.CombinedOutput(); err != nil && (args[0] != "doctor" || cmd.ProcessState.ExitCode() != 1) {
			b.Fatalf("%q: %v\n%s", args, err, out)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	for _, n := range []int{3, 2000} {
		settings := settingsWith(n)
		for _, args := range []string{"install --yes", "status", "doctor", "uninstall --yes"} {
			name, _, _ := strings.Cut(args, " ")
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				var took, version []time.Duration
				for b.Loop() {
					home := b.TempDir()
					musttest.Do(b, os.Mkdir(filepath.Join(home, ".claude"), 0o700))
					musttest.Do(b, os.WriteFile(filepath.Join(home, ".claude", "settings.json"), settings, 0o600))
					if name != "install" {
						run(b, home, "install", "--yes")
					}
					took = append(took, run(b, home, strings.Fields(args)...))
					version = append(version, run(b, home, "version"))
					musttest.Do(b, os.RemoveAll(home))
				}
				slices.Sort(took)
				slices.Sort(version)
				b.ReportMetric(float64(took[len(took)/2])/float64(version[len(version)/2]), "x-version")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// settingsWith are settings with so many hooks.
func settingsWith(n int) []byte {
	groups := make([]string, n)
	for i := range groups {
		groups[i] = fmt.Sprintf("      {\n        \"matcher\": \"Tool%d|Edit\",\n"+
			"        \"hooks\": [{\"type\": \"command\", \"command\": \"~/hooks/check%d.sh --flag %d\", \"timeout\": 5}]\n      }", i, i, i)
	}
	return []byte("{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n" + strings.Join(groups, ",\n") + "\n    ]\n  }\n}\n")
}

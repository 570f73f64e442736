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
// many, as a multiple of what "neverask version" takes, which takes turns with them.
func BenchmarkCommands(b *testing.B) {
	program := filepath.Join(cmdtest.Programs(b), "neverask")
	for _, n := range []int{3, 2000} {
		home := b.TempDir()
		musttest.Do(b, os.Mkdir(filepath.Join(home, ".claude"), 0o700))
		groups := make([]string, n)
		for i := range groups {
			groups[i] = fmt.Sprintf("      {\n        \"matcher\": \"Tool%d|Edit\",\n        \"hooks\": [{\"type\": \"command\", \"command\": \"~/hooks/check%d.sh --flag %d\", \"timeout\": 5}]\n      }", i, i, i)
		}
		text := "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n" + strings.Join(groups, ",\n") + "\n    ]\n  }\n}\n"
		musttest.Do(b, os.WriteFile(filepath.Join(home, ".claude", "settings.json"), []byte(text), 0o600))
		run := func(args ...string) time.Duration {
			cmd := exec.Command(program, args...)
			cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
			// The doctor finds that the programs of the hooks are not there.
			if out, err := cmd.CombinedOutput(); err != nil && (args[0] != "doctor" || cmd.ProcessState.ExitCode() != 1) {
				b.Fatalf("%q: %v\n%s", args, err, out)
			}
			return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		}
		for _, args := range []string{"install --yes", "status", "doctor", "uninstall --yes"} {
			name, _, _ := strings.Cut(args, " ")
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				if name != "install" {
					run("install", "--yes")
				}
				var took, version []time.Duration
				for b.Loop() {
					took, version = append(took, run(strings.Fields(args)...)), append(version, run("version"))
					switch name { // the next one finds what this one found
					case "install":
						run("uninstall", "--yes")
					case "uninstall":
						run("install", "--yes")
					}
				}
				slices.Sort(took)
				slices.Sort(version)
				b.ReportMetric(float64(took[len(took)/2])/float64(version[len(version)/2]), "x-version")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

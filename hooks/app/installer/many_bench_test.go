package installer_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// many puts a number of hooks that answer questions into the person's settings.
func many(t testing.TB, in *installer.Installer, n int) {
	t.Helper()
	var groups []string
	for i := range n {
		groups = append(groups, fmt.Sprintf(`      {"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh %d"}]}`, i))
	}
	text := "{\n  \"hooks\": {\n    \"PreToolUse\": [\n" + strings.Join(groups, ",\n") + "\n    ]\n  }\n}\n"
	put(t, path(in, ".claude/settings.json"), text)
}

// BenchmarkManyHooks decides about 200 hooks that answer, installs, and takes it back.
func BenchmarkManyHooks(b *testing.B) {
	for _, way := range []conflict.Way{conflict.Narrow, conflict.Park} {
		in := newInstaller(b)
		many(b, in, 200)
		var r conflicts.Review
		b.Run("review", func(b *testing.B) {
			for b.Loop() {
				var err error
				if r, err = conflicts.Find(context.Background(), in, conflicts.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		choices := choose(r, always(way))
		b.Run(string(way)+"/plan", func(b *testing.B) {
			for b.Loop() {
				if _, err := install.Install(in, in.Target(settings.User, ""), install.Options{Choices: choices}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(string(way)+"/apply and uninstall", func(b *testing.B) {
			for b.Loop() {
				mustInstall(b, in, choices)
				mustUninstall(b, in)
			}
		})
		mustInstall(b, in, choices)
		b.Run(string(way)+"/review of the settled", func(b *testing.B) {
			for b.Loop() {
				if got := len(review(b, in).Resolved); got < len(choices) {
					b.Fatalf("%d of %d are settled", got, len(choices))
				}
			}
		})
	}
}

// BenchmarkFewAmongMany decides about 5 hooks in a file of 2,000.
func BenchmarkFewAmongMany(b *testing.B) {
	in := newInstaller(b)
	many(b, in, 2000)
	file := path(in, ".claude/settings.json")
	text, err := os.ReadFile(file)
	musttest.Do(b, err)
	quiet := strings.ReplaceAll(string(text), "AskUserQuestion|", "")
	musttest.Write(b, file, strings.Replace(quiet, "Edit", "*", 5))
	for b.Loop() {
		mustInstall(b, in, choose(review(b, in), always(conflict.Narrow)))
		mustUninstall(b, in)
	}
}

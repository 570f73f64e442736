package conflict_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestWaysOutOfTheFixture takes each way out of every conflict that offers it,
// in all files at once, and goes back by undo and by uninstall.
func TestWaysOutOfTheFixture(t *testing.T) {
	root := t.TempDir()
	site := conflict.Furnish(t, root)
	executable := filepath.Join(root, "neverask")
	musttest.Do(t, os.WriteFile(executable, []byte("the program"), 0o755))
	in, err := installer.New(installer.Env{
		GOOS: site.GOOS, Dir: site.Dir, Executable: executable, Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": site.Home}[name] },
	})
	musttest.Do(t, err)
	in.ManagedDir, in.Extra, in.PluginDirs = site.ManagedDir, site.Extra, site.PluginDirs
	review := func() conflicts.Review {
		r, err := conflicts.Find(context.Background(), in, conflicts.Options{})
		musttest.Do(t, err)
		return r
	}
	apply := func(p installer.Plan, err error) settings.Receipt {
		t.Helper()
		musttest.Do(t, err)
		r, err := in.Apply(context.Background(), p)
		musttest.Do(t, err)
		return r
	}
	target := in.Target(settings.User, "")
	original := contents(t, review().Conflicts)
	same := func(after string) {
		t.Helper()
		for file, was := range original {
			if is, err := os.ReadFile(file); err != nil || string(is) != was {
				t.Errorf("after %s, %s is\n%s\n%v", after, file, is, err)
			}
		}
	}
	for _, way := range []conflict.Way{conflict.Narrow, conflict.Park} {
		before := review().Conflicts
		var choices []conflict.Choice
		for _, c := range before {
			if slices.Contains(c.Ways, way) {
				choices = append(choices, conflict.Choice{Conflict: c, Way: way})
			}
		}
		if len(choices) < 5 {
			t.Fatalf("only %d conflicts offer %s", len(choices), way)
		}
		r := apply(install.Install(in, target, install.Options{Choices: choices}))
		if got, want := len(review().Conflicts), len(before)-len(choices); got != want {
			t.Errorf("%s: %d hooks are left at questions, want %d", way, got, want)
		}
		apply(changes.Undo(in, r))
		same("undoing " + string(way))
		apply(install.Install(in, target, install.Options{Choices: choices}))
		apply(install.Uninstall(in, target))
		same("uninstalling after " + string(way))
	}
}

// contents reads the files that conflicts stand in and may be edited.
func contents(t *testing.T, found []conflict.Conflict) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, c := range found {
		if c.Hook.Source.ReadOnly != "" || c.Hook.Source.Kind == config.Plugin {
			continue
		}
		b, err := os.ReadFile(c.Hook.Source.File)
		musttest.Do(t, err)
		all[c.Hook.Source.File] = string(b)
	}
	if len(all) < 3 {
		t.Fatalf("only %d files", len(all))
	}
	return all
}

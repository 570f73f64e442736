package planner_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// furnished returns a planner with hooks in two files, conflicts settled, and
// preferences.
func furnished(t *testing.T) *planner.Planner {
	t.Helper()
	in := newPlanner(t)
	musttest.Do(t, os.MkdirAll(in.Paths.Config, 0o700))
	put(t, in.Paths.Preferences(), `{"version": 1, "rules": []}`)
	story{t, in}.do(install.Install(in, in.Target(settings.User, ""), install.Options{What: []config.Installable{config.QuestionHooks, config.ActivityRecording}, Choices: choose(review(t, in), always(conflict.Park))}))
	story{t, in}.do(install.Install(in, in.Target(settings.Local, ""), install.Options{}))
	return in
}

func TestPurgeLeavesNothing(t *testing.T) {
	in := furnished(t)
	p, err := install.PlanPurge(in, false)
	if err != nil || len(p.Dirs) != 3 || len(p.Plan.Parts()) < 2 {
		t.Fatalf("got %+v, %v", p, err)
	}
	musttest.Do(t, install.ApplyPurge(context.Background(), in, p))
	unchanged(t, in, "the purge")
	for _, dir := range []string{in.Paths.Config, in.Paths.State, in.Paths.Data, filepath.Join(in.Locations.Home, ".local")} {
		if _, err := os.Lstat(dir); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", dir, err)
		}
	}
	if p, err := install.PlanPurge(in, false); err != nil || p.Changes() {
		t.Errorf("again: %+v, %v", p, err)
	}
}

// TestPurgeRefuses: each of these keeps everything, also when it comes up after
// the list was shown.
func TestPurgeRefuses(t *testing.T) {
	for name, prepare := range map[string]func(*planner.Planner) string{
		"not neverask's": func(in *planner.Planner) string {
			return put(t, filepath.Join(in.Paths.State, "letter.txt"), "dear")
		},
		"not neverask's ": func(in *planner.Planner) string {
			return put(t, filepath.Join(in.Paths.Data, "bin", "other"), "x")
		},
		"not neverask's  ": func(in *planner.Planner) string {
			theirs := put(t, filepath.Join(in.Locations.Home, "theirs", "file"), "x")
			link(t, filepath.Dir(theirs), filepath.Join(in.Paths.State, "tally"))
			return theirs
		},
		"reached through a symlink": func(in *planner.Planner) string {
			musttest.Do(t, os.Rename(in.Paths.Config, filepath.Join(in.Locations.Home, "dotfiles")))
			link(t, filepath.Join(in.Locations.Home, "dotfiles"), in.Paths.Config)
			return filepath.Join(in.Locations.Home, "dotfiles", "preferences.json")
		},
	} {
		want := strings.TrimSpace(name)
		in := furnished(t)
		shown, err := install.PlanPurge(in, false)
		musttest.Do(t, err)
		theirs := prepare(in)
		if _, err := install.PlanPurge(in, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", want, err)
		}
		if err := install.ApplyPurge(context.Background(), in, shown); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: applying gives %v", want, err)
		}
		if !status.Inspect(in, in.Target(settings.User, "")).Installed {
			t.Errorf("%s: the hooks are out", want)
		}
		for _, path := range []string{theirs, in.Paths.Preferences(), in.Paths.Changes()} {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
}

// TestPurgeKeepsWhatIsInUse: hooks of others that are parked, files that run the
// hook and cannot be read, and preferences that are wanted.
func TestPurgeKeepsWhatIsInUse(t *testing.T) {
	in := furnished(t)
	for _, h := range in.Sources().Hooks() {
		if h.Handler.Command == "true" {
			parked := story{t, in}.do(conflicts.Park(in, h, false))
			if _, err := install.PlanPurge(in, false); err == nil || !strings.Contains(err.Error(), "parked") {
				t.Errorf("got %v", err)
			}
			story{t, in}.do(changes.Undo(in, parked))
		}
	}
	user := in.Target(settings.User, "").Path
	b := musttest.Read(t, user)
	put(t, user, string(b)+"}")
	if _, err := install.PlanPurge(in, false); err == nil {
		t.Error("a file that cannot be read runs the hook, and all is deleted")
	}
	put(t, user, string(b))
	shared := in.Target(settings.Project, "").Path
	put(t, shared, "{ broken")
	if _, err := install.PlanPurge(in, true); err == nil || !strings.Contains(err.Error(), shared) {
		t.Errorf("a hook was parked in a file that is broken now, and all is deleted: %v", err)
	}
	put(t, shared, "{}")
	p, err := install.PlanPurge(in, true)
	musttest.Do(t, err)
	musttest.Do(t, install.ApplyPurge(context.Background(), in, p))
	if _, err := os.Stat(in.Paths.Preferences()); err != nil {
		t.Errorf("the preferences are gone: %v", err)
	}
	if _, err := os.Stat(in.Paths.State); !os.IsNotExist(err) {
		t.Errorf("the records are left: %v", err)
	}
}

// TestPurgePassesOverABrokenFile: nothing of neverask's is in it, and neverask has
// nothing of it.
func TestPurgePassesOverABrokenFile(t *testing.T) {
	in := newPlanner(t)
	mustInstall(t, in, nil)
	put(t, in.Target(settings.Project, "").Path, "{ broken")
	mustPurge(t, in)
	if _, err := os.Stat(in.Paths.State); !os.IsNotExist(err) {
		t.Errorf("the records are left: %v", err)
	}
}

// TestInstallReplacesTheHook: installing again puts this build's hook in the place of another
// one, and of one that somebody has changed, which is told before.
func TestInstallReplacesTheHook(t *testing.T) {
	in := furnished(t)
	user := in.Target(settings.User, "")
	again := func(want string, warned bool) {
		t.Helper()
		p, err := install.Install(in, user, install.Options{})
		musttest.Do(t, err)
		w := status.Warnings(in, p)
		if p.Changes() || (len(w) == 1 && w[0].ID == "hook-altered") != warned {
			t.Errorf("changes %t, warnings %+v", p.Changes(), w)
		}
		_, err = in.Apply(context.Background(), p)
		musttest.Do(t, err)
		if b, err := os.ReadFile(in.Paths.Hook()); err != nil || string(b) != want || in.Binary().State().Stale() {
			t.Errorf("got %q, %v", b, err)
		}
	}
	put(t, in.Executable, "a newer program")
	again("a newer program", false)
	put(t, in.Paths.Hook(), "somebody else's")
	p, err := install.Uninstall(in, user)
	musttest.Do(t, err)
	if w := status.Warnings(in, p); len(w) != 1 || w[0].ID != "hook-altered" {
		t.Errorf("got %+v", w)
	}
	again("a newer program", true)
	if w := status.Warnings(in, p); len(w) != 0 {
		t.Errorf("got %+v", w)
	}
	musttest.Do(t, os.Remove(in.Paths.Hook()))
	again("a newer program", false)
}

func put(t testing.TB, path, content string) string {
	t.Helper()
	musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	musttest.Do(t, os.WriteFile(path, []byte(content), 0o755))
	return path
}

func link(t *testing.T, to, path string) {
	t.Helper()
	musttest.Do(t, os.Symlink(to, path))
}

// TestPurgeFromTheHomeDirectory: the settings of the project are the person's own
// there, and are changed once.
func TestPurgeFromTheHomeDirectory(t *testing.T) {
	in := furnished(t)
	in.Locations.Dir = in.Locations.Home
	p, err := install.PlanPurge(in, false)
	musttest.Do(t, err)
	musttest.Do(t, install.ApplyPurge(context.Background(), in, p))
	unchanged(t, in, "the purge")
}

func mustPurge(t testing.TB, in *planner.Planner) {
	t.Helper()
	p, err := install.PlanPurge(in, false)
	if err == nil {
		err = install.ApplyPurge(t.Context(), in, p)
	}
	musttest.Do(t, err)
}

// TestPurgeKeepsTheOnlyCopy: while the file is gone that hooks of others were moved
// in, neverask alone has them, and a purge would lose them.
func TestPurgeKeepsTheOnlyCopy(t *testing.T) {
	for _, gone := range []string{"project/.claude/settings.json", "project"} {
		s := newStory(t)
		s.install(settings.User, conflict.Park)
		project := s.file(settings.Project)
		musttest.Do(t, os.RemoveAll(path(s.in, gone)))
		if _, err := install.PlanPurge(s.in, false); err == nil || !strings.Contains(err.Error(), project) {
			t.Errorf("without %s: %v", gone, err)
		}
		s.in.Locations.Dir = s.in.Locations.Home
		if _, err := install.PlanPurge(s.in, false); err == nil {
			t.Errorf("without %s, from elsewhere: %v", gone, err)
		}
	}
}

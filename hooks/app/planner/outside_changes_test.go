package planner_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/others/outsidechanges"
	"neverask/settings"
	"neverask/settings/musttest"
)

func losses(t *testing.T, in *planner.Planner, target planner.Target) []planner.OutsideChange {
	t.Helper()
	found, err := in.OutsideChanges(context.Background(), target)
	musttest.Do(t, err)
	return found
}

// TestPutBack: a program writes the file as it was before the install, and
// without one of its own hooks.
func TestPutBack(t *testing.T) {
	in := newPlanner(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	with := content(t, in)[".claude/settings.json"]
	stale := strings.Replace(files[".claude/settings.json"], `{"type": "command", "command": "~/h/deny.sh", "timeout": 20},   
          `, "", 1)
	put(t, user.Path, stale)
	found := losses(t, in, user)
	ours := 0
	for _, d := range found {
		if d.Kind != outsidechanges.Lost || !d.Serious() {
			t.Errorf("%+v", d)
		}
		if d.Ours {
			ours++
		}
	}
	if len(found) != 4 || ours != 3 {
		t.Fatalf("%d are lost, %d of them ours", len(found), ours)
	}
	story{t, in}.do(changes.PutBack(context.Background(), in, user, func(planner.OutsideChange) bool { return true }))
	if found = losses(t, in, user); len(found) != 0 {
		t.Errorf("after putting back: %+v", found)
	}
	if s := status.Inspect(in, user); !s.Installed {
		t.Errorf("not installed: %+v", s.Problems)
	}
	now := content(t, in)[".claude/settings.json"]
	for _, line := range []string{"deny.sh", "permissions", "Edit("} {
		if strings.Count(now, line) != strings.Count(with, line) {
			t.Errorf("%q is there %d times, not %d\n%s", line, strings.Count(now, line), strings.Count(with, line), now)
		}
	}
	// The hook of others stays when neverask goes.
	mustUninstall(t, in)
	now = content(t, in)[".claude/settings.json"]
	if strings.Contains(now, "neverask") || !strings.Contains(now, `~/h/deny.sh", "timeout": 20`) {
		t.Errorf("after uninstalling\n%s", now)
	}
}

// TestPutBackIntoItsGroup: a hook that came back into a group of others is theirs,
// and stays when neverask goes.
func TestPutBackIntoItsGroup(t *testing.T) {
	in := newPlanner(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	with := content(t, in)[".claude/settings.json"]
	without := strings.Replace(with, `{"type": "command", "command": "~/h/deny.sh", "timeout": 20},   
          `, "", 1)
	if without == with {
		t.Fatal("nothing was taken out")
	}
	put(t, user.Path, without)
	story{t, in}.do(changes.PutBack(context.Background(), in, user, func(planner.OutsideChange) bool { return true }))
	mustUninstall(t, in)
	same(t, user.Path, files[".claude/settings.json"])
}

// TestRulesComeBack: a program writes neverask's permission rules back after they were
// removed. The next uninstall removes them, although the install found them there.
func TestRulesComeBack(t *testing.T) {
	in := newPlanner(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	with := content(t, in)[".claude/settings.json"]
	mustUninstall(t, in)
	put(t, user.Path, with)
	mustInstall(t, in, nil)
	mustUninstall(t, in)
	same(t, user.Path, files[".claude/settings.json"])
}

func TestAcceptOutside(t *testing.T) {
	in := newPlanner(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	put(t, user.Path, "{}")
	found := losses(t, in, user)
	musttest.Do(t, changes.Accept(context.Background(), in, user, func(id string) bool { return id == found[0].ID }))
	if after := losses(t, in, user); len(after) != len(found)-1 {
		t.Errorf("%d of %d are left", len(after), len(found))
	}
}

// TestWatchedIsSettingsAlone: the preferences are none, also where their directory
// is a symlink.
func TestWatchedIsSettingsAlone(t *testing.T) {
	in := newPlanner(t)
	dotfiles := filepath.Dir(put(t, path(in, "dotfiles/preferences.json"), "{}"))
	musttest.Do(t, os.MkdirAll(filepath.Dir(in.Paths.Config), 0o700))
	link(t, dotfiles, in.Paths.Config)
	_, err := in.Store.Update(context.Background(), in.Paths.Preferences(), "rules add", func(doc settings.Document) (settings.Document, error) {
		return doc.Set(settings.Path{"version"}, "1")
	})
	musttest.Do(t, err)
	if got := in.Watched(); len(got) != len(settings.Scopes) {
		t.Errorf("got %+v", got)
	}
}

// TestProjectThatLeadsOut: what a repository calls its settings may be any file.
func TestProjectThatLeadsOut(t *testing.T) {
	in := newPlanner(t)
	project := in.Target(settings.Project, "")
	warned := func() (all string) {
		p, err := install.Install(in, project, install.Options{})
		musttest.Do(t, err)
		for _, w := range status.Warnings(in, p) {
			all += w.Message
		}
		return all
	}
	if got := warned(); got != "" {
		t.Errorf("a file of its own: %s", got)
	}
	theirs := put(t, path(in, "theirs.json"), "{}")
	dir := filepath.Dir(project.Path)
	for _, lead := range []func() error{
		func() error { return errors.Join(os.Remove(project.Path), os.Symlink(theirs, project.Path)) },
		func() error { return errors.Join(os.RemoveAll(dir), os.Symlink(filepath.Dir(theirs), dir)) },
	} {
		musttest.Do(t, lead())
		if got := warned(); !strings.Contains(got, "leads out of the project") {
			t.Errorf("got %q", got)
		}
	}
}

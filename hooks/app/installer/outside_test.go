package installer_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/outside"
	"neverask/settings"
	"neverask/settings/musttest"
)

func losses(t *testing.T, in *installer.Installer, target installer.Target) []installer.OutsideChange {
	t.Helper()
	found, err := in.OutsideChanges(context.Background(), target)
	musttest.Do(t, err)
	return found
}

// TestPutBack: a program writes the file as it was before the install, and
// without one of its own hooks.
func TestPutBack(t *testing.T) {
	in := newInstaller(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	with := content(t, in)[".claude/settings.json"]
	stale := strings.Replace(files[".claude/settings.json"], `{"type": "command", "command": "~/h/deny.sh", "timeout": 20},   
          `, "", 1)
	put(t, user.Path, stale)
	found := losses(t, in, user)
	ours := 0
	for _, d := range found {
		if d.Kind != outside.Lost || !d.Serious() {
			t.Errorf("%+v", d)
		}
		if d.Ours {
			ours++
		}
	}
	if len(found) != 4 || ours != 3 {
		t.Fatalf("%d are lost, %d of them ours", len(found), ours)
	}
	story{t, in}.do(recovery.PutBack(context.Background(), in, user, func(installer.OutsideChange) bool { return true }))
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
	in := newInstaller(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	with := content(t, in)[".claude/settings.json"]
	without := strings.Replace(with, `{"type": "command", "command": "~/h/deny.sh", "timeout": 20},   
          `, "", 1)
	if without == with {
		t.Fatal("nothing was taken out")
	}
	put(t, user.Path, without)
	story{t, in}.do(recovery.PutBack(context.Background(), in, user, func(installer.OutsideChange) bool { return true }))
	mustUninstall(t, in)
	same(t, user.Path, files[".claude/settings.json"])
}

// TestRulesComeBack: a program writes neverask's permission rules back after they were
// removed. The next uninstall removes them, although the install found them there.
func TestRulesComeBack(t *testing.T) {
	in := newInstaller(t)
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
	in := newInstaller(t)
	user := in.Target(settings.User, "")
	mustInstall(t, in, nil)
	put(t, user.Path, "{}")
	found := losses(t, in, user)
	musttest.Do(t, recovery.Accept(context.Background(), in, user, func(id string) bool { return id == found[0].ID }))
	if after := losses(t, in, user); len(after) != len(found)-1 {
		t.Errorf("%d of %d are left", len(after), len(found))
	}
}

// writer is a program that writes a settings file from a copy of its own, again
// and again. Each time it counts up, and adds that to its copy.
type writer struct {
	mu    sync.Mutex
	path  string
	count int
}

func (w *writer) write() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count++
	text := strings.Replace(files[".claude/settings.json"], `"opus"`, fmt.Sprintf(`"opus", "count": %d`, w.count), 1)
	temp := w.path + ".theirs"
	if err := os.WriteFile(temp, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(temp, w.path)
}

// TestStaleWriter: another program replaces the file with stale content every 50
// ms while neverask changes it. Nothing of the other program's is lost by
// neverask, every operation that could not be made says so, and every hook that
// the other program takes away is reported.
func TestStaleWriter(t *testing.T) {
	t.Parallel()
	operations := 100
	if testing.Short() {
		operations = 30
	}
	in := newInstaller(t)
	user := in.Target(settings.User, "")
	w := &writer{path: user.Path}
	musttest.Do(t, w.write())
	stop := make(chan struct{})
	var background sync.WaitGroup
	background.Go(func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				if err := w.write(); err != nil {
					t.Error(err)
				}
			}
		}
	})
	s := staleTest{t: t, in: in, user: user, w: w}
	// On a busy machine nearly every plan is stale when it is applied.
	tried := 0
	for ; tried < operations || (s.made < 10 || s.lost == 0) && tried < 20*operations; tried++ {
		s.step(tried)
	}
	close(stop)
	background.Wait()
	t.Logf("%d operations: %d made, %d refused; %d times a hook was seen to be lost, and reported; the other wrote %d times", tried, s.made, s.refused, s.lost, w.count)
	if s.made < 10 || s.lost == 0 {
		t.Error("the test has not tried what it is for")
	}
}

type staleTest struct {
	t                   *testing.T
	in                  *installer.Installer
	user                installer.Target
	w                   *writer
	made, refused, lost int
	installed           bool
	added               []string // commands that stand by our last change of them
}

// step makes one operation, and looks at what is in the file then.
func (s *staleTest) step(n int) {
	s.t.Helper()
	command := fmt.Sprintf("ours-%d", n)
	var p installer.Plan
	var err error
	switch {
	case n%3 == 0:
		p, err = install.Install(s.in, s.user, install.Options{})
	case n%9 == 8:
		p, err = install.Uninstall(s.in, s.user)
	default:
		p, err = repairStop(s.in, s.user, command)
	}
	musttest.Do(s.t, err)
	_, err = s.in.Apply(context.Background(), p)
	switch {
	case errors.Is(err, settings.ErrChanged):
		s.refused++
	case err != nil:
		s.t.Fatal(err)
	default:
		s.made++
		switch p.Op {
		case "install":
			s.installed = true
		case "uninstall":
			s.installed = !p.Changes() && s.installed
		default:
			s.added = append(s.added, command)
		}
	}
	s.check(err)
}

// check compares the file, while nobody writes it, with what was done to it and
// with what is reported.
func (s *staleTest) check(refused error) {
	s.t.Helper()
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	f, err := settings.Load(s.user.Path)
	musttest.Do(s.t, err)
	if count, _ := f.Document.Get("count"); int(count.Num) != s.w.count {
		s.t.Fatalf("the other program has written %d times, and the file is the one of %v", s.w.count, count)
	}
	groups, err := config.Read(f.Document)
	musttest.Do(s.t, err)
	there := func(command string) bool {
		return slices.ContainsFunc(groups, func(g config.Group) bool {
			return slices.ContainsFunc(g.Handlers, func(h config.Handler) bool { return h.Command == command })
		})
	}
	found := losses(s.t, s.in, s.user)
	reported := func(command string) bool {
		return slices.ContainsFunc(found, func(d installer.OutsideChange) bool {
			_, h := d.Handler()
			return d.Kind == outside.Lost && h.Command == command
		})
	}
	expected := slices.Clone(s.added)
	if s.installed {
		expected = append(expected, s.in.Paths.Hook())
	}
	for _, command := range expected {
		switch {
		case there(command) && reported(command):
			s.t.Errorf("%s is reported and there", command)
		case there(command):
		case !reported(command):
			s.t.Errorf("%s is gone and not reported (refused: %v)", command, refused)
		default:
			s.lost++
		}
	}
	for _, d := range found {
		if _, h := d.Handler(); d.Kind != outside.Lost || !slices.Contains(expected, h.Command) {
			s.t.Errorf("reported: %s %s", d.Kind, h.Command)
		}
	}
	if s.t.Failed() {
		s.t.FailNow()
	}
}

// TestWatchedIsSettingsAlone: the preferences are none, also where their directory
// is a symlink.
func TestWatchedIsSettingsAlone(t *testing.T) {
	in := newInstaller(t)
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
	in := newInstaller(t)
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

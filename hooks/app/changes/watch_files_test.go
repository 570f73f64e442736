package changes_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/off"
	"neverask/hooks/paths"
	"neverask/settings"
	"neverask/settings/musttest"
)

const bare = `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}`

// A follower is a settings file with neverask's hooks in it, and who waits for changes.
type follower struct {
	t     *testing.T
	path  string
	hooks string // the content with neverask's hooks
	in    *planner.Planner
	files *changes.Files
	known []planner.OutsideChange
}

func newFollower(t *testing.T) *follower {
	t.Helper()
	home := t.TempDir()
	musttest.Write(t, filepath.Join(home, "neverask"), "the program")
	f := &follower{t: t, path: filepath.Join(home, ".claude", "settings.json")}
	f.write(bare)
	in, err := planner.New(planner.Env{
		GOOS: "linux", Dir: home, Executable: filepath.Join(home, "neverask"), Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
	})
	musttest.Do(t, err)
	user := in.Target(settings.User, "")
	p, err := install.Install(in, user, install.Options{})
	musttest.Do(t, err)
	_, err = in.Apply(t.Context(), p)
	musttest.Do(t, err)
	b := musttest.Read(t, f.path)
	f.hooks, f.in, f.files = string(b), in, changes.NewFiles(in, []planner.Target{user})
	return f
}

func (f *follower) write(content string) {
	f.t.Helper()
	musttest.Write(f.t, f.path, content)
}

// expect waits for ten seconds, in which the file becomes what the writes say, one each
// half second, and compares what is lost then, and whether anything was reported.
func (f *follower) expect(reported bool, some bool, writes ...string) {
	f.t.Helper()
	go func() {
		for _, content := range writes {
			time.Sleep(500*time.Millisecond + time.Millisecond)
			musttest.Write(f.t, f.path, content)
		}
	}()
	ctx, cancel := context.WithTimeout(f.t.Context(), 10*time.Second)
	defer cancel()
	lost, changed := f.files.Watch(ctx, f.known)
	if changed != reported || (len(lost) > 0) != some {
		f.t.Errorf("after %q: reported: %t, lost: %v", writes, changed, lost)
	}
	f.known = lost
}

// TestWatch: what is lost is returned, and what comes back; a file that is being
// written has lost nothing, and one that is broken what it had lost before.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.expect(false, false)
		f.expect(true, true, bare)
		f.expect(true, false, f.hooks)
		f.expect(true, false, "", f.hooks+"\n")
		f.expect(true, true, bare)
		f.expect(true, true, "{")
		f.expect(false, true)
		f.expect(true, false, f.hooks)
		musttest.Do(t, os.Remove(f.path))
		f.expect(true, true)
	})
}

// TestWatchBegins: what was lost before the first look is found by it.
func TestWatchBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.write(bare)
		f.expect(false, true)
	})
}

// TestWatchTimes: neverask being off and the person being away are followed, also when they end
// by themselves.
func TestWatchTimes(t *testing.T) {
	for name, path := range map[string]func(paths.Paths) string{"off": paths.Paths.Off, "away": paths.Paths.Away} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFollower(t)
				f.expect(false, false)
				now := time.Now()
				musttest.Do(t, off.Write(path(f.in.Paths), []off.Period{{Since: now, Until: now.Add(15 * time.Second)}}))
				f.expect(true, false)
				f.expect(false, false)
				f.expect(true, false)
				f.expect(false, false)
				musttest.Do(t, off.Write(path(f.in.Paths), nil))
				f.expect(true, false)
			})
		})
	}
}

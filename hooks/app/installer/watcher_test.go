package installer_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/watch"
	"neverask/settings"
	"neverask/settings/must"
)

// The bounds of putting back, as package watch has them.
const (
	calm     = 2 * time.Second
	patience = 3
)

// watcherBench is a guard with a clock of its own.
type watcherBench struct {
	t       *testing.T
	in      *installer.Installer
	watcher *watch.Watcher
	clock   time.Time
	user    installer.Target
}

func newWatcherBench(t *testing.T, restore bool) *watcherBench {
	t.Helper()
	b := &watcherBench{t: t, in: newInstaller(t), clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	b.in.Now = func() time.Time { return b.clock }
	b.user = b.in.Target(settings.User, "")
	mustInstall(t, b.in, nil)
	b.watcher = watch.New(b.in, restore)
	b.expect("watching watching watching") // the three files of the fixture
	b.expect("")
	return b
}

func (b *watcherBench) write(content string) {
	b.t.Helper()
	must.Write(b.t, b.user.Path, content)
}

// expect looks, and compares the kinds of what happened.
func (b *watcherBench) expect(want string) []watch.Event {
	b.t.Helper()
	events := b.watcher.Poll(context.Background())
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, e.Kind)
	}
	if got := strings.Join(kinds, " "); got != want {
		b.t.Errorf("got %q, want %q: %+v", got, want, events)
	}
	return events
}

func TestWatcherTells(t *testing.T) {
	b := newWatcherBench(t, false)
	p, err := repairStop(b.in, b.user, "say")
	r := apply(t, b.in, p, err)
	if e := b.expect("changed"); e[0].By.ID != r.ID || e[0].What != "+Stop say" {
		t.Errorf("got %+v", e)
	}
	with, _ := os.ReadFile(b.user.Path)
	b.write(files[".claude/settings.json"])
	if e := b.expect("changed" + strings.Repeat(" lost", 4+denied)); e[0].By.ID != "" || !e[1].Outside.Ours {
		t.Errorf("got %+v", e)
	}
	b.expect("")
	// A file that is being written looks broken for a moment.
	b.write("")
	b.expect("")
	b.write(string(with))
	b.expect("changed")
	b.write("{")
	b.expect("")
	b.expect("broken")
	b.write(string(with))
	b.expect("readable changed")
	must.Do(t, os.Remove(b.user.Path))
	// Seven hooks of the fixture, three hooks and the rules of neverask's,
	// and the hook that was added.
	b.expect("removed" + strings.Repeat(" lost", 7+3+denied+1))
}

// TestWatcherRestores: lost hooks come back once the file is at rest, and no more
// when they go again and again.
func TestWatcherRestores(t *testing.T) {
	b := newWatcherBench(t, true)
	with, _ := os.ReadFile(b.user.Path)
	for range patience {
		b.write(files[".claude/settings.json"])
		b.expect("changed" + strings.Repeat(" lost", 3+denied))
		b.clock = b.clock.Add(calm / 2)
		b.expect("")
		b.clock = b.clock.Add(calm / 2)
		if e := b.expect("planned restored"); len(e) == 2 && len(e[0].Summary.Changes) == 0 {
			t.Errorf("the plan is empty: %+v", e)
		}
		b.expect("changed")
		if now, _ := os.ReadFile(b.user.Path); string(now) != string(with) {
			t.Errorf("got\n%s\nwant\n%s", now, with)
		}
	}
	b.write(files[".claude/settings.json"])
	b.expect("changed" + strings.Repeat(" lost", 3+denied))
	b.clock = b.clock.Add(calm)
	b.expect("given-up")
	b.clock = b.clock.Add(time.Hour)
	b.expect("")
}

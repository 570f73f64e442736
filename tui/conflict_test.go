package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"neverask/hooks/others/conflict"
)

const (
	projectFile = home + "/work/shop/.claude/settings.json"
	managedFile = "/etc/claude-code/managed-settings.json"
)

// rewriters writes third-party hooks into several files: one that denies, one that
// answers, one in a managed file, and one that is harmless.
func rewriters(f *fake) {
	f.Rewriters()
	f.script(home+"/bin/guard", "exec ~/bin/guard.py \"$@\"")
	f.script(home+"/bin/note", "cat > /dev/null")
	f.script(home+"/bin/answer", "cat ~/answers.json")
	f.past = append(f.past,
		observed("~/bin/guard --token s3cr3t", 79*time.Millisecond, conflict.Effect{Decision: "deny"}),
		observed("~/bin/answer", 30*time.Millisecond, conflict.Effect{Decision: "allow", Input: conflict.Answered}))
}

// obstacles are settings, not hooks, that keep neverask from answering.
func obstacles(f *fake) {
	f.Put(managedFile, `{
  "permissions": { "ask": ["AskUserQuestion"] },
  "hooks": {
    "PreToolUse": [{ "matcher": "AskUserQuestion", "hooks": [{ "type": "command", "command": "/opt/corp/policy" }] }]
  }
}
`)
	f.Put(home+"/work/shop/.claude/settings.local.json", "{\n  \"hooks\": {},\n}\n")
	f.past = append(f.past, observed("/opt/corp/policy", 12*time.Millisecond, conflict.Effect{Decision: "ask"}))
}

// takeResolution takes the marked resolution of the conflict on the screen, scrolling
// until it is visible.
func (d *driver) takeResolution() {
	for range 20 {
		if !strings.Contains(d.Screen(), "enter read on") {
			break
		}
		d.Keys("enter")
	}
	d.Keys("enter")
}

func (d *driver) installThenRewriters() {
	d.install()
	installed := d.f.Get(userFile)
	rewriters(d.f)
	d.f.Put(userFile, installed)
	d.Keys("r")
}

func TestReviewThatFailsIsTold(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.lookErr = errors.New(home + "/.local/state/neverask/changes.jsonl: unexpected end of JSON input")
	d.Keys("r")
	d.Sees("✗ Other hooks could not be checked", "~/.local/state/neverask/changes.jsonl:", "unexpected end")
	d.Keys("@Conflicts")
	d.Sees("✗ cannot check")
	d.Keys("1", "i", "enter")
	d.Sees("✗ Cannot install", "changes.jsonl", "Nothing was written.")
	d.f.lookErr = nil
	d.Keys("enter", "esc", "r")
	d.SeesNot("could not be checked")
}

// An unreadable file may have hooks, so not all is good.
func TestUnreadableFilesAreNotInOrder(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		d := newDriver(t, newFake(t), size[0], size[1])
		d.f.Put(projectFile, "{\n  \"hooks\": {},\n}\n")
		d.Keys("r")
		d.Sees("is broken")
		d.SeesNot("All good")
		d.Keys("@Conflicts")
		d.Sees("✗ 1 broken file", "✗ broken")
		d.Keys("2")
		d.SeesNot("not installed")
		d.SeesNot("no conflicts")
	}
}

func TestResolvingInstalls(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d.f)
	d.Keys("@Conflicts", "enter", "down")
	d.Sees("▸ park", "this installs neverask, too", "enter park and install…")
	d.Keys("enter")
	d.Sees("Where should the hooks go?")
	d.Keys("esc", "enter")
	d.Sees("▸ narrow", "this installs neverask, too", "enter narrow and install…")
	d.Keys("enter")
	d.Sees("Where should the hooks go?")
	d.Keys("enter")
	d.Sees("Conflict 2 of 2", "▸ park", "to be decided")
	d.Keys("left")
	d.Sees("Conflict 1 of 2", "▸ narrow", "✓ decided: narrow")
	d.Keys("right", "enter")
	d.Sees("y apply", "kept by neverask; uninstall puts it back (park)")
}

// While another conflict is open, the message says so.
func TestResolvingOneOfTwo(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d.f)
	d.Keys("1", "i", "enter", "up", "up", "enter", "up", "up", "enter", "y", "@Conflicts", "enter")
	d.takeResolution()
	d.Keys("y")
	d.Sees("✓ resolved 1 of 2 conflicts", "1 hook in the way")
}

// Resolutions chosen for a cancelled install do not count in a later one.
func TestLeavingAnInstallDropsWhatWasChosen(t *testing.T) {
	t.Parallel()
	for _, way := range []int{0, 2} { // leave, and park
		d := newDriver(t, newFake(t), 120, 40)
		rewriters(d.f)
		d.Keys("@Conflicts", "enter", "up", "up")
		for range way {
			d.Keys("down")
		}
		d.Keys("enter", "esc", "1", "i", "enter")
		d.Sees("Conflict 1 of 2", "to be decided")
		if d.Keys("right"); strings.Contains(d.Screen(), "✓ decided") {
			t.Errorf("decided before:\n%s", d.Screen())
		}
	}
}

func TestHookThatChangesBeforeItIsResolved(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	d.Keys("@Conflicts", "enter")
	d.f.Put(projectFile, strings.ReplaceAll(d.f.Get(projectFile), " ", "  "))
	d.Keys("enter")
	d.Sees("nothing was written: the hook changed in the meantime", "▸ ▲ races")
	d.Keys("enter")
	d.takeResolution()
	d.Sees("Resolve conflicts in ~/work/shop/.claude/settings.json", "y apply")
	// From Home, the plan has the same title.
	d.Keys("1", "i", "enter")
	d.takeResolution()
	d.Sees("Resolve conflicts in ~/work/shop/.claude/settings.json", "y apply")
}

// TestRulesSayWhoIsInTheWay: while a third-party hook decides first, no rule is said to answer without a word of that.
func TestRulesSayWhoIsInTheWay(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.Put(rulesFile, oneRule)
	d := newDriver(t, f, 120, 40)
	d.install()
	d.Keys("2")
	d.SeesNot("▲ ")
	d.installThenRewriters()
	d.Keys("1", "2")
	d.Sees("1 rule · ▲ ~/bin/answer answers questions")
	narrow := newDriver(t, f, 45, 24)
	narrow.Keys("2")
	narrow.Sees("1 rule · ▲ 1 hook in the way")
}

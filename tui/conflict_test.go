package tui

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/kit"
)

const (
	projectFile = home + "/work/shop/.claude/settings.json"
	managedFile = "/etc/claude-code/managed-settings.json"
)

// rewriters writes hooks of others into several files: one that denies, one that
// answers, one that a managed file holds, and one that is harmless.
func rewriters(d *driver) {
	f := d.f
	f.Rewriters()
	f.script(home+"/bin/guard", "exec ~/bin/guard.py \"$@\"")
	f.script(home+"/bin/note", "cat > /dev/null")
	f.script(home+"/bin/answer", "cat ~/answers.json")
	f.past = append(f.past,
		observed("~/bin/guard --token s3cr3t", 79*time.Millisecond, conflict.Effect{Decision: "deny"}),
		observed("~/bin/answer", 30*time.Millisecond, conflict.Effect{Decision: "allow", Input: conflict.Answered}))
}

// obstacles are what keeps neverask from answering that is no hook.
func obstacles(d *driver) {
	d.f.Put(managedFile, `{
  "permissions": { "ask": ["AskUserQuestion"] },
  "hooks": {
    "PreToolUse": [{ "matcher": "AskUserQuestion", "hooks": [{ "type": "command", "command": "/opt/corp/policy" }] }]
  }
}
`)
	d.f.Put(home+"/work/shop/.claude/settings.local.json", "{\n  \"hooks\": {},\n}\n")
	d.f.past = append(d.f.past, observed("/opt/corp/policy", 12*time.Millisecond, conflict.Effect{Decision: "ask"}))
}

func (d *driver) written(path, text string) bool { return strings.Contains(d.f.Get(path), text) }

// takeWay takes the marked way out of the conflict on the screen, reading as
// long as that is not on it.
func (d *driver) takeWay() {
	for range 20 {
		if !strings.Contains(d.Screen(), "scroll to end") {
			break
		}
		d.Keys("enter")
	}
	d.Keys("enter")
}

func (d *driver) installThenRewriters() {
	d.install()
	installed := d.f.Get(userFile)
	rewriters(d)
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

// Random keys on the screens of conflicts never write without the diff and a
// yes, and never run a hook without one.
func TestRandomKeysOnConflicts(t *testing.T) {
	if testing.Short() {
		t.Skip("presses thousands of keys")
	}
	t.Parallel()
	names := strings.Fields("i 4 C t t y n x enter enter enter enter esc up down down left right a v z Z r g G tab space pgdown q u")
	applied, ran := 0, 0
	for seed := range 2 * *randomSeeds {
		r := rand.New(rand.NewPCG(seed, 4))
		f := newFake(t)
		f.shows = denies
		d := newDriver(t, f, 40+r.IntN(100), 10+r.IntN(40))
		rewriters(d)
		if seed%3 == 0 {
			obstacles(d)
		}
		d.Keys("r")
		allowed, agreed := 0, 0
		for range 150 {
			key := names[r.IntN(len(names))]
			switch r.IntN(12) {
			case 0:
				d.Tick()
			case 1:
				f.Put(projectFile, []string{contested, typical, "{}", "{"}[r.IntN(4)])
			case 2:
				d.Send(tea.WindowSizeMsg{Width: 40 + r.IntN(100), Height: 10 + r.IntN(40)})
			}
			if l, asks := d.m.Current().Layer.(*kit.Confirm); asks && (key == "y" || key == "enter" && l.Yes) && strings.HasPrefix(l.Heading, "Run this hook") {
				agreed++
			}
			if _, plans := d.m.Current().Layer.(*change.Diff); plans && key == "y" {
				allowed++
			}
			d.Keys(key)
			d.Screen()
			if beyond := slices.DeleteFunc(slices.Clone(f.Applied), func(p installer.Plan) bool { return !beyondRules(p) }); len(beyond) > allowed {
				t.Fatalf("seed %d: a plan was applied without a yes:\n%s", seed, d.Screen())
			}
			if len(f.ran) > agreed {
				t.Fatalf("seed %d: a hook was run without a yes:\n%s", seed, d.Screen())
			}
		}
		applied, ran = applied+len(f.Applied), ran+len(f.ran)
	}
	if applied == 0 || ran == 0 {
		t.Errorf("%d plans applied and %d hooks run: the keys reach nothing", applied, ran)
	}
}

// Behind a file that cannot be read there may be a hook, so nothing is in order.
func TestUnreadableFilesAreNotInOrder(t *testing.T) {
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

func TestResolveAnyTime(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	before := d.f.Get(projectFile)
	d.Keys("@Conflicts", "enter")
	d.SeesNot("stop")
	d.Keys("down", "enter")
	d.Sees("Settle conflicts in ~/work/shop/.claude/settings.json", "kept by neverask; uninstall puts it back (park)")
	d.SeesNot("permissions")
	d.Keys("y")
	d.Sees("✓ Conflicts settled")
	if d.written(projectFile, "bin/answer") {
		t.Error("not parked")
	}
	d.Sees(" › Conflicts ─", "✓ no conflicts", "Resolved by neverask", "✓ park:")
	d.Keys("z")
	d.Sees("Undo: park ~/bin/answer (")
	d.Keys("y")
	if got := d.f.Get(projectFile); got != before {
		t.Errorf("not as it was:\n%s", got)
	}
	d.Sees("~/bin/answer")
	d.Keys("enter", "up", "up", "enter")
	d.Sees("left as it is; nothing was changed", " › Conflicts ─")
}

func TestSettlingWhatIsNotInstalledInstalls(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d)
	d.Keys("@Conflicts", "enter", "down")
	d.Sees("▸ park", "enter park…")
	d.Keys("enter")
	d.Sees("Park a hook of", "1 to remove")
	d.Keys("esc", "up")
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

// What was chosen for an install that is left counts in no later one.
func TestLeavingAnInstallDropsWhatWasChosen(t *testing.T) {
	for _, way := range []int{0, 2} { // leave, and park
		d := newDriver(t, newFake(t), 120, 40)
		rewriters(d)
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
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	d.Keys("@Conflicts", "enter")
	d.f.Put(projectFile, strings.ReplaceAll(d.f.Get(projectFile), " ", "  "))
	d.Keys("enter")
	d.Sees("nothing was written: the hook changed in the meantime", "▸ ▲ races")
	d.Keys("enter")
	d.takeWay()
	d.Sees("Settle conflicts in ~/work/shop/.claude/settings.json", "y apply")
	// The same from Home is called the same.
	d.Keys("1", "i", "enter")
	d.takeWay()
	d.Sees("Settle conflicts in ~/work/shop/.claude/settings.json", "y apply")
}

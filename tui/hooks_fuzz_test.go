package tui

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/change"
	"neverask/tui/kit"
)

// Random keys on the tabs of hooks and changes: a file changes by a yes to the
// very plan on the screen alone, and holds what that plan said.
func TestRandomKeysOnHooks(t *testing.T) {
	names := strings.Fields("4 4 6 6 5 j k up down pgup pgdown g G / t a e d m c f s v E space space z Z r enter enter esc a y n tab shift+tab left right ctrl+u x 1 [ | q ctrl+c")
	written := 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 3))
		f := newFake(t)
		zoo(f)
		d := newDriver(t, f, 40+r.IntN(120), 10+r.IntN(50))
		files := []string{userFile, projectFile, managedFile, home + "/work/shop/.claude/settings.local.json"}
		contents := func() (all string) {
			for _, file := range files {
				all += f.Get(file) + "\x00"
			}
			return all
		}
		for range 200 {
			before, applied := contents(), len(f.Applied)
			c, asked := d.m.Current().Layer.(*kit.Confirm)
			if asked {
				under := d.m.Layers[len(d.m.Layers)-2].Layer.(*change.Diff)
				if under.Stale || under.Proposal != c.Of {
					t.Fatalf("seed %d: the question is about another plan than the diff", seed)
				}
			}
			key, allowed := names[r.IntN(len(names))], false
			if r.IntN(3) == 0 { // what leads on
				switch l := d.m.Current().Layer.(type) {
				case *change.Diff:
					key = "a"
				case *kit.Confirm:
					key = "y"
				case interface{ Crumb() string }:
					if slices.Contains([]string{"Edit", "Move", "Done"}, l.Crumb()) {
						key = "enter"
					}
				}
			}
			switch n := r.IntN(40); {
			case n == 0:
				d.Send(tea.WindowSizeMsg{Width: 35 + r.IntN(150), Height: 8 + r.IntN(60)})
			case n == 1:
				d.Tick()
			case n == 2:
				allowed = asked && c.Yes
				d.Send(tea.MouseClickMsg{X: r.IntN(d.m.Width), Y: r.IntN(d.m.Height), Button: tea.MouseLeft})
			default:
				allowed = asked && !d.m.TooSmall() && (key == "y" || key == "enter" && c.Yes)
				d.Keys(key)
			}
			screen := d.Screen()
			if n := len(f.Applied) - applied; n > 1 || n == 1 && !allowed {
				t.Fatalf("seed %d: %q wrote without a yes:\n%s", seed, key, screen)
			}
			if contents() != before {
				written++
				if !allowed {
					t.Fatalf("seed %d: %q changed a file:\n%s", seed, key, screen)
				}
				for _, part := range c.Of.(*change.Proposal).Plan.Parts() {
					if f.Get(part.Path) != string(part.After) {
						t.Fatalf("seed %d: %s is not what was shown:\n%s", seed, part.Path, f.Get(part.Path))
					}
				}
			}
		}
	}
	if written < 6 {
		t.Errorf("only %d changes were made", written)
	}
}

// What is drawn of changes of hooks holds no control character and no secret.
func TestNothingFromHooksReachesTheTerminal(t *testing.T) {
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"7", "7 enter", "7 enter s", "7 z"} {
		f := newFake(t)
		f.Put(userFile, `{"hooks": {"`+evil+`": [{"hooks": [{"type": "command", "command": "x"}]}], "PreToolUse": [{"matcher": "Bash|`+evil+`", "hooks": [{"type": "command", "command": "`+evil+`", "if": "Bash(`+evil+`)", "statusMessage": "`+evil+`"}, {"type": "`+evil+`", "command": "`+evil+`"}]}]}}`)
		d := newDriver(t, f, 160, 60)
		d.Keys("4", "space", "a", "y", "enter")
		d.Keys(strings.Fields(keys)...)
		if content := d.Harmless(keys); strings.Contains(content, "s3cr3t") {
			t.Errorf("%q: a secret is drawn:\n%s", keys, d.Screen())
		}
	}
}

package tui

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/rulestate/rulestatetest"
)

// randomSeeds is the number of random people in each world.
var randomSeeds = flag.Uint64("random.seeds", 6, "how many random people press keys in each of the worlds")

// Random keys, clicks and sizes on all places, while other programs write the files: nothing
// panics, every frame fits, a settings file changes only by a yes and exactly as the plan on
// the screen says, the number of rules changes only as the status line says, and no hook is
// run without a yes.
func TestRandomKeys(t *testing.T) {
	const misread = "{\n  // keep this one\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\", \"timeout\": \"5\" },]}]}\n}\n"
	everywhere := "r ? q y n enter enter esc up down left right pgup pgdown home end g G j k tab shift+tab space x z / ctrl+c ctrl+z ctrl+u | [ "
	for name, world := range map[string]struct {
		keys   string
		others []string // what other programs write into the settings file
		before func(*fake)
		writes int // minimum number of changes
	}{
		"install":   {"i u f v 1 1 2", []string{typical, contested, nasty, "", "{", "{}\n"}, func(f *fake) { f.Put(userFile, nasty) }, 0},
		"hooks":     {"4 4 6 7 7 5 t e d m c f F v E", nil, func(f *fake) { f.Zoo() }, 4},
		"doctor":    {"1 D D , b B 7 e", []string{typical, misread, "{", "{}\n"}, func(f *fake) { f.Put(userFile, misread) }, 4},
		"rules":     {"1 2 2 3 3 c e d ! v S s p f P J K l h t ctrl+w", nil, func(f *fake) { withAdvice(f); changedOutside(f) }, 0},
		"conflicts": {"i 4 C C t t t t y y n x a v Z u 7", []string{contested, typical, "{}", "{"}, func(f *fake) { f.shows = denies; rewriters(f); obstacles(f) }, 2},
		"log":       {"1 3 3 3 3 T T f a ! s tab backspace", nil, func(f *fake) { rulestatetest.RecordAll(f.World); rulestatetest.RecordCalls(f.World, 12, 150) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			written, ran, seeds := 0, 0, *randomSeeds
			if testing.Short() {
				seeds = min(seeds, 3)
			}
			for seed := range seeds {
				r := rand.New(rand.NewPCG(seed, 1))
				f := life(t)
				world.before(f)
				w := &random{driver: newDriver(t, f, 30+r.IntN(120), 6+r.IntN(50)), r: r, names: strings.Fields(everywhere + world.keys), others: world.others}
				w.m.Options.SaveTheme = func(string) error { return nil }
				for range 120 {
					if !w.step() {
						t.Fatalf("%s, seed %d: %s\n%s", name, seed, w.fault, w.Screen())
					}
				}
				written, ran = written+w.written, ran+len(w.f.ran)
			}
			if written < world.writes || name == "conflicts" && ran == 0 {
				t.Errorf("only %d changes were made, %d hooks run", written, ran)
			}
		})
	}
}

// random is a person who presses random keys.
type random struct {
	*driver
	r             *rand.Rand
	names, others []string
	written       int
	fault         string
}

// contents returns the contents of all settings files.
func (w *random) contents() (all string) {
	for _, file := range []string{userFile, projectFile, managedFile, home + "/work/shop/.claude/settings.local.json"} {
		all += w.f.Get(file) + "\x00"
	}
	return all
}

// step does one random thing, and reports whether no fault was found.
func (w *random) step() bool {
	if len(w.others) > 0 && w.r.IntN(30) == 0 {
		w.f.Put(userFile, w.others[w.r.IntN(len(w.others))])
	}
	before, applied, rules, ran := w.contents(), w.f.Applied, w.idsOfRules(), len(w.f.ran)
	asking, _ := w.m.Current().Layer.(*kit.Confirm)
	shown, _ := w.m.Current().Layer.(*change.Diff)
	var plan planner.Plan
	if shown != nil {
		plan = shown.Preview.Plan
	}
	key, yes := w.act(asking)
	w.Screen()
	if applied = w.f.Applied[len(applied):]; len(applied) > 1 || !yes && slices.ContainsFunc(applied, beyondRules) {
		w.fault = key + " applied a plan without a yes"
	}
	if len(w.f.ran) > ran && !yes {
		w.fault = key + " ran a hook without a yes"
	}
	if w.contents() != before {
		w.written++
		if !yes {
			w.fault = key + " changed a settings file"
			return false
		}
		for _, part := range plan.Parts() {
			if w.f.Get(part.Path) != string(part.After) {
				w.fault = part.Path + " is not what was shown"
			}
		}
	}
	w.fault = cmp.Or(w.fault, misused(w.m.Bindings()), broken(w.m.Model, w.Screen()))
	after, said := w.idsOfRules(), w.m.Status
	if changed := len(after) - len(rules); !yes && changed != told(key, said, changed) {
		w.fault = fmt.Sprintf("%q changed the number of rules by %d, and said %q", key, changed, said)
	}
	return w.fault == ""
}

// told returns by how many the number of rules may change according to the status line.
func told(key, said string, changed int) int {
	switch {
	case strings.HasPrefix(said, "✓ deleted "):
		return -1
	case strings.HasPrefix(said, "✓ saved "), strings.HasPrefix(said, "✓ added "):
		if slices.Contains([]string{"enter", "a", "y", "p"}, key) && changed == 1 {
			return 1 // of an edit or of a new rule: by 0 or 1
		}
	case strings.HasPrefix(said, "✓ undone: ") && key == "z":
		return min(max(changed, -1), 1) // of a new, an edited or a deleted rule
	case strings.HasPrefix(said, "undo: "):
		return strings.Count(said, "” restored") - strings.Count(said, "” removed")
	}
	return 0
}

// beyondRules reports whether a plan changes more than question rules, whose changes are made
// at once and announced.
func beyondRules(p planner.Plan) bool {
	return slices.ContainsFunc(p.Parts(), func(part planner.Plan) bool { return part.Path != rulesFile })
}

// act presses a key, clicks, or changes the size. yes says that this agrees to the current
// question.
func (w *random) act(asking *kit.Confirm) (key string, yes bool) {
	d := w.driver
	d.m.Say("")
	switch n := w.r.IntN(40); {
	case n == 0:
		d.Send(tea.WindowSizeMsg{Width: 1 + w.r.IntN(300), Height: 1 + w.r.IntN(100)})
	case n == 1:
		d.Send(tea.WindowSizeMsg{Width: 35 + w.r.IntN(60), Height: 8 + w.r.IntN(20)})
	case n < 4:
		d.Tick()
	case n < 6:
		d.Send(tea.MouseWheelMsg{Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[w.r.IntN(2)]})
	case n < 8:
		_, plan := d.m.Current().Layer.(*change.Diff)
		d.Send(tea.MouseClickMsg{X: w.r.IntN(d.m.Width), Y: w.r.IntN(d.m.Height), Button: tea.MouseLeft})
		return "a click", plan || asking != nil && asking.Yes
	default:
		key = w.names[w.r.IntN(len(w.names))]
		if w.r.IntN(3) == 0 {
			key = w.leads(key)
		}
		_, plan := d.m.Current().Layer.(*change.Diff)
		yes = !d.m.TooSmall() && (key == "y" && plan || asking != nil && (key == "y" || key == "enter" && asking.Yes))
		d.Keys(key)
	}
	return key, yes
}

// leads returns the key that leads on from the screen, or else the given one.
func (w *random) leads(key string) string {
	switch w.m.Current().Layer.(type) {
	case *change.Diff, *kit.Confirm:
		return "y"
	case *kit.Menu:
		return "esc"
	}
	if bs := w.m.Bindings(); len(bs) > 0 && !unicode.IsUpper(rune(bs[0].Keys()[0][0])) {
		return bs[0].Keys()[0]
	}
	return key
}

// idsOfRules returns the IDs in the file of rules.
func (w *random) idsOfRules() (ids []string) {
	p, _, err := question.ParsePreferences([]byte(w.f.Get(rulesFile)))
	musttest.Do(w.T, err)
	for _, r := range p.Rules {
		if slices.Contains(ids, r.ID) {
			w.T.Fatalf("two rules are called %s", r.ID)
		}
		ids = append(ids, r.ID)
	}
	return ids
}

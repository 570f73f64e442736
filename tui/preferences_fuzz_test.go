package tui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Random keys on the tabs of rules and questions never lose a rule: their
// number changes by what the status line says alone, and an edit that fails
// leaves the file as it was.
func TestRandomKeysLoseNoRule(t *testing.T) {
	names := strings.Fields("1 2 2 3 3 j k up down pgup pgdown home end g G / a c e d n ! R x s o m p f y space space J K z Z r ? enter enter esc esc tab shift+tab left right ctrl+u ctrl+w l h t q ctrl+c")
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 2))
		f := life(t)
		withAdvice(f)
		changedOutside(f)
		d := newDriver(t, f, 40+r.IntN(120), 10+r.IntN(50))
		d.Keys("2")
		number := len(d.rules())
		for range 150 {
			before := f.Get(rulesFile)
			key := names[r.IntN(len(names))]
			d.m.Say("")
			switch n := r.IntN(30); {
			case n == 0:
				d.Send(tea.WindowSizeMsg{Width: 40 + r.IntN(150), Height: 10 + r.IntN(60)})
				key = ""
			case n == 1:
				d.Tick()
				key = ""
			case n == 2:
				d.Send(tea.MouseClickMsg{X: r.IntN(d.m.Width), Y: r.IntN(d.m.Height), Button: tea.MouseLeft})
				key = ""
			default:
				d.Keys(key)
			}
			screen := d.Screen()
			now := d.rules()
			said := d.m.Status
			changed := len(now) - number
			number = len(now)
			want := 0
			switch {
			case strings.HasPrefix(said, "deleted "):
				want = -1
			case strings.HasPrefix(said, "saved"), strings.HasPrefix(said, "● added: "):
				if key == "enter" || key == "y" || key == "p" || key == "Z" {
					want = changed // of an edit or of a new rule: by 0 or 1
					if changed < 0 || changed > 1 {
						want = 0
					}
				}
			case strings.HasPrefix(said, "undone: ") && key == "z":
				want = min(max(changed, -1), 0)
			case strings.HasPrefix(said, "undo: "), strings.HasPrefix(said, "redo: "):
				want = strings.Count(said, "” restored") - strings.Count(said, "” removed")
			case before != f.Get(rulesFile):
				if said == "" {
					t.Fatalf("seed %d: %q changed the file, and nothing was said:\n%s", seed, key, screen)
				}
			}
			if changed != want {
				t.Fatalf("seed %d: %q changed the number of rules by %d, expected %d: %q\n%s", seed, key, changed, want, said, screen)
			}
			ids := map[string]bool{}
			for _, r := range now {
				if ids[r.ID] {
					t.Fatalf("seed %d: two rules are called %s", seed, r.ID)
				}
				ids[r.ID] = true
			}
		}
	}
}

func TestEverySizeOfPreferences(t *testing.T) {
	for _, keys := range []string{"2", "2 enter", "2 e", "2 x", "2 s", "2 a x esc", "3", "3 enter", "3 n", "3 / e", "t", "2 t", "2 t G a", "2 G d"} {
		f := life(t)
		withAdvice(f)
		changed(f)
		d := newDriver(t, f, 80, 24)
		d.Keys(strings.Fields(keys)...)
		d.Resize()
	}
}

// What is drawn of rules and questions holds no control character.
func TestNothingFromQuestionsReachesTheTerminal(t *testing.T) {
	f := life(t)
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n"
	f.Put(rulesFile, fmt.Sprintf(`{"version": 1, "rules": [{"id": "%[1]s", "match": {"text": "%[1]s", "options": ["%[1]s"]}, "mode": "never-ask", "answer": "%[1]s", "note": "%[1]s", "created": {"by": "%[1]s"}}]}`, evil))
	q := asked(1, "\x1b[31m\u202e", "red \x1b[31m\u202e\u009b\a", "\x1b[31m\u200b", "\x1b[31m\u202e: \u009b\a")
	q.Session, q.Project, q.Command = "\x1b[31m", "/\x1b[31m\u202e", "\x1b[31m\a"
	f.asked = append(f.asked, q)
	withAdvice(f)
	f.advised[0].Latest = q
	f.advised[0].Answer = "\x1b[31m\u202e"
	for _, keys := range []string{"2", "2 enter", "2 e", "2 e tab", "2 d", "2 d z", "2 space", "2 s", "3", "3 enter", "3 n", "3 n tab tab", "3 p"} {
		d := newDriver(t, f, 120, 60)
		d.Keys(strings.Fields(keys)...)
		d.Harmless(keys)
		d.f.Put(rulesFile, f.Get(rulesFile))
	}
}

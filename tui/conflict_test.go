package tui

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// atFirstCard is a driver that installs, with two conflicts to decide.
func atFirstCard(t *testing.T, width, height int) *driver {
	t.Helper()
	d := newDriver(t, newFake(t), width, height)
	rewriters(d)
	d.Keys("i", "enter")
	return d
}

func (d *driver) written(path, text string) bool { return strings.Contains(d.f.Get(path), text) }

func TestEveryConflictIsDecidedBeforeTheDiff(t *testing.T) {
	d := atFirstCard(t, 80, 24)
	d.Keys("right")
	d.Sees("Conflict 2 of 2", "to be decided")
	d.takeWay()
	d.Sees("Conflict 1 of 2", "to be decided") // the one that was passed over
	d.Keys("enter")
	d.Sees("Install question hooks", "apply…")
	d.Keys("esc")
	d.Sees("✓ decided: narrow")
	d.Keys("down") // another choice is not decided yet
	d.Sees("to be decided", "▸ chain")
	d.Keys("right")
	d.takeWay()
	d.Sees("Conflict 1 of 2")
	d.Keys("enter")
	d.Sees("apply…")
	if got := d.m.Current().Layer.(*change.Diff).Proposal.Operation.Ways; strings.Count(got, ": chain") != 2 {
		t.Errorf("planned with %+v", got)
	}
}

// What was marked in a review that was left is not marked in the next one.
func TestReviewBeginsWithTheRecommendation(t *testing.T) {
	for _, leave := range [][]string{{"enter"}, {"esc", "esc"}, {"right", "down", "esc", "esc"}} {
		d := atFirstCard(t, 120, 40)
		for d.m.Current().Layer.(*cards).way(cardsOf(d.m.Model).current()) != conflict.Stop {
			d.Keys("down")
		}
		d.Keys(leave...)
		d.Keys("i", "enter")
		for range 2 {
			k := cardsOf(d.m.Model)
			if c := k.current(); k.way(c) != c.Suggested {
				t.Errorf("after %v it begins with %s:\n%s", leave, k.way(c), d.Screen())
			}
			d.Keys("right")
		}
	}
}

func TestDecidingWritesWhatTheDiffShows(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	mine, theirs := d.f.Get(userFile), d.f.Get(projectFile)
	d.takeWay()
	d.takeWay()
	d.Sees("file 1 of 2   project ~/work/shop/.claude/settings.json", "neverask runs it at questions (chain)")
	if len(d.f.Applied) > 0 || d.f.Get(userFile) != mine || d.f.Get(projectFile) != theirs {
		t.Fatal("written before the yes")
	}
	d.Keys("a")
	d.Sees("Change 2 files?", "▸ No")
	d.Keys("y")
	d.Sees("✓ Question hooks installed")
	if d.written(projectFile, "bin/answer") || !d.written(userFile, "^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$).*") || !d.written(userFile, "neverask-hook") {
		t.Errorf("user:\n%s\nproject:\n%s", d.f.Get(userFile), d.f.Get(projectFile))
	}
	d.Keys("z")
	d.Sees("Undo in 2 files")
	d.Keys("a", "y")
	if d.f.Get(userFile) != mine || d.f.Get(projectFile) != theirs {
		t.Errorf("not as it was: user:\n%s\nproject:\n%s", d.f.Get(userFile), d.f.Get(projectFile))
	}
}

// Uninstalling gives every file back what the ways out have taken.
func TestUninstallPutsBack(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	mine, theirs := d.f.Get(userFile), d.f.Get(projectFile)
	d.takeWay()
	d.takeWay()
	d.Keys("a", "y", "enter", "u")
	d.Sees("Remove question hooks from ~/.claude/settings.json", "file 2 of 2", "~/bin/answer")
	d.Keys("a", "y")
	d.Sees("✓ Question hooks removed")
	if d.f.Get(userFile) != mine || d.f.Get(projectFile) != theirs {
		t.Errorf("not as it was: user:\n%s\nproject:\n%s", d.f.Get(userFile), d.f.Get(projectFile))
	}
}

func TestKeepingBothIsSaidInTheDiff(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.Keys("up", "enter")
	d.Keys("up", "enter")
	d.Sees("guard stays: ✗ blocks: the question is denied before you see it", "answer stays: ▲ races")
	d.SeesNot("file 1 of")
}

func TestStopWritesNothing(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.Keys("down", "down", "down")
	d.Sees("▸ stop", "enter stop here")
	d.Keys("enter")
	d.Sees("stopped: nothing was written", "○ not installed")
	if len(d.f.Applied) > 0 || !d.m.OnPlace() {
		t.Error("it went on")
	}
}

// On a low screen nothing is decided that is not on it.
func TestNothingIsDecidedOutOfSight(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {40, 10}, {64, 14}, {300, 10}} {
		d := atFirstCard(t, size[0], size[1])
		k := d.m.Current().Layer.(*cards)
		for range 60 {
			if k.at != 0 || d.m.Current().Layer != kit.Layer(k) {
				break
			}
			if d.Helps("read to the end") == k.inSight() {
				t.Fatalf("enter says otherwise:\n%s", d.Screen())
			}
			if k.inSight() {
				d.Sees("▸ " + string(k.way(k.current())))
			}
			d.Keys("enter")
		}
		if len(k.passed) != 1 {
			t.Errorf("%v: %d decided", size, len(k.passed))
		}
	}
}

func (d *driver) topCard() *cards { return d.m.Current().Layer.(*cards) }

// Up and down reach every row and every way of a card.
func TestCardScrollsAndChooses(t *testing.T) {
	d := atFirstCard(t, 40, 12)
	k := d.topCard()
	for range 100 {
		d.Keys("down")
	}
	d.Sees("▸ stop")
	seen := map[conflict.Way]bool{}
	for range 100 {
		seen[k.way(k.current())] = true
		d.Keys("up")
	}
	d.Sees("~/bin/guard --token •••", "1–")
	if len(seen) != 5 {
		t.Errorf("chosen were %v", seen)
	}
	d.Keys("G")
	d.Sees("stop   change nothing")
	d.Keys("g")
	d.Sees("~/bin/guard")
}

func TestMouseOnConflicts(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.Keys("r", "enter") // of the overview
	d.Sees("Hooks › Conflicts", "▸ ✗ blocks")
	d.ClickOn("~/bin/answer")
	d.Sees("▸ ▲ races")
	d.ClickOn("~/bin/answer")
	d.Sees("What to do about it", "▸ chain")
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.ClickOn("park      their")
	d.Sees("▸ park")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.Sees("▸ chain")
	d.ClickOn("keep      keep")
	d.ClickOn("keep      keep")
	d.Sees("kept both; nothing was changed", "Hooks › Conflicts")
}

func TestReadOnlyHooksOfferWhatIsPossible(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d)
	obstacles(d)
	d.Keys("i", "enter", "enter", "right")
	d.Sees("managed · /etc/claude-code/managed-settings.json:4", "What to ask", "ask your administrator", "▸ keep", "stop")
	d.SeesNot("narrow", "chain", "park")
}

func TestObstaclesAreToldFirst(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	obstacles(d)
	d.f.past = nil
	d.Keys("i", "enter")
	d.Sees("Before neverask is installed", "permissions.ask = AskUserQuestion", "a trailing comma")
	d.Keys("enter", "esc")
	d.Sees("Before neverask is installed")
}

func TestLateReviewsAreDropped(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.Keys("i")
	d.Hold = true
	d.Keys("enter")
	d.Sees("checking third-party hooks")
	d.Hold = false
	d.Keys("esc")
	d.Release()
	d.SeesNot("to be decided", "looking")

	d.Hold = true
	d.Keys("5")
	late := d.Held
	d.Held, d.Hold = nil, false
	d.f.Put(userFile, "{}")
	d.f.Put(projectFile, "{}")
	d.Keys("r")
	d.Sees("No other hook runs on questions")
	d.Held = late
	rewriters(d)
	d.Release()
	d.Sees("No other hook runs on questions")
}

func TestReviewThatFailsIsTold(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.lookErr = errors.New(home + "/.local/state/neverask/chained.json: unexpected end of JSON input")
	d.Keys("r")
	d.Sees("✗ unknown", "~/.local/state/neverask/chained.json:", "unexpected end")
	d.Keys("5")
	d.Sees("✗ cannot check")
	d.Keys("1", "i", "enter")
	d.Sees("✗ Cannot install", "chained.json", "Nothing was written.")
	d.f.lookErr = nil
	d.Keys("enter", "esc", "r")
	d.Sees("○ none")
}

// A hook that goes while its card is open takes the card with it.
func TestHookThatGoesTakesItsCard(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.Keys("5", "enter")
	d.f.Put(userFile, "{}")
	d.Send(tea.ResumeMsg{})
	d.Sees("Conflict", "~/bin/answer")
	d.SeesNot("guard")
	d.f.Put(projectFile, "{}")
	d.Send(tea.ResumeMsg{})
	d.Sees("No other hook runs on questions")
}

func TestChangedFileOfAnotherPartIsPlannedAgain(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.takeWay()
	d.f.Put(projectFile, strings.Replace(d.f.Get(projectFile), "{\n", "{\n  \"model\": \"opus\",\n", 1))
	d.Tick()
	d.Sees("~/work/shop/.claude/settings.json has changed: this is the new plan", "apply…")
	d.Keys("a", "y")
	if !d.written(projectFile, "opus") || d.written(projectFile, "bin/answer") {
		t.Errorf("project:\n%s", d.f.Get(projectFile))
	}
}

// A file that is written anew while its conflicts are decided is looked at again.
func TestHookThatChangesOnItsCardIsDecidedAgain(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.f.Put(projectFile, strings.ReplaceAll(d.f.Get(projectFile), " ", "  "))
	d.takeWay()
	d.Sees("the third-party hooks have changed", "~/bin/answer", "to be decided", "Conflict 2 of 2")
	d.takeWay()
	d.Sees("Install question hooks", "neverask runs it at questions (chain)")
	d.Keys("esc", "esc", "esc", "5", "down", "enter", "down")
	d.Sees("install…")
}

func TestConflictThatComesUnderTheDiffIsDecided(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.takeWay()
	d.f.Put(userFile, strings.Replace(d.f.Get(userFile), `"hooks": [`, `"hooks": [
          { "type": "command", "command": "~/.claude/question-preference-hook" },`, 1))
	d.Tick()
	d.Sees("the third-party hooks have changed", "question-preference-hook", "to be decided")
	d.takeWay()
	d.Sees("Install question hooks", "apply…")
}

// Random keys on the screens of conflicts never write without the diff and a
// yes, and never run a hook without one.
func TestRandomKeysOnConflicts(t *testing.T) {
	names := strings.Fields("i 4 c p p y n x enter enter enter enter esc up down down left right a s z Z r g G tab space pgdown q u")
	applied, ran := 0, 0
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 4))
		f := newFake(t)
		f.probe = denies
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
			yes := key == "y"
			switch l := d.m.Current().Layer.(type) {
			case *kit.Confirm:
				if yes || key == "enter" && l.Yes {
					allowed++
					under := d.m.Layers[len(d.m.Layers)-2].Layer.(*change.Diff)
					if under.Proposal != l.Of {
						t.Fatal("the question is about another plan than the diff")
					}
					if strings.Contains(under.Proposal.Operation.Ways, string(conflict.Stop)) {
						t.Fatal("a plan to stop")
					}
				}
			case *consent:
				if yes || key == "enter" && l.yes {
					agreed++
				}
			}
			d.Keys(key)
			d.Screen()
			if len(f.Applied) > allowed {
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

// No key of these screens is bound twice, and those that are shown do something.
func TestKeysOfConflicts(t *testing.T) {
	for _, s := range conflictScreens {
		show := func() *driver {
			d := newDriver(t, newFake(t), 80, 24)
			s.show(d)
			d.Hold = false
			return d
		}
		var seen []string
		for i, b := range show().m.Bindings() {
			for _, k := range b.Keys() {
				if slices.Contains(seen, k) {
					t.Errorf("%s: %s is bound twice", s.name, k)
				}
				seen = append(seen, k)
			}
			if b.Quiet {
				continue
			}
			d := show()
			before := d.Screen()
			cmd := d.Press(d.m.Bindings()[i].Keys()[0])
			if cmd == nil && d.Screen() == before {
				t.Errorf("%s: %s %s does nothing", s.name, b.Help().Key, b.Help().Desc)
			}
		}
	}
}

func TestConflictWords(t *testing.T) {
	for _, v := range []conflict.Verdict{"answers", "rewrites", "allows", "asks", "denies", "defers", "silent", "fails", "unknown"} {
		if verdictAbout[v] == "" {
			t.Errorf("nothing is said about %s", v)
		}
	}
}

// TestCardWarnsFirst: that a hook may answer what cannot be undone stands on top
// of its card, and on no other card.
func TestCardWarnsFirst(t *testing.T) {
	for _, v := range []conflict.Verdict{conflict.Answers, conflict.Denies, conflict.Unknown} {
		for name, draw := range map[string]func(*card, conflict.Conflict){
			"facts": func(k *card, c conflict.Conflict) { k.facts(c, "") },
			"brief": func(k *card, c conflict.Conflict) { k.brief(c, "") },
		} {
			k := &card{home: "/home/u", width: 100, st: kit.Themes()[0].Styles(true)}
			draw(k, conflict.Conflict{Verdict: v})
			if warns := strings.Contains(k.rows[0], "irreversible"); warns != (v == conflict.Answers) {
				t.Errorf("%s of %s begins with %q", name, v, k.rows[0])
			}
		}
	}
}

// Behind a file that cannot be read there may be a hook, so nothing is in order.
func TestUnreadableFilesAreNotInOrder(t *testing.T) {
	for _, size := range sizes {
		d := newDriver(t, newFake(t), size[0], size[1])
		d.f.Put(projectFile, "{\n  \"hooks\": {},\n}\n")
		d.Keys("r")
		d.Sees("✗ unknown")
		d.SeesNot("○ none")
		d.Keys("5")
		d.Sees("✗ 1 file cannot be read", "✗ broken")
		d.SeesNot("no conflicts")
	}
}

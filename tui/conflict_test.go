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
	d.keys("i", "enter")
	return d
}

func (d *driver) written(path, text string) bool { return strings.Contains(d.f.get(path), text) }

func TestEveryConflictIsDecidedBeforeTheDiff(t *testing.T) {
	d := atFirstCard(t, 80, 24)
	d.keys("right")
	d.sees("Conflict 2 of 2", "to be decided")
	d.takeWay()
	d.sees("Conflict 1 of 2", "to be decided") // the one that was passed over
	d.keys("enter")
	d.sees("Install question hooks", "apply…")
	d.keys("esc")
	d.sees("✓ decided: narrow")
	d.keys("down") // another choice is not decided yet
	d.sees("to be decided", "▸ chain")
	d.keys("right")
	d.takeWay()
	d.sees("Conflict 1 of 2")
	d.keys("enter")
	d.sees("apply…")
	if got := d.m.Current().Layer.(*change.Diff).Proposal.Operation.Ways; strings.Count(got, ": chain") != 2 {
		t.Errorf("planned with %+v", got)
	}
}

// What was marked in a review that was left is not marked in the next one.
func TestReviewBeginsWithTheRecommendation(t *testing.T) {
	for _, leave := range [][]string{{"enter"}, {"esc", "esc"}, {"right", "down", "esc", "esc"}} {
		d := atFirstCard(t, 120, 40)
		for d.m.Current().Layer.(*cards).way(cardsOf(d.m.Model).current()) != conflict.Stop {
			d.keys("down")
		}
		d.keys(leave...)
		d.keys("i", "enter")
		for range 2 {
			k := cardsOf(d.m.Model)
			if c := k.current(); k.way(c) != c.Suggested {
				t.Errorf("after %v it begins with %s:\n%s", leave, k.way(c), d.screen())
			}
			d.keys("right")
		}
	}
}

func TestDecidingWritesWhatTheDiffShows(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	mine, theirs := d.f.get(userFile), d.f.get(projectFile)
	d.takeWay()
	d.takeWay()
	d.sees("file 1 of 2   project ~/work/shop/.claude/settings.json", "neverask runs it at questions (chain)")
	if len(d.f.applied) > 0 || d.f.get(userFile) != mine || d.f.get(projectFile) != theirs {
		t.Fatal("written before the yes")
	}
	d.keys("a")
	d.sees("Change 2 files?", "▸ No")
	d.keys("y")
	d.sees("✓ Question hooks installed")
	if d.written(projectFile, "bin/answer") || !d.written(userFile, "^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$).*") || !d.written(userFile, "neverask-hook") {
		t.Errorf("user:\n%s\nproject:\n%s", d.f.get(userFile), d.f.get(projectFile))
	}
	d.keys("z")
	d.sees("Undo in 2 files")
	d.keys("a", "y")
	if d.f.get(userFile) != mine || d.f.get(projectFile) != theirs {
		t.Errorf("not as it was: user:\n%s\nproject:\n%s", d.f.get(userFile), d.f.get(projectFile))
	}
}

// Uninstalling gives every file back what the ways out have taken.
func TestUninstallPutsBack(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	mine, theirs := d.f.get(userFile), d.f.get(projectFile)
	d.takeWay()
	d.takeWay()
	d.keys("a", "y", "enter", "u")
	d.sees("Remove question hooks from ~/.claude/settings.json", "file 2 of 2", "~/bin/answer")
	d.keys("a", "y")
	d.sees("✓ Question hooks removed")
	if d.f.get(userFile) != mine || d.f.get(projectFile) != theirs {
		t.Errorf("not as it was: user:\n%s\nproject:\n%s", d.f.get(userFile), d.f.get(projectFile))
	}
}

func TestKeepingBothIsSaidInTheDiff(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.keys("up", "enter")
	d.keys("up", "enter")
	d.sees("guard stays: ✗ blocks: the question is denied before you see it", "answer stays: ▲ races")
	d.seesNot("file 1 of")
}

func TestStopWritesNothing(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.keys("down", "down", "down")
	d.sees("▸ stop", "enter stop here")
	d.keys("enter")
	d.sees("stopped: nothing was written", "○ not installed")
	if len(d.f.applied) > 0 || !d.m.OnPlace() {
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
			if d.helps("read to the end") == k.inSight() {
				t.Fatalf("enter says otherwise:\n%s", d.screen())
			}
			if k.inSight() {
				d.sees("▸ " + string(k.way(k.current())))
			}
			d.keys("enter")
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
		d.keys("down")
	}
	d.sees("▸ stop")
	seen := map[conflict.Way]bool{}
	for range 100 {
		seen[k.way(k.current())] = true
		d.keys("up")
	}
	d.sees("~/bin/guard --token •••", "1–")
	if len(seen) != 5 {
		t.Errorf("chosen were %v", seen)
	}
	d.keys("G")
	d.sees("stop   change nothing")
	d.keys("g")
	d.sees("~/bin/guard")
}

func TestMouseOnConflicts(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.keys("r", "enter") // of the overview
	d.sees("Hooks › Conflicts", "▸ ✗ blocks")
	d.clickOn("~/bin/answer")
	d.sees("▸ ▲ races")
	d.clickOn("~/bin/answer")
	d.sees("What to do about it", "▸ chain")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.clickOn("park      their")
	d.sees("▸ park")
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.sees("▸ chain")
	d.clickOn("keep      keep")
	d.clickOn("keep      keep")
	d.sees("kept both; nothing was changed", "Hooks › Conflicts")
}

func TestReadOnlyHooksOfferWhatIsPossible(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d)
	obstacles(d)
	d.keys("i", "enter", "enter", "right")
	d.sees("managed · /etc/claude-code/managed-settings.json:4", "What to ask", "ask your administrator", "▸ keep", "stop")
	d.seesNot("narrow", "chain", "park")
}

func TestObstaclesAreToldFirst(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	obstacles(d)
	d.f.past = nil
	d.keys("i", "enter")
	d.sees("Before neverask is installed", "permissions.ask = AskUserQuestion", "a trailing comma")
	d.keys("enter", "esc")
	d.sees("Before neverask is installed")
}

func TestLateReviewsAreDropped(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.keys("i")
	d.hold = true
	d.keys("enter")
	d.sees("checking third-party hooks")
	d.hold = false
	d.keys("esc")
	d.release()
	d.seesNot("to be decided", "looking")

	d.hold = true
	d.keys("5")
	late := d.held
	d.held, d.hold = nil, false
	d.f.put(userFile, "{}")
	d.f.put(projectFile, "{}")
	d.keys("r")
	d.sees("No other hook runs on questions")
	d.held = late
	rewriters(d)
	d.release()
	d.sees("No other hook runs on questions")
}

func TestReviewThatFailsIsTold(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.lookErr = errors.New(home + "/.local/state/neverask/chained.json: unexpected end of JSON input")
	d.keys("r")
	d.sees("✗ unknown", "~/.local/state/neverask/chained.json:", "unexpected end")
	d.keys("5")
	d.sees("✗ cannot check")
	d.keys("1", "i", "enter")
	d.sees("✗ Cannot install", "chained.json", "Nothing was written.")
	d.f.lookErr = nil
	d.keys("enter", "esc", "r")
	d.sees("○ none")
}

// A hook that goes while its card is open takes the card with it.
func TestHookThatGoesTakesItsCard(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	rewriters(d)
	d.keys("5", "enter")
	d.f.put(userFile, "{}")
	d.send(tea.ResumeMsg{})
	d.sees("Conflict", "~/bin/answer")
	d.seesNot("guard")
	d.f.put(projectFile, "{}")
	d.send(tea.ResumeMsg{})
	d.sees("No other hook runs on questions")
}

func TestChangedFileOfAnotherPartIsPlannedAgain(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.takeWay()
	d.f.put(projectFile, strings.Replace(d.f.get(projectFile), "{\n", "{\n  \"model\": \"opus\",\n", 1))
	d.tick()
	d.sees("~/work/shop/.claude/settings.json has changed: this is the new plan", "apply…")
	d.keys("a", "y")
	if !d.written(projectFile, "opus") || d.written(projectFile, "bin/answer") {
		t.Errorf("project:\n%s", d.f.get(projectFile))
	}
}

// A file that is written anew while its conflicts are decided is looked at again.
func TestHookThatChangesOnItsCardIsDecidedAgain(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.f.put(projectFile, strings.ReplaceAll(d.f.get(projectFile), " ", "  "))
	d.takeWay()
	d.sees("the third-party hooks have changed", "~/bin/answer", "to be decided", "Conflict 2 of 2")
	d.takeWay()
	d.sees("Install question hooks", "neverask runs it at questions (chain)")
	d.keys("esc", "esc", "esc", "5", "down", "enter", "down")
	d.sees("install…")
}

func TestConflictThatComesUnderTheDiffIsDecided(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeWay()
	d.takeWay()
	d.f.put(userFile, strings.Replace(d.f.get(userFile), `"hooks": [`, `"hooks": [
          { "type": "command", "command": "~/.claude/question-preference-hook" },`, 1))
	d.tick()
	d.sees("the third-party hooks have changed", "question-preference-hook", "to be decided")
	d.takeWay()
	d.sees("Install question hooks", "apply…")
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
		d.keys("r")
		allowed, agreed := 0, 0
		for range 150 {
			key := names[r.IntN(len(names))]
			switch r.IntN(12) {
			case 0:
				d.tick()
			case 1:
				f.put(projectFile, []string{contested, typical, "{}", "{"}[r.IntN(4)])
			case 2:
				d.send(tea.WindowSizeMsg{Width: 40 + r.IntN(100), Height: 10 + r.IntN(40)})
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
			d.keys(key)
			d.screen()
			if len(f.applied) > allowed {
				t.Fatalf("seed %d: a plan was applied without a yes:\n%s", seed, d.screen())
			}
			if len(f.ran) > agreed {
				t.Fatalf("seed %d: a hook was run without a yes:\n%s", seed, d.screen())
			}
		}
		applied, ran = applied+len(f.applied), ran+len(f.ran)
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
			d.hold = false
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
			before := d.screen()
			cmd := d.press(d.m.Bindings()[i].Keys()[0])
			if cmd == nil && d.screen() == before {
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
		d.f.put(projectFile, "{\n  \"hooks\": {},\n}\n")
		d.keys("r")
		d.sees("✗ unknown")
		d.seesNot("○ none")
		d.keys("5")
		d.sees("✗ 1 file cannot be read", "✗ broken")
		d.seesNot("no conflicts")
	}
}

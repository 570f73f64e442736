package conflicts

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/kit"
)

func TestEveryConflictIsDecidedBeforeTheDiff(t *testing.T) {
	d := atFirstCard(t, 80, 24)
	d.Keys("right")
	d.Sees("Conflict 2 of 2", "to be decided")
	d.takeResolution()
	d.Sees("Conflict 1 of 2", "to be decided") // the one that was passed over
	d.Keys("enter")
	d.Sees("Install question hooks", "y apply")
	d.Keys("esc")
	d.Sees("✓ decided: narrow")
	d.Keys("down") // another choice is not decided yet
	d.Sees("to be decided", "▸ park")
	d.Keys("right")
	d.takeResolution()
	d.Sees("Conflict 1 of 2")
	d.Keys("enter")
	d.Sees("y apply")
	parked := 0
	for _, part := range d.M.Current().Layer.(*change.Diff).Preview.Plan.Parts() {
		for _, w := range part.Choices {
			if w.Resolution == conflict.Park {
				parked++
			}
		}
	}
	if parked != 2 {
		t.Errorf("the plan parks %d", parked)
	}
}

// TestRecommendationsNeedOneKeyEach: all of a card's options are in sight on a small screen, too.
func TestRecommendationsNeedOneKeyEach(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		d := atFirstCard(t, size[0], size[1])
		d.Keys("enter", "enter")
		d.Sees("Install question hooks")
	}
}

// TestRaceBeginsWithTheInstall: before neverask is installed, there is nothing to race with.
func TestRaceBeginsWithTheInstall(t *testing.T) {
	for said, begins := range map[bool]func(*world){true: func(*world) {}, false: installed} {
		d := contested(t, 120, 40, begins)
		d.Choose("~/bin/answer")
		d.Sees("▲ races: ")
		if strings.Contains(d.Screen(), "races: once neverask is installed, ") != said {
			t.Errorf("otherwise than said=%v:\n%s", said, d.Screen())
		}
	}
}

// What was marked in a review that was left is not marked in the next one.
func TestReviewBeginsWithTheRecommendation(t *testing.T) {
	for _, leave := range [][]string{{"esc"}, {"enter", "esc"}, {"right", "down", "esc"}} {
		d := atFirstCard(t, 120, 40)
		for d.M.Current().Layer.(*cards).resolution(cardsOf(d.M).current()) != conflict.Park {
			d.Keys("down")
		}
		d.Keys(leave...)
		d.install()
		for range 2 {
			k := cardsOf(d.M)
			if c := k.current(); k.resolution(c) != c.Suggested {
				t.Errorf("after %v it begins with %s:\n%s", leave, k.resolution(c), d.Screen())
			}
			d.Keys("right")
		}
	}
}

func TestDecidingWritesWhatTheDiffShows(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	mine, theirs := d.w.Get(userFile), d.w.Get(projectFile)
	d.takeResolution()
	d.takeResolution()
	d.Sees("file 1 of 2   project ~/work/shop/.claude/settings.json", "kept by neverask; uninstall puts it back (park)")
	if len(d.w.Applied) > 0 || d.w.Get(userFile) != mine || d.w.Get(projectFile) != theirs {
		t.Fatal("written before the yes")
	}
	d.Keys("enter")
	if len(d.w.Applied) > 0 {
		t.Fatal("enter writes")
	}
	d.Keys("y")
	d.Sees("✓ installed question hooks")
	if d.written(projectFile, "bin/answer") || !d.written(userFile, "^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$).*") || !d.written(userFile, "neverask-hook") {
		t.Errorf("user:\n%s\nproject:\n%s", d.w.Get(userFile), d.w.Get(projectFile))
	}
	d.w.TakeBack(d.Driver)
	d.Sees("Undo: ")
	d.Keys("y")
	if d.w.Get(userFile) != mine || d.w.Get(projectFile) != theirs {
		t.Errorf("not as it was: user:\n%s\nproject:\n%s", d.w.Get(userFile), d.w.Get(projectFile))
	}
}

func TestKeepingBothIsSaidInTheDiff(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.Keys("up", "enter")
	d.Keys("up", "enter")
	d.Sees("guard stays: ✗ blocks: the question is denied before you see it", "answer stays: ▲ races")
	d.SeesNot("file 1 of")
}

// On a low screen nothing is decided that is not on it.
func TestNothingIsDecidedOutOfSight(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {40, 10}, {64, 14}, {300, 10}} {
		d := atFirstCard(t, size[0], size[1])
		k := d.M.Current().Layer.(*cards)
		for range 60 {
			if k.at != 0 || d.M.Current().Layer != kit.Layer(k) {
				break
			}
			if (d.Helps("read on") || d.Helps("show choice")) == (k.inSight() && k.ended[k.ids[k.at]]) {
				t.Fatalf("enter says otherwise:\n%s", d.Screen())
			}
			if k.inSight() {
				d.Sees("▸ " + string(k.resolution(k.current())))
			}
			d.Keys("enter")
		}
		if len(k.passed) != 1 {
			t.Errorf("%v: %d decided", size, len(k.passed))
		}
	}
}

func (d *driver) topCard() *cards { return d.M.Current().Layer.(*cards) }

// Up and down reach every row and every way of a card.
func TestCardScrollsAndChooses(t *testing.T) {
	d := atFirstCard(t, 40, 12)
	k := d.topCard()
	for range 100 {
		d.Keys("down")
	}
	d.Sees("▸ park")
	seen := map[conflict.Resolution]bool{}
	for range 100 {
		seen[k.resolution(k.current())] = true
		d.Keys("up")
	}
	d.Sees("~/bin/guard --token •••", "1–")
	if len(seen) != 3 {
		t.Errorf("chosen were %v", seen)
	}
	d.Keys("G")
	d.Sees("it or uninstall neverask", "enter show choice")
	d.Keys("g")
	d.Sees("~/bin/guard")
}

// TestReadsToTheEnd: on a small screen enter takes no option before all were seen, and then goes back to the chosen one.
func TestReadsToTheEnd(t *testing.T) {
	d := atFirstCard(t, 40, 12)
	for range 2 {
		d.Sees("enter read on")
		d.Keys("enter")
	}
	d.Sees("22 of 22", "it or uninstall neverask", "enter narrow…")
}

// TestReadsByWholeScreens: enter reads on by as many rows as are on the screen, so that none is read twice but those
// of the last screen.
func TestReadsByWholeScreens(t *testing.T) {
	d := atFirstCard(t, 40, 10)
	for _, rows := range []string{"1–6 of 22", "7–12 of 22", "13–18 of 22", "17–22 of 22"} {
		d.Sees(rows, map[bool]string{true: "enter read on", false: "enter show choice"}[rows != "17–22 of 22"])
		d.Keys("enter")
	}
	d.Sees("▸ narrow", "enter narrow…")
}

// TestParkedByThePerson: a hook parked without neverask is listed with what resolutions have parked, and can be restored.
func TestParkedByThePerson(t *testing.T) {
	d := contested(t, 120, 40)
	before := d.w.Get(userFile)
	i := slices.IndexFunc(d.place.Found.Conflicts, func(c conflict.Conflict) bool {
		return strings.HasPrefix(c.Hook.Handler.Summary(), "~/bin/guard")
	})
	d.w.Do(conflicts.Park(d.w.In, d.place.Found.Conflicts[i].Hook, false))
	d.Run(d.place.Load())
	d.Sees("Resolved by neverask", "✓ parked             user     ~/bin/guard --token •••")
	d.Choose("✓ parked")
	d.Sees("✓ parked: the hook is removed until you restore it", "Press space to restore it.")
	d.SeesNot("uninstall", "enter show")
	d.Keys("space", "y")
	if d.Sees("restored the hook"); d.w.Get(userFile) != before {
		t.Error(d.w.Get(userFile))
	}
}

func TestMouseOnConflicts(t *testing.T) {
	d := contested(t, 80, 24)
	d.Sees("─ Conflicts ─", "▸ ✗ blocks")
	d.ClickOn("~/bin/answer")
	d.Sees("▸ ▲ races")
	d.ClickOn("~/bin/answer")
	d.Sees("What to do about it", "▸ park")
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.ClickOn("leave  leave")
	d.Sees("▸ leave")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	d.Sees("▸ park")
	d.ClickOn("leave  leave")
	d.ClickOn("leave  leave")
	d.Sees("left as it is; nothing was changed", "─ Conflicts ─")
}

func TestLateReviewsAreDropped(t *testing.T) {
	d := contested(t, 80, 24)
	install := d.place.Install(d.M, change.InstallIntoMsg{Target: d.w.Targets()[0]})
	d.Sees("checking third-party hooks")
	d.M.Abandon()
	d.Run(install)
	d.SeesNot("to be decided", "looking")

	d.Hold = true
	d.Keys("r")
	late := d.Held
	d.Held, d.Hold = nil, false
	d.w.Put(userFile, "{}")
	d.w.Put(projectFile, "{}")
	d.Keys("r")
	d.Sees("No other hook runs on questions")
	d.Held = late
	rewriters(d.w)
	d.Release()
	d.Sees("No other hook runs on questions")
}

// A hook that goes while its card is open takes the card with it.
func TestHookThatGoesTakesItsCard(t *testing.T) {
	d := contested(t, 80, 24)
	d.Keys("enter")
	d.w.Put(userFile, "{}")
	d.Run(d.M.Reload())
	d.Sees("Conflict", "~/bin/answer")
	d.SeesNot("guard")
	d.w.Put(projectFile, "{}")
	d.Run(d.M.Reload())
	d.Sees("No other hook runs on questions")
}

func TestChangedFileOfAnotherPartIsPlannedAgain(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeResolution()
	d.takeResolution()
	d.w.Put(projectFile, strings.Replace(d.w.Get(projectFile), "{\n", "{\n  \"model\": \"opus\",\n", 1))
	d.Tick()
	d.Sees("~/work/shop/.claude/settings.json has changed: this is the new plan", "y apply")
	d.Keys("y", "y") // the first may have been meant for the old one
	if !d.written(projectFile, "opus") || d.written(projectFile, "bin/answer") {
		t.Errorf("project:\n%s", d.w.Get(projectFile))
	}
}

// A file that is written anew while its conflicts are decided is looked at again.
func TestHookThatChangesOnItsCardIsDecidedAgain(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeResolution()
	d.w.Put(projectFile, strings.ReplaceAll(d.w.Get(projectFile), " ", "  "))
	d.takeResolution()
	d.Sees("the third-party hooks have changed", "~/bin/answer", "to be decided", "Conflict 2 of 2")
	d.takeResolution()
	d.Sees("Install question hooks", "kept by neverask; uninstall puts it back (park)")
	d.Keys("esc", "esc", "down", "enter")
	d.Sees("enter park and install…")
}

func TestConflictThatComesUnderTheDiffIsDecided(t *testing.T) {
	d := atFirstCard(t, 120, 40)
	d.takeResolution()
	d.takeResolution()
	d.w.Put(userFile, strings.Replace(d.w.Get(userFile), `"hooks": [`, `"hooks": [
          { "type": "command", "command": "~/.claude/question-preference-hook" },`, 1))
	d.Tick()
	d.Sees("the third-party hooks have changed", "question-preference-hook", "to be decided")
	d.takeResolution()
	d.Sees("Install question hooks", "y apply")
}

// No key of these screens is bound twice, and those that are shown do something.
func TestKeysOfConflicts(t *testing.T) {
	for _, s := range screens {
		show := func() *driver {
			d := s.start(t)
			d.Hold = false
			return d
		}
		var seen []string
		for i, b := range show().M.Bindings() {
			for _, k := range b.Keys() {
				if slices.Contains(seen, k) {
					t.Errorf("%s: %s is bound twice", s.name, k)
				}
				seen = append(seen, k)
			}
			if b.Quiet || b.Help().Desc == "back" && show().M.OnPlace() { // the page lies over no place here
				continue
			}
			d := show()
			before := d.Screen()
			cmd := d.Press(d.M.Bindings()[i].Keys()[0])
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

// TestChooseGoesToAConflict: another page asks for the conflict of one hook, whatever was searched for before.
func TestChooseGoesToAConflict(t *testing.T) {
	d := contested(t, 80, 24)
	d.Keys("/")
	d.Text("nowhere")
	d.Sees("No matches.")
	for _, c := range d.place.Found.Conflicts {
		d.place.Choose(c.ID)
		if i, ok := d.place.chosen(); !ok || i.conflict == nil || i.conflict.ID != c.ID {
			t.Errorf("%s is not chosen:\n%s", c.ID, d.Screen())
		}
	}
}

// TestNameIsWholeWhereThereIsRoom: on a screen without a detail the chosen row wraps instead of cutting its hook.
func TestNameIsWholeWhereThereIsRoom(t *testing.T) {
	d := contested(t, 40, 10)
	for range d.place.Count() {
		i, ok := d.place.chosen()
		if !ok {
			t.Fatalf("nothing is chosen:\n%s", d.Screen())
		}
		_, name := i.words(d.w.Home)
		shown := ""
		at := strings.Split(d.Screen(), "\n")
		for n, row := range at {
			if !strings.HasPrefix(row, "▸") {
				continue
			}
			room := columnsOf(40).room(i, 40)
			for shown = tail(row, room); n+1 < len(at) && strings.HasPrefix(at[n+1], strings.Repeat(" ", 40-room)); n++ {
				shown += tail(at[n+1], room)
			}
		}
		if strings.ReplaceAll(shown, " ", "") != strings.ReplaceAll(name, " ", "") {
			t.Errorf("of %q %q is shown:\n%s", name, shown, d.Screen())
		}
		d.Keys("down")
	}
}

// tail returns what a row of 40 columns has in the last ones.
func tail(row string, n int) string {
	all := []rune(row)
	return strings.TrimSpace(string(all[min(40-n, len(all)):]))
}

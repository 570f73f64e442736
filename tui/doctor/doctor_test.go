package doctor

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// screens are those of the page: of a finding that is chosen, after keys. Like is what is to
// be seen on one, and unlike what is not.
var screens = []struct {
	name         string
	before       func(*world)
	finding      string
	keys         string
	like, unlike string
}{
	{"none", healthy, "", "", "✓ All clear: nothing is stopping your hooks.|Checked: settings files|r reload", "repair"},
	{"some", comments, "", "", "✗ 1 error|1 fixable (+)|▸ ✗ error   + a comment: Claude Code rejects the whole file      user, line 2 │|to do      remove comments and trailing commas|press enter to repair|enter repair…", "B repair all"},
	{"many", ward, "", "", "✗ 11 errors · ▲ 1 warning|10 fixable (+): 7 safe (B), 3 need your choice|1 of 12|B repair all 7 safe…", ""},
	{"the last", ward, "", "G", "▸ ▲ warning + a timeout of 60000 seconds is 16h40m0s|12 of 12|id         timeout-milliseconds", ""},
	{"a choice", ward, "duplicate-key", "", "your choice|removes    line 2: /model: \"opus\"|enter repair…", ""},
	{"what comes first", twice, "", "G", "▸ ✗ error   + ~/gone.sh is not there|to do      first repair line 3: press enter; then restore it, or park the|enter repair line 3…", "to park it"},
	{"first it repairs", twice, "", "G enter", "Repair ~/.claude/settings.json|· removes: /hooks/PreToolUse/1|y apply", "Cannot repair"},
	{"then the other", twice, "", "G enter y", "✓ repaired|▸ ✗ error   + ~/gone.sh is not there|press enter to park it|enter park…", "first repair"},
	{"detail", ward, "command-missing", "right", "Doctor › Details|~/gone.sh is not there|id         command-missing", ""},
	{"repair from the detail", comments, "", "right b", "Repair ~/.claude/settings.json|y apply", ""},
	{"detail that cannot be repaired", ward, "file-malformed", "enter", "the file ends where a member name belongs|where      ~/work/shop/.claude/settings.local.json:1:2|no automatic repair: open the file and correct line 1, column 2:|restore the missing end", "enter repair…"},
	{"plan", comments, "", "b", "Repair ~/.claude/settings.json|▸unified|· a comment: Claude Code rejects the whole file|· removes: // keep this one|· removes: /* never share */|y apply", ""},
	{"plan by meaning", ward, "entry-rejected", "b", "▸semantic|· a timeout is not a number|command true   timeout \"5\" → 5 s|1 to change", ""},
	{"result", comments, "", "b y", "✓ repaired", "a comment"},
	{"after", comments, "", "b y", "✗ 1 error|▸ ✗ error   + a timeout is not a number|write the timeout as the number 5", "a comment"},
	{"all", comments, "", "b y b y", "✓ All clear", "repair…"},
	{"find", ward, "", "/ m o d e l enter", "/ model|1 of 12 findings|/model occurs twice|esc show all", "esc back"},
	{"all again", ward, "", "/ m o d e l enter esc", "✗ 11 errors|esc back", "esc show all"},
	{"help", comments, "", "?", "repair the finding; shows the change first", ""},
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := show(t, s.before)
			if s.finding != "" {
				d.choose(s.finding)
			}
			d.Keys(strings.Fields(s.keys)...)
			d.Looks(s.like, s.unlike)
		})
	}
}

// TestAllClearIsWhole: in 40 columns, too, what was found is read to its end.
func TestAllClearIsWhole(t *testing.T) {
	d := show(t, healthy)
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 10})
	d.Looks("✓ All clear: nothing is stopping your|hooks.|Checked: settings files", "…")
}

// TestSilent: where no rule answers, not everything is well.
func TestSilent(t *testing.T) {
	d := closed(t, healthy)
	d.page.Silent = func() string { return "hooks not installed" }
	d.open()
	d.Looks("○ no rule answers: hooks not installed|  Nothing else is wrong.|r reload", "All clear")
}

// TestConflicts: nothing is all clear while other hooks are in the way, and the key that leads there is the first.
func TestConflicts(t *testing.T) {
	of := func(s conflict.Severity) (c conflict.Conflict) {
		c.Severity = s
		return c
	}
	d := closed(t, healthy)
	d.page.Conflicts = func() []conflict.Conflict {
		return []conflict.Conflict{of(conflict.Blocks), of(conflict.Races)}
	}
	d.open()
	d.Looks("✗ 1 hook and ▲ 1 in the way: press C to decide|  Nothing else is wrong.| C decide…   r reload", "All clear")
	d = closed(t, comments)
	d.page.Conflicts = func() []conflict.Conflict { return []conflict.Conflict{of(conflict.Races)} }
	d.open()
	d.Looks("▲ 1 hook in the way · press C to decide|enter repair…   C decide…", "All clear")
}

// TestWholeOnALowScreen: where there is no room for a detail, what was found has the free rows.
func TestWholeOnALowScreen(t *testing.T) {
	d := closed(t, healthy)
	var blocking conflict.Conflict
	blocking.Severity = conflict.Blocks
	d.page.Conflicts = func() []conflict.Conflict { return []conflict.Conflict{blocking, blocking} }
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 10})
	d.page.Notice([]hookstate.Noticed{
		{Key: "a", Severity: doctor.Warning, Message: "A rule never answers: “May the tests that take minutes run?”"},
		{Key: "b", Severity: doctor.Warning, Message: "Another"},
	})
	d.open()
	d.Looks("✗ 2 hooks in the way · C decides|▸ ▲ warning   A rule never answers:|“May the tests that take|minutes run?”|  ▲ warning   Another", "…")
}

// TestFaultyLine: a finding about a broken file shows its line with a caret under the fault, and no secret.
func TestFaultyLine(t *testing.T) {
	for text, want := range map[string][2]string{ // what stands before the fault and after
		"{\n\t\"model\": \"opus\",\n}":                                  {`"model": "opus"`, `,`},
		"{\n  \"model\": \"opus\", // mine\n}":                          {`"model": "opus", `, `// mine`},
		`{"hooks": {"PreToolUse": [], "PostToolUse": [], "Stop": []},}`: {`{"hooks": {"PreToolUse": [], "PostToolUse": [], "Stop": []}`, `,}`},
		"{\"env\": {\"API_TOKEN\": \"s3cr3t\"}, \"A\": \"漢字\",}":        {`{"env": {"API_TOKEN": "•••"}, "A": "漢字"`, `,}`},
	} {
		d := show(t, func(w *world) { w.Put(userFile, text) })
		rows := strings.Split(d.Screen(), "\n")
		i := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "│ line       "+want[0]+want[1]+" ") })
		if i < 0 || !strings.HasPrefix(rows[i+1], "│ "+strings.Repeat(" ", 11+kit.Width(want[0]))+"^ ") {
			t.Errorf("%q: no caret under %q:\n%s", text, want[1], d.Screen())
		}
		d.SeesNot("s3cr3t")
	}
}

// TestPlacesKeepFromTheFrame: however wide the screen is, no place of a finding touches the frame.
func TestPlacesKeepFromTheFrame(t *testing.T) {
	d := show(t, ward)
	d.page.Notice([]hookstate.Noticed{{Key: "rule", Severity: doctor.Warning, Message: "a rule never answers", File: d.Path("~/.config/neverask/preferences.json"), Line: 16}})
	touches := regexp.MustCompile(`(?m)^│[ ▸] [✗▲] .*\S[│┃]$`)
	for width := 60; width < 140; width++ {
		d.Send(tea.WindowSizeMsg{Width: width, Height: 60})
		if row := touches.FindString(d.Screen()); row != "" {
			t.Errorf("%d columns: %s", width, row)
		}
	}
}

// TestEnterAlwaysLeadsOn: enter shows a finding that cannot be repaired here.
func TestEnterAlwaysLeadsOn(t *testing.T) {
	d := show(t, ward)
	d.choose("file-malformed")
	d.Looks("enter show", "")
	d.Keys("enter")
	d.Sees("Doctor › Details")
	d = show(t, ward)
	d.page.ReadOnly, d.M.ReadOnly = true, true
	d.choose("command-missing")
	d.Looks("enter show", "repair…")
	d.Keys("enter")
	d.Sees("Doctor › Details")
}

func TestGoldens(t *testing.T) {
	kittest.Golden(t, "healthy", show(t, healthy).Screen())
	d := show(t, ward)
	kittest.Golden(t, "findings", d.Sizes())
	d.choose("command-missing")
	d.Keys("right")
	kittest.Golden(t, "finding", d.Screen())
}

// TestShowsNothingTwice: a page of its own is offered for a finding only if there is more of it, by the key that is named.
func TestShowsNothingTwice(t *testing.T) {
	d := show(t, twice)
	d.SeesNot("→ show", "for all")
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 17})
	d.Sees("… press → for all", "→ show", "enter repair…")
}

// A repair that another program writes over is told of a little later.
func TestResultIsChecked(t *testing.T) {
	d := show(t, comments)
	before := d.Get(userFile)
	d.Keys("b", "y")
	d.Sees("✓ repaired")
	d.Put(userFile, before)
	d.Tick()
	d.Looks("▲ another program rewrote ~/.claude/settings.json after the change", "")
}

// One repair follows the other, and each can be taken back.
func TestRepairsAll(t *testing.T) {
	d := show(t, ward)
	before := d.Get(userFile)
	d.Keys("B")
	n := 0
	for ; n < 20; n++ {
		if _, ok := d.M.Current().Layer.(*change.Diff); !ok {
			break
		}
		d.Sees(fmt.Sprintf("Repair %d of ", n+1))
		if n == 0 {
			d.Sees("· then ", " more, each with its own plan")
			if d.SeesNot("then 2: "); strings.Count(d.Screen(), "· then ") != 1 {
				t.Error("what comes later has more than a line:\n" + d.Screen())
			}
		}
		d.Keys("y")
	}
	if _, ok := d.M.Current().Layer.(*Examination); !ok || n < 4 {
		t.Fatalf("%d repairs:\n%s", n, d.Screen())
	}
	for _, f := range d.page.Found {
		if f.Fixable && !f.ByName {
			t.Errorf("left is %+v", f)
		}
	}
	if strings.Contains(d.Get(projectFile), "duplicate") || !strings.Contains(d.Get(userFile), "disableAllHooks") {
		t.Error("what makes a choice was repaired without being asked for")
	}
	made, err := d.History()
	if err != nil || len(made) != n {
		t.Fatalf("%d changes, %v", len(made), err)
	}
	for _, r := range slices.Backward(made) {
		d.Do(d.Undo(r))
	}
	if got := d.Get(userFile); got != before {
		t.Errorf("got:\n%s\nwant:\n%s", got, before)
	}
}

// What a repair reveals that reads like another finding is repaired, too, and counted.
func TestRepairsWhatARepairReveals(t *testing.T) {
	d := show(t, func(w *world) {
		const hook = `[{"matcher": "bash", "hooks": [{"type": "command", "command": "true"}]}]`
		w.Put(userFile, "{\"hooks\": {\n\"PreToolUsed\": "+strings.Replace(hook, "true", "false", 1)+",\n\"PreToolUse\": "+hook+"}}\n")
	})
	d.Keys("B")
	d.Sees("Repair 1 of 2")
	d.Keys("y")
	d.Sees("Repair 2 of 3", "· the last repair revealed 1 more", "· then 1 more, each with its own plan")
	d.Keys("y")
	d.Sees("Repair 3 of 3")
	d.Keys("y")
	if d.Sees("✓ All clear"); strings.Contains(d.Get(userFile), "bash") {
		t.Error(d.Get(userFile))
	}
}

// Going back from one of several repairs ends them.
func TestRepairsOnlyWhatIsWanted(t *testing.T) {
	d := show(t, ward)
	d.Keys("B", "esc", "r")
	if _, ok := d.M.Current().Layer.(*Examination); !ok {
		t.Fatalf("it goes on:\n%s", d.Screen())
	}
	if len(d.Applied) > 0 {
		t.Error("something was written")
	}
}

// A file that changes while its repair is on the screen is examined again.
func TestWhenTheFileChanges(t *testing.T) {
	d := show(t, comments)
	d.Keys("b", "enter")
	d.Put(userFile, strings.Replace(commented, "opus", "sonnet", 1))
	d.Keys("y")
	d.Sees("the file changed; this is its current state", "✗ 1 error")
	if !strings.Contains(d.Get(userFile), "sonnet") || !strings.Contains(d.Get(userFile), "keep this one") {
		t.Error("what somebody else wrote is gone")
	}
	d.Keys("b", "y")
	d.Sees("✓ repaired")
	made, err := d.History()
	if err != nil || change.NewChangelog(made, nil).Entries[0].Description != "repair the settings" {
		t.Errorf("the change log has %+v, %v", made, err)
	}
}

// An examination can be ended, and quitting waits until it has.
func TestIsEnded(t *testing.T) {
	d := closed(t, healthy)
	d.Hold = true
	d.open()
	d.Sees("checking settings files", "esc stop")
	d.Keys("esc")
	d.Sees("the check was stopped")
	d.Hold = false
	d.Keys("ctrl+c")
	if d.Quit || !d.M.Quitting {
		t.Error("it did not wait")
	}
	d.Release()
	if !d.Quit {
		t.Error("it did not quit")
	}

	d = closed(t, healthy)
	d.Hold = true
	d.open()
	d.Keys("esc")
	d.open()
	d.Release()
	d.Sees("✓ All clear: nothing is stopping your hooks.")
	if d.M.Busy() {
		t.Error("it is still busy")
	}
}

// What cannot be examined is said.
func TestCannotExamine(t *testing.T) {
	d := show(t, healthy)
	d.Send(ExaminedMsg{Doctor: d.page, Generation: d.page.Generation, Err: errors.New("no memory")})
	d.Sees("✗ cannot check: no memory")
}

// With --readonly nothing is offered that writes.
func TestReadOnly(t *testing.T) {
	for _, keys := range []string{"", "enter"} {
		d := show(t, comments)
		d.M.ReadOnly, d.page.ReadOnly = true, true
		d.Keys(strings.Fields(keys)...)
		for _, b := range d.M.Bindings() {
			if b.Write || strings.HasSuffix(b.Help().Desc, "…") {
				t.Errorf("%s %s is offered:\n%s", b.Help().Key, b.Help().Desc, d.Screen())
			}
		}
		d.Sees("a comment: Claude Code rejects the whole file", "remove comments and trailing commas")
		d.SeesNot("press b")
		d.Keys("b", "B", "e", "x", "enter", "b", "y")
		if d.Get(userFile) != commented {
			t.Error("written")
		}
	}
}

// Where no record tells how long a hook took, nothing is said of it.
func TestSlow(t *testing.T) {
	d := show(t, func(w *world) {
		w.Put(userFile, `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "~/.claude/guard.sh"}]}]}}`)
		w.stats = []transcript.HookStat{{Event: "PreToolUse", Name: "~/.claude/guard.sh", Seen: 3}}
	})
	d.SeesNot("took")
}

// What is drawn of findings holds no control character and no secret.
func TestNothingReachesTheTerminal(t *testing.T) {
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"", "enter", "b", "b enter", "b y", "B"} {
		d := show(t, func(w *world) {
			w.Put(userFile, `{"env": {"`+evil+`": "s3cr3t"}, "hooks": {"`+evil+`": [{"hooks": [{"type": "command", "command": "x"}]}], "PreToolUse": [{"matcher": "(`+evil+`", "hooks": [{"type": "command", "command": "/no/`+evil+`"}, {"type": "`+evil+`", "command": "`+evil+`"}]}]}}`)
		})
		d.Send(tea.WindowSizeMsg{Width: 160, Height: 60})
		d.Keys(strings.Fields(keys)...)
		d.Harmless(keys)
		d.SeesNot(kittest.Secret)
	}
}

// What was noticed is there at once, before anything is examined, and is not told of twice. The worst
// is chosen until the person chooses; then the choice goes on to the next row when its own is gone.
func TestNoticed(t *testing.T) {
	d := closed(t, ward)
	noticed := func(keys ...string) (all []hookstate.Noticed) {
		for _, k := range keys {
			all = append(all, hookstate.Noticed{Key: k, Severity: doctor.Warning, Message: "noticed " + k, Keys: []kit.Binding{kit.Bind("see", kit.Going("at "+k), "enter")}})
		}
		return all
	}
	d.page.Notice(noticed("a", "b", "c"))
	d.Hold = true
	d.open()
	d.Sees("noticed a", "checking the rest …")
	d.Release()
	d.Sees("✗ 11 errors · ▲ 4 warnings", "▸ ✗ error     the file ends")
	d.Choose("noticed a")
	d.page.Notice(noticed("b", "c"))
	d.M.Changed()
	d.Sees("▸ ▲ warning   noticed b")
	d.Keys("enter")
	d.Sees("went to at b")
	f := d.page.Found[0]
	d.page.Notice([]hookstate.Noticed{{Key: f.ID + f.Message, Severity: f.Severity, Message: f.Message}})
	if n := d.page.Count(); n != 12 {
		t.Errorf("%d rows, want the 12 findings", n)
	}
}

// TestSafeCount: where the line has no room for all that is to be said of repairs, it says how many are safe.
func TestSafeCount(t *testing.T) {
	d := show(t, ward)
	d.Send(tea.WindowSizeMsg{Width: 64, Height: 24})
	d.Sees("7 of 10 (+) safe (B)")
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 24})
	d.Sees("7 safe (B), 3 need your choice")
	d.Keys("/")
	d.Text("there is no such finding")
	d.Sees("No matches")
}

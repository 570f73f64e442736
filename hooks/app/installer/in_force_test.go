package installer_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/inforce"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/purge"
	"neverask/hooks/app/recovery"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/must"
)

var both = []config.Pack{config.Questions, config.Activity}

// eachWay runs a test with every way that moves hooks of others.
func eachWay(t *testing.T, test func(s story, way conflict.Way)) {
	t.Helper()
	for _, way := range []conflict.Way{conflict.Narrow, conflict.Park, conflict.Chain} {
		t.Run(string(way), func(t *testing.T) { test(newStory(t), way) })
	}
}

// TestRedoAfterUninstall: an install that is made again after an uninstall stands
// again, so the next uninstall takes all of it out and puts the hooks of others back.
func TestRedoAfterUninstall(t *testing.T) {
	eachWay(t, func(s story, way conflict.Way) {
		s.undo(s.install(settings.User, way))
		s.install(settings.User, way)
		s.uninstall(settings.User)
		s.redo()
		s.uninstall(settings.User)
		s.unchanged("uninstall, redo, uninstall")
		mustPurge(s.t, s.in)
		s.unchanged("purge")
	})
}

// TestUndoOfAnUninstall: what stood before it stands again, however often.
func TestUndoOfAnUninstall(t *testing.T) {
	eachWay(t, func(s story, way conflict.Way) {
		s.install(settings.User, way)
		for range 2 {
			s.undo(s.uninstall(settings.User))
			again := s.redo()
			s.unchanged("the uninstall is made again")
			s.undo(again)
		}
		s.uninstall(settings.User)
		s.unchanged("uninstall, undo, uninstall")
	})
}

// TestRewindBeforeAnUninstall: what is in force is again what it was then, and again what
// it was when the rewind is undone.
func TestRewindBeforeAnUninstall(t *testing.T) {
	eachWay(t, func(s story, way conflict.Way) {
		s.undo(s.install(settings.User, way))
		s.install(settings.User, way)
		rewound := s.rewind(s.uninstall(settings.User))
		s.uninstall(settings.User)
		s.unchanged("uninstall, rewind, uninstall")
		last, err := s.in.Store.Last()
		must.Do(s.t, err)
		s.undo(last)
		s.undo(rewound)
		s.uninstall(settings.User)
		s.unchanged("the rewind is undone")
	})
}

// TestOneOfTwoIsNarrowed: what the person does to a narrowed hook is there after the
// uninstall: edited it is there once, in its group; removed, or with another matcher,
// it does not come back.
func TestOneOfTwoIsNarrowed(t *testing.T) {
	const (
		edited = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}, {"type": "command", "command": "~/h/deny.sh", "timeout": 21}]}]}}`
		alone  = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}]}]}}`
		apart  = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}]}, {"matcher": "Write", "hooks": [{"type": "command", "command": "~/h/deny.sh", "timeout": 20}]}]}}`
	)
	for _, tt := range []struct {
		name   string
		change func(story)
		want   string
		bytes  bool
	}{
		{"edited", func(s story) { s.revise(deny, config.Revision{Members: map[string]string{"timeout": "21"}}) }, edited, true},
		{"edited by hand", func(s story) { s.edit(settings.User, "20", "21") }, edited, true},
		{"removed", func(s story) { s.remove(deny) }, alone, false},
		{"with another matcher", func(s story) { s.revise(deny, config.Revision{Matcher: `"Write"`}) }, apart, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := withNarrowed(t)
			tt.change(s)
			s.uninstall(settings.User)
			s.means(settings.User, tt.want)
			if text := s.text(settings.User); tt.bytes && text != tt.want {
				t.Errorf("it is\n%s\nnot\n%s", text, tt.want)
			}
		})
	}
}

// TestOneOfTwoIsNarrowedThenParked: it comes back as it was before it was narrowed,
// once, also when it is put back after the uninstall.
func TestOneOfTwoIsNarrowedThenParked(t *testing.T) {
	s := withNarrowed(t)
	s.park(deny)
	s.uninstall(settings.User)
	s.unpark(1)
	if text := s.text(settings.User); strings.Count(text, "deny.sh") != 1 || strings.Count(text, `"AskUserQuestion|Edit"`) != 2 {
		t.Errorf("got\n%s", text)
	}
}

func mustPurge(t testing.TB, in *installer.Installer) {
	t.Helper()
	p, err := purge.Prepare(in, false)
	if err == nil {
		err = purge.Apply(t.Context(), in, p)
	}
	must.Do(t, err)
}

// TestPurgeKeepsTheOnlyCopy: while the file is gone that hooks of others were moved
// in, neverask alone has them, and a purge would lose them.
func TestPurgeKeepsTheOnlyCopy(t *testing.T) {
	for _, gone := range []string{"project/.claude/settings.json", "project"} {
		s := newStory(t)
		s.install(settings.User, conflict.Park)
		project := s.file(settings.Project)
		must.Do(t, os.RemoveAll(path(s.in, gone)))
		if _, err := purge.Prepare(s.in, false); err == nil || !strings.Contains(err.Error(), project) {
			t.Errorf("without %s: %v", gone, err)
		}
		s.in.Locations.Dir = s.in.Locations.Home
		if _, err := purge.Prepare(s.in, false); err == nil {
			t.Errorf("without %s, from elsewhere: %v", gone, err)
		}
	}
}

// TestUndoOfWhatAnUninstallHasTakenBack: the hooks of others are back already, and
// would be there twice; also where the file that neverask had made is gone.
func TestUndoOfWhatAnUninstallHasTakenBack(t *testing.T) {
	eachWay(t, func(s story, way conflict.Way) {
		s.delete(settings.Project)
		r := s.install(settings.Project, way)
		s.uninstall(settings.Project)
		s.refused(r)
		all, err := changes.List(s.in, func(l settings.Receipt) bool { return installer.First(l) == installer.First(r) })
		if err != nil || len(all) < 2 {
			s.t.Fatal(all, err)
		}
		for _, l := range all {
			if l.State != settings.Superseded || l.By == "" {
				s.t.Errorf("%s of %s is logged as %s by %q", l.Op, l.Path, l.State, l.By)
			}
		}
	})
}

// TestUndoAfterThePackHasGone: what was displaced for the questions came back with
// them, and stays there once when the install is undone.
func TestUndoAfterThePackHasGone(t *testing.T) {
	eachWay(t, func(s story, way conflict.Way) {
		r := s.installPacks(settings.User, both, way)
		s.uninstall(settings.User, config.Questions)
		if p, err := changes.Undo(s.in, r); err == nil {
			s.do(p, nil)
		}
		s.uninstall(settings.User)
		for name := range files {
			same(s.t, path(s.in, name), files[name])
		}
	})
}

// TestANarrowedHookIsMoved: it stays narrowed in the other file, and has its own
// matcher after the uninstall. Edited by hand there, it stays as it is.
func TestANarrowedHookIsMoved(t *testing.T) {
	s := withNarrowed(t)
	s.move(deny, settings.Project)
	if h := s.hook(deny); h.Group.Matcher == nil || *h.Group.Matcher != "Edit" {
		t.Errorf("it is at questions again: %s", h.Group.Raw)
	}
	s.uninstall(settings.User)
	s.means(settings.Project, `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/deny.sh", "timeout": 20}]}]}}`)
	s.means(settings.User, `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}]}]}}`)

	s = withNarrowed(t)
	moved := s.move(deny, settings.Project)
	s.edit(settings.Project, `"timeout": 20`, `"timeout": 21`)
	s.refused(moved)
}

// TestUndoOfARestoreByItsName: an uninstall that was undone, made again beside another
// change, and then undone by its own name, has its hooks put back by the next one.
func TestUndoOfARestoreByItsName(t *testing.T) {
	s := withPair(t, settings.Project)
	s.install(settings.User, conflict.Park, deny)
	s.uninstall(settings.User)
	history := s.history()
	out := history[len(history)-1]
	undone := s.undo(out)
	s.installPacks(settings.Project, []config.Pack{config.Activity}, conflict.Keep)
	s.undo(undone)
	s.undo(out)
	s.uninstall(settings.User)
	s.once()
}

// TestUndoOfAReductionAfterAMove: hooks that came back with a pack that was taken out
// are taken out again all together, or not at all.
func TestUndoOfAReductionAfterAMove(t *testing.T) {
	s := newStory(t)
	s.installPacks(settings.User, both, conflict.Park)
	reduced := s.uninstall(settings.User, config.Questions)
	s.move(deny, settings.Project)
	s.refused(reduced)
}

// TestRedoOfWhatMadeTheFile: the file goes with the uninstall, also where the change that
// made it was undone under a newer one and made again.
func TestRedoOfWhatMadeTheFile(t *testing.T) {
	s := withPair(t, settings.Project)
	s.delete(settings.User)
	made := s.installPacks(settings.User, []config.Pack{config.Questions}, conflict.Keep)
	s.installPacks(settings.User, both, conflict.Keep)
	s.undo(s.undo(made))
	s.put(settings.User, s.text(settings.User)+"\n")
	s.uninstall(settings.User)
	if _, err := os.ReadFile(s.file(settings.User)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is left: %v", err)
	}
}

// TestARedoThatDidNotMakeTheFile: what others have put into a file that neverask had made
// is theirs with the file, so an uninstall leaves an empty object in it, and no blank file.
func TestARedoThatDidNotMakeTheFile(t *testing.T) {
	s := withPair(t, settings.Project)
	s.delete(settings.User)
	undone := s.undo(s.install(settings.User, conflict.Keep))
	s.put(settings.User, "{}\n")
	s.undo(undone)
	s.put(settings.User, s.text(settings.User)+"\n")
	s.uninstall(settings.User)
	if text := s.text(settings.User); strings.TrimSpace(text) != "{}" {
		t.Errorf("%q is left", text)
	}
}

// TestRedoOfAnUninstallUnderARedo: hooks that another change, made again meanwhile, has
// moved out of the way come back with the next uninstall.
func TestRedoOfAnUninstallUnderARedo(t *testing.T) {
	s := withPair(t, settings.Project)
	s.install(settings.User, conflict.Park, deny)
	history := s.history()
	moved := history[slices.IndexFunc(history, func(r settings.Receipt) bool { return r.Op == inforce.OpResolve })]
	s.installPacks(settings.Project, []config.Pack{config.Activity}, conflict.Keep)
	undone := s.undo(moved)
	back := s.undo(s.uninstall(settings.Project))
	s.undo(undone)
	s.undo(back)
	s.uninstall(settings.User)
	s.once()
}

// TestRedoOfAnUninstallThatTookTheFile: the file stays while a hook that was moved out of
// it since has to come back to it.
func TestRedoOfAnUninstallThatTookTheFile(t *testing.T) {
	s := withPair(t, settings.Project)
	s.delete(settings.Local)
	s.installPacks(settings.Local, []config.Pack{config.Activity}, conflict.Keep)
	undone := s.undo(s.uninstall(settings.Local))
	s.do(handlers.Add(s.in, s.in.Target(settings.Local, ""), "PreToolUse", `"AskUserQuestion"`, `{"type":"command","command":"~/h/deny.sh"}`))
	s.install(settings.User, conflict.Park)
	s.refused(undone)
}

// TestUnparkedTwice: a hook that was put back, parked again by an undo, and put back,
// is there once, whatever is made again.
func TestUnparkedTwice(t *testing.T) {
	s := withNarrowed(t)
	park := s.park(answer)
	undone := s.undo(s.undo(park))
	s.undo(park)
	for _, r := range s.history() {
		if r.ID != undone.ID {
			continue
		}
		if p, err := changes.Undo(s.in, r); err == nil {
			t.Errorf("it is there twice:\n%s", p.After)
		}
	}
}

// TestRedoOfAnOlderInstall: what an install had taken out of a group that a later one
// took out altogether comes back, although it was undone, and made again only after
// everything had been uninstalled.
func TestRedoOfAnOlderInstall(t *testing.T) {
	s := withPair(t, settings.Project)
	older := s.install(settings.User, conflict.Park, deny)
	s.install(settings.Project, conflict.Park, answer)
	undone := s.undo(older)
	s.uninstall(settings.Project)
	s.uninstall(settings.User)
	s.once()
	s.undo(undone)
	s.uninstall(settings.User)
	s.once()
}

// TestANarrowedGroupComesBackInParts: each of them gets its matcher back.
func TestANarrowedGroupComesBackInParts(t *testing.T) {
	s := withPair(t, settings.Project)
	s.install(settings.User, conflict.Narrow, answer, deny)
	s.park(answer)
	s.park(deny)
	s.unpark(2)
	s.unpark(1)
	s.uninstall(settings.User)
	s.once()
}

// TestUndoAndRedoAroundAnEdit: narrowed hooks of which one was edited are there once
// after the install was undone and made again.
func TestUndoAndRedoAroundAnEdit(t *testing.T) {
	s := newStory(t)
	r := s.install(settings.User, conflict.Narrow, answer, deny)
	s.revise(deny, config.Revision{Members: map[string]string{"timeout": "21"}})
	s.undo(s.undo(r))
	s.uninstall(settings.User)
	text := s.text(settings.User)
	for command, want := range map[string]int{`"~/h/answer.sh"`: 2, `"~/h/deny.sh"`: 1, `"timeout": 21`: 1, "mcp__": 0} {
		if n := strings.Count(text, command); n != want {
			t.Errorf("%s is there %d times, not %d:\n%s", command, n, want, text)
		}
	}
}

// TestRedoOfAnUninstallAfterAnother: what it would put back is back already.
func TestRedoOfAnUninstallAfterAnother(t *testing.T) {
	for _, scope := range []settings.Scope{settings.User, settings.Project} {
		s := withPair(t, settings.Project)
		s.install(settings.User, conflict.Park, deny)
		undone := s.undo(s.uninstall(scope))
		s.uninstall(scope)
		s.refused(undone)
		s.once()
	}
}

// TestTheFileOfAnUndoneHook: a file that came with a hook goes with the last of what
// is in it, also when the hook goes first; what the person has put into it stays.
func TestTheFileOfAnUndoneHook(t *testing.T) {
	for _, theirs := range []string{"", `"model": "x"`} {
		s := newStory(t)
		must.Do(t, os.RemoveAll(path(s.in, ".claude")))
		added := s.do(handlers.Add(s.in, s.in.Target(settings.User, ""), "Stop", "", `{"type":"command","command":"/bin/true"}`))
		mustInstall(t, s.in, nil)
		s.undo(added)
		if theirs != "" {
			s.edit(settings.User, "{", "{"+theirs+",")
		}
		s.uninstall(settings.User)
		b, err := os.ReadFile(s.file(settings.User))
		if theirs == "" && !os.IsNotExist(err) || theirs != "" && !strings.Contains(string(b), theirs) {
			t.Errorf("left: %s, %v", b, err)
		}
	}
}

// TestANarrowedHookIsLost: when it is put back after the uninstall, it is as it was
// before it was narrowed; while neverask's own is installed, or only lost, it stays
// narrowed.
func TestANarrowedHookIsLost(t *testing.T) {
	for _, tt := range []struct {
		name           string
		seen, stays    bool
		lostOurs, away bool // another program drops ours, too; it is uninstalled
	}{
		{name: "lost and uninstalled", away: true},
		{name: "lost, noticed, and uninstalled", seen: true, away: true},
		{name: "lost", stays: true},
		{name: "lost with ours", lostOurs: true, stays: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := withPair(t, settings.Project)
			s.install(settings.User, conflict.Narrow, deny)
			look := func() {
				for _, watched := range s.in.Watched() {
					drifts(t, s.in, watched)
				}
			}
			look()
			s.drop(settings.Project, settings.Path{"hooks", "PreToolUse", "1"})
			if tt.lostOurs {
				s.drop(settings.User, settings.Path{"hooks"})
			}
			if tt.seen {
				look()
			}
			if tt.away {
				s.uninstall(settings.User)
			}
			s.do(recovery.PutBack(t.Context(), s.in, s.in.Target(settings.Project, ""), func(installer.OutsideChange) bool { return true }))
			if !tt.stays {
				s.once()
			} else if text := s.text(settings.Project); strings.Count(text, `"AskUserQuestion|Edit"`) != 1 || !strings.Contains(text, "deny.sh") {
				t.Errorf("got %s", text)
			}
		})
	}
}

// drop takes a part out of a settings file, as another program does.
func (s story) drop(scope settings.Scope, part settings.Path) {
	s.t.Helper()
	doc, err := settings.Parse([]byte(s.text(scope)))
	if err == nil {
		doc, err = doc.Delete(part)
	}
	must.Do(s.t, err)
	s.put(scope, string(doc.Bytes()))
}

// TestRedoOfARewind: the file has the same bytes again, but what it had then may be
// elsewhere since, and would be there twice. Newer changes that were taken back are none.
func TestRedoOfARewind(t *testing.T) {
	for name, since := range map[string]func(s story, back settings.Receipt){
		"undone":         func(s story, back settings.Receipt) { s.undo(back) },
		"moved":          func(s story, _ settings.Receipt) { s.move(deny, settings.User) },
		"removed":        func(s story, _ settings.Receipt) { s.remove(deny) },
		"out of the way": func(s story, _ settings.Receipt) { s.install(settings.User, conflict.Park, deny, answer) },
	} {
		s := withPair(t, settings.Project)
		undone := s.undo(s.rewind(s.park(deny)))
		since(s, s.unpark(1))
		_, err := changes.Undo(s.in, undone)
		if refused := errors.Is(err, settings.ErrInTheWay); refused == (name == "undone") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTakenBackMeanwhile: what was planned before another process took the same change
// back is refused, although the file reads as it did.
func TestTakenBackMeanwhile(t *testing.T) {
	s := withNarrowed(t)
	park := s.park(answer)
	without := s.text(settings.User)
	parked := s.parked(1)
	late, err := changes.Undo(s.in, park)
	must.Do(t, err)
	s.undo(park)
	s.put(settings.User, without)
	if _, err := s.in.Apply(t.Context(), late); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("undone twice: %v", err)
	}
	if _, err := handlers.Unpark(s.in, parked[0]); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("put back once more: %v", err)
	}
}

package installer_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/inforce"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/purge"
	"neverask/hooks/app/recovery"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// redo makes the newest undone change again.
func redo(t *testing.T, in *installer.Installer) {
	t.Helper()
	r, err := in.Store.LastUndo()
	if err != nil {
		t.Fatal(err)
	}
	p, err := changes.Undo(in, r)
	apply(t, in, p, err)
}

func undo(t *testing.T, in *installer.Installer, r settings.Receipt) settings.Receipt {
	t.Helper()
	p, err := changes.Undo(in, r)
	return apply(t, in, p, err)
}

var waysThatMove = []conflict.Way{conflict.Narrow, conflict.Park, conflict.Chain}

// TestRedoAfterUninstall: an install that is made again after an uninstall stands
// again, so the next uninstall takes all of it out and puts the hooks of others back.
func TestRedoAfterUninstall(t *testing.T) {
	for _, way := range waysThatMove {
		in := newInstaller(t)
		choices := choose(review(t, in), always(way))
		undo(t, in, mustInstall(t, in, choices))
		mustInstall(t, in, choices)
		mustUninstall(t, in)
		redo(t, in)
		mustUninstall(t, in)
		unchanged(t, in, fmt.Sprint(way, ", uninstall, redo, uninstall"))
		mustPurge(t, in)
		unchanged(t, in, fmt.Sprint(way, ", purge"))
	}
}

// TestUndoOfAnUninstall: what stood before it stands again, however often.
func TestUndoOfAnUninstall(t *testing.T) {
	for _, way := range waysThatMove {
		in := newInstaller(t)
		mustInstall(t, in, choose(review(t, in), always(way)))
		for range 2 {
			p, err := install.Uninstall(in, in.Target(settings.User, ""))
			u := undo(t, in, apply(t, in, p, err))
			redo(t, in)
			unchanged(t, in, fmt.Sprint(way, ", the uninstall is made again"))
			undo(t, in, undoOf(t, in, u))
		}
		mustUninstall(t, in)
		unchanged(t, in, fmt.Sprint(way, ", uninstall, undo, uninstall"))
	}
}

// undoOf is the newest change that has undone another one and stands.
func undoOf(t *testing.T, in *installer.Installer, r settings.Receipt) settings.Receipt {
	t.Helper()
	history, err := in.Store.History()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range history {
		if h.Undoes == r.ID && h.State == settings.Applied {
			return h
		}
	}
	t.Fatal("nothing has undone it")
	return r
}

// TestRewindBeforeAnUninstall: what is in force is again what it was then, and again what
// it was when the rewind is undone.
func TestRewindBeforeAnUninstall(t *testing.T) {
	for _, way := range waysThatMove {
		in := newInstaller(t)
		choices := choose(review(t, in), always(way))
		undo(t, in, mustInstall(t, in, choices))
		mustInstall(t, in, choices)
		p, err := install.Uninstall(in, in.Target(settings.User, ""))
		gone := apply(t, in, p, err)
		p, err = changes.Rewind(in, gone)
		rewound := apply(t, in, p, err)
		mustUninstall(t, in)
		unchanged(t, in, fmt.Sprint(way, ", uninstall, rewind, uninstall"))
		last, err := in.Store.Last()
		if err != nil {
			t.Fatal(err)
		}
		undo(t, in, last)
		undo(t, in, rewound)
		mustUninstall(t, in)
		unchanged(t, in, fmt.Sprint(way, ", the rewind is undone"))
	}
}

// pair is a group of two of which one takes part in questions.
const pair = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}, {"type": "command", "command": "~/h/deny.sh", "timeout": 20}]}]}}`

// pairInstaller has the pair alone, of which deny.sh is narrowed.
func pairInstaller(t *testing.T) *installer.Installer {
	t.Helper()
	in := newInstaller(t)
	for name := range files {
		text := "{}"
		if name == ".claude/settings.json" {
			text = pair
		}
		if err := os.WriteFile(path(in, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustInstall(t, in, choose(review(t, in), func(c conflict.Conflict) conflict.Way {
		if c.Hook.Handler.Command == "~/h/deny.sh" {
			return conflict.Narrow
		}
		return conflict.Keep
	}))
	return in
}

// TestOneOfTwoIsNarrowedThenEdited: it is there once after the uninstall, in its
// group, as the person has edited it.
func TestOneOfTwoIsNarrowedThenEdited(t *testing.T) {
	edited := strings.Replace(pair, "20", "21", 1)
	for how, change := range map[string]func(*installer.Installer){
		"hooks edit": func(in *installer.Installer) {
			p, err := handlers.Revise(in, hookOf(t, in, "~/h/deny.sh"), config.Revision{Members: map[string]string{"timeout": "21"}})
			apply(t, in, p, err)
		},
		"by hand": func(in *installer.Installer) {
			b, err := os.ReadFile(path(in, ".claude/settings.json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path(in, ".claude/settings.json"), []byte(strings.Replace(string(b), "20", "21", 1)), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		in := pairInstaller(t)
		change(in)
		mustUninstall(t, in)
		if b, _ := os.ReadFile(path(in, ".claude/settings.json")); string(b) != edited {
			t.Errorf("%s: it is\n%s\nnot\n%s", how, b, edited)
		}
	}
}

// TestOneOfTwoIsNarrowedThenGone: a hook that the person has removed, or given
// another matcher, after it was narrowed does not come back.
func TestOneOfTwoIsNarrowedThenGone(t *testing.T) {
	alone := `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}]}]}}`
	in := pairInstaller(t)
	p, err := handlers.Remove(in, hookOf(t, in, "~/h/deny.sh"))
	apply(t, in, p, err)
	mustUninstall(t, in)
	same(t, path(in, ".claude/settings.json"), alone)

	in = pairInstaller(t)
	p, err = handlers.Revise(in, hookOf(t, in, "~/h/deny.sh"), config.Revision{Matcher: `"Write"`})
	apply(t, in, p, err)
	mustUninstall(t, in)
	same(t, path(in, ".claude/settings.json"), strings.Replace(alone, "}]}}", `}, {"matcher": "Write", "hooks": [{"type": "command", "command": "~/h/deny.sh", "timeout": 20}]}]}}`, 1))
}

// TestOneOfTwoIsNarrowedThenParked: it comes back as it was before it was narrowed,
// once, also when it is put back after the uninstall.
func TestOneOfTwoIsNarrowedThenParked(t *testing.T) {
	in := pairInstaller(t)
	p, err := handlers.Park(in, hookOf(t, in, "~/h/deny.sh"), false)
	apply(t, in, p, err)
	mustUninstall(t, in)
	parked, err := in.Parked()
	if err != nil || len(parked) != 1 {
		t.Fatal(parked, err)
	}
	p, err = handlers.Unpark(in, parked[0])
	apply(t, in, p, err)
	b, _ := os.ReadFile(path(in, ".claude/settings.json"))
	if n := strings.Count(string(b), "deny.sh"); n != 1 || strings.Count(string(b), `"AskUserQuestion|Edit"`) != 2 {
		t.Errorf("it is there %d times:\n%s", n, b)
	}
}

func hookOf(t *testing.T, in *installer.Installer, command string) config.Hook {
	t.Helper()
	for _, h := range in.Sources(nil, nil).Hooks() {
		if h.Handler.Command == command {
			return h
		}
	}
	t.Fatalf("there is no hook %s", command)
	return config.Hook{}
}

func mustPurge(t *testing.T, in *installer.Installer) {
	t.Helper()
	p, err := purge.Prepare(in, false)
	if err == nil {
		err = purge.Apply(t.Context(), in, p)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPurgeKeepsTheOnlyCopy: while the file is gone that hooks of others were moved
// in, neverask alone has them, and a purge would lose them.
func TestPurgeKeepsTheOnlyCopy(t *testing.T) {
	for _, gone := range []string{"project/.claude/settings.json", "project"} {
		in := newInstaller(t)
		mustInstall(t, in, choose(review(t, in), always(conflict.Park)))
		if err := os.RemoveAll(path(in, gone)); err != nil {
			t.Fatal(err)
		}
		if _, err := purge.Prepare(in, false); err == nil || !strings.Contains(err.Error(), path(in, "project/.claude/settings.json")) {
			t.Errorf("without %s: %v", gone, err)
		}
		in.Locations.Dir = in.Locations.Home
		if _, err := purge.Prepare(in, false); err == nil {
			t.Errorf("without %s, from elsewhere: %v", gone, err)
		}
	}
}

// TestUndoOfWhatAnUninstallHasTakenBack: the hooks of others are back already, and
// would be there twice; also where the file that neverask had made is gone.
func TestUndoOfWhatAnUninstallHasTakenBack(t *testing.T) {
	for _, way := range waysThatMove {
		in := newInstaller(t)
		target := in.Target(settings.Project, "")
		if err := os.Remove(target.Path); err != nil {
			t.Fatal(err)
		}
		p, err := install.Install(in, target, install.Options{Choices: choose(review(t, in), always(way))})
		r := apply(t, in, p, err)
		p, err = install.Uninstall(in, target)
		apply(t, in, p, err)
		if p, err := changes.Undo(in, r); !errors.Is(err, settings.ErrInTheWay) {
			t.Errorf("%s: %v, %s", way, err, p.After)
		}
		all, err := changes.List(in, func(l settings.Receipt) bool { return installer.First(l) == installer.First(r) })
		if err != nil || len(all) < 2 {
			t.Fatal(all, err)
		}
		for _, l := range all {
			if l.State != settings.Superseded || l.By == "" {
				t.Errorf("%s: %s of %s is logged as %s by %q", way, l.Op, l.Path, l.State, l.By)
			}
		}
	}
}

// TestUndoAfterThePackHasGone: what was displaced for the questions came back with
// them, and stays there once when the install is undone.
func TestUndoAfterThePackHasGone(t *testing.T) {
	for _, way := range waysThatMove {
		in := newInstaller(t)
		p, err := install.Install(in, in.Target(settings.User, ""), install.Options{
			Packs: []config.Pack{config.Questions, config.Activity}, Choices: choose(review(t, in), always(way)),
		})
		r := apply(t, in, p, err)
		p, err = install.Uninstall(in, in.Target(settings.User, ""), config.Questions)
		apply(t, in, p, err)
		if p, err = changes.Undo(in, r); err == nil {
			apply(t, in, p, nil)
		}
		mustUninstall(t, in)
		for name := range files {
			same(t, path(in, name), files[name])
		}
	}
}

// TestANarrowedHookIsMoved: it stays narrowed in the other file, and has its own
// matcher after the uninstall.
func TestANarrowedHookIsMoved(t *testing.T) {
	in := pairInstaller(t)
	p, err := handlers.Move(in, hookOf(t, in, "~/h/deny.sh"), in.Target(settings.Project, ""))
	apply(t, in, p, err)
	if h := hookOf(t, in, "~/h/deny.sh"); h.Group.Matcher == nil || *h.Group.Matcher != "Edit" {
		t.Errorf("it is at questions again: %s", h.Group.Raw)
	}
	mustUninstall(t, in)
	same(t, path(in, "project/.claude/settings.json"),
		`{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/deny.sh", "timeout": 20}]}]}}`)
	same(t, path(in, ".claude/settings.json"),
		`{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}]}]}}`)
}

// TestUndoOfAMoveOfWhatWasEdited: a hook that was moved while it was narrowed, and then
// edited by hand, stays as it is.
func TestUndoOfAMoveOfWhatWasEdited(t *testing.T) {
	in := pairInstaller(t)
	p, err := handlers.Move(in, hookOf(t, in, "~/h/deny.sh"), in.Target(settings.Project, ""))
	moved := apply(t, in, p, err)
	name := path(in, "project/.claude/settings.json")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(b, []byte(`"timeout": 20`), []byte(`"timeout": 21`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := changes.Undo(in, moved); !errors.Is(err, settings.ErrInTheWay) {
		t.Errorf("%v\n%s", err, p.After)
	}
}

// TestUndoOfARestoreByItsName: an uninstall that was undone, made again beside another
// change, and then undone by its own name, has its hooks put back by the next one.
func TestUndoOfARestoreByItsName(t *testing.T) {
	in := pairOnly(t)
	resolve(t, in, settings.User, conflict.Park, "~/h/deny.sh")
	mustUninstall(t, in)
	history, err := in.Store.History()
	if err != nil {
		t.Fatal(err)
	}
	out := history[len(history)-1]
	undone := undo(t, in, out)
	p, err := install.Install(in, in.Target(settings.Project, ""), install.Options{Packs: []config.Pack{config.Activity}})
	apply(t, in, p, err)
	undo(t, in, undone)
	undo(t, in, out)
	mustUninstall(t, in)
	hooksOnce(t, in)
}

// TestUndoOfAReductionAfterAMove: hooks that came back with a pack that was taken out
// are taken out again all together, or not at all.
func TestUndoOfAReductionAfterAMove(t *testing.T) {
	in := newInstaller(t)
	p, err := install.Install(in, in.Target(settings.User, ""), install.Options{
		Packs: []config.Pack{config.Questions, config.Activity}, Choices: choose(review(t, in), always(conflict.Park)),
	})
	apply(t, in, p, err)
	p, err = install.Uninstall(in, in.Target(settings.User, ""), config.Questions)
	reduced := apply(t, in, p, err)
	p, err = handlers.Move(in, hookOf(t, in, "~/h/deny.sh"), in.Target(settings.Project, ""))
	apply(t, in, p, err)
	if p, err := changes.Undo(in, reduced); !errors.Is(err, settings.ErrInTheWay) {
		t.Errorf("%v\n%s", err, p.After)
	}
}

// TestRedoOfWhatMadeTheFile: the file goes with the uninstall, also where the change that
// made it was undone under a newer one and made again.
func TestRedoOfWhatMadeTheFile(t *testing.T) {
	in := pairOnly(t)
	user := in.Target(settings.User, "")
	if err := os.Remove(user.Path); err != nil {
		t.Fatal(err)
	}
	p, err := install.Install(in, user, install.Options{Packs: []config.Pack{config.Questions}})
	made := apply(t, in, p, err)
	p, err = install.Install(in, user, install.Options{Packs: []config.Pack{config.Questions, config.Activity}})
	apply(t, in, p, err)
	undo(t, in, undo(t, in, made))
	b, err := os.ReadFile(user.Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(user.Path, append(b, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	mustUninstall(t, in)
	if b, err := os.ReadFile(user.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, %q is left", err, b)
	}
}

// TestARedoThatDidNotMakeTheFile: what others have put into a file that neverask had made
// is theirs with the file, so an uninstall leaves an empty object in it, and no blank file.
func TestARedoThatDidNotMakeTheFile(t *testing.T) {
	in := pairOnly(t)
	user := in.Target(settings.User, "")
	if err := os.Remove(user.Path); err != nil {
		t.Fatal(err)
	}
	undone := undo(t, in, mustInstall(t, in, nil))
	if err := os.WriteFile(user.Path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	undo(t, in, undone)
	b, err := os.ReadFile(user.Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(user.Path, append(b, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	mustUninstall(t, in)
	if b, err := os.ReadFile(user.Path); err != nil || strings.TrimSpace(string(b)) != "{}" {
		t.Errorf("%v, %q is left", err, b)
	}
}

// TestRedoOfAnUninstallUnderARedo: hooks that another change, made again meanwhile, has
// moved out of the way come back with the next uninstall.
func TestRedoOfAnUninstallUnderARedo(t *testing.T) {
	in := pairOnly(t)
	project := in.Target(settings.Project, "")
	resolve(t, in, settings.User, conflict.Park, "~/h/deny.sh")
	history, err := in.Store.History()
	if err != nil {
		t.Fatal(err)
	}
	moved := history[slices.IndexFunc(history, func(r settings.Receipt) bool { return r.Op == inforce.OpResolve })]
	p, err := install.Install(in, project, install.Options{Packs: []config.Pack{config.Activity}})
	apply(t, in, p, err)
	undone := undo(t, in, moved)
	p, err = install.Uninstall(in, project)
	back := undo(t, in, apply(t, in, p, err))
	undo(t, in, undone)
	undo(t, in, back)
	mustUninstall(t, in)
	hooksOnce(t, in)
}

// TestRedoOfAnUninstallThatTookTheFile: the file stays while a hook that was moved out of
// it since has to come back to it.
func TestRedoOfAnUninstallThatTookTheFile(t *testing.T) {
	in := pairOnly(t)
	local := in.Target(settings.Local, "")
	if err := os.Remove(local.Path); err != nil {
		t.Fatal(err)
	}
	p, err := install.Install(in, local, install.Options{Packs: []config.Pack{config.Activity}})
	apply(t, in, p, err)
	p, err = install.Uninstall(in, local)
	undone := undo(t, in, apply(t, in, p, err))
	p, err = handlers.Add(in, local, "PreToolUse", `"AskUserQuestion"`, `{"type":"command","command":"~/h/deny.sh"}`)
	apply(t, in, p, err)
	mustInstall(t, in, choose(review(t, in), always(conflict.Park)))
	if p, err := changes.Undo(in, undone); !errors.Is(err, settings.ErrInTheWay) {
		t.Errorf("%v, the file goes: %v", err, p.Removed)
	}
}

// TestUnparkedTwice: a hook that was put back, parked again by an undo, and put back,
// is there once, whatever is made again.
func TestUnparkedTwice(t *testing.T) {
	in := pairInstaller(t)
	p, err := handlers.Park(in, hookOf(t, in, "~/h/answer.sh"), false)
	park := apply(t, in, p, err)
	undone := undo(t, in, undo(t, in, park))
	undo(t, in, park)
	history, err := in.Store.History()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range history {
		if r.ID != undone.ID {
			continue
		}
		if p, err := changes.Undo(in, r); err == nil {
			t.Errorf("it is there twice:\n%s", p.After)
		}
	}
}

// resolve installs into the person's file, with one way for some hooks, and keeps the
// others as they are.
func resolve(t *testing.T, in *installer.Installer, scope settings.Scope, way conflict.Way, commands ...string) settings.Receipt {
	t.Helper()
	p, err := install.Install(in, in.Target(scope, ""), install.Options{Choices: choose(review(t, in), func(c conflict.Conflict) conflict.Way {
		if slices.Contains(commands, c.Hook.Handler.Command) {
			return way
		}
		return conflict.Keep
	})})
	return apply(t, in, p, err)
}

// pairOnly writes the pair into the project's file, and nothing into the others.
func pairOnly(t *testing.T) *installer.Installer {
	t.Helper()
	in := newInstaller(t)
	for name := range files {
		text := "{}"
		if name == "project/.claude/settings.json" {
			text = pair
		}
		if err := os.WriteFile(path(in, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

// hooksOnce reports hooks of the pair that are not in the project's file exactly once
// with the matcher that they had.
func hooksOnce(t *testing.T, in *installer.Installer) {
	t.Helper()
	for _, command := range []string{"~/h/answer.sh", "~/h/deny.sh"} {
		var found []string
		for _, h := range in.Sources(nil, nil).Hooks() {
			if h.Handler.Command == command {
				found = append(found, *h.Group.Matcher)
			}
		}
		if !slices.Equal(found, []string{"AskUserQuestion|Edit"}) {
			t.Errorf("%s is there with %q", command, found)
		}
	}
}

// TestRedoOfAnOlderInstall: what an install had taken out of a group that a later one
// took out altogether comes back, although it was undone, and made again only after
// everything had been uninstalled.
func TestRedoOfAnOlderInstall(t *testing.T) {
	in := pairOnly(t)
	older := resolve(t, in, settings.User, conflict.Park, "~/h/deny.sh")
	resolve(t, in, settings.Project, conflict.Park, "~/h/answer.sh")
	undone := undo(t, in, older)
	for _, scope := range []settings.Scope{settings.Project, settings.User} {
		p, err := install.Uninstall(in, in.Target(scope, ""))
		if p.Changes() {
			apply(t, in, p, err)
		}
	}
	hooksOnce(t, in)
	undo(t, in, undone)
	mustUninstall(t, in)
	hooksOnce(t, in)
}

// TestANarrowedGroupComesBackInParts: each of them gets its matcher back.
func TestANarrowedGroupComesBackInParts(t *testing.T) {
	in := pairOnly(t)
	resolve(t, in, settings.User, conflict.Narrow, "~/h/answer.sh", "~/h/deny.sh")
	for _, command := range []string{"~/h/answer.sh", "~/h/deny.sh"} {
		p, err := handlers.Park(in, hookOf(t, in, command), false)
		apply(t, in, p, err)
	}
	for range 2 {
		parked, err := in.Parked()
		if err != nil {
			t.Fatal(err)
		}
		p, err := handlers.Unpark(in, parked[0])
		apply(t, in, p, err)
	}
	mustUninstall(t, in)
	hooksOnce(t, in)
}

// TestUndoAndRedoAroundAnEdit: narrowed hooks of which one was edited are there once
// after the install was undone and made again.
func TestUndoAndRedoAroundAnEdit(t *testing.T) {
	in := newInstaller(t)
	r := resolve(t, in, settings.User, conflict.Narrow, "~/h/answer.sh", "~/h/deny.sh")
	p, err := handlers.Revise(in, hookOf(t, in, "~/h/deny.sh"), config.Revision{Members: map[string]string{"timeout": "21"}})
	apply(t, in, p, err)
	undo(t, in, undo(t, in, r))
	mustUninstall(t, in)
	b, _ := os.ReadFile(path(in, ".claude/settings.json"))
	for command, want := range map[string]int{`"~/h/answer.sh"`: 2, `"~/h/deny.sh"`: 1, `"timeout": 21`: 1, "mcp__": 0} {
		if n := strings.Count(string(b), command); n != want {
			t.Errorf("%s is there %d times, not %d:\n%s", command, n, want, b)
		}
	}
}

// TestRedoOfAnUninstallAfterAnother: what it would put back is back already.
func TestRedoOfAnUninstallAfterAnother(t *testing.T) {
	for _, scope := range []settings.Scope{settings.User, settings.Project} {
		in := pairOnly(t)
		resolve(t, in, settings.User, conflict.Park, "~/h/deny.sh")
		out := func() settings.Receipt {
			p, err := install.Uninstall(in, in.Target(scope, ""))
			return apply(t, in, p, err)
		}
		undone := undo(t, in, out())
		out()
		if p, err := changes.Undo(in, undone); !errors.Is(err, settings.ErrInTheWay) {
			t.Errorf("%s: %v\n%s", scope, err, p.After)
		}
		hooksOnce(t, in)
	}
}

// TestTheFileOfAnUndoneHook: a file that came with a hook goes with the last of what
// is in it, also when the hook goes first; what the person has put into it stays.
func TestTheFileOfAnUndoneHook(t *testing.T) {
	for _, theirs := range []string{"", `"model": "x"`} {
		in := newInstaller(t)
		target := in.Target(settings.User, "")
		if err := os.RemoveAll(path(in, ".claude")); err != nil {
			t.Fatal(err)
		}
		p, err := handlers.Add(in, target, "Stop", "", `{"type":"command","command":"/bin/true"}`)
		added := apply(t, in, p, err)
		mustInstall(t, in, nil)
		p, err = changes.Undo(in, added)
		apply(t, in, p, err)
		if theirs != "" {
			b, err := os.ReadFile(target.Path)
			if err == nil {
				err = os.WriteFile(target.Path, []byte(strings.Replace(string(b), "{", "{"+theirs+",", 1)), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		mustUninstall(t, in)
		b, err := os.ReadFile(target.Path)
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
			in := pairOnly(t)
			resolve(t, in, settings.User, conflict.Narrow, "~/h/deny.sh")
			target := in.Target(settings.Project, "")
			o := func() {
				for _, watched := range in.Watched() {
					if _, err := in.OutsideChanges(t.Context(), watched); err != nil {
						t.Fatal(err)
					}
				}
			}
			o()
			drop(t, target.Path, settings.Path{"hooks", "PreToolUse", "1"})
			if tt.lostOurs {
				drop(t, in.Target(settings.User, "").Path, settings.Path{"hooks"})
			}
			if tt.seen {
				o()
			}
			if tt.away {
				mustUninstall(t, in)
			}
			p, err := recovery.PutBack(t.Context(), in, target, func(installer.OutsideChange) bool { return true })
			apply(t, in, p, err)
			if !tt.stays {
				hooksOnce(t, in)
			} else if b, _ := os.ReadFile(target.Path); strings.Count(string(b), `"AskUserQuestion|Edit"`) != 1 || !strings.Contains(string(b), "deny.sh") {
				t.Errorf("got %s", b)
			}
		})
	}
}

// drop takes a part out of a settings file, as another program does.
func drop(t *testing.T, path string, part settings.Path) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := settings.Parse(b)
	if err == nil {
		doc, err = doc.Delete(part)
	}
	if err == nil {
		err = os.WriteFile(path, doc.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestRedoOfARewind: the file has the same bytes again, but what it had then may be
// elsewhere since, and would be there twice. Newer changes that were taken back are none.
func TestRedoOfARewind(t *testing.T) {
	for name, since := range map[string]func(in *installer.Installer, back settings.Receipt){
		"undone": func(in *installer.Installer, back settings.Receipt) { undo(t, in, back) },
		"moved": func(in *installer.Installer, _ settings.Receipt) {
			p, err := handlers.Move(in, hookOf(t, in, "~/h/deny.sh"), in.Target(settings.User, ""))
			apply(t, in, p, err)
		},
		"removed": func(in *installer.Installer, _ settings.Receipt) {
			p, err := handlers.Remove(in, hookOf(t, in, "~/h/deny.sh"))
			apply(t, in, p, err)
		},
		"out of the way": func(in *installer.Installer, _ settings.Receipt) {
			resolve(t, in, settings.User, conflict.Park, "~/h/deny.sh", "~/h/answer.sh")
		},
	} {
		in := pairOnly(t)
		p, err := handlers.Park(in, hookOf(t, in, "~/h/deny.sh"), false)
		parked := apply(t, in, p, err)
		p, err = changes.Rewind(in, parked)
		undone := undo(t, in, apply(t, in, p, err))
		all, err := in.Parked()
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		p, err = handlers.Unpark(in, all[0])
		since(in, apply(t, in, p, err))
		_, err = changes.Undo(in, undone)
		if refused := errors.Is(err, settings.ErrInTheWay); refused == (name == "undone") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTakenBackMeanwhile: what was planned before another process took the same change
// back is refused, although the file reads as it did.
func TestTakenBackMeanwhile(t *testing.T) {
	in := pairInstaller(t)
	p, err := handlers.Park(in, hookOf(t, in, "~/h/answer.sh"), false)
	park := apply(t, in, p, err)
	without := content(t, in)["project/.claude/settings.json"]
	parked, err := in.Parked()
	if err != nil || len(parked) != 1 {
		t.Fatal(parked, err)
	}
	late, err := changes.Undo(in, park)
	if err != nil {
		t.Fatal(err)
	}
	undo(t, in, park)
	if err := os.WriteFile(path(in, "project/.claude/settings.json"), []byte(without), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Apply(t.Context(), late); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("undone twice: %v", err)
	}
	if _, err := handlers.Unpark(in, parked[0]); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("put back once more: %v", err)
	}
}

package installer_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/must"
)

// walk makes random changes to the files of the fixture.
type walk struct {
	t      *testing.T
	in     *installer.Installer
	random *rand.Rand
	steps  []string
	// foreign are the edits of others, for each file the text that they have put
	// behind its first bracket, the last one first.
	foreign map[string]string
}

func newWalk(t *testing.T, seed uint64) *walk {
	t.Helper()
	return &walk{t: t, in: newInstaller(t), random: rand.New(rand.NewPCG(seed, 6)), foreign: map[string]string{}}
}

func pick[T any](w *walk, list []T) T { return list[w.random.IntN(len(list))] }

// plan makes a random plan; an error says that this one is not possible now.
func (w *walk) plan() (name string, p installer.Plan, err error) {
	var hooks []config.Hook
	for _, h := range w.in.Sources(nil, nil).Hooks() {
		if h.Source.ReadOnly == "" {
			hooks = append(hooks, h)
		}
	}
	target := w.in.Target(pick(w, settings.Scopes), "")
	kind := w.random.IntN(9)
	if len(hooks) == 0 {
		kind = 0
	}
	switch kind {
	case 0:
		p, err = handlers.Add(w.in, target, pick(w, []string{"PreToolUse", "Stop"}), pick(w, []string{"", `"Bash"`}),
			fmt.Sprintf(`{"type":"command","command":"added %d","x":1.50}`, w.random.IntN(100)))
		return "add", p, err
	case 1, 2:
		p, err = handlers.Park(w.in, pick(w, hooks), w.random.IntN(2) == 0)
		return "park", p, err
	case 3:
		parked, err := w.in.Parked()
		if err != nil || len(parked) == 0 {
			return "unpark", p, errors.New("nothing is parked")
		}
		p, err = handlers.Unpark(w.in, pick(w, parked))
		return "unpark", p, err
	case 4:
		r := config.Revision{Members: map[string]string{"timeout": strconv.Itoa(1 + w.random.IntN(9))}}
		if w.random.IntN(2) == 0 {
			r.Matcher = pick(w, []string{`"Write"`, "null", `"Bash|Edit"`})
		}
		p, err = handlers.Revise(w.in, pick(w, hooks), r)
		return "edit", p, err
	case 5:
		p, err = handlers.Remove(w.in, pick(w, hooks))
		return "remove", p, err
	case 6:
		p, err = handlers.Move(w.in, pick(w, hooks), target)
		return "move", p, err
	case 7:
		packs := w.packs()
		p, err = install.Uninstall(w.in, target, packs...)
		return fmt.Sprint("uninstall ", packs), p, err
	}
	packs := w.packs()
	p, err = install.Install(w.in, target, install.Options{Packs: packs, Choices: choose(review(w.t, w.in), func(c conflict.Conflict) conflict.Way { return pick(w, c.Ways) })})
	return fmt.Sprint("install ", packs), p, err
}

// packs chooses some, or none in particular.
func (w *walk) packs() []config.Pack {
	return slices.Clone(pick(w, [][]config.Pack{
		nil, nil, {config.Questions}, {config.Activity}, {config.Rules}, {config.Questions, config.Activity}, config.Packs(),
	}))
}

// change makes one random change, if it is possible.
func (w *walk) change() {
	w.t.Helper()
	name, p, err := w.plan()
	if err != nil || !p.Changes() {
		return
	}
	w.steps = append(w.steps, name+" "+p.Path)
	apply(w.t, w.in, p, nil)
}

// back undoes or redoes the newest change. It reports whether there was one.
func (w *walk) back(find func() (settings.Receipt, error)) (bool, error) {
	w.t.Helper()
	r, err := find()
	if errors.Is(err, settings.ErrNoReceipt) {
		return false, nil
	}
	must.Do(w.t, err)
	p, err := changes.Undo(w.in, r)
	if err != nil {
		return true, fmt.Errorf("%s of %s: %w", r.Op, r.Path, err)
	}
	w.steps = append(w.steps, p.Op+" "+r.Op+" "+r.Path)
	_, err = w.in.Apply(context.Background(), p)
	return true, err
}

// edit is somebody else's edit, away from everything of ours.
func (w *walk) edit() {
	w.t.Helper()
	name := pick(w, []string{".claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"})
	b, err := os.ReadFile(path(w.in, name))
	must.Do(w.t, err)
	text := fmt.Sprintf(`"theirs%d": %d.0, `, len(w.steps), w.random.IntN(10))
	w.steps = append(w.steps, "their edit of "+name)
	w.foreign[name] = text + w.foreign[name]
	must.Write(w.t, path(w.in, name), behindBracket(string(b), text))
}

func behindBracket(file, text string) string {
	i := strings.IndexByte(file, '{') + 1
	return file[:i] + text + file[i:]
}

// all goes back as far as it goes.
func (w *walk) all(find func() (settings.Receipt, error)) {
	w.t.Helper()
	for range 1000 {
		more, err := w.back(find)
		if err != nil {
			w.t.Errorf("%v", err)
			return
		}
		if !more {
			return
		}
	}
	w.t.Error("there is no end to it")
}

// expect compares the files with what the walk started from and others have put
// in.
func (w *walk) expect(want map[string]string, after string) {
	w.t.Helper()
	for name, is := range content(w.t, w.in) {
		text := want[name]
		if w.foreign[name] != "" {
			text = behindBracket(text, w.foreign[name])
		}
		if is != text {
			w.t.Errorf("after %s, %s is\n%q\nnot\n%q", after, name, is, text)
		}
	}
}

func (w *walk) run(foreign bool) {
	w.t.Helper()
	for range 4 + w.random.IntN(10) {
		switch n := w.random.IntN(10); {
		case n == 0:
			if _, err := w.back(w.in.Store.Last); err != nil {
				w.t.Errorf("%v", err)
			}
		case n == 1:
			// A redo is not always possible: there may have been changes since.
			if _, err := w.back(w.in.Store.LastUndo); err != nil && !errors.Is(err, settings.ErrInTheWay) {
				w.t.Errorf("%v", err)
			}
		case n < 4 && foreign:
			w.edit()
		default:
			w.change()
		}
	}
}

// TestUndoEverything: whatever was changed, in whatever order, undoing all of it
// gives back every byte, and redoing all of it what was there before; of files
// that others have edited elsewhere, every byte but theirs.
func TestUndoEverything(t *testing.T) {
	for seed := range uint64(20) {
		for _, foreign := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d %v", seed, foreign), func(t *testing.T) {
				w := newWalk(t, seed)
				w.run(foreign)
				end, made := content(t, w.in), len(w.steps)
				w.all(w.in.Store.Last)
				w.expect(files, "undoing everything")
				if entries := active(t, w.in); len(entries) > 0 {
					t.Errorf("these still run: %v", entries)
				}
				for range len(w.steps) - made {
					if _, err := w.back(w.in.Store.LastUndo); err != nil {
						t.Errorf("%v", err)
					}
				}
				w.foreign = nil // it is in the end already
				w.expect(end, "redoing everything")
				if t.Failed() {
					t.Logf("the steps:\n%s", strings.Join(w.steps, "\n"))
				}
			})
		}
	}
}

// join puts a hook of somebody else's between the hooks of the user's file.
func (w *walk) join() {
	w.t.Helper()
	f, err := settings.Load(path(w.in, ".claude/settings.json"))
	must.Do(w.t, err)
	w.steps = append(w.steps, "their hook")
	command := fmt.Sprintf(`{"hooks":[{"type":"command","command":"theirs %d"}]}`, len(w.steps))
	doc, err := f.Document.Insert(settings.Path{"hooks", "PreToolUse"}, w.random.IntN(4), command)
	if err != nil {
		return // there is no such list now
	}
	must.Write(w.t, f.Path, string(doc.Bytes()))
	w.foreign[command] = command
}

// commands lists what the hooks of the user's file run, in their order: those of
// the fixture and those of others.
func (w *walk) commands(text []byte) (fixture, theirs []string) {
	w.t.Helper()
	doc, err := settings.Parse(text)
	must.Do(w.t, err)
	groups, err := config.Read(doc)
	must.Do(w.t, err)
	for _, g := range groups {
		for _, h := range g.Handlers {
			if strings.HasPrefix(h.Command, "theirs") {
				theirs = append(theirs, h.Command)
			} else {
				fixture = append(fixture, g.Event+" "+h.Summary())
			}
		}
	}
	return fixture, theirs
}

// TestUndoAmongTheHooksOfOthers: when others have put hooks between those that
// were changed, undoing everything still gives these their order back.
func TestUndoAmongTheHooksOfOthers(t *testing.T) {
	for seed := range uint64(20) {
		w := newWalk(t, seed)
		for range 8 {
			if w.random.IntN(3) == 0 {
				w.join()
			} else {
				w.change()
			}
		}
		w.all(w.in.Store.Last)
		now, err := os.ReadFile(path(w.in, ".claude/settings.json"))
		must.Do(t, err)
		is, theirs := w.commands(now)
		was, _ := w.commands([]byte(files[".claude/settings.json"]))
		if !slices.Equal(is, was) {
			t.Errorf("the hooks are\n%q\nnot\n%q", is, was)
		}
		if len(theirs) != len(w.foreign) {
			t.Errorf("of %d hooks of others these are left: %q", len(w.foreign), theirs)
		}
		if t.Failed() {
			t.Fatalf("seed %d, the steps:\n%s\n%s", seed, strings.Join(w.steps, "\n"), now)
		}
	}
}

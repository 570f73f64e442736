package planner_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// story is what happens to the files of the fixture, one step after the other. A step
// that cannot be made ends the test.
type story struct {
	t  testing.TB
	in *planner.Planner
}

func newStory(t testing.TB) story {
	t.Helper()
	return story{t, newPlanner(t)}
}

// pair is a group of two of which one takes part in questions.
const pair = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh"}, {"type": "command", "command": "~/h/deny.sh", "timeout": 20}]}]}}`

const (
	answer = "~/h/answer.sh"
	deny   = "~/h/deny.sh"
)

// withPair has the pair in the file of a scope, and nothing in the others.
func withPair(t testing.TB, scope settings.Scope) story {
	t.Helper()
	s := newStory(t)
	for _, other := range settings.Scopes {
		s.put(other, "{}")
	}
	s.put(scope, pair)
	return s
}

// withNarrowed has the pair in the person's file, of which deny.sh is narrowed.
func withNarrowed(t testing.TB) story {
	t.Helper()
	s := withPair(t, settings.User)
	s.install(settings.User, conflict.Narrow, deny)
	return s
}

func (s story) file(scope settings.Scope) string { return s.in.Target(scope, "").Path }

func (s story) text(scope settings.Scope) string {
	s.t.Helper()
	return read(s.t, s.file(scope))
}

func (s story) put(scope settings.Scope, text string) {
	s.t.Helper()
	put(s.t, s.file(scope), text)
}

// edit is somebody's edit by hand.
func (s story) edit(scope settings.Scope, old, with string) {
	s.t.Helper()
	text := s.text(scope)
	if !strings.Contains(text, old) {
		s.t.Fatalf("there is no %q in %s", old, text)
	}
	s.put(scope, strings.Replace(text, old, with, 1))
}

// delete takes the file of a scope away.
func (s story) delete(scope settings.Scope) {
	s.t.Helper()
	musttest.Do(s.t, os.Remove(s.file(scope)))
}

func (s story) do(p planner.Plan, err error) settings.Receipt {
	s.t.Helper()
	return apply(s.t, s.in, p, err)
}

// install resolves the conflicts of some hooks, or of all if none is named, and leaves the
// others.
func (s story) install(scope settings.Scope, resolution conflict.Resolution, commands ...string) settings.Receipt {
	s.t.Helper()
	return s.installThese(scope, nil, resolution, commands...)
}

func (s story) installThese(scope settings.Scope, what []config.Installable, resolution conflict.Resolution, commands ...string) settings.Receipt {
	s.t.Helper()
	choices := choose(review(s.t, s.in), func(c conflict.Conflict) conflict.Resolution {
		if len(commands) == 0 || slices.Contains(commands, c.Hook.Handler.Command) {
			return resolution
		}
		return conflict.Leave
	})
	return s.do(install.Install(s.in, s.in.Target(scope, ""), install.Options{What: what, Choices: choices}))
}

func (s story) uninstall(scope settings.Scope, what ...config.Installable) settings.Receipt {
	s.t.Helper()
	return s.do(install.Uninstall(s.in, s.in.Target(scope, ""), what...))
}

func (s story) undo(r settings.Receipt) settings.Receipt {
	s.t.Helper()
	return s.do(changes.Undo(s.in, r))
}

// refused holds that a change cannot be taken back.
func (s story) refused(r settings.Receipt) {
	s.t.Helper()
	if p, err := changes.Undo(s.in, r); !errors.Is(err, settings.ErrInTheWay) {
		s.t.Errorf("%v\n%s", err, p.After)
	}
}

func (s story) history() []settings.Receipt {
	s.t.Helper()
	history, err := s.in.Store.History()
	musttest.Do(s.t, err)
	return history
}

func (s story) hook(command string) config.Hook {
	s.t.Helper()
	for _, h := range s.in.Sources().Hooks() {
		if h.Handler.Command == command {
			return h
		}
	}
	s.t.Fatalf("there is no hook %s", command)
	return config.Hook{}
}

func (s story) park(command string) settings.Receipt {
	s.t.Helper()
	return s.do(conflicts.Park(s.in, s.hook(command), false))
}

// unpark puts back the first of as many as are parked.
func (s story) unpark(of int) settings.Receipt {
	s.t.Helper()
	return s.do(conflicts.Unpark(s.in, s.parked(of)[0]))
}

// parked returns those that are, and are as many as there should be.
func (s story) parked(want int) []planner.Parked {
	s.t.Helper()
	parked, err := s.in.Parked()
	if err != nil || len(parked) != want {
		s.t.Fatal(parked, err)
	}
	return parked
}

func (s story) remove(command string) settings.Receipt {
	s.t.Helper()
	return s.do(conflicts.Remove(s.in, s.hook(command)))
}

// once holds that the hooks of the pair are there exactly once, with the matcher that
// they had.
func (s story) once() {
	s.t.Helper()
	for _, command := range []string{answer, deny} {
		var found []string
		for _, h := range s.in.Sources().Hooks() {
			if h.Handler.Command == command {
				found = append(found, *h.Group.Matcher)
			}
		}
		if !slices.Equal(found, []string{"AskUserQuestion|Edit"}) {
			s.t.Errorf("%s is there with %q", command, found)
		}
	}
}

func (s story) unchanged(after string) {
	s.t.Helper()
	unchanged(s.t, s.in, after)
}

// means holds the file of a scope against a text, in the order of its hooks.
func (s story) means(scope settings.Scope, want string) {
	s.t.Helper()
	same(s.t, s.file(scope), want)
}

// drop takes a part out of a settings file, as another program does.
func (s story) drop(scope settings.Scope, part settings.Path) {
	s.t.Helper()
	doc, err := settings.Parse([]byte(s.text(scope)))
	if err == nil {
		doc, err = doc.Delete(part)
	}
	musttest.Do(s.t, err)
	s.put(scope, string(doc.Bytes()))
}

func read(t testing.TB, path string) string {
	t.Helper()
	b := musttest.Read(t, path)
	return string(b)
}

package planner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// clientRewrites writes a settings file as the client does: in its own layout,
// and without the members of handlers that it does not know.
func clientRewrites(t *testing.T, file string) {
	t.Helper()
	b := musttest.Read(t, file)
	var v map[string]any
	musttest.Do(t, json.Unmarshal(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), &v))
	hooks, _ := v["hooks"].(map[string]any)
	for _, list := range hooks {
		for _, group := range list.([]any) {
			for _, handler := range group.(map[string]any)["hooks"].([]any) {
				delete(handler.(map[string]any), "extra")
			}
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	musttest.Do(t, enc.Encode(v))
	put(t, file, out.String())
}

// same reports that a file means what a text does, in its order of hooks.
func same(t testing.TB, file, want string) {
	t.Helper()
	b := musttest.Read(t, file)
	trim := func(s string) string { return strings.TrimPrefix(s, "\xef\xbb\xbf") }
	if !settings.SameValue(trim(string(b)), trim(want)) {
		t.Errorf("%s is\n%s\nnot\n%s", file, b, want)
	}
}

// goBack runs a test with both ways back from an install.
func goBack(t *testing.T, test func(t *testing.T, name string, back func(story, settings.Receipt) planner.Plan)) {
	t.Helper()
	for name, plan := range map[string]func(story, settings.Receipt) (planner.Plan, error){
		"undo": func(s story, r settings.Receipt) (planner.Plan, error) { return changes.Undo(s.in, r) },
		"uninstall": func(s story, _ settings.Receipt) (planner.Plan, error) {
			return install.Uninstall(s.in, s.in.Target(settings.User, ""))
		},
	} {
		t.Run(name, func(t *testing.T) {
			test(t, name, func(s story, r settings.Receipt) planner.Plan {
				p, err := plan(s, r)
				s.do(p, err)
				return p
			})
		})
	}
}

// told reports whether a problem of a plan names a file.
func told(p planner.Plan, file string) bool {
	return slices.ContainsFunc(p.Problems, func(q planner.Problem) bool { return strings.Contains(q.Message, file) })
}

// TestAFileTurnsInvalid: what is in it cannot be put back, so the person is
// told, the rest comes back, and it comes back later.
func TestAFileTurnsInvalid(t *testing.T) {
	goBack(t, func(t *testing.T, name string, back func(story, settings.Receipt) planner.Plan) {
		t.Helper()
		s := newStory(t)
		r, text := s.install(settings.User, conflict.Park), s.text(settings.Project)
		s.put(settings.Project, "//\n"+text)
		if p := back(s, r); !told(p, s.file(settings.Project)) {
			t.Errorf("nobody is told: %+v", p.Problems)
		}
		s.means(settings.User, files[".claude/settings.json"])
		s.put(settings.Project, text)
		s.uninstall(settings.User)
		s.unchanged(name + " and uninstall")
	})
}

// TestOneFileByTwoNames: the project is the home directory, or its settings are
// a link to the person's.
func TestOneFileByTwoNames(t *testing.T) {
	for _, how := range []string{"home is the project", "project links to user", "user links to dotfiles"} {
		for _, way := range []conflict.Resolution{conflict.Narrow, conflict.Park} {
			t.Run(fmt.Sprint(how, " ", way), func(t *testing.T) {
				in := newPlanner(t)
				link := func(from, to string) {
					musttest.Do(t, os.Remove(path(in, from)))
					musttest.Do(t, os.Symlink(path(in, to), path(in, from)))
				}
				switch how {
				case "home is the project":
					in.Locations.Dir = in.Locations.Home
				case "project links to user":
					link("project/.claude/settings.json", ".claude/settings.json")
				case "user links to dotfiles":
					put(t, path(in, "dotfiles.json"), files[".claude/settings.json"])
					link(".claude/settings.json", "dotfiles.json")
				}
				choices := choose(review(t, in), always(way))
				r := mustInstall(t, in, choices)
				after := review(t, in)
				if got := len(after.Resolved); got != len(choices) {
					t.Errorf("%d of %d are settled", got, len(choices))
				}
				for _, s := range after.Resolved {
					if s.Resolution != way {
						t.Errorf("settled by %s, not %s: %s", s.Resolution, way, s.Handler.Raw)
					}
				}
				story{t, in}.undo(r)
				same(t, path(in, ".claude/settings.json"), files[".claude/settings.json"])
				mustInstall(t, in, choices)
				scope := settings.Project
				if how == "user links to dotfiles" {
					scope = settings.User
				}
				story{t, in}.uninstall(scope)
				if b, _ := os.ReadFile(path(in, ".claude/settings.json")); string(b) != files[".claude/settings.json"] {
					t.Errorf("got %s", b)
				}
			})
		}
	}
}

// TestTwins: a hook that stands twice in one group, and the same in two files.
func TestTwins(t *testing.T) {
	const (
		handler = `{"type": "command", "command": "~/h/answer.sh"}`
		user    = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion|Bash", "hooks": [` + handler + `, ` + handler + `]}, {"matcher": "AskUserQuestion", "hooks": [` + handler + `]}]}}`
		project = `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [` + handler + `]}]}}`
	)
	for _, way := range []conflict.Resolution{conflict.Narrow, conflict.Park} {
		for _, one := range []bool{false, true} {
			in := newPlanner(t)
			for name, content := range map[string]string{".claude/settings.json": user, "project/.claude/settings.json": project, "project/.claude/settings.local.json": "{}"} {
				put(t, path(in, name), content)
			}
			choices := choose(review(t, in), always(way))
			if one {
				choices = choices[:1]
			}
			mustInstall(t, in, choices)
			mustInstall(t, in, choose(review(t, in), always(way)))
			if r := review(t, in); way != conflict.Narrow && len(r.Conflicts) > 0 {
				t.Errorf("%s: %d conflicts are left", way, len(r.Conflicts))
			}
			mustUninstall(t, in)
			for name, want := range map[string]string{".claude/settings.json": user, "project/.claude/settings.json": project} {
				if b, _ := os.ReadFile(path(in, name)); string(b) != want {
					t.Errorf("%s, one %v: %s is\n%s\nnot\n%s", way, one, name, b, want)
				}
			}
		}
	}
}

// TestAFailedInstallLeavesNothingToUndo: its parts that were taken back are no
// change of the person's.
func TestAFailedInstallLeavesNothingToUndo(t *testing.T) {
	in := newPlanner(t)
	p, err := install.Install(in, in.Target(settings.User, ""), install.Options{Choices: choose(review(t, in), always(conflict.Park))})
	musttest.Do(t, err)
	put(t, path(in, ".claude/settings.json"), "{}")
	if _, err := in.Apply(context.Background(), p); !errors.Is(err, settings.ErrChanged) {
		t.Fatal(err)
	}
	if r, err := in.Store.Last(); err == nil {
		t.Errorf("undo would do %+v", r)
	}
	if _, err := os.Stat(in.Paths.Hook()); err == nil {
		t.Error("the hook binary is left")
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
	musttest.Do(t, err)
	s.undo(park)
	s.put(settings.User, without)
	if _, err := s.in.Apply(t.Context(), late); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("undone twice: %v", err)
	}
	if _, err := conflicts.Unpark(s.in, parked[0]); !errors.Is(err, settings.ErrChanged) {
		t.Errorf("put back once more: %v", err)
	}
}

// TestParkingLeavesTheProgram: what no plan shows is not done. A newer hook program comes
// with an installation, and not with a change of somebody else's hook.
func TestParkingLeavesTheProgram(t *testing.T) {
	s := withNarrowed(t)
	put(t, s.in.Executable, "a newer program")
	holds := func(want string) {
		t.Helper()
		if b, err := os.ReadFile(s.in.Paths.Hook()); err != nil || string(b) != want {
			t.Errorf("the hook program is %q, %v; want %q", b, err, want)
		}
	}
	s.undo(s.park(answer))
	holds("the program")
	s.do(install.Install(s.in, s.in.Target(settings.User, ""), install.Options{}))
	holds("a newer program")
}

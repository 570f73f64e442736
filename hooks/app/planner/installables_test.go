package planner_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// TestInAnyOrder: installables come and go in any order, with conflicts settled
// beside them and undone in between, and uninstalling gives every byte back.
func TestInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
		in := newPlanner(t)
		matcher := ""
		in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: matcher}, nil }
		random := rand.New(rand.NewPCG(seed, 2))
		target := in.Target([]settings.Scope{settings.User, settings.Local}[random.IntN(2)], "")
		there := map[config.Installable]bool{}
		var steps []string
		for range 3 + random.IntN(6) {
			matcher = []string{"", "Bash", "Bash|Edit"}[random.IntN(3)]
			one := config.Installables()[random.IntN(3)]
			var p planner.Plan
			var err error
			before, was := content(t, in), maps.Clone(there)
			if random.IntN(2) == 0 {
				steps = append(steps, "uninstall "+string(one))
				p, err = install.Uninstall(in, target, one)
				there[one] = false
			} else {
				steps = append(steps, "install "+string(one)+" for "+matcher)
				there[one] = true
				resolution := []conflict.Resolution{conflict.Narrow, conflict.Park, conflict.Leave}[random.IntN(3)]
				p, err = install.Install(in, target, install.Options{What: those(there), Choices: choose(review(t, in), always(resolution))})
			}
			r := apply(t, in, p, err)
			if random.IntN(4) == 0 && r.ID != "" {
				story{t, in}.undo(r)
				if now := content(t, in); !maps.Equal(now, before) {
					t.Errorf("seed %d: undoing the last of %v gives %v, not %v", seed, steps, now, before)
				}
				there = was
			}
			if len(those(there)) == 0 {
				unchanged(t, in, fmt.Sprint(steps))
			}
			s := status.Inspect(in, target)
			for _, is := range s.Presences {
				want := status.Absent
				if there[is.What] && (is.What != config.ToolRuleHook || matcher != "") {
					want = status.Whole
				}
				if is.What == config.ToolRuleHook && is.State == status.Stale {
					continue // the rules have changed since
				}
				if is.State != want {
					t.Fatalf("seed %d, %v: %s is %s, not %s", seed, steps, is.What, is.State, want)
				}
			}
			if there[config.ToolRuleHook] && matcher == "" {
				there[config.ToolRuleHook] = false // what names no tool leaves nothing to be told by
			}
		}
		story{t, in}.do(install.Uninstall(in, target))
		unchanged(t, in, fmt.Sprint(seed, steps))
		if _, err := os.Stat(in.Paths.Hook()); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("seed %d: the hook binary is left: %v", seed, err)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, steps)
		}
	}
}

func those(there map[config.Installable]bool) (chosen []config.Installable) {
	for _, p := range config.Installables() {
		if there[p] {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// TestRulesGoStale: when the rules name other tools, the status says so and the
// next install changes the matcher in place; rules that cannot be read change
// nothing.
func TestRulesGoStale(t *testing.T) {
	in := newPlanner(t)
	matcher, broken := "Bash", error(nil)
	in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: matcher}, broken }
	user := in.Target(settings.User, "")
	story{t, in}.do(install.Install(in, user, install.Options{What: []config.Installable{config.ActivityRecording, config.ToolRuleHook}, NoDenyRules: true}))
	if s := status.Inspect(in, user); !s.Installed || s.Of(config.ToolRuleHook).State != status.Whole || s.Of(config.QuestionHooks).There() {
		t.Fatalf("got %+v", s)
	}
	mend := install.Options{NoDenyRules: true, Repair: true} // brings no question hooks
	matcher = "Bash|Edit"
	if s := status.Inspect(in, user); s.Installed || s.Of(config.ToolRuleHook).State != status.Stale || len(s.Problems) != 1 || s.Problems[0].ID != "matcher-stale" {
		t.Errorf("got %+v", s)
	}
	broken = errors.New("the preferences cannot be read")
	if p, err := install.Install(in, user, mend); err != nil || p.Changes() {
		t.Errorf("got %+v, %v", p.Summary(), err)
	}
	broken = nil
	p, err := install.Install(in, user, mend)
	if err != nil || len(p.Edits) != 1 || p.Edits[0].New != `"Bash|Edit"` {
		t.Fatalf("got %+v, %v", p.Edits, err)
	}
	apply(t, in, p, err)
	matcher = ""
	story{t, in}.do(install.Install(in, user, mend))
	if s := status.Inspect(in, user); !s.Installed || s.Of(config.ToolRuleHook).There() {
		t.Errorf("got %+v", s)
	}
	story{t, in}.do(install.Uninstall(in, user, config.ActivityRecording))
	unchanged(t, in, "the last is gone")
}

// TestUndoInAnyOrder: when all changes were undone, in whatever order, every byte is
// back.
func TestUndoInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(24) {
		in := newPlanner(t)
		in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: "Bash"}, nil }
		random := rand.New(rand.NewPCG(seed, 10))
		target := in.Target("", path(in, []string{".claude/settings.json", "project/.claude/settings.local.json", "new/settings.json", "bare.json"}[seed%4]))
		const bare = "{\n\t\"model\": \"opus\", \"permissions\": { }\n}\n"
		put(t, path(in, "bare.json"), bare)
		var made []settings.Receipt
		for _, i := range random.Perm(3) {
			chosen := append(status.Inspect(in, target).There(), config.Installables()[i])
			p, err := install.Install(in, target, install.Options{What: chosen, NoDenyRules: random.IntN(2) == 0})
			made = append(made, apply(t, in, p, err))
		}
		random.Shuffle(len(made), func(i, j int) { made[i], made[j] = made[j], made[i] })
		for _, r := range made {
			story{t, in}.do(changes.Undo(in, r))
		}
		unchanged(t, in, "undoing everything")
		if b, err := os.ReadFile(path(in, "bare.json")); string(b) != bare {
			t.Errorf("got %q, %v", b, err)
		}
		if _, err := os.Stat(path(in, "new")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the new file is left: %v", err)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, made)
		}
	}
}

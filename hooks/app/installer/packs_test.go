package installer_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestPacksInAnyOrder: packs come and go in any order, with conflicts settled
// beside them and undone in between, and uninstalling gives every byte back.
func TestPacksInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
		in := newInstaller(t)
		matcher := ""
		in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: matcher}, nil }
		random := rand.New(rand.NewPCG(seed, 2))
		target := in.Target([]settings.Scope{settings.User, settings.Local}[random.IntN(2)], "")
		there := map[config.Pack]bool{}
		var steps []string
		for range 3 + random.IntN(6) {
			matcher = []string{"", "Bash", "Bash|Edit"}[random.IntN(3)]
			pack := config.Packs()[random.IntN(3)]
			var p installer.Plan
			var err error
			before, was := content(t, in), maps.Clone(there)
			if random.IntN(2) == 0 {
				steps = append(steps, "uninstall "+string(pack))
				p, err = install.Uninstall(in, target, pack)
				there[pack] = false
			} else {
				steps = append(steps, "install "+string(pack)+" for "+matcher)
				there[pack] = true
				way := []conflict.Way{conflict.Narrow, conflict.Park, conflict.Leave}[random.IntN(3)]
				p, err = install.Install(in, target, install.Options{Packs: packsOf(there), Choices: choose(review(t, in), always(way))})
			}
			r := apply(t, in, p, err)
			if random.IntN(4) == 0 && r.ID != "" {
				story{t, in}.undo(r)
				if now := content(t, in); !maps.Equal(now, before) {
					t.Errorf("seed %d: undoing the last of %v gives %v, not %v", seed, steps, now, before)
				}
				there = was
			}
			if len(packsOf(there)) == 0 {
				unchanged(t, in, fmt.Sprint(steps))
			}
			s := status.Inspect(in, target)
			for _, is := range s.Packs {
				want := status.PackAbsent
				if there[is.Pack] && (is.Pack != config.Rules || matcher != "") {
					want = status.PackInstalled
				}
				if is.Pack == config.Rules && is.State == status.PackStale {
					continue // the rules have changed since
				}
				if is.State != want {
					t.Fatalf("seed %d, %v: %s is %s, not %s", seed, steps, is.Pack, is.State, want)
				}
			}
			if there[config.Rules] && matcher == "" {
				there[config.Rules] = false // what names no tool leaves nothing to be told by
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

func packsOf(there map[config.Pack]bool) (packs []config.Pack) {
	for _, p := range config.Packs() {
		if there[p] {
			packs = append(packs, p)
		}
	}
	return packs
}

// TestRulesGoStale: when the rules name other tools, the status says so and the
// next install changes the matcher in place; rules that cannot be read change
// nothing.
func TestRulesGoStale(t *testing.T) {
	in := newInstaller(t)
	matcher, broken := "Bash", error(nil)
	in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: matcher}, broken }
	user := in.Target(settings.User, "")
	story{t, in}.do(install.Install(in, user, install.Options{Packs: []config.Pack{config.Activity, config.Rules}, NoDenyRules: true}))
	if s := status.Inspect(in, user); !s.Installed || s.Pack(config.Rules).State != status.PackInstalled || s.Pack(config.Questions).There() {
		t.Fatalf("got %+v", s)
	}
	matcher = "Bash|Edit"
	if s := status.Inspect(in, user); s.Installed || s.Pack(config.Rules).State != status.PackStale || len(s.Problems) != 1 || s.Problems[0].ID != "matcher-stale" {
		t.Errorf("got %+v", s)
	}
	broken = errors.New("the preferences cannot be read")
	if p, err := install.Install(in, user, install.Options{NoDenyRules: true}); err != nil || p.Changes() {
		t.Errorf("got %+v, %v", p.Summary(), err)
	}
	broken = nil
	p, err := install.Install(in, user, install.Options{NoDenyRules: true})
	if err != nil || len(p.Edits) != 1 || p.Edits[0].New != `"Bash|Edit"` {
		t.Fatalf("got %+v, %v", p.Edits, err)
	}
	apply(t, in, p, err)
	matcher = ""
	story{t, in}.do(install.Install(in, user, install.Options{NoDenyRules: true}))
	if s := status.Inspect(in, user); !s.Installed || s.Pack(config.Rules).There() {
		t.Errorf("got %+v", s)
	}
	story{t, in}.do(install.Uninstall(in, user, config.Activity))
	unchanged(t, in, "the last pack is gone")
}

// TestLostPacks: entries that another program has taken out are missed pack by
// pack, and installing puts back those alone that were there.
func TestLostPacks(t *testing.T) {
	in := newInstaller(t)
	user := in.Target(settings.User, "")
	story{t, in}.do(install.Install(in, user, install.Options{Packs: []config.Pack{config.Questions, config.Activity}}))
	installed := content(t, in)
	if _, err := in.OutsideChanges(context.Background(), user); err != nil {
		t.Fatal(err)
	}
	put(t, user.Path, files[".claude/settings.json"])
	if s := status.Inspect(in, user); s.Installed || !slices.Equal(s.There(), []config.Pack{config.Questions, config.Activity}) {
		t.Errorf("got %+v", s)
	}
	story{t, in}.do(install.Install(in, user, install.Options{}))
	if now := content(t, in); now[".claude/settings.json"] != installed[".claude/settings.json"] {
		t.Errorf("got %s", now[".claude/settings.json"])
	}
}

// TestOlderChangesUndone: also when a change was undone under a later one, which
// stands in the containers that it has made, uninstalling gives every byte back.
func TestOlderChangesUndone(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		in := newInstaller(t)
		in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: "Bash"}, nil }
		random := rand.New(rand.NewPCG(seed, 9))
		target := in.Target([]settings.Scope{settings.User, settings.Local}[random.IntN(2)], "")
		var steps []string
		for range 3 + random.IntN(5) {
			if random.IntN(3) > 0 {
				packs := append(status.Inspect(in, target).There(), config.Packs()[random.IntN(3)])
				steps = append(steps, fmt.Sprint("install ", packs))
				story{t, in}.do(install.Install(in, target, install.Options{Packs: packs}))
				continue
			}
			history, err := in.Store.History()
			musttest.Do(t, err)
			present := slices.DeleteFunc(history, func(r settings.Receipt) bool { return r.State != settings.Applied || r.Op == "undo" })
			if len(present) == 0 {
				continue
			}
			i := random.IntN(len(present))
			p, err := changes.Undo(in, present[i])
			if errors.Is(err, settings.ErrInTheWay) {
				continue
			}
			steps = append(steps, fmt.Sprintf("undo %d of %d", i+1, len(present)))
			apply(t, in, p, err)
		}
		story{t, in}.do(install.Uninstall(in, target))
		unchanged(t, in, fmt.Sprint(seed, steps))
	}
}

// TestUndoInAnyOrder: when all changes were undone, in whatever order, every byte is
// back.
func TestUndoInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(24) {
		in := newInstaller(t)
		in.Needs = func() (config.Needs, error) { return config.Needs{Matcher: "Bash"}, nil }
		random := rand.New(rand.NewPCG(seed, 10))
		target := in.Target("", path(in, []string{".claude/settings.json", "project/.claude/settings.local.json", "new/settings.json", "bare.json"}[seed%4]))
		const bare = "{\n\t\"model\": \"opus\", \"permissions\": { }\n}\n"
		put(t, path(in, "bare.json"), bare)
		var made []settings.Receipt
		for _, i := range random.Perm(3) {
			packs := append(status.Inspect(in, target).There(), config.Packs()[i])
			p, err := install.Install(in, target, install.Options{Packs: packs, NoDenyRules: random.IntN(2) == 0})
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

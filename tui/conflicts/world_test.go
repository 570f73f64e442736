package conflicts

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings/musttest"
	"neverask/tui/change"
	"neverask/tui/change/changetest"
	"neverask/tui/hookstate"
	"neverask/tui/kit/kittest"
)

const (
	userFile    = "~/.claude/settings.json"
	projectFile = "~/work/shop/.claude/settings.json"
	managedFile = "/etc/claude-code/managed-settings.json"
)

// world has third-party hooks. None of them is ever run: tests show what the test says.
type world struct {
	*changetest.World
	past  []conflict.Observation
	shows func(*conflict.Conflict) // what a test of a hook shows
	ran   []string                 // what would have been run
}

func newWorld(t testing.TB) *world {
	return &world{World: changetest.New(t)}
}

func (w *world) Review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	if ctx.Err() != nil {
		return conflicts.Review{}, ctx.Err()
	}
	o.Past = w.past
	r, err := conflicts.Find(ctx, w.In, o)
	for i := range r.Conflicts {
		if w.shows != nil && slices.Contains(w.ran, r.Conflicts[i].Hook.Handler.Summary()) {
			w.shows(&r.Conflicts[i])
		}
	}
	return r, err
}

func (w *world) PrepareTest(h config.Hook) (trial.Plan, error) {
	return trial.Prepare(context.Background(), trial.At(w.In, nil), h, trial.Input{Question: true})
}

// RunTest runs nothing.
func (w *world) RunTest(ctx context.Context, p trial.Plan) error {
	if ctx.Err() == nil {
		w.ran = append(w.ran, p.Command)
	}
	return ctx.Err()
}

func (w *world) Unpark(p planner.Parked) (planner.Plan, error) { return conflicts.Unpark(w.In, p) }

func (w *world) Install(t planner.Target, o install.Options) (planner.Plan, error) {
	return install.Install(w.In, t, o)
}

// script writes a program of somebody else's.
func (w *world) script(path string, lines ...string) {
	w.Put(path, "#!/bin/sh\n"+strings.Join(lines, "\n")+"\n")
}

// driver shows the place in a world.
type driver struct {
	*kittest.Driver
	w     *world
	place *Place
}

func show(w *world, width, height int) *driver {
	p := New(w, hookstate.NewThirdParty(w), hookstate.NewInstalls(w), w.Home, w.In.Now)
	return &driver{w.Show(p, width, height), w, p}
}

// contested shows hooks that get into the way of answers, and what else there is.
func contested(t testing.TB, width, height int, more ...func(*world)) *driver {
	w := newWorld(t)
	rewriters(w)
	for _, add := range more {
		add(w)
	}
	return show(w, width, height)
}

// installed has neverask in the file of the user before the hooks come.
func installed(w *world) {
	w.World.Remove(userFile)
	p, err := install.Install(w.In, w.Targets()[0], install.Options{NoDenyRules: true})
	if err == nil {
		_, err = w.Apply(context.Background(), p)
	}
	musttest.Do(w.T, err)
	w.Hook.Version, w.Hook.Current = "v0.3.0", true
}

// install begins an install of the question hooks for the user.
func (d *driver) install() {
	d.Run(d.place.Install(d.M, change.InstallIntoMsg{Target: d.w.Targets()[0]}))
}

// atFirstCard returns a driver that installs, with two conflicts to decide.
func atFirstCard(t *testing.T, width, height int) *driver {
	t.Helper()
	d := contested(t, width, height)
	d.install()
	return d
}

func (d *driver) written(path, text string) bool { return strings.Contains(d.w.Get(path), text) }

// decideAll begins an install and takes the best resolution of the first n
// conflicts.
func (d *driver) decideAll(n int) {
	d.install()
	for range n {
		d.takeResolution()
	}
}

// takeResolution takes the marked resolution of the conflict on the screen, reading as
// long as that is not on it.
func (d *driver) takeResolution() {
	for range 20 {
		if !strings.Contains(d.Screen(), "enter read on") {
			break
		}
		d.Keys("enter")
	}
	d.Keys("enter")
}

// rewriters are third-party hooks, and what the past tells of them.
func rewriters(w *world) {
	w.Rewriters()
	w.script("~/bin/guard", "exec ~/bin/guard.py \"$@\"")
	w.script("~/bin/note", "cat > /dev/null")
	w.script("~/bin/answer", "cat ~/answers.json")
	w.past = append(w.past,
		observed("~/bin/guard --token s3cr3t", 79*time.Millisecond, conflict.Effect{Decision: "deny"}),
		observed("~/bin/answer", 30*time.Millisecond, conflict.Effect{Decision: "allow", Input: conflict.Answered}))
}

// obstacles are what keeps neverask from answering that is no hook.
func obstacles(w *world) {
	w.Put(managedFile, `{
  "permissions": { "ask": ["AskUserQuestion"] },
  "hooks": {
    "PreToolUse": [{ "matcher": "AskUserQuestion", "hooks": [{ "type": "command", "command": "/opt/corp/policy" }] }]
  }
}
`)
	w.Put("~/work/shop/.claude/settings.local.json", "{\n  \"hooks\": {},\n}\n")
	w.past = append(w.past, observed("/opt/corp/policy", 12*time.Millisecond, conflict.Effect{Decision: "ask"}))
}

// denies is what a test shows of a hook that refuses every question.
func denies(c *conflict.Conflict) {
	c.Verdict, c.Effects = conflict.Denies, []conflict.Effect{{Decision: "deny"}}
	c.Evidence = append([]conflict.Evidence{{Basis: conflict.Tested, Detail: "ran once: denied", Took: 79 * time.Millisecond}}, c.Evidence...)
	c.Outcome = conflict.Outcome{Severity: conflict.Blocks, Sentence: "the question is denied before you see it", Certainty: conflict.Certain}
}

// observed returns a past run of a command.
func observed(command string, took time.Duration, e conflict.Effect) conflict.Observation {
	return conflict.Observation{Time: kittest.Noon.Add(-72 * time.Hour), Command: command, Event: "PreToolUse", Tool: "AskUserQuestion", Effect: e, Took: took}
}

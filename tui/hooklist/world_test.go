package hooklist

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/settings/musttest"
	"neverask/tui/change/changetest"
	"neverask/tui/hookstate"
	"neverask/tui/kit/kittest"
)

const (
	userFile    = "~/.claude/settings.json"
	projectFile = "~/work/shop/.claude/settings.json"
	localFile   = "~/work/shop/.claude/settings.local.json"
	managedFile = "/etc/claude-code/managed-settings.json"
)

// world has hooks, whose programs all exist, except those in states.
type world struct {
	*changetest.World
	states map[string]dispatch.HookState // of hooks that are not active, by command
	stats  []transcript.HookStat
}

func (w *world) Sources() config.Sources { return w.In.Sources() }

func (w *world) Standings(s config.Sources) []dispatch.HookState {
	all := dispatch.Standings(s, s.Hooks())
	for i, h := range s.Hooks() {
		if s, said := w.states[h.Handler.Summary()]; said && all[i].State == dispatch.Active {
			all[i] = s
		}
	}
	return all
}

func (w *world) HookStats(context.Context) []transcript.HookStat { return w.stats }
func (w *world) Parked() ([]planner.Parked, error)               { return w.In.Parked() }
func (w *world) Resolved() ([]conflicts.Resolved, error)         { return conflicts.AllResolved(w.In) }

func (w *world) Park(h config.Hook, group bool) (planner.Plan, error) {
	return conflicts.Park(w.In, h, group)
}

func (w *world) Unpark(p planner.Parked) (planner.Plan, error) { return conflicts.Unpark(w.In, p) }
func (w *world) Remove(h config.Hook) (planner.Plan, error)    { return conflicts.Remove(w.In, h) }

// PrepareHook and RunHook are real, in an environment with only PATH.
func (w *world) PrepareHook(h config.Hook) (trial.Plan, error) {
	return trial.Prepare(context.Background(), trial.At(w.In, []string{"PATH=" + os.Getenv("PATH")}), h, trial.Input{})
}

func (w *world) RunHook(ctx context.Context, p trial.Plan) (trial.Result, error) { return p.Run(ctx) }

func (w *world) Review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	return conflicts.Find(ctx, w.In, o)
}

// install installs neverask into the user's file.
func (w *world) install() { w.resolve() }

// resolve installs neverask with resolutions of the conflicts.
func (w *world) resolve(resolutions ...conflict.Resolution) {
	found, err := w.Review(context.Background(), conflicts.Options{})
	musttest.Do(w.T, err)
	o := install.Options{NoDenyRules: true}
	for i, resolution := range resolutions {
		o.Choices = append(o.Choices, conflict.Choice{Conflict: found.Conflicts[i], Resolution: resolution})
	}
	p, err := install.Install(w.In, w.Targets()[0], o)
	if err == nil {
		_, err = w.Apply(context.Background(), p)
	}
	musttest.Do(w.T, err)
}

// driver shows the place in a world.
type driver struct {
	*kittest.Driver
	w     *world
	place *Place
}

func newWorld(t testing.TB) *world { return &world{World: changetest.New(t)} }

// show shows the place.
func show(w *world, width, height int) *driver {
	p := New(w, hookstate.NewThirdParty(w), hookstate.NewInstalls(w), w.Home, w.In.Now)
	d := &driver{w.Show(p, width, height), w, p}
	named, id := d.Named, regexp.MustCompile(`(id +)[0-9a-f]{10}`)
	d.Named = func(screen string) string { return id.ReplaceAllString(named(screen), "${1}5d406027ba") }
	return d
}

// zoo shows hooks of every kind, in several files.
func zoo(t testing.TB, width, height int) *driver {
	w := newWorld(t)
	w.Zoo()
	return show(w, width, height)
}

// start chooses a hook by a text in its row, and presses keys.
func (d *driver) start(row string, keys ...string) {
	d.T.Helper()
	d.Choose(row)
	d.Keys(keys...)
}

// park parks a hook and goes back to the list.
func (d *driver) park(row string) { d.start(row, "space", "y") }

// guarded returns a settings file with one hook, and a member before it.
func guarded(member, hook string) string {
	return strings.NewReplacer("MEMBER", member, "HOOK", hook).Replace(`{
  MEMBER,
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh"HOOK }]
      }
    ]
  }
}
`)
}

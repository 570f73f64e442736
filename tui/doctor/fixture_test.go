package doctor

import (
	"context"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// world is somebody whose settings files have mistakes. There is no hook program to be
// tried.
type world struct {
	*changetest.World
	stats []transcript.HookStat
}

func (w *world) Examine(ctx context.Context) (found []doctor.Finding, err error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, f := range doctor.Examine(ctx, doctor.Options{Planner: w.In, Stats: w.stats}) {
		if !strings.HasPrefix(f.ID, "hook-") && f.ID != "mode-wide" {
			found = append(found, f)
		}
	}
	return found, nil
}

func (w *world) Repair(f doctor.Finding) (planner.Plan, error) { return f.Plan() }

const (
	userFile    = "~/.claude/settings.json"
	projectFile = "~/work/shop/.claude/settings.json"
)

// driver shows the page.
type driver struct {
	*kittest.Driver
	*world
	page *Examination
}

// show shows the page of a world, which is to be examined.
func show(t testing.TB, before func(*world)) *driver {
	d := closed(t, before)
	d.open()
	return d
}

// open opens the page.
func (d *driver) open() {
	d.M.Changed()
	cmd := d.page.Visit(d.M, "")
	if d.Hold {
		d.Held = append(d.Held, cmd)
		return
	}
	d.Run(cmd)
}

// closed returns the program before the page is opened.
func closed(t testing.TB, before func(*world)) *driver {
	w := &world{World: changetest.New(t)}
	before(w)
	return &driver{w.Show(kittest.Blank{}, 80, 24), w, New(w, w.Home, false)}
}

// choose moves to the first finding with an ID.
func (d *driver) choose(id string) {
	d.Driver.T.Helper()
	d.page.Pane.Chosen = slices.IndexFunc(d.page.Found, func(f doctor.Finding) bool { return f.ID == id })
	if d.page.Pane.Chosen < 0 {
		d.Driver.T.Fatalf("there is no %s:\n%s", id, d.Screen())
	}
	d.M.ClampScroll()
}

// healthy has nothing to find.
func healthy(*world) {}

// commented is a settings file as somebody wrote it who did not know that it is
// strict JSON, with a mistake that the comments hide.
const commented = `{
  // keep this one
  "model": "opus",
  "env": {"API_TOKEN": "s3cr3t"}, /* never share */
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "true", "timeout": "5" },]
      }
    ]
  }
}
`

func comments(w *world) { w.Put(userFile, commented) }

// twice has a hook that cannot be parked before a mistake in its file is repaired.
func twice(w *world) {
	w.Put(userFile, "{\"hooks\": {\"PreToolUse\": [\n{\"hooks\": [{\"type\": \"command\", \"command\": \"~/gone.sh\"}]},\n{\"matcher\": \"Edit\", \"hooks\": \"oops\"}]}}\n")
}

// ward has a settings file with a mistake of nearly every kind.
func ward(w *world) {
	w.Put(userFile, `{
  "disableAllHooks": true,
  "Stop": [{"hooks": [{"type": "command", "command": "true"}]}],
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/gone.sh --token s3cr3t" }] },
      { "matcher": "edit", "hooks": [{ "type": "command", "command": "true", "timeout": 60000 }] }
    ],
    "PostToolUse": [
      { "hooks": [{ "type": "command", "command": "true", "timeout": "5" }, { "type": "shout", "command": "true" }] },
      { "command": "true" }
    ],
    "stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]
  }
}
`)
	w.Put(projectFile, "{\n  \"model\": \"opus\",\n  \"model\": \"sonnet\"\n}\n")
	w.Put("~/work/shop/.claude/settings.local.json", "{")
	w.Put("~/.config/neverask/preferences.json", `{"version":1,"rules":[{"id":"a","match":{"header":"Tests"},"mode":"never-ask"}]}`)
}

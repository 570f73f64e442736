package tui

import (
	"testing"
	"time"

	"neverask/hooks/thirdparty/conflict"
)

const (
	projectFile = home + "/work/shop/.claude/settings.json"
	managedFile = "/etc/claude-code/managed-settings.json"
)

// rewriters writes hooks of others into several files: one that denies, one that
// answers, one that a managed file holds, and one that is harmless.
func rewriters(d *driver) {
	f := d.f
	f.Put(userFile, `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          { "type": "command", "command": "~/bin/guard --token s3cr3t", "timeout": 10 },
          { "type": "command", "command": "~/bin/note" }
        ]
      }
    ]
  }
}
`)
	f.Put(projectFile, `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "AskUserQuestion", "hooks": [{ "type": "command", "command": "~/bin/answer", "timeout": 30 }] }
    ]
  }
}
`)
	f.script(home+"/bin/guard", "exec ~/bin/guard.py \"$@\"")
	f.script(home+"/bin/note", "cat > /dev/null")
	f.script(home+"/bin/answer", "cat ~/answers.json")
	f.past = append(f.past,
		observed("~/bin/guard --token s3cr3t", 79*time.Millisecond, conflict.Effect{Decision: "deny"}),
		observed("~/bin/answer", 30*time.Millisecond, conflict.Effect{Decision: "allow", Input: conflict.Answered}))
}

// obstacles are what keeps neverask from answering that is no hook.
func obstacles(d *driver) {
	d.f.Put(managedFile, `{
  "permissions": { "ask": ["AskUserQuestion"] },
  "hooks": {
    "PreToolUse": [{ "matcher": "AskUserQuestion", "hooks": [{ "type": "command", "command": "/opt/corp/policy" }] }]
  }
}
`)
	d.f.Put(home+"/work/shop/.claude/settings.local.json", "{\n  \"hooks\": {},\n}\n")
	d.f.past = append(d.f.past, observed("/opt/corp/policy", 12*time.Millisecond, conflict.Effect{Decision: "ask"}))
}

// unprobed is what comes of a probe that cannot be made.
func unprobed(c *conflict.Conflict) {
	c.Failed = "mkdir /tmp/neverask-probe-1: no space left on device"
}

var conflictScreens = []struct {
	name string
	show func(*driver)
}{
	{"conflict-notes", func(d *driver) { rewriters(d); obstacles(d); d.Keys("i", "enter") }},
	{"conflict-observed", func(d *driver) { rewriters(d); d.Keys("i", "enter") }},
	{"conflict-end", func(d *driver) { rewriters(d); d.Keys("i", "enter", "G") }},
	{"conflict-decided", func(d *driver) { rewriters(d); d.decideAll(1); d.Keys("left") }},
	{"conflict-read-only", func(d *driver) { rewriters(d); obstacles(d); d.Keys("i", "enter", "enter", "right") }},
	{"conflict-diff", func(d *driver) { rewriters(d); d.decideAll(2) }},
	{"conflict-diff-split", func(d *driver) { rewriters(d); d.decideAll(2); d.Keys("s", "s") }},
	{"conflict-confirm", func(d *driver) { rewriters(d); d.decideAll(2); d.Keys("a") }},
	{"conflict-result", func(d *driver) { rewriters(d); d.decideAll(2); d.Keys("a", "y") }},
	{"conflict-stopped", func(d *driver) {
		rewriters(d)
		d.Keys("i", "enter", "G", "down", "down", "down", "down", "enter")
	}},
	{"conflict-consent", func(d *driver) { rewriters(d); d.Keys("5", "p") }},
	{"conflict-probing", func(d *driver) { rewriters(d); d.Keys("5", "enter", "p", "right"); d.Hold = true; d.Keys("enter") }},
	{"conflict-probed", func(d *driver) {
		rewriters(d)
		d.f.probe = denies
		d.Keys("5", "down", "enter", "p", "y")
	}},
	{"conflict-probe-failed", func(d *driver) { rewriters(d); d.f.probe = unprobed; d.Keys("5", "enter", "p", "y") }},
	{"conflicts", func(d *driver) { rewriters(d); d.Keys("5") }},
	{"conflicts-obstacles", func(d *driver) { rewriters(d); obstacles(d); d.Keys("5", "G") }},
	{"conflicts-setting", func(d *driver) { rewriters(d); obstacles(d); d.Keys("5", "G", "up", "enter") }},
	{"conflicts-kept-away", func(d *driver) { rewriters(d); d.decideAll(2); d.Keys("a", "y", "enter", "5", "G") }},
	{"conflicts-brief", func(d *driver) { d.f.Put(userFile, contested); d.Keys("5") }},
	{"conflicts-empty", func(d *driver) { d.Keys("5") }},
	{"conflicts-looking", func(d *driver) { d.m.others.Found = nil; d.Hold = true; d.Keys("5") }},
	{"conflicts-settle", func(d *driver) { d.installThenRewriters(); d.Keys("5", "enter"); d.takeWay() }},
	{"conflicts-settled", func(d *driver) { d.installThenRewriters(); d.Keys("5", "enter"); d.takeWay(); d.Keys("a", "y") }},
	{"overview-conflicts", func(d *driver) { rewriters(d); d.Keys("r") }},
	{"overview-obstacle", func(d *driver) { obstacles(d); d.f.past = nil; d.Keys("r") }},
}

// decideAll begins an install and takes the best way out of the first n
// conflicts.
func (d *driver) decideAll(n int) {
	d.Keys("i", "enter")
	for range n {
		d.takeWay()
	}
}

// takeWay takes the marked way out of the conflict on the screen, reading as
// long as that is not on it.
func (d *driver) takeWay() {
	k := d.m.Current().Layer.(*cards)
	for range 20 {
		if k.inSight() {
			break
		}
		d.Keys("enter")
	}
	d.Keys("enter")
}

func (d *driver) installThenRewriters() {
	d.install()
	installed := d.f.Get(userFile)
	rewriters(d)
	d.f.Put(userFile, installed)
	d.Keys("r")
}

func TestConflictScreens(t *testing.T) {
	for _, s := range conflictScreens {
		screensOf(t, s.name, s.show)
	}
}

// No screen of conflicts draws control characters of files, at any size.
func TestConflictsAtEverySize(t *testing.T) {
	for _, s := range conflictScreens {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		d.Resize()
	}
}

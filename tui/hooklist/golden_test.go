package hooklist

import (
	"testing"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/tui/kit/kittest"
)

// screens are all screens, with the keys that lead there from the zoo, and texts that they must
// show. Some have golden files, too.
var screens = []struct {
	name   string
	golden bool
	before func(*world)
	show   func(*driver)
	sees   []string
	not    []string
}{
	{name: "list", golden: true},
	{name: "empty", golden: true, before: func(w *world) {
		w.World.Remove("~/.claude")
		w.World.Remove("~/work/shop/.claude")
		w.World.Remove("/etc")
	}},
	{name: "unreadable", before: func(w *world) {
		w.World.Remove("~/.claude")
		w.World.Remove("~/work/shop/.claude")
		w.World.Remove("/etc")
		w.Put(userFile, "{\n  \"hooks\": {},\n}\n")
	}, sees: []string{"hooks unknown · ✗ settings.json is broken · press D to see", " D doctor   o open", "▸ ✗ broken  ~/.claude/settings.json:2:14: a trailing comma", "→ remove the comma"}, not: []string{"no hooks yet", "You have none yet"}},
	{name: "end", show: func(d *driver) { d.Keys("G") }, sees: []string{
		"= duplicate  project  Bash", "▸ 29 more events without known hooks", "Press enter to list every event, with what it is",
	}},
	{name: "idle", show: func(d *driver) { d.Keys("E", "G") }, sees: []string{
		"  CwdChanged  the working directory has changed", "▸   ✗ cannot run user     nothing           ~/bin/shiny", "✗ cannot run: Claude Code knows no event \"Shiny\"",
	}},
	{name: "conflict", before: func(w *world) {
		w.Put(userFile, `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/.claude/deny.sh"}]}]}}`)
		w.Put("~/.claude/deny.sh", "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\"}}'\n")
	}, sees: []string{"✗ 1 hook in the way", "▸   ✗ blocks    user     AskUserQuestion   ~/.claude/deny.sh", "✗ blocks: the question is denied before you see it · press C to decide", " C decide…   D doctor   space"}},
	{name: "looking", show: func(d *driver) { d.place.found = nil; d.Hold = true; d.Keys("r") }, sees: []string{"looking for hooks …"}},
	{name: "detail", golden: true, show: func(d *driver) { d.start("format", "enter") }},
	{name: "event", show: func(d *driver) { d.start("PreToolUse", "enter") }, sees: []string{
		"▸ PreToolUse  a tool is about to be used                      5 hooks, folded", "matcher    the name of the tool", "such as    Agent, AskUserQuestion, Bash,",
		"may return allow, deny, ask, defer; changed input; context for Claude",
	}, not: []string{"guard.sh"}},
	{name: "unknown-event", show: func(d *driver) { d.start("Shiny") }, sees: []string{
		"▸ Shiny  Claude Code has no such event                                 1 hook", "Hooks for it never run. It may be a typo, or belong to another version.",
	}, not: []string{"may return"}},
	{name: "file", show: func(d *driver) { d.Keys("g") }, sees: []string{
		"▸ ✗ broken  ~/work/shop/.claude/settings.local.json:2:14: a trailing comma", "✗ broken: a trailing comma: Claude Code rejects the whole file", "→ remove the comma",
	}},
	{name: "file-page", show: func(d *driver) { d.Keys("g", "enter") }, sees: []string{
		"Hooks › Details", "✗ broken: a trailing comma: Claude Code rejects the whole file", "~/work/shop/.claude/settings.local.json:2:14", "→ remove the comma",
	}},
	{name: "group", show: func(d *driver) { d.start("all of these") }, sees: []string{
		"▸                user     Edit or Write     all of these:", "2 hooks of one matcher group", "runs       ~/bin/format -w .", "           http https://hooks.example/edit", "space park all…",
	}},
	{name: "managed", show: func(d *driver) { d.start("audit") }, sees: []string{
		"▸   ● active     managed  pattern mcp__git… /opt/corp/audit", "in         managed /", "settings.json:3", "fires for  pattern mcp__github__.*",
	}, not: []string{"park…", "delete…"}},
	{name: "duplicate", show: func(d *driver) { d.start("duplicate") }, sees: []string{
		"= duplicate: the same command runs already, for ~/.claude/settings.json", "project ~/work/shop/.claude/settings.json:4",
	}},
	{name: "find", show: func(d *driver) { d.Keys("/"); d.Text("edit") }, sees: []string{"/ edit", "2 of 9 hooks", "2 of 5 hooks", "▸                user     Edit or Write     all of these:"}, not: []string{"guard.sh"}},
	{name: "filter", show: func(d *driver) { d.Keys("f", "d", "u", "p", "enter", "f", "p", "r", "o", "j", "enter") }, sees: []string{"1 of 9 hooks · project · duplicate", "1 of 5 hooks", "▸   = duplicate  project", "1 of 1 ─╯"}, not: []string{"broken"}},
	{name: "nothing-found", show: func(d *driver) { d.Keys("/"); d.Text("nowhere") }, sees: []string{"/ nowhere", "0 of 9 hooks", "No matches. Press esc to show all"}},
	{name: "found-again", show: func(d *driver) { d.start("notify", "/"); d.Text("nowhere"); d.Keys("esc") }, sees: []string{"▸   ● active     user     everything        ~/bin/notify done"}},
	{name: "invalid", before: func(w *world) { w.Put(userFile, guarded(`"model": "opus"`, `, "timeout": "5"`)) }, sees: []string{
		"✗ broken  ~/.claude/settings.json:7:84: a timeout is not a number", "✗ invalid   user     Bash              ~/.claude/guard.sh",
		"✗ invalid: line 7: a timeout is not a number, so Claude Code ignores", "no hook, no permission rule, no other setting",
	}},
	{name: "off", before: func(w *world) { w.Put(userFile, guarded(`"disableAllHooks": true`, "")) }, sees: []string{
		"▲ disableAllHooks: no hook runs, not even neverask's (~/.claude/settings.js…", "▸   ✗ off       user     Bash              ~/.claude/guard.sh",
		"    ● active    managed  pattern", "✗ off: disableAllHooks is set in ~/.claude/settings.json",
	}},
	{name: "own-folded", before: (*world).install, show: func(d *driver) { d.start("neverask hooks") }, sees: []string{"2 hooks (1 from neverask)", "▸ 3 neverask hooks", "neverask's own hooks: u uninstalls them. Press enter to unfold them.", "enter unfold"}, not: []string{"neverask-hook"}},
	{name: "ours", before: (*world).install, show: func(d *driver) {
		d.start("neverask hooks", "enter")
		d.Sees("enter fold")
		d.start("neverask-hook", "enter")
	}, sees: []string{
		"· neverask's own: answers the questions you have rules for; u uninstalls", "fires for  questions", "exec       started directly, without a shell", "limit      5 s",
	}, not: []string{"park…", "delete…"}},
	{name: "park", show: func(d *driver) { d.start("notify", "space") }, sees: []string{
		"Hooks › Plan", "Park a hook of ~/.claude/settings.json", "· neverask keeps a copy; press space on it in the list to restore it",
		"-     command ~/bin/notify done   statusMessage notifying", "= unchanged: 6 hooks of yours", "1 to remove",
	}},
	{name: "park-result", show: func(d *driver) { d.start("notify", "space", "y") }, sees: []string{"✓ parked the hook"}},
	{name: "park-group", show: func(d *driver) { d.start("all of these", "space") }, sees: []string{
		"Park a group of hooks of ~/.claude/settings.json", "· neverask keeps copies; press space on one of them in the list to restore", "-   matcher Edit|Write", "-     http https://hooks.example/edit   if Edit(*.go)", "= unchanged: 5 hooks of yours",
	}},
	{name: "parked", golden: true, show: func(d *driver) { d.park("notify") }},
	{name: "unpark", show: func(d *driver) { d.park("notify"); d.Keys("space") }, sees: []string{
		"Restore a hook to ~/.claude/settings.json", "+     command ~/bin/notify done   statusMessage notifying", "1 to add",
	}},
	{name: "unpark-result", show: func(d *driver) { d.park("notify"); d.Keys("space", "y") }, sees: []string{"✓ restored the hook"}},
	{name: "remove", show: func(d *driver) { d.start("notify", "d") }, sees: []string{"Delete a hook from ~/.claude/settings.json", "-     command ~/bin/notify done", "1 to remove"}},
	{name: "fires", golden: true, show: func(d *driver) { d.Keys("x"); d.Text("Bash") }},
	{name: "fires-empty", show: func(d *driver) { d.Keys("x", "space") }, sees: []string{"When this happens:", "Type a tool, such as Bash or mcp__github__search, or an event, such as"}},
	{name: "fires-value", show: func(d *driver) { d.Keys("x"); d.Text("SessionStart") }, sees: []string{"Which hooks run on SessionStart depends on how it started. Type that too,", "such as startup, resume, clear, compact, fork."}},
	{name: "fires-input", show: func(d *driver) { d.Keys("x"); d.Text(`Edit {"file_path": "a.go"}`) }, sees: []string{
		"PreToolUse Edit: 2 hooks run, all at once", "▸ ● runs       ~/bin/format -w .", `◐ may run    http https://hooks.exam…  its "if" Edit(*.go) decides by the …`, "enter show the hook",
	}},
	{name: "fires-failing", before: func(w *world) {
		w.states = map[string]dispatch.HookState{"~/bin/format -w .": {State: dispatch.Fails, Why: "~/bin/format is not there"}}
	}, show: func(d *driver) { d.Keys("x"); d.Text("Edit") }, sees: []string{"PreToolUse Edit: 1 of 2 hooks can run, 1 cannot", "✗ cannot run ~/bin/format -w .", "  its program is not there"}},
	{name: "fires-half-an-event", show: func(d *driver) { d.Keys("x"); d.Text("sessionst") }, sees: []string{"“sessionst” is not an event (SessionStart?); read as a tool name"}},
	{name: "fires-another-tool", show: func(d *driver) { d.Keys("x"); d.Text("Sesame") }, sees: []string{"“Sesame” is not an event; read as a tool name"}, not: []string{"(S"}},
	{name: "fires-at-once", before: func(w *world) {
		w.Put(userFile, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"~/bin/notify done"}]}]}}`)
	}, show: func(d *driver) { d.start("notify", "x") }, sees: []string{"Stop: 1 hook runs"}, not: []string{"not an event"}},
	{name: "fires-later", before: func(w *world) {
		w.Put(userFile, `{"hooks":{"PostToolUse":[{"matcher":"Read","hooks":[{"type":"command","command":"~/bin/notify read"}]}]}}`)
	}, show: func(d *driver) { d.Keys("x"); d.Text("Read") }, sees: []string{"PreToolUse Read: no hook runs, only at PostToolUse · type “PostToolUse Read”"}},
	{name: "fires-server", show: func(d *driver) { d.Keys("x"); d.Text("mcp__x__y") }, sees: []string{"PreToolUse mcp__x__y: no hook runs"}, not: []string{"not an event"}},
	{name: "fires-nothing", show: func(d *driver) { d.Keys("x"); d.Text("Notification idle_prompt") }, sees: []string{"Notification idle_prompt: no hook runs", "as far as can be read: ~/work/shop/.claude/settings.local.json:2:14 is"}, not: []string{"show the hook"}},
	{name: "seen", before: func(w *world) {
		w.stats = []transcript.HookStat{{Event: "Stop", Name: "~/bin/notify done", Seen: 12, Errors: 2, Last: kittest.Noon.Add(-50 * time.Hour)}}
	}, show: func(d *driver) { d.start("notify") }, sees: []string{"seen       at least 12×, last 2d ago, ▲ failed 2×"}},
	{name: "running", before: func(w *world) {
		w.Running = []planner.Problem{{ID: "hook-altered", Severity: "warning", Message: "the hook was altered", Fix: "apply it all the same"}}
	}, show: func(d *driver) { d.start("notify", "space") }, sees: []string{"▲ warning: the hook was altered", "→ press i to replace it"}},
	{name: "read-only", show: func(d *driver) { d.M.ReadOnly = true; d.start("notify", "enter") }, sees: []string{"Hooks › Details", "shows      notifying", "c copy   x explain…   esc back"}, not: []string{"park…", "o open", "delete…"}},
	{name: "help", show: func(d *driver) { d.start("notify", "?") }, sees: []string{"space  park the hook: take it out of its file and keep it;", "x      explain which hooks run for a tool or an event"}},
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.Zoo()
			if s.before != nil {
				s.before(w)
			}
			d := show(w, 80, 24)
			if s.show != nil {
				s.show(d)
			}
			d.Sees(s.sees...)
			d.SeesNot(append(s.not, kittest.Secret)...)
			if s.golden {
				kittest.Golden(t, s.name, d.Screen())
			}
			d.Resize() // it fits every size, and has no control characters from files
		})
	}
}

// The list on a wide terminal and on a small one.
func TestListAtOtherSizes(t *testing.T) {
	kittest.Golden(t, "list-wide", zoo(t, 140, 40).Screen())
	kittest.Golden(t, "list-small", zoo(t, 40, 12).Screen())
}

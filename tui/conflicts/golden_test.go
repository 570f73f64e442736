package conflicts

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit/kittest"
)

// famous is a hook that neverask knows, beside one that nothing shows anything of.
func gone(w *world) {
	w.Put(projectFile, `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "/nowhere/claude-guard"}]}]}}`)
}

func famous(w *world) {
	w.Put(projectFile, "{}")
	w.Put(userFile, `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          { "type": "command", "command": "~/.claude/skills/gstack/bin/question-preference-hook --token s3cr3t" }
        ]
      },
      {
        "matcher": "AskUserQuestion",
        "hooks": [{ "type": "http", "url": "https://hooks.example/ask" }]
      }
    ]
  }
}
`)
}

// A screen is something that can be seen, by the way that leads to it from hooks in the
// way, with what must be on it. The golden ones differ as a whole.
type screen struct {
	name   string
	golden bool
	before []func(*world)
	show   func(*driver)
	sees   []string
	not    []string
}

// start comes to the screen.
func (s screen) start(t testing.TB) *driver {
	d := contested(t, 80, 24, s.before...)
	if s.show != nil {
		s.show(d)
	}
	return d
}

// unclear is a hook for all tools that nothing shows anything of.
func unclear(w *world) {
	w.Put(projectFile, "{}")
	w.Put(userFile, `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "npx some-guard@latest"}]}]}}`)
}

func empty(w *world) { w.Put(userFile, "{}"); w.Put(projectFile, "{}") }

var screens = []screen{
	{name: "list", golden: true},
	{name: "empty", golden: true, before: []func(*world){empty}},
	{name: "empty-installed", before: []func(*world){empty, installed}, sees: []string{"Only neverask answers, denies or changes questions: Claude gets exactly"}, not: []string{"Nothing answers"}},
	{name: "notes", before: []func(*world){obstacles}, show: func(d *driver) { d.install() }, sees: []string{
		"Before neverask is installed", "These settings stop neverask from answering, whatever is installed:", "✗ setting: permissions.ask = AskUserQuestion", "the dialog is always shown, whatever a hook answers",
		"These files are broken, so neverask cannot see their hooks:", "✗ broken: a trailing comma", "Next: 3 conflicts to decide.", "enter continue",
	}},
	{name: "card", golden: true, show: func(d *driver) { d.install() }},
	{name: "end", show: func(d *driver) { d.install(); d.Keys("G") }, sees: []string{"▸ narrow  the hook skips questions and otherwise runs as before", "to be decided", "enter narrow…"}},
	{name: "decided", show: func(d *driver) { d.decideAll(1); d.Keys("left") }, sees: []string{"Conflict 1 of 2   ✗ blocks", "✓ decided: narrow", "best: the hook serves other tools too, and keeps working for them"}},
	{name: "read-only", before: []func(*world){obstacles}, show: func(d *driver) { d.install(); d.Keys("enter", "right") }, sees: []string{
		"Conflict 2 of 3   ✗ blocks", "What it does  insists that you are asked", "Not editable  it is set by your administrator", "What to ask   ask your administrator to give the hook a matcher without", "▸ leave  leave the hook as it is",
	}, not: []string{"narrow", "park"}},
	{name: "diff", show: func(d *driver) { d.decideAll(2) }, sees: []string{
		"Conflicts › Conflicts › Plan", "Install question hooks into ~/.claude/settings.json", "· copies the hook program to ", "· unknown on questions: note",
		"file 1 of 2   project ~/work/shop/.claude/settings.json", "-     command ~/bin/answer   timeout 30 s", "kept by neverask; uninstall puts it back (park)", "7 to add (4 hooks, 3 deny rules), 2 to remove · backup kept · undo with z", "space leave out deny rules",
	}},
	{name: "result", show: func(d *driver) { d.decideAll(2); d.Keys("y") }, sees: []string{"✓ installed question hooks · no rules yet"}},
	{name: "consent", golden: true, show: func(d *driver) { d.Keys("t") }},
	{name: "testing", show: func(d *driver) { d.Keys("enter", "t", "right"); d.Hold = true; d.Keys("enter") }, sees: []string{"Test          running it… 0 s, at most 10 s", "t stop the test"}, not: []string{"t test the hook…"}},
	{name: "tested", show: func(d *driver) { d.w.shows = denies; d.Keys("down", "enter", "t", "y") }, sees: []string{
		"Conflict 2 of 2   ✗ blocks", "How we know   ran once: denied · 79 ms", "answer: denies, blocks", "Shared file   everyone who works on the project has this hook",
	}},
	{name: "obstacles", before: []func(*world){obstacles}, show: func(d *driver) { d.Keys("G") }, sees: []string{
		"✗ 2 hooks and ▲ 1 in the way   ✗ 1 blocking setting   ✗ 1 broken file", "✗ blocks  asks       managed  /opt/corp/policy", "Settings that affect questions", "✗ blocks  permissions.ask = AskUserQuestion",
		"Broken files", "▸ ✗ broken  ~/work/shop/.claude/settings.local.json:2:14", "✗ broken: a trailing comma: Claude Code rejects the whole file", "→ remove the comma",
	}},
	{name: "found", before: []func(*world){obstacles}, show: func(d *driver) { d.Keys("/"); d.Text("askuser"); d.Keys("enter") }, sees: []string{
		"/ askuser", "1 of 6 rows", "Settings that affect questions", "▸ ✗ blocks  permissions.ask = AskUserQuestion", "esc show all", "o open",
	}, not: []string{"Broken files", "in the way"}},
	{name: "nothing-found", show: func(d *driver) { d.Keys("/"); d.Text("nowhere") }, sees: []string{"/ nowhere", "0 of 3 rows", "No matches. Press esc to show all"}},
	{name: "setting", before: []func(*world){obstacles}, show: func(d *driver) { d.Keys("G", "up", "enter") }, sees: []string{
		"Conflicts › Details", "✗ setting: permissions.ask = AskUserQuestion", "the dialog is always shown, whatever a hook answers", "settings.json:2",
	}},
	{name: "kept-away", show: func(d *driver) { d.decideAll(2); d.Keys("y", "G") }, sees: []string{
		"✓ no conflicts", "1 unknown", "Resolved by neverask", "  ✓ parked             project  ~/bin/answer", "▸ ✓ narrowed           user     ~/bin/guard --token •••", "PreToolUse · ~/.claude/settings.json",
		"✓ narrowed: the hook skips questions and otherwise runs as before", "Press space to restore it. Uninstalling neverask restores it, too.", "space restore…",
	}},
	{name: "restore", show: func(d *driver) { d.decideAll(2); d.Keys("y", "G", "enter", "space") }, sees: []string{
		"Restore a hook to ~/.claude/settings.json", "the conflict is open again", "1 to add, 1 to remove",
	}},
	{name: "restored", show: func(d *driver) { d.decideAll(2); d.Keys("y", "G", "space", "y") }, sees: []string{"✓ restored the hook"}},
	{name: "open-again", show: func(d *driver) { d.decideAll(2); d.Keys("y", "G", "space", "y") }, sees: []string{
		"✗ 1 hook in the way", "✓ parked             project  ~/bin/answer", "~/bin/guard --token •••",
	}, not: []string{"✓ narrowed"}},
	{name: "brief", before: []func(*world){famous}, sees: []string{
		"✗ 1 hook in the way", "▸ ✗ blocks  denies     user     …/question-preference-hook --token •••", "· info    unknown    user     https://hooks.example/ask",
		"How we know   by its name: gstack: denies marked questions you told",
	}},
	{name: "program-missing", before: []func(*world){gone}, show: func(d *driver) { d.Choose("claude-guard"); d.Keys("enter") }, sees: []string{
		"What it does  ✗ cannot run: /nowhere/claude-guard is not there", "What happens  · harmless: it cannot run", "park ",
	}, not: []string{"narrow"}},
	{name: "program-missing-list", before: []func(*world){gone}, sees: []string{"· info    cannot run project  /nowhere/claude-guard"}},
	{name: "program-missing-plan", before: []func(*world){gone}, show: func(d *driver) { d.decideAll(1) }, sees: []string{"· cannot run: claude-guard (its program is not there)"}},
	{name: "unclear", before: []func(*world){unclear}, sees: []string{"✓ no conflicts", "1 unknown", "· info    unknown"}, not: []string{"harmless"}},
	{name: "unclear-card", before: []func(*world){unclear}, show: func(d *driver) { d.Keys("enter", "G") }, sees: []string{"Hook   · info", "best: no known problem; test it to be sure"}, not: []string{"harmless", "does not conflict"}},
	{name: "unclear-plan", before: []func(*world){unclear}, show: func(d *driver) { d.install() }, sees: []string{"· unknown on questions: npx some-guard@latest"}, not: []string{"harmless"}},
	{name: "other-hook", show: func(d *driver) { d.Keys("enter", "right") }, sees: []string{"Conflict 2 of 2   ▲ races"}},
	{name: "no-conflict", show: func(d *driver) { d.Keys("enter", "left") }, sees: []string{"Hook   · info"}, not: []string{" of "}},
	{name: "narrow", show: func(d *driver) { d.Keys("enter"); d.Send(tea.WindowSizeMsg{Width: 60, Height: 20}) }, sees: []string{"What happens", "▸ narrow  the hook skips questions", "enter narrow and install…"}},
	{name: "looking", show: func(d *driver) { d.place.Found = nil; d.Hold = true; d.Keys("r") }, sees: []string{"checking third-party hooks …"}},
	{name: "settle", before: []func(*world){installed}, show: func(d *driver) { d.Keys("enter"); d.takeResolution() }, sees: []string{
		"Resolve conflicts in ~/work/shop/.claude/settings.json", "-     command ~/bin/answer   timeout 30 s", "kept by neverask; uninstall puts it back (park)", "1 to remove",
	}, not: []string{"permissions"}},
	{name: "settled", before: []func(*world){installed}, show: func(d *driver) { d.Keys("enter"); d.takeResolution(); d.Keys("y") }, sees: []string{"✓ resolved 1 conflict"}},
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := s.start(t)
			d.Sees(s.sees...)
			d.SeesNot(s.not...)
			// A command is shown whole where it is agreed to.
			if strings.Contains(d.Screen(), kittest.Secret) != (s.name == "consent") {
				t.Errorf("the secret:\n%s", d.Screen())
			}
			if s.golden {
				kittest.Golden(t, s.name, d.Screen())
			}
			d.Resize() // it fits every size, and holds no control character of a file
		})
	}
}

// The list at the sizes of a wide terminal and of a small one.
func TestListAtOtherSizes(t *testing.T) {
	kittest.Golden(t, "list-wide", contested(t, 140, 40).Screen())
	kittest.Golden(t, "list-small", contested(t, 40, 12).Screen())
}

// On a small screen a plan says whole how much it changes.
func TestPlanSaysHowMuchOnSmallScreens(t *testing.T) {
	d := contested(t, 80, 24)
	d.decideAll(2)
	for _, size := range [][2]int{{40, 10}, {60, 20}} {
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text := strings.Join(strings.Fields(strings.ReplaceAll(d.Screen(), "│", "")), " ")
		if !strings.Contains(text, "7 to add (4 hooks, 3 deny rules), 2 to remove") {
			t.Errorf("%d columns:\n%s", size[0], d.Screen())
		}
	}
}

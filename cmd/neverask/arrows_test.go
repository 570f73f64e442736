package main

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the packages from the ground up: one imports its own layer and those
// below, in its tests too. So what Claude Code does and what rules mean knows nothing of
// how it is shown.
var layers = []struct{ name, packages string }{
	{"bytes, files and the protocol", `settings settings/foreign settings/jsontext settings/ownfile hooks hooks/claude/bash hooks/control hooks/rule/safety hooks/rule/safety/shell hooks/paths hooks/redact
		hooks/serve hooks/record/histogram hooks/rule/strictjson hooks/tool settings/worktree`},
	{"rules, records and the hook", `hooks/record/activity hooks/thirdparty/chain hooks/claude/transcript hooks/record/eventlog hooks/off hooks/rule/question hooks/rule/toolrule hooks/program hooks/program/entry hooks/app/trust`},
	{"hooks of all sources", "hooks/claude/config hooks/thirdparty/conflict hooks/thirdparty/outside hooks/claude/dispatch hooks/rule/preferences hooks/app/session hooks/rule/suggest"},
	{"what a person does", "hooks/app/doctor hooks/app/installer hooks/app/report"},
	{"what a person sees", "diffview tui"},
	{"programs", "cmd/neverask cmd/neverask-hook"},
}

// support is for tests, and may be used by all of them.
const support = `cmd/cmdtest hooks/record/activity/activitytest hooks/claude/clienttest hooks/claude/clienttest/mcpserver hooks/claude/transcript/historytest settings/crashtest tui/termtest`

// exceptions are imports from above that are there all the same, each with its reason.
var exceptions = map[string]string{
	"hooks/app/doctor diffview":                     "a repair is shown as a comparison of JSON",
	"hooks/app/installer diffview":                  "a plan is shown as a comparison of JSON",
	"hooks/app/trust diffview":                      "a proposal is shown as a comparison with the accepted one",
	"hooks/thirdparty/conflict hooks/app/installer": "its tests install what they find conflicts with",
	"settings hooks/thirdparty/chain":               "its tests add up the parts of a change",
	"settings hooks/thirdparty/conflict":            "its tests add up the parts of a change",
	"settings hooks/app/installer":                  "its tests add up the parts of a change",
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", strings.Join(args, " "), err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestArrows(t *testing.T) {
	layer := map[string]int{}
	for i, l := range layers {
		for name := range strings.FieldsSeq(l.packages) {
			layer[name] = i
		}
	}
	for name := range strings.FieldsSeq(support) {
		layer[name] = -1
	}
	left := maps.Clone(exceptions)
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "neverask/...") {
		words := strings.Fields(line)
		from := strings.TrimPrefix(words[0], "neverask/")
		at, ok := layer[from]
		if !ok {
			t.Errorf("%s is in no layer", from)
			continue
		}
		for _, to := range slices.Compact(slices.Sorted(slices.Values(words[1:]))) {
			to, ours := strings.CutPrefix(to, "neverask/")
			if !ours || at < 0 || layer[to] <= at {
				continue
			}
			if _, ok := exceptions[from+" "+to]; !ok {
				t.Errorf("%s (%s) must not import %s (%s)", from, layers[at].name, to, layers[layer[to]].name)
			}
			delete(left, from+" "+to)
		}
	}
	for arrow := range left {
		t.Errorf("%s: there is no such import any more; take it out of the exceptions", arrow)
	}
}

// TestSupportStaysInTests: what is for tests is in no program.
func TestSupportStaysInTests(t *testing.T) {
	for _, name := range goList(t, "-deps", "neverask/cmd/neverask", "neverask/cmd/neverask-hook") {
		if name, ours := strings.CutPrefix(name, "neverask/"); ours && slices.Contains(strings.Fields(support), name) {
			t.Errorf("a program links %s", name)
		}
	}
}

// TestHookIsSmall: what the hook binary links is paid at every question. It links the
// parser of shell lines, mvdan.cc/sh/v3/syntax, because a line that is allowed without
// asking must be read as a shell reads it; that costs less than 0.1 ms when it starts.
// Of settings it links nothing but how files and JSON of others are read, and our own
// files written.
func TestHookIsSmall(t *testing.T) {
	light := []string{"neverask/settings/foreign", "neverask/settings/jsontext", "neverask/settings/ownfile", "neverask/settings/worktree"}
	for _, dep := range goList(t, "-deps", "neverask/cmd/neverask-hook") {
		for _, heavy := range []string{
			"charm.land/", "github.com/charmbracelet/", "github.com/spf13/", "github.com/dlclark/", "github.com/sergi/", "github.com/tidwall/",
			"mvdan.cc/sh/v3/expand", "mvdan.cc/sh/v3/interp", "neverask/settings", "neverask/tui", "net/http", "text/template", "os/exec",
		} {
			if strings.HasPrefix(dep, heavy) && !slices.Contains(light, dep) {
				t.Errorf("cmd/neverask-hook links %s", dep)
			}
		}
	}
}

// TestTerminalLibrariesStayInTheScreens: nothing below hooks or settings may
// draw.
func TestTerminalLibrariesStayInTheScreens(t *testing.T) {
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "neverask/hooks/...", "neverask/settings/...", "neverask/diffview/...") {
		words := strings.Fields(line)
		for _, to := range words[1:] {
			if strings.HasPrefix(to, "charm.land/") {
				t.Errorf("%s imports %s", words[0], to)
			}
		}
	}
}

package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows are the imports between neverask's own packages that are allowed, as
// ARCHITECTURE.md draws them. A package that is not listed may import none.
var arrows = map[string][]string{
	"cmd/neverask": {
		"diffview", "hooks", "hooks/activity", "hooks/config", "hooks/conflict", "hooks/control", "hooks/doctor", "hooks/drift", "hooks/fire", "hooks/history", "hooks/installer", "hooks/journal", "hooks/off", "hooks/paths", "hooks/preferences", "hooks/question", "hooks/rules", "hooks/runtime", "hooks/runtime/entry", "hooks/session", "hooks/spread", "hooks/strict", "hooks/suggest", "hooks/trust", "settings", "settings/foreign", "settings/ownfile", "tui",
	},
	"cmd/neverask-hook": {"hooks/runtime"},
	"tui":               {"diffview", "hooks", "hooks/activity", "hooks/config", "hooks/conflict", "hooks/doctor", "hooks/fire", "hooks/history", "hooks/installer", "hooks/journal", "hooks/preferences", "hooks/question", "hooks/rules", "hooks/session", "hooks/spread", "hooks/strict", "hooks/suggest", "hooks/trust", "hooks/worktree", "settings", "settings/foreign"},
	"diffview":          {"hooks/redact"},
	"settings":          {"settings/foreign", "hooks/worktree", "settings/ownfile"},
	"settings/ownfile":  {"settings/foreign"},
	"hooks/installer":   {"diffview", "hooks", "hooks/chain", "hooks/config", "hooks/conflict", "hooks/drift", "hooks/journal", "hooks/off", "hooks/paths", "hooks/question", "hooks/rules", "hooks/session", "settings", "settings/foreign", "settings/ownfile"},
	"hooks/session":     {"hooks/config", "hooks/preferences", "hooks/redact", "hooks/rules", "settings"},
	"hooks/preferences": {"hooks", "hooks/history", "hooks/question", "hooks/rules", "hooks/strict", "settings", "settings/foreign", "settings/ownfile"},
	"hooks/config":      {"settings/foreign", "hooks", "settings"},
	"hooks/doctor":      {"diffview", "settings/foreign", "hooks", "hooks/config", "hooks/conflict", "hooks/fire", "hooks/history", "hooks/installer", "hooks/journal", "hooks/question", "hooks/worktree", "settings"},
	"hooks/drift":       {"settings/foreign", "hooks/config", "settings", "settings/ownfile"},
	"hooks/fire":        {"hooks", "hooks/bash", "hooks/config"},
	"hooks/runtime":     {"hooks", "hooks/chain", "hooks/journal", "hooks/off", "hooks/oneway", "hooks/paths", "hooks/question", "hooks/redact", "hooks/rules", "hooks/runtime/entry", "settings/foreign", "settings/ownfile"},
	"hooks/journal":     {"hooks", "hooks/question", "settings/foreign", "settings/ownfile"},
	"hooks/question":    {"settings/foreign", "hooks", "hooks/oneway", "hooks/oneway/shell", "hooks/redact", "hooks/strict", "hooks/worktree"},
	"hooks/worktree":    {"settings/foreign"},
	"hooks/oneway":      {"hooks/oneway/shell"},
	"hooks/rules":       {"hooks", "hooks/oneway/shell", "hooks/strict", "hooks/worktree"},
	"hooks/strict":      {"hooks"},
	"hooks/off":         {"hooks", "settings/foreign", "settings/ownfile"},
	"hooks/paths":       {"hooks", "settings/foreign"},
	"hooks/control":     {"hooks"},
	"hooks/serve":       {"hooks"},
	"hooks/tool":        {"hooks"},
	"hooks/chain":       {"hooks", "settings/foreign"},
	"hooks/conflict":    {"settings/foreign", "hooks", "hooks/bash", "hooks/chain", "hooks/config", "hooks/history"},
	"hooks/history":     {"settings/foreign", "hooks", "hooks/journal", "hooks/oneway/shell", "hooks/question", "hooks/spread", "settings/ownfile"},
	"hooks/trust":       {"diffview", "hooks/question"},
	"hooks/activity":    {"hooks", "hooks/journal", "hooks/spread"},
	"hooks/suggest":     {"hooks/history", "hooks/journal", "hooks/question", "hooks/worktree"},

	// For tests alone.
	"hooks/clienttest":            {"cmd/cmdtest", "tui/termtest"},
	"hooks/activity/activitytest": {"hooks", "hooks/journal"},
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
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "neverask/...") {
		words := strings.Fields(line)
		from := strings.TrimPrefix(words[0], "neverask/")
		for _, to := range words[1:] {
			to, ours := strings.CutPrefix(to, "neverask/")
			if ours && !slices.Contains(arrows[from], to) {
				t.Errorf("%s must not import %s", from, to)
			}
		}
	}
}

// TestHookIsSmall: what the hook binary links is paid at every question. It links the
// parser of shell lines, mvdan.cc/sh/v3/syntax, because a line that is allowed without
// asking must be read as a shell reads it; that costs less than 0.1 ms when it starts.
// Of settings it links nothing but how files of others are read, and our own written.
func TestHookIsSmall(t *testing.T) {
	for _, dep := range goList(t, "-deps", "neverask/cmd/neverask-hook") {
		for _, heavy := range []string{
			"charm.land/", "github.com/charmbracelet/", "github.com/spf13/", "github.com/dlclark/", "github.com/sergi/", "github.com/tidwall/",
			"mvdan.cc/sh/v3/expand", "mvdan.cc/sh/v3/interp", "neverask/settings", "neverask/tui", "net/http", "text/template", "os/exec",
		} {
			if strings.HasPrefix(dep, heavy) && dep != "neverask/settings/foreign" && dep != "neverask/settings/ownfile" {
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

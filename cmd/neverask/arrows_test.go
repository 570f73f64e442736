package main

import (
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are folders from the ground up: a package imports its own layer and those below,
// in its tests too. So what Claude Code does and what rules mean knows nothing of how it
// is shown. The longest folder that a package is in counts.
var layers = []struct{ name, folders string }{
	{"bytes and files", "settings"},
	{"the hook protocol", "hooks"},
	{"what hooks, rules and records mean", "hooks/claude hooks/record hooks/rule hooks/others"},
	{"use cases, and what the hook binary does", "diffview hooks/app hooks/program"},
	{"screens", "tui"},
	{"programs", "cmd"},
}

// isSupport reports whether a package is for tests, and may be used by all of them: its
// name, or that of a folder that it is in, ends in test.
func isSupport(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasSuffix(part, "test") })
}

// exceptions are folders whose tests import from above all the same, each with its reason.
var exceptions = map[string]string{
	"settings hooks/app":    "its tests stop a change between its parts",
	"settings hooks/others": "its tests stop a change between its parts",
}

// layerOf returns the number of a package's layer.
func layerOf(name string) int {
	at, longest := -1, ""
	for i, l := range layers {
		for folder := range strings.FieldsSeq(l.folders) {
			if len(folder) > len(longest) && strings.HasPrefix(name+"/", folder+"/") {
				at, longest = i, folder
			}
		}
	}
	return at
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
	left := maps.Clone(exceptions)
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "neverask/...") {
		words := strings.Fields(line)
		from := strings.TrimPrefix(words[0], "neverask/")
		at := layerOf(from)
		if isSupport(from) || strings.HasPrefix(from, ".ci/") {
			continue
		}
		if at < 0 {
			t.Errorf("%s is in no layer", from)
			continue
		}
		for _, to := range slices.Compact(slices.Sorted(slices.Values(words[1:]))) {
			to, ours := strings.CutPrefix(to, "neverask/")
			if !ours || isSupport(to) || layerOf(to) <= at {
				continue
			}
			arrow := from + " " + path.Dir(to)
			if _, ok := exceptions[arrow]; !ok {
				t.Errorf("%s (%s) must not import %s (%s)", from, layers[at].name, to, layers[layerOf(to)].name)
			}
			delete(left, arrow)
		}
	}
	for arrow := range left {
		t.Errorf("%s: there is no such import any more; take it out of the exceptions", arrow)
	}
}

// TestPlacesKnowNoOther: a place of the screens imports what all are made of, and no other
// place; what one asks of another goes through tui, which has them all. So it is with the
// commands, which cmd/neverask has all.
func TestPlacesKnowNoOther(t *testing.T) {
	t.Parallel()
	for root, common := range map[string][]string{
		"neverask/tui":                           {"neverask/tui/kit", "neverask/tui/change", "neverask/tui/drawing", "neverask/tui/rulestate", "neverask/tui/hookstate", "neverask/tui/prompt"},
		"neverask/cmd/neverask/internal/command": nil,
	} {
		places := 0
		for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, root+"/...") {
			words := strings.Fields(line)
			from := strings.TrimPrefix(words[0], "neverask/")
			if words[0] == root || slices.Contains(common, words[0]) || isSupport(from) {
				continue
			}
			places++
			for _, to := range words[1:] {
				if (to == root || strings.HasPrefix(to, root+"/")) && !slices.Contains(common, to) {
					t.Errorf("%s imports %s", from, to)
				}
			}
		}
		if places == 0 {
			t.Errorf("no place of %s was looked at", root)
		}
	}
}

// TestSupportStaysInTests: no package of the product imports what is for tests.
func TestSupportStaysInTests(t *testing.T) {
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "neverask/...") {
		words := strings.Fields(line)
		if isSupport(strings.TrimPrefix(words[0], "neverask/")) {
			continue
		}
		for _, to := range words[1:] {
			if name, ours := strings.CutPrefix(to, "neverask/"); ours && isSupport(name) {
				t.Errorf("%s imports %s", words[0], to)
			}
		}
	}
}

// TestHookIsSmall: what the hook binary links is paid at every question. It links the
// parser of shell lines, mvdan.cc/sh/v3/syntax, because a line that is allowed without
// asking must be read as a shell reads it; that costs less than 0.1 ms when it starts.
// Of settings it links nothing but how files and JSON of others are read, and our own
// files written.
func TestHookIsSmall(t *testing.T) {
	light := []string{"neverask/settings/saferead", "neverask/settings/jsontext", "neverask/settings/ownfile", "neverask/settings/worktree"}
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

// TestHookStartsNoProgram: nothing that the hook binary links can start one. Of its import
// graph only Go's own os and syscall and golang.org/x/sys/unix have functions for that, and
// nothing calls them.
func TestHookStartsNoProgram(t *testing.T) {
	files := 0
	for _, line := range goList(t, "-deps", "-f", `{{.Standard}} {{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`, "neverask/cmd/neverask-hook") {
		words := strings.Fields(line)
		if words[1] == "os/exec" || strings.HasPrefix(words[1], "os/exec/") {
			t.Errorf("cmd/neverask-hook links %s", words[1])
		}
		if words[0] == "true" || words[1] == "golang.org/x/sys/unix" {
			continue
		}
		for _, name := range words[3:] {
			files++
			if starts, _ := processes(t, filepath.Join(words[2], name)); starts {
				t.Errorf("cmd/neverask-hook links %s, whose %s starts a process", words[1], name)
			}
		}
	}
	if files < 50 {
		t.Errorf("only %d files were looked at", files)
	}
}

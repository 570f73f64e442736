package dispatch

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	mt "neverask/hooks/claude/dispatch/mistaketest"
	"neverask/settings"
	"neverask/settings/musttest"
)

const mistakesFile = "testdata/mistakes.tsv"

// asCell writes what is left of a file.
func asCell(left map[string]bool) string {
	cell := ""
	for _, letter := range []string{"B", "G", "E", "F", "D", "+"} {
		if left[letter] {
			cell += letter
		}
	}
	if cell == "" {
		return "-"
	}
	return cell
}

// cellsOf runs sessions until one starts, each without the containers that kept those before
// it from starting, and returns what is left of each container.
func cellsOf(session func(with []int, cells []string) (stops string)) []string {
	cells := make([]string, len(mt.Containers))
	with := make([]int, len(mt.Containers))
	for i := range with {
		with[i] = i
	}
	for {
		stops := session(with, cells)
		if stops == "" {
			return cells
		}
		i := slices.IndexFunc(mt.Containers, func(c mt.Container) bool { return c.Name == stops })
		cells[i], with = "stops", slices.DeleteFunc(with, func(n int) bool { return n == i })
	}
}

// layWitness makes a plugin that runs a command at each prompt: what a settings file has in
// "env" reaches the hooks of every other file.
func layWitness(t *testing.T, root, command string) (dir string) {
	t.Helper()
	dir = filepath.Join(root, "witness")
	musttest.Write(t, filepath.Join(dir, "hooks/hooks.json"), fmt.Sprintf(`{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": %q}]}]}}`, command))
	return dir
}

// TestModelAgreesOnMistakes: in each container as much is left of a file with a mistake in
// it as the client leaves.
func TestModelAgreesOnMistakes(t *testing.T) {
	for _, row := range mt.Rows(t, mistakesFile) {
		root := t.TempDir()
		got := cellsOf(func(with []int, cells []string) string { return foretell(t, row, root, with, cells) })
		for i, c := range mt.Containers {
			if got[i] != row.Cells[i] {
				t.Errorf("%s in %s: the model leaves %q, the client %q", row.Name, c.Name, got[i], row.Cells[i])
			}
		}
	}
}

// foretell says what a session leaves of some containers, as the client would, and which
// keeps it from starting.
func foretell(t *testing.T, row mt.Row, root string, with []int, cells []string) (stops string) {
	t.Helper()
	row.Write(t, root, with, "record")
	sources := config.Find(config.Site{
		Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: filepath.Join(root, "project")}, GOOS: "linux", ManagedDir: filepath.Join(root, "etc/claude-code"),
		Extra: []string{filepath.Join(root, "extra.json")}, PluginDirs: []string{filepath.Join(root, "file"), filepath.Join(root, "inline"), layWitness(t, root, "true")},
	})
	seen := len(Find(sources, Call{Event: hooks.EventUserPromptSubmit}).Fires) > 0
	left := map[string]map[string]bool{}
	for _, c := range mt.Containers {
		left[c.Name] = map[string]bool{}
	}
	for _, i := range with {
		c, unused, known := mt.Containers[i], false, false
		for _, f := range sources.Findings {
			if f.File != filepath.Join(root, c.Path) {
				continue
			}
			if f.Off == config.OffClient || c.Name == "agent" && (f.Off == config.OffFile || f.Off == config.OffNothing) {
				return c.Name
			}
			unused, known = unused || f.Off == config.OffFile, true
		}
		switchedOff := func(s config.Source) bool {
			return s.Kind == config.Agent && strings.HasPrefix(s.Off, "strictPluginOnlyCustomization")
		}
		if c.Name == "agent" && !known && slices.ContainsFunc(sources.List, switchedOff) {
			return c.Name
		}
		left[c.Name]["+"] = c.Settings && !unused && seen
	}
	for _, event := range []hooks.Event{hooks.EventPreToolUse, hooks.EventPostToolUse} {
		for _, f := range Find(sources, Call{Event: event, Value: "Bash", Input: `{"command": "true"}`}).Fires {
			if place, letter, named := strings.Cut(strings.TrimPrefix(f.Hook.Handler.Command, "record "), "/"); named {
				left[place][letter] = true
			}
		}
	}
	for _, i := range with {
		cells[i] = asCell(left[mt.Containers[i].Name])
	}
	return ""
}

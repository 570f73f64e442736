package dispatch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// A container is a kind of file that the client takes hooks from.
type container struct {
	name, path string // below the root of home and project
	args       string // with which the client is started, where it does not find the file itself
	settings   bool   // it holds more than hooks
}

var containers = []container{
	{"user", "home/.claude/settings.json", "", true},
	{"project", "project/.claude/settings.json", "", true},
	{"local", "project/.claude/settings.local.json", "", true},
	{"extra", "extra.json", "--settings ROOT/extra.json", true},
	{"managed", "etc/claude-code/managed-settings.json", "", true},
	{"plugin", "file/hooks/hooks.json", "--plugin-dir ROOT/file", false},
	{"manifest", "inline/.claude-plugin/plugin.json", "--plugin-dir ROOT/inline", false},
	{"skill", "home/.claude/skills/sk/SKILL.md", "", false},
	{"command", "home/.claude/commands/co.md", "", false},
	{"agent", "home/.claude/agents/ag.md", "--agent ag", false},
}

func (c container) arguments(root string) []string {
	return strings.Fields(strings.ReplaceAll(c.args, "ROOT", root))
}

// A mistakeRow is a row of testdata/mistakes.tsv, which says what it means.
type mistakeRow struct {
	name, event, where, text string
	cells                    []string
}

func mistakeRows(t *testing.T) (all []mistakeRow) {
	t.Helper()
	for _, cells := range tableRows(t, "mistakes.tsv", 4+len(containers)) {
		all = append(all, mistakeRow{cells[0], cells[1], cells[2], cells[3], cells[4:]})
	}
	return all
}

// file is the text of a container with the mistake in it.
func (row mistakeRow) file(n int, recorder string) string {
	run := func(letter string) string {
		return fmt.Sprintf(`{"type": "command", "command": "%s %s/%s"}`, recorder, containers[n].name, letter)
	}
	text := strings.NewReplacer("RUN_B", run("B"), "RUN_G", run("G"), "RUN_D", run("D"), "RECORD_", recorder+" "+containers[n].name+"/", "EVENT", row.event).Replace(row.text)
	other := "PostToolUse"
	if row.event == other {
		other = "PreToolUse"
	}
	handler, group := run("B"), ""
	var events, members []string
	switch row.where {
	case "handler":
		handler = text
	case "group":
		group = text
	case "event":
		events = append(events, text)
	case "setting":
		members = append(members, text)
	}
	if group == "" {
		group = fmt.Sprintf(`{"matcher": "Bash", "hooks": [%s, %s]}`, handler, run("G"))
	}
	events = append(events, fmt.Sprintf(`"%s": [%s, {"matcher": "Bash", "hooks": [%s]}]`, row.event, group, run("E")), fmt.Sprintf(`"%s": [{"matcher": "Bash", "hooks": [%s]}]`, other, run("F")))
	all := strings.Join(events, ", ")
	switch row.where {
	case "root":
		members = append(events, strings.Split(text, "; ")...)
	case "hooks":
		members = append(members, `"hooks": `+strings.NewReplacer("ALL", all, "WHOLE", "{"+all+"}").Replace(text))
	default:
		members = append(members, `"hooks": {`+all+"}")
	}
	return containers[n].write(n, members)
}

// write writes a container with some members.
func (c container) write(n int, members []string) string {
	members = slices.DeleteFunc(members, func(m string) bool { return m == "" })
	switch {
	case filepath.Ext(c.path) == ".md":
		return "---\nname: " + c.tool() + "\ndescription: words\n" + strings.Join(members, "\n") + "\n---\nwords\n"
	case c.name == "manifest":
		members = append([]string{`"name": "inline"`}, members...)
	case c.name != "plugin":
		members = append([]string{fmt.Sprintf(`"env": {"USED_%d": "%s"}`, n, c.name)}, members...)
	}
	return "{" + strings.Join(members, ",\n") + "}\n"
}

// tool is the name of a skill, command or agent.
func (c container) tool() string { return c.name[:2] }

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
	cells := make([]string, len(containers))
	with := make([]int, len(containers))
	for i := range with {
		with[i] = i
	}
	for {
		stops := session(with, cells)
		if stops == "" {
			return cells
		}
		i := slices.IndexFunc(containers, func(c container) bool { return c.name == stops })
		cells[i], with = "stops", slices.DeleteFunc(with, func(n int) bool { return n == i })
	}
}

// write writes the files of some containers, and removes the others.
func (row mistakeRow) write(t *testing.T, root string, with []int, recorder string) {
	t.Helper()
	for i, c := range containers {
		path := filepath.Join(root, c.path)
		if slices.Contains(with, i) {
			musttest.Write(t, path, row.file(i, recorder))
		} else {
			_ = os.Remove(path)
		}
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
	for _, row := range mistakeRows(t) {
		root := t.TempDir()
		got := cellsOf(func(with []int, cells []string) string { return row.foretell(t, root, with, cells) })
		for i, c := range containers {
			if got[i] != row.cells[i] {
				t.Errorf("%s in %s: the model leaves %q, the client %q", row.name, c.name, got[i], row.cells[i])
			}
		}
	}
}

// foretell says what a session leaves of some containers, as the client would, and which
// keeps it from starting.
func (row mistakeRow) foretell(t *testing.T, root string, with []int, cells []string) (stops string) {
	t.Helper()
	row.write(t, root, with, "record")
	sources := config.Find(config.Site{
		Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: filepath.Join(root, "project")}, GOOS: "linux", ManagedDir: filepath.Join(root, "etc/claude-code"),
		Extra: []string{filepath.Join(root, "extra.json")}, PluginDirs: []string{filepath.Join(root, "file"), filepath.Join(root, "inline"), layWitness(t, root, "true")},
	})
	seen := len(Find(sources, Call{Event: hooks.EventUserPromptSubmit}).Fires) > 0
	left := map[string]map[string]bool{}
	for _, c := range containers {
		left[c.name] = map[string]bool{}
	}
	for _, i := range with {
		c, unused, known := containers[i], false, false
		for _, f := range sources.Findings {
			if f.File != filepath.Join(root, c.path) {
				continue
			}
			if f.Off == config.OffClient || c.name == "agent" && (f.Off == config.OffFile || f.Off == config.OffNothing) {
				return c.name
			}
			unused, known = unused || f.Off == config.OffFile, true
		}
		switchedOff := func(s config.Source) bool {
			return s.Kind == config.Agent && strings.HasPrefix(s.Off, "strictPluginOnlyCustomization")
		}
		if c.name == "agent" && !known && slices.ContainsFunc(sources.List, switchedOff) {
			return c.name
		}
		left[c.name]["+"] = c.settings && !unused && seen
	}
	for _, event := range []hooks.Event{hooks.EventPreToolUse, hooks.EventPostToolUse} {
		for _, f := range Find(sources, Call{Event: event, Value: "Bash", Input: `{"command": "true"}`}).Fires {
			if place, letter, named := strings.Cut(strings.TrimPrefix(f.Hook.Handler.Command, "record "), "/"); named {
				left[place][letter] = true
			}
		}
	}
	for _, i := range with {
		cells[i] = asCell(left[containers[i].name])
	}
	return ""
}

// Package mistaketest writes files whose hooks have mistakes or oddities: the rows of package
// dispatch's testdata/mistakes.tsv, for each kind of file that holds hooks.
package mistaketest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// A Container is a kind of file that the client takes hooks from.
type Container struct {
	Name, Path string // below the root of home and project
	args       string // arguments to the client if it does not find the file itself
	Settings   bool   // it holds more than hooks
}

// Containers lists them all.
var Containers = []Container{
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

// Arguments returns the arguments with which the client finds the file.
func (c Container) Arguments(root string) []string {
	return strings.Fields(strings.ReplaceAll(c.args, "ROOT", root))
}

// A Row is a row of testdata/mistakes.tsv, which explains it.
type Row struct {
	Name, Event, Where, Text string
	Cells                    []string
}

// Rows are the rows of the table.
func Rows(t testing.TB, file string) (all []Row) {
	t.Helper()
	b, err := os.ReadFile(file)
	musttest.Do(t, err)
	for line := range strings.Lines(string(b)) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); !strings.HasPrefix(line, "#") {
			all = append(all, Row{cells[0], cells[1], cells[2], cells[3], cells[4:]})
		}
	}
	return all
}

// File returns the text of a container with the mistake in it.
func (row Row) File(n int, recorder string) string {
	run := func(letter string) string {
		return fmt.Sprintf(`{"type": "command", "command": "%s %s/%s"}`, recorder, Containers[n].Name, letter)
	}
	text := strings.NewReplacer("RUN_B", run("B"), "RUN_G", run("G"),
		"RUN_D", run("D"), "RECORD_", recorder+" "+Containers[n].Name+"/", "EVENT", row.Event).Replace(row.Text)
	other := "PostToolUse"
	if row.Event == other {
		other = "PreToolUse"
	}
	handler, group := run("B"), ""
	var events, members []string
	switch row.Where {
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
	events = append(events, fmt.Sprintf(`"%s": [%s, {"matcher": "Bash", "hooks": [%s]}]`, row.Event, group, run("E")),
		fmt.Sprintf(`"%s": [{"matcher": "Bash", "hooks": [%s]}]`, other, run("F")))
	all := strings.Join(events, ", ")
	switch row.Where {
	case "root":
		members = append(events, strings.Split(text, "; ")...)
	case "hooks":
		members = append(members, `"hooks": `+strings.NewReplacer("ALL", all, "WHOLE", "{"+all+"}").Replace(text))
	default:
		members = append(members, `"hooks": {`+all+"}")
	}
	return Containers[n].write(n, members)
}

// write returns the text of a container with some members.
func (c Container) write(n int, members []string) string {
	members = slices.DeleteFunc(members, func(m string) bool { return m == "" })
	switch {
	case filepath.Ext(c.Path) == ".md":
		return "---\nname: " + c.tool() + "\ndescription: words\n" + strings.Join(members, "\n") + "\n---\nwords\n"
	case c.Name == "manifest":
		members = append([]string{`"name": "inline"`}, members...)
	case c.Name != "plugin":
		members = append([]string{fmt.Sprintf(`"env": {"USED_%d": "%s"}`, n, c.Name)}, members...)
	}
	return "{" + strings.Join(members, ",\n") + "}\n"
}

// tool is the name of a skill, command or agent.
func (c Container) tool() string { return c.Name[:2] }

// Write writes the files of some containers, and removes those of the others.
func (row Row) Write(t testing.TB, root string, with []int, recorder string) {
	t.Helper()
	for i, c := range Containers {
		path := filepath.Join(root, c.Path)
		if slices.Contains(with, i) {
			musttest.Write(t, path, row.File(i, recorder))
		} else {
			_ = os.Remove(path)
		}
	}
}

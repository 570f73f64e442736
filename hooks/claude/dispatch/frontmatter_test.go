package dispatch

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// A frontMatterRow is a row of testdata/frontmatter.tsv: front matter, and whether the
// client runs the hook in it in a skill, a command and an agent.
type frontMatterRow struct {
	name, text string
	runs       []string
}

// markdown are the kinds of files with front matter, and where the one of a row is.
var markdown = []struct{ kind, path string }{{"skill", "skills/%s/SKILL.md"}, {"command", "commands/%s.md"}, {"agent", "agents/%s.md"}}

func frontMatterRows(t *testing.T) (all []frontMatterRow) {
	t.Helper()
	for _, cells := range tableRows(t, "frontmatter.tsv", 2+len(markdown)) {
		all = append(all, frontMatterRow{cells[0], cells[1], cells[2:]})
	}
	return all
}

// file is the front matter of a row as a file of a kind, whose hook leaves a mark.
func (row frontMatterRow) file(name, recorder string) string {
	text := strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\ufeff`, "\ufeff", `\u2028`, "\u2028", `\0`, "\x00").Replace(row.text)
	if !strings.Contains(text, "HOOKS") && !strings.Contains(text, "FLOW") && !strings.Contains(text, "RUN") {
		text += "\nHOOKS"
	}
	run := `"` + recorder + " " + name + `"`
	text = strings.NewReplacer(
		"HOOKS", "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: RUN",
		"FLOW", `hooks: {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": RUN}]}]}`).Replace(text)
	if !strings.Contains(text, "---") {
		text = "---\nname: NAME\n" + text + "\n---\nwords\n"
	}
	return strings.NewReplacer("RUN", run, "NAMED", recorder+" "+name, "NAME", name).Replace(text)
}

// lay writes the files of all rows of a kind below a home, with names by their number.
func layFrontMatter(t *testing.T, home, kind, path, recorder string, rows []frontMatterRow) {
	t.Helper()
	for n, row := range rows {
		name := fmt.Sprintf("%s-%d", kind, n)
		musttest.Write(t, filepath.Join(home, ".claude", fmt.Sprintf(path, name)), row.file(name, recorder))
	}
}

// TestModelAgreesOnFrontMatter: hooks in front matter are there where the client runs them,
// and are not where it does not.
func TestModelAgreesOnFrontMatter(t *testing.T) {
	root := t.TempDir()
	rows := frontMatterRows(t)
	for _, m := range markdown {
		layFrontMatter(t, filepath.Join(root, "home"), m.kind, m.path, "record", rows)
	}
	site := config.Site{Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: filepath.Join(root, "project")}, GOOS: "linux", ManagedDir: filepath.Join(root, "none")}
	var fires []string
	for _, f := range Find(config.Find(site), Call{Event: hooks.EventPreToolUse, Value: "Bash", Input: `{"command": "true"}`}).Fires {
		fires = append(fires, strings.TrimPrefix(f.Hook.Handler.Command, "record "))
	}
	for n, row := range rows {
		for i, m := range markdown {
			if got := slices.Contains(fires, fmt.Sprintf("%s-%d", m.kind, n)); got != (row.runs[i] == "yes") {
				t.Errorf("%s in %s: the model says %v, the client %s", row.name, m.kind, got, row.runs[i])
			}
		}
	}
}

// tableRows reads a table of testdata: a row a line, its cells between tabs.
func tableRows(t *testing.T, name string, columns int) (rows [][]string) {
	t.Helper()
	b := musttest.Read(t, filepath.Join("testdata", name))
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != columns {
			t.Fatalf("%s: %d cells of %d: %s", name, len(cells), columns, line)
		}
		rows = append(rows, cells)
	}
	return rows
}

// writeTable writes a table with other rows.
func writeTable(t *testing.T, name string, rows [][]string) {
	t.Helper()
	b := musttest.Read(t, filepath.Join("testdata", name))
	var text strings.Builder
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	for _, r := range rows {
		text.WriteString(strings.Join(r, "\t") + "\n")
	}
	musttest.Write(t, filepath.Join("testdata", name), text.String())
}

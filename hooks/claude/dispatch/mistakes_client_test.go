//go:build linux

package dispatch

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	mt "neverask/hooks/claude/dispatch/mistaketest"
	"neverask/settings/musttest"
)

// updateFromClient writes what the client does into the tables.
var updateFromClient = flag.Bool("update-from-client", false, "fill in testdata/mistakes.tsv and testdata/frontmatter.tsv by running the client")

// TestClientAgreesOnMistakes: in each container the client runs what the table says is
// left of a file with a mistake in it.
func TestClientAgreesOnMistakes(t *testing.T) {
	t.Parallel()
	lab := newMistakesLab(t)
	rows := mt.Rows(t, mistakesFile)
	defer func() {
		if *updateFromClient {
			var table [][]string
			for _, r := range rows {
				table = append(table, append([]string{r.Name, r.Event, r.Where, r.Text}, r.Cells...))
			}
			writeTable(t, "mistakes.tsv", table)
		}
	}()
	for i := range rows {
		if *updateFromClient || ct.Part(i, 40) {
			got := cellsOf(func(with []int, cells []string) string { return lab.session(rows[i], with, cells) })
			if *updateFromClient {
				rows[i].Cells = got
			} else if !slices.Equal(got, rows[i].Cells) {
				t.Errorf("%s: the client runs %q, want %q", rows[i].Name, got, rows[i].Cells)
			}
		}
	}
}

// mistakesLab is a lab with a place for each container.
type mistakesLab struct {
	*ct.Lab
	t        *testing.T
	recorder string
}

func newMistakesLab(t *testing.T) *mistakesLab {
	t.Helper()
	lab := ct.New(t)
	l := &mistakesLab{Lab: lab, t: t, recorder: lab.Recorder("tool_name")}
	lab.ManagedDir()
	words := "on"
	for i := range mt.Containers {
		words += fmt.Sprintf(" $USED_%d", i)
	}
	on := lab.Script("on.sh", `printf '%s\t\t\t\n' "`+words+` " >>"$HOME/fired"`)
	layWitness(t, lab.Root, on)
	return l
}

// session runs the client with a mistake in some containers, and without the others. It
// returns the one that keeps the client from starting, if one does.
func (l *mistakesLab) session(row mt.Row, with []int, cells []string) (stops string) {
	l.t.Helper()
	row.Write(l.t, l.Root, with, l.recorder)
	l.ForgetRuns()
	l.NextTurns(
		ct.Together(ct.ToolUse("Skill", map[string]string{"skill": "sk"}), ct.ToolUse("Skill", map[string]string{"skill": "co"})),
		ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	args := []string{"hello", "--permission-mode=default", "--allowedTools=Bash,Skill", "--plugin-dir", filepath.Join(l.Root, "witness")}
	for i, c := range mt.Containers {
		if slices.Contains(with, i) {
			args = append(args, c.Arguments(l.Root)...)
		}
	}
	r := l.Headless(strings.NewReader(""), args...)
	for said, container := range map[string]string{"--agent 'ag' not found": "agent", "managed-settings.json": "managed", "extra.json": "extra"} {
		if r.ExitCode != 0 && strings.Contains(r.Stdout+r.Stderr, said) {
			return container
		}
	}
	if r.ExitCode != 0 || !strings.Contains(r.Stdout, "finished") {
		l.t.Fatalf("%s in %v: %+v", row.Name, with, r)
	}
	for _, i := range with {
		cells[i] = l.cell(i)
	}
	return ""
}

// cell is what has run of a container, and a plus where its settings were used.
func (l *mistakesLab) cell(container int) string {
	left := map[string]bool{}
	for _, r := range l.Runs() {
		if letter, here := strings.CutPrefix(r.Name, mt.Containers[container].Name+"/"); here {
			left[letter] = true
		}
		if strings.HasPrefix(r.Name, "on ") && strings.Contains(r.Name, " "+mt.Containers[container].Name+" ") {
			left["+"] = true
		}
	}
	return asCell(left)
}

// TestClientReadsNoOtherFiles: what is said not to be read is not, while a settings file is.
func TestClientReadsNoOtherFiles(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	lab := ct.New(t)
	recorder := lab.Recorder("tool_name")
	write := func(path, name string) {
		musttest.Write(t, filepath.Join(lab.Root, path), fmt.Sprintf(`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "%s %s"}]}]}}`, recorder, name))
	}
	write("home/.claude/settings.json", "read")
	unread := []string{".claude/settings.json", ".claude/settings.local.json", "home/.claude/settings.local.json", "project/.claude-plugin/plugin.json", "project/hooks/hooks.json"}
	for _, dir := range []string{"home/.claude/", "project/.claude/"} {
		for _, name := range []string{"hooks.json", "hooks/hooks.json", "settings.jsonc", "settings.json5", "setting.json", "settings.local.jsonc"} {
			unread = append(unread, dir+name)
		}
	}
	for _, path := range unread {
		write(path, path)
	}
	lab.NextTurns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	lab.Headless(strings.NewReader(""), "hello", "--permission-mode=default", "--allowedTools=Bash")
	if runs := lab.Runs(); len(runs) != 1 || runs[0].Name != "read" {
		t.Errorf("the client runs %+v", runs)
	}
}

// TestClientAgreesOnFilesTogether: of several files the client runs what the table says.
func TestClientAgreesOnFilesTogether(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	lab.ManagedDir()
	recorder := lab.Recorder("tool_name")
	for i, c := range togethers {
		if !ct.Part(i, 16) {
			continue
		}
		c.lay(t, lab.Root, recorder)
		lab.ForgetRuns()
		args := []string{"hello", "--permission-mode=default", "--allowedTools=Bash,Skill"}
		if c.hasPlugin() {
			args = append(args, "--plugin-dir", filepath.Join(lab.Root, "p"))
		}
		turns := []ct.Turn{ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished")}
		if c.skill != "" {
			turns = append([]ct.Turn{ct.ToolUse("Skill", map[string]string{"skill": c.skill})}, turns...)
		}
		lab.NextTurns(turns...)
		var ran []string
		if r := lab.Headless(strings.NewReader(""), args...); r.ExitCode != 0 {
			ran = append(ran, "stops")
		}
		for _, run := range lab.Runs() {
			ran = append(ran, run.Name)
		}
		slices.Sort(ran) // they run at once
		if got := strings.Join(ran, ""); got != c.runs {
			t.Errorf("%s: the client runs %q, want %q", c.name, got, c.runs)
		}
		c.clear(t, lab.Root)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// atOnce is how many processes change files at the same moment.
const atOnce = 20

// TestChangesAtOnce: of many commands that change files at once, each of which makes the
// plans of others stale, all succeed, and all have done what they said.
func TestChangesAtOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			changesAtOnce(t, rand.New(rand.NewPCG(seed, 1)), seed%2 == 1)
		})
	}
}

// commandsAtOnce is a home directory in which processes are started.
type commandsAtOnce struct {
	*testing.T
	home, program string
}

func (c commandsAtOnce) command(args ...string) *exec.Cmd {
	cmd := exec.Command(c.program, args...)
	cmd.Dir, cmd.Env = c.home, []string{"HOME=" + c.home, "PATH=" + os.Getenv("PATH")}
	return cmd
}

func (c commandsAtOnce) run(args ...string) string {
	c.Helper()
	out, err := c.command(args...).CombinedOutput()
	if err != nil {
		c.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (c commandsAtOnce) text(file string) string {
	c.Helper()
	b, err := os.ReadFile(file)
	musttest.Do(c, err)
	return string(b)
}

// changesAtOnce starts commands at once. Where the hooks are installed before, tool rules
// are added, too: else an install or such a rule means something else after the other.
func changesAtOnce(t *testing.T, random *rand.Rand, installed bool) {
	t.Helper()
	c := commandsAtOnce{t, t.TempDir(), filepath.Join(cmdtest.Programs(t), "neverask")}
	var groups []string
	for i := range atOnce {
		groups = append(groups, fmt.Sprintf(`{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard-%d-"}]}`, i))
	}
	file := filepath.Join(c.home, ".claude", "settings.json")
	musttest.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
	musttest.Write(t, file, "{\n  \"hooks\": {\"PreToolUse\": [\n    "+strings.Join(groups, ",\n    ")+"\n  ]}\n}\n")
	original := c.text(file)
	var rules []string
	for i := range atOnce {
		rules = append(rules, fmt.Sprintf(`{"id": "old-%d-", "match": {"text": "Was it number %d?"}, "mode": "never-ask", "answer": "Yes"}`, i, i))
	}
	musttest.Write(t, filepath.Join(c.home, ".config", "neverask", "preferences.json"), `{"version": 1, "rules": [`+strings.Join(rules, ", ")+"]}")
	if installed {
		c.run("rules", "add", "tool", "Bash", "--id", "tool-first", "--when", "command~x", "--act", "ask", "--yes")
		c.run("install", "--yes")
	}
	hooks := c.hooks()
	kinds := []func(i int) []string{
		func(i int) []string {
			return []string{"rules", "add", "--question", fmt.Sprintf("will it be number%d ?", i), "--answer", "Yes"}
		},
		func(i int) []string {
			if !installed {
				return []string{"install"}
			}
			return []string{"rules", "add", "tool", "Bash", "--id", fmt.Sprintf("tool-%d-", i), "--when", fmt.Sprintf("command~%d", i), "--act", "ask"}
		},
		func(i int) []string { return []string{"rules", "rm", fmt.Sprintf("old-%d-", i)} },
		func(i int) []string { return []string{"rules", "edit", fmt.Sprintf("old-%d-", i), "--note", "set"} },
		func(int) []string { return []string{"log", "--record", "on"} },
		func(i int) []string { return []string{"hooks", "park", hooks[fmt.Sprintf("guard-%d-", i)]} },
		func(int) []string { return []string{"off"} },
		func(int) []string { return []string{"on"} },
	}
	var all []*exec.Cmd
	var outs []*strings.Builder
	done := make([][]int, len(kinds)) // by kind
	for i := range atOnce {
		kind := random.IntN(len(kinds))
		args := kinds[kind](i)
		if kind < 6 {
			args = append(args, "--yes")
		}
		cmd, out := c.command(args...), &strings.Builder{}
		cmd.Stdout, cmd.Stderr = out, out
		all, outs, done[kind] = append(all, cmd), append(outs, out), append(done[kind], i)
	}
	for _, cmd := range all {
		musttest.Do(t, cmd.Start())
	}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v\n%s", cmd.Args[1:], err, outs[i])
		}
	}
	c.holds(done, file, installed)
	if t.Failed() {
		return
	}
	for _, i := range done[5] {
		c.run("hooks", "unpark", c.parked(fmt.Sprintf("guard-%d-", i)), "--yes")
	}
	c.run("uninstall", "--yes")
	if got := c.text(file); !slices.Equal(strings.Fields(got), strings.Fields(original)) {
		t.Errorf("left is\n%s", got)
	}
}

// holds expects that everything has happened that commands said.
func (c commandsAtOnce) holds(done [][]int, file string, installed bool) {
	c.Helper()
	rules, settings := c.run("rules", "list", "--json"), c.text(file)
	has := func(text, what string, want bool) {
		c.Helper()
		if strings.Contains(text, what) != want {
			c.Errorf("%q is there: %v", what, !want)
		}
	}
	added := map[int]string{0: "number%d ?", 3: "old-%d-"}
	if installed {
		added[1] = "tool-%d-"
	}
	for kind, what := range added {
		for _, i := range done[kind] {
			has(rules, fmt.Sprintf(what, i), true)
		}
	}
	for _, i := range done[2] {
		has(rules, fmt.Sprintf("old-%d-", i), false)
	}
	for i := range atOnce {
		has(settings, fmt.Sprintf("guard-%d-", i), !slices.Contains(done[5], i))
	}
	has(settings, "neverask-hook", installed || len(done[1])+len(done[4]) > 0)
}

// hooks are the IDs of the hooks, by what they run.
func (c commandsAtOnce) hooks() map[string]string { return c.ids("hooks", "list", "--json") }

// parked is the ID of what is parked.
func (c commandsAtOnce) parked(command string) string {
	return c.ids("hooks", "unpark", "--json")[command]
}

func (c commandsAtOnce) ids(args ...string) map[string]string {
	c.Helper()
	out := []byte(c.run(args...))
	type hook struct{ ID, Command string }
	var list struct{ Hooks []hook }
	if json.Unmarshal(out, &list) != nil {
		musttest.Do(c, json.Unmarshal(out, &list.Hooks))
	}
	ids := map[string]string{}
	for _, h := range list.Hooks {
		ids[h.Command] = h.ID
	}
	return ids
}

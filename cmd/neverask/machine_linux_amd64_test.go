package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// machine is a HOME in which the real programs run, as one person after the
// other would start them.
type machine struct {
	*testing.T
	home string
	ids  map[string]string // of hooks, by command
}

func newMachine(t *testing.T, files map[string]string) machine {
	t.Helper()
	m := machine{t, filepath.Join(termtest.Dir(t, termtest.Memory()), "home"), map[string]string{}}
	for name, content := range files {
		m.write(name, content)
	}
	m.write("project/.git/HEAD", "ref: refs/heads/main\n")
	return m
}

func (m machine) write(name, content string) {
	m.Helper()
	path := filepath.Join(m.home, name)
	musttest.Write(m, path, content)
}

func (m machine) read(name string) string {
	b, _ := os.ReadFile(filepath.Join(m.home, name))
	return string(b)
}

// invocation is a program to start: neverask, or the installed hook.
type invocation struct {
	args  []string // with "hook" in the place of the command, the hook runs, with the others
	stdin string
}

func do(args ...string) invocation { return invocation{args: args} }

// hooked lets the installed hook see an event.
func hooked(event string) invocation { return invocation{[]string{"hook"}, event} }

const installedHook = ".local/share/neverask/bin/neverask-hook"

func (m machine) program(c invocation) Program {
	m.Helper()
	dir := cmdtest.Programs(m.T)
	p := Program{
		Path: filepath.Join(dir, "neverask"), Args: slices.Clone(c.args), Stdin: c.stdin,
		Env: []string{"HOME=" + m.home, "PATH=" + os.Getenv("PATH"), "TZ=UTC"},
		Dir: filepath.Join(m.home, "project"), Below: m.home,
	}
	for i, arg := range p.Args {
		if command, ok := strings.CutPrefix(arg, "@"); ok {
			p.Args[i] = m.id(command)
		}
	}
	if len(c.args) > 0 && c.args[0] == "hook" {
		p.Path, p.Args, p.Env = filepath.Join(m.home, installedHook), p.Args[1:], append(p.Env, "CLAUDE_CODE_ENTRYPOINT=cli")
	}
	return p
}

// id returns the ID of the hook with a command. It depends on where the files are.
func (m machine) id(command string) string {
	m.Helper()
	for _, file := range []string{userSettings, "project/.claude/settings.json"} {
		path := filepath.Join(m.home, file)
		var list struct {
			Hooks []struct{ ID, Command string }
		}
		musttest.Do(m, json.Unmarshal([]byte(m.must(do("hooks", "list", "--json", "--settings", path))), &list))
		for _, h := range list.Hooks {
			if h.Command == command {
				m.ids[command] = h.ID
			}
		}
	}
	return m.ids[command] // also while it is parked
}

// run starts a program that nothing happens to.
func (m machine) run(c invocation) (stdout, stderr string, exit int) {
	m.Helper()
	p := m.program(c)
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Env, cmd.Dir, cmd.Stdin = p.Env, p.Dir, strings.NewReader(p.Stdin)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		m.Fatalf("%v: %v", c.args, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// must is run for what has to succeed.
func (m machine) must(c invocation) (stdout string) {
	m.Helper()
	stdout, stderr, exit := m.run(c)
	if exit != 0 {
		m.Fatalf("%v: exit %d\n%s%s", c.args, exit, stdout, stderr)
	}
	return stdout
}

func (m machine) tree() Tree {
	m.Helper()
	tree, err := readTree(m.home)
	musttest.Do(m, err)
	return tree
}

// names returns the tree without the contents.
func (m machine) names() Tree {
	m.Helper()
	tree, err := listTree(m.home)
	musttest.Do(m, err)
	return tree
}

// node returns a file as it is now.
func (m machine) node(name string) Node {
	m.Helper()
	n, err := readNode(filepath.Join(m.home, name))
	if err != nil && !os.IsNotExist(err) {
		m.Fatal(err)
	}
	return n
}

// become gives the machine the files of a tree.
func (m machine) become(tree Tree) {
	m.Helper()
	musttest.Do(m, tree.Write(m.home))
}

// strangers returns the names of a tree that none of the others has, whatever
// random or dated part they have.
func strangers(tree Tree, others ...Tree) map[string]bool {
	known := map[string]bool{}
	for _, other := range others {
		for name := range other {
			known[kindOf(name)] = true
		}
	}
	found := map[string]bool{}
	for name := range tree {
		if !known[kindOf(name)] {
			found[name] = true
		}
	}
	return found
}

var (
	backupID = regexp.MustCompile(`/(backups|replaced|versions)/[^/]+$`)
	number   = regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	moment   = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`)
	wait     = regexp.MustCompile(`("wait_ms": ?|AskUserQuestion,)\d+`)
	ruleID   = regexp.MustCompile(`\br-[0-9a-f]{6}\b`)
)

func kindOf(name string) string {
	return number.ReplaceAllString(backupID.ReplaceAllString(name, "/$1/*"), "0000-00-00")
}

// alike returns a file's content without what differs from run to run.
func alike(content string) string {
	if strings.Contains(content, "\x00") {
		return content // a program
	}
	content = moment.ReplaceAllString(content, "0000-00-00T00:00:00Z")
	return ruleID.ReplaceAllString(wait.ReplaceAllString(content, "${1}0"), "r-000000")
}

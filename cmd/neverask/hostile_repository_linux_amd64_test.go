package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// What a command may cost in a hostile repository: processor time, because others
// use the machine, too, and memory. Whoever waits for longer than patience waits
// for ever.
const (
	mostTime     = 10 * time.Second // of the processor, which is dearer beside other tests; alone it is half of that
	mostMemory   = 200 << 20
	mostOnScreen = 300 << 20 // which read several files at once
	patience     = 3 * time.Minute
)

// first are the commands with which a person looks at a clone before anything in it is
// trusted. The first two meet every repository, and all do with -hostile.whole.
var first = []string{"status", "doctor", "hooks list", "report"}

// settingsOf returns a settings file with handlers of one event, each in a group of its
// own, with a matcher.
func settingsOf(event, matcher string, commands ...string) string {
	type handler struct {
		Type    string `json:"type"`
		Command string `json:"command"`
	}
	type group struct {
		Matcher string    `json:"matcher"`
		Hooks   []handler `json:"hooks"`
	}
	var groups []group
	for i, command := range commands {
		groups = append(groups, group{strings.ReplaceAll(matcher, "N", strconv.Itoa(i)), []handler{{"command", command}}})
	}
	b, err := json.Marshal(map[string]any{"hooks": map[string]any{event: groups}})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func numbered(n int, format string) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf(format, i))
	}
	return all
}

// agent returns a Markdown file with a hook.
func agent(matcher, command string) string {
	return fmt.Sprintf("---\nname: a\ndescription: x\nhooks:\n  PreToolUse:\n    - matcher: %q\n      hooks:\n        - type: command\n          command: %q\n---\n", matcher, command)
}

// A trap is what a repository has in the place of a file.
type trap func(path string) error

func content(text string) trap {
	return func(path string) error { return os.WriteFile(path, []byte(text), 0o700) }
}

func link(to string) trap { return func(path string) error { return os.Symlink(to, path) } }

func pipe(path string) error { return syscall.Mkfifo(path, 0o600) }

// sparse is a file of 8 GB that takes no room.
func sparse(path string) error {
	return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 8<<30))
}

// slowMatcher backtracks for ever, on a name of a few letters.
const slowMatcher = "^(?=[A-Za-z])(([A-Za-z]+)+)+N$"

// hostileRepositories returns projects by what they do to who looks at them. Whatever
// of theirs runs writes to LOG.
func hostileRepositories(large bool) map[string]map[string]trap {
	scale := func(n int) int {
		if large {
			return n
		}
		return n / 25
	}
	slow := 4 // each of which is tried until it is given up
	if large {
		slow = 400
	}
	many := map[string]trap{".claude/settings.json": content(settingsOf("PreToolUse", "AskUserQuestion", numbered(scale(20_000), "./x%d.sh")...))}
	agents := map[string]trap{}
	for i := range scale(20_000) {
		agents[fmt.Sprintf(".claude/agents/a%d.md", i)] = content(agent("AskUserQuestion", fmt.Sprintf("echo %d >>LOG", i)))
	}
	lists := numbered(scale(50_000), "Bash(x%d)")
	wide, err := json.Marshal(map[string]any{
		"env": map[string]string{"NEVERASK_HOME": "/proc/self/cwd/.x", "OPENCLAW_SESSION": "1", "PATH": ".", "GOMAXPROCS": "100000"}, "permissions": map[string]any{"allow": lists, "deny": lists, "ask": lists},
		"enabledPlugins": map[string]bool{"p@m": true}, "extraKnownMarketplaces": map[string]any{"m": map[string]any{"source": map[string]string{"source": "directory", "path": "."}}},
		"statusLine": map[string]string{"type": "command", "command": "echo status >>LOG"}, "apiKeyHelper": "echo key >>LOG",
	})
	if err != nil {
		panic(err)
	}
	return map[string]map[string]trap{
		"devices": {
			".claude/settings.json": link("/dev/zero"), ".claude/settings.local.json": link("/dev/tty"), ".mcp.json": link("/dev/zero"),
			".claude/agents/x.md": link("/dev/zero"), ".claude/skills/x/SKILL.md": link("/dev/random"), ".claude/commands": link("/"), ".git/HEAD": link("/dev/zero"), ".claude-plugin/plugin.json": link("/dev/zero"),
		},
		"pipes": {
			".claude/settings.json": pipe, ".claude/settings.local.json": pipe, ".mcp.json": pipe, ".git": pipe, ".claude/agents/x.md": pipe, ".claude/skills/x/SKILL.md": pipe,
			"x.sh": pipe, ".claude/commands/x.md": pipe,
		},
		"pipes behind settings": {
			".claude/settings.json":       content(settingsOf("PreToolUse", "AskUserQuestion", "./x.sh", "bash ./x.sh", "python3 x.sh", ". ./x.sh", "cat /dev/zero", "node /dev/zero")),
			".claude/settings.local.json": content(settingsOf("PreToolUse", "*", "./dev.sh", "./sparse.sh", "./loop.sh")),
			"x.sh":                        pipe, "dev.sh": link("/dev/zero"), "sparse.sh": sparse, "loop.sh": link("loop.sh"),
		},
		"sparse files and loops": {
			".claude/settings.json": sparse, ".claude/settings.local.json": link("settings.local.json"), ".mcp.json": sparse, ".claude/agents/x.md": sparse,
			".claude/agents/loop": link("."), ".claude/skills/loop": link(".."), ".claude/skills/x": link("x"), ".claude/commands": link("agents"), ".git/HEAD": sparse,
		},
		"commands": {
			".claude/settings.json": content(settingsOf("PreToolUse", "AskUserQuestion", strings.Repeat("(", 300_000), strings.Repeat("$(", 300_000), strings.Repeat("{ ", 300_000), strings.Repeat("${a:-", 300_000),
				"./deep.sh", "a=xxxxxxxxxxxxxxxx; "+strings.Repeat("a=$a$a$a$a; ", 100)+"$a", "echo ran >>LOG", "git status; claude -p x; node x.js; python3 x.py", "$(echo ran >>LOG)", "`echo ran >>LOG`", "./run.sh")),
			"deep.sh": content("#!/bin/bash\n" + strings.Repeat("if true; then\n", 400_000)), "run.sh": content("#!/bin/sh\necho ran >>LOG\n"),
		},
		"matchers": {
			".claude/settings.json": content(settingsOf("PreToolUse", slowMatcher, numbered(slow, "echo %d")...)), ".claude/settings.local.json": content(settingsOf("PostToolUse", slowMatcher, numbered(slow, "echo %d")...)),
			".claude/agents/a.md": content(agent("^(?=[a-zA-Z])(([A-Za-z]+)+)+7$", "x")), ".claude/agents/b.md": content(agent("^([A-Za-z]+)+8$", "x")),
		},
		"texts": {
			".claude/settings.json": content(strings.Repeat("[", 8<<20)), ".claude/settings.local.json": content(`{"hooks":` + strings.Repeat(`{"a":`, 400) + "1" + strings.Repeat("}", 401)),
			".mcp.json": content(strings.Repeat(`{"a":`, 1<<20)), ".claude/agents/deep.md": content("---\nhooks: " + strings.Repeat("[", 200_000) + "\n---\n"),
			".claude/agents/bomb.md": content("---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\nhooks: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n---\n"),
			".git/HEAD":              content("ref: " + strings.Repeat("../", 1<<20)),
		},
		"a long file": {".claude/settings.json": content(`{"x":"` + strings.Repeat("a", settings.MaxSize) + `"}`), ".claude/settings.local.json": content("{" + strings.Repeat("\n", scale(50<<20)) + "}")},
		"names":       {".claude/settings.json": content("{" + strings.TrimSuffix(strings.Repeat(`"a":1,"b":{"c":2,"c":3},`, scale(40_000)), ",") + "}"), ".claude/settings.local.json": content("\x00\x00{}"), ".git": content("gitdir: /nowhere/.git/worktrees/x\x00\n")},
		"lists":       {".claude/settings.json": content(string(wide)), ".claude/settings.local.json": content(settingsOf("PreToolUse", "mcp__sN__.*", numbered(scale(5_000), "echo %d")...)), ".mcp.json": content(servers(scale(30_000)))},
		"a plugin": {
			".claude/settings.json":           content(`{"extraKnownMarketplaces":{"m":{"source":{"source":"directory","path":"."}}},"enabledPlugins":{"p@m":true,"deep@m":true,"pipe@m":true,"zero@m":true,"up@m":true}}`),
			".claude-plugin/marketplace.json": content(`{"name":"m","owner":{"name":"o"},"plugins":[{"name":"p","source":"./p"},{"name":"deep","source":"./deep"},{"name":"pipe","source":"./pipe"},{"name":"zero","source":"./zero"},{"name":"up","source":"../../../.."}]}`),
			"p/.claude-plugin/plugin.json":    content(`{"name":"p","hooks":["./x.json","./huge.json"]}`), "p/hooks/hooks.json": content(settingsOf("PreToolUse", "*", "${CLAUDE_PLUGIN_ROOT}/run.sh", "${CLAUDE_PLUGIN_ROOT}/zero.sh", "$(echo ran >>LOG)")),
			"p/run.sh": content("#!/bin/sh\necho ran >>LOG\n"), "p/zero.sh": link("/dev/zero"), "p/x.json": pipe, "p/huge.json": sparse,
			"p/skills/x/SKILL.md": content(agent("*", "echo ran >>LOG")), "p/agents/x.md": pipe, "p/commands": link("/"),
			"deep/hooks/hooks.json": content(strings.Repeat(`{"hooks":`, 1<<20)), "pipe/hooks/hooks.json": pipe, "pipe/.claude-plugin/plugin.json": pipe, "zero/hooks/hooks.json": link("/dev/zero"), "zero/.claude-plugin": link("/dev"),
		},
		"skills": {
			".claude/skills/a/SKILL.md": content(agent("*", "./run.sh") + strings.Repeat("x", scale(50<<20))), ".claude/skills/b/SKILL.md": sparse, ".claude/skills/c/SKILL.md": pipe, ".claude/skills/d": link("/dev"),
			".claude/skills/e/SKILL.md": content("---\n" + strings.Repeat("a:\n ", 1<<20)), ".claude/commands/x.md": content(agent("*", "$(echo ran >>LOG)")), "run.sh": content("#!/bin/sh\necho ran >>LOG\n"),
			".claude/skills/f/SKILL.md": content("---\nhooks:\n" + strings.Repeat(" ", 1<<20) + "x: 1\n---\n"),
		},
		"very many hooks": many,
		"many agents":     agents,
	}
}

// servers returns an .mcp.json.
func servers(n int) string {
	all := map[string]any{}
	for i := range n {
		all[fmt.Sprintf("s%d", i)] = map[string]string{"command": "echo server >>LOG"}
	}
	b, err := json.Marshal(map[string]any{"mcpServers": all})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// newVictim returns a machine of somebody who is about to open hostile projects, and its files.
func newVictim(t *testing.T) (m machine, clean Tree) {
	t.Helper()
	m = newMachine(t, resolved)
	m.must(do("install", "--yes"))
	m.must(do("log", "--record", "on", "--yes"))
	m.must(rule)
	clean = m.tree()
	maps.DeleteFunc(clean, func(name string, _ Node) bool { return strings.HasPrefix(name, "project/") })
	return m, clean
}

// ambush gives a machine its clean files and a hostile project, and returns the file in
// which programs that are started are written down, whichever they are.
func (m machine) ambush(clean Tree, repository map[string]trap) (log string) {
	m.Helper()
	log = filepath.Join(m.home, "started")
	project := filepath.Join(m.home, "project")
	musttest.Do(m, os.RemoveAll(project))
	m.become(clean)
	// Shorter names first: what is below a link is not made.
	for _, name := range slices.SortedFunc(maps.Keys(repository), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }) {
		path := filepath.Join(project, name)
		musttest.Do(m, os.MkdirAll(filepath.Dir(path), 0o700))
		musttest.Do(m, repository[name](path))
	}
	for _, program := range []string{"git", "sh", "bash", "env", "node", "python3", "claude", "jq", "cat", "touch", "echo", "curl", "x", "vi", "nano", "less", "npm", "go"} {
		m.write("recorders/"+program, "#!/bin/sh\necho "+program+" \"$@\" >>"+log+"\n")
		musttest.Do(m, os.Chmod(filepath.Join(m.home, "recorders", program), 0o700))
	}
	return log
}

// caught returns a command in the hostile repository of a machine.
func (m machine) caught(args ...string) *exec.Cmd {
	p := m.program(do(args...))
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Dir = p.Dir
	for _, e := range p.Env {
		if !strings.HasPrefix(e, "PATH=") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	// The collector works harder near the limit, so that the peak is what the program holds and
	// not how far the collector has fallen behind on a busy machine.
	cmd.Env = append(cmd.Env, "PATH="+filepath.Join(m.home, "recorders"), "GOMEMLIMIT=128MiB")
	return cmd
}

// peak follows how much memory a process has had at once, until it has ended. What
// the system says afterwards is at least what the tests have.
func peak(pid int, ended <-chan struct{}) (most int64) {
	for {
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, ok := strings.Cut(string(b), "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			most = max(most, kb<<10)
		}
		select {
		case <-ended:
			return most
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// A bill is what a command has cost.
type bill struct {
	what   string
	cpu    time.Duration
	memory int64
}

func (b bill) String() string {
	return fmt.Sprintf("%.2f s %3d MB %s", b.cpu.Seconds(), b.memory>>20, b.what)
}

func (b bill) check(t *testing.T) {
	t.Helper()
	if b.cpu > mostTime || b.memory > mostMemory {
		t.Errorf("too much: %v", b)
	}
}

// wholeHostility makes the repositories twenty-five times as large, which takes many minutes.
var wholeHostility = flag.Bool("hostile.whole", false, "open hostile repositories in their full size, each with every command")

// TestHostileRepository opens repositories whose files are made to be read for
// ever, with every command: each ends soon, with little memory, and starts nothing.
// Without -hostile.whole it is the turn of a quarter of them each day, which meet three of the first commands and a
// few of the others, without JSON: that is the same, told otherwise.
func TestHostileRepository(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs some three hundred processes")
	}
	repositories := hostileRepositories(*wholeHostility)
	names := slices.Sorted(maps.Keys(repositories))
	// In these each command works long before it gives up, so they come last and meet none
	// but the first commands.
	slow := func(name string) bool { return name == "matchers" || name == "commands" }
	quick := slices.DeleteFunc(slices.Clone(names), slow)
	names = slices.Concat(quick, slices.DeleteFunc(names, func(name string) bool { return !slow(name) }))
	m, clean := newVictim(t)
	// What they name is the person's own, and the same in every repository.
	commands := m.everyCommand()
	if !*wholeHostility {
		commands = slices.DeleteFunc(commands, func(args []string) bool { return slices.Contains(args, "--json") })
	}
	for i, name := range names {
		if !*wholeHostility && !ct.Part(i, 4) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m := m
			m.T = t
			log := m.ambush(clean, repositories[name])
			var bills []bill
			for j, args := range commands {
				n := slices.Index(first, strings.Join(args, " "))
				if !*wholeHostility && n != 0 && n != 1 && n != 2+i%(len(first)-2) && j%len(quick) != i {
					continue
				}
				b := m.cost(args)
				b.check(t)
				bills = append(bills, b)
			}
			slices.SortFunc(bills, func(a, b bill) int { return cmp.Compare(b.cpu, a.cpu) })
			t.Logf("the dearest: %v; %v", bills[0], bills[1])
			slices.SortFunc(bills, func(a, b bill) int { return cmp.Compare(b.memory, a.memory) })
			t.Logf("the largest: %v", bills[0])
			if started, err := os.ReadFile(log); err == nil {
				t.Errorf("programs were started:\n%s", started)
			}
			for _, dir := range []string{"project", "home"} {
				if _, err := os.Lstat(filepath.Join(m.home, dir, "LOG")); err == nil {
					t.Error("a hook has run")
				}
			}
		})
	}
}

// cost runs a command to its end, and watches every process that comes of it: programs that
// are started by their path leave no trace with the recorders.
func (m machine) cost(args []string) bill {
	m.Helper()
	name := fmt.Sprintf("%.80q", args)
	cmd := m.caught(args...)
	ended, memory := make(chan struct{}), make(chan int64, 1)
	var late *time.Timer
	p := Program{Path: cmd.Path, Args: args, Env: cmd.Env, Dir: cmd.Dir, Stdin: evilQuestion, Below: m.home, Began: func(pid int) {
		go func() { memory <- peak(pid, ended) }()
		late = time.AfterFunc(patience, func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	}}
	r, err := p.Run(nil)
	musttest.Do(m, err)
	close(ended)
	if !late.Stop() {
		m.Errorf("%s has not ended after %v", name, patience)
	}
	usable(m.T, name, r.Exit, r.Stderr)
	// The doctor tries whether the hook that is installed runs, by a copy of it, and before it parks
	// a hook the shell looks for its program. The program has no TMPDIR.
	tried := regexp.MustCompile("^/tmp/neverask-doctor-[0-9]+/data/bin/neverask-hook$")
	shell, err := filepath.EvalSymlinks("/bin/sh")
	musttest.Do(m.T, err)
	own := func(file string) bool {
		return len(args) > 0 && args[0] == "doctor" && (tried.MatchString(file) || file == shell && slices.Contains(args, "--fix"))
	}
	if others := slices.DeleteFunc(r.Started, own); len(others) > 0 {
		m.Errorf("%s starts %q", name, others)
	}
	return bill{name, r.CPU, <-memory}
}

// TestHostileRepositoryOnScreen goes through the screens in the same repositories, without
// -hostile.whole in a seventh of them each day.
// They draw, they end when they are told to, and the terminal is as it was.
func TestHostileRepositoryOnScreen(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("goes through all screens many times")
	}
	repositories := hostileRepositories(*wholeHostility)
	m, clean := newVictim(t)
	for i, name := range slices.Sorted(maps.Keys(repositories)) {
		if !*wholeHostility && !ct.Part(i, 7) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m := m
			m.T = t
			log := m.ambush(clean, repositories[name])
			cmd := m.caught()
			cmd.Env = append(cmd.Env, "TERM=xterm-256color")
			term := termtest.Start(t, cmd, 100, 30, termtest.Timeout(patience))
			memory := make(chan int64, 1)
			go func() { memory <- peak(cmd.Process.Pid, term.Done()) }()
			term.WaitText("╭─ Home ─")
			term.Key("d")
			term.WaitFor("the doctor", func(screen string) bool {
				return strings.Contains(screen, "✗") || strings.Contains(screen, "▲") || strings.Contains(screen, "· note") || strings.Contains(screen, "nothing")
			})
			term.Key("down", "enter", "esc", "esc")
			for i := range places {
				goTo(term, i)
				term.Key("down", "down", "G", "enter", "down", "esc", "x", "esc", "esc", "r")
			}
			term.Key("ctrl+c")
			if code := term.Wait(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if !term.ModesRestored() {
				t.Error("the terminal is not as it was")
			}
			b := bill{"the screens", cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), <-memory}
			t.Log(b)
			if b.memory > mostOnScreen {
				t.Errorf("too much: %v", b)
			}
			if started, err := os.ReadFile(log); err == nil {
				t.Errorf("programs were started:\n%s", started)
			}
		})
	}
}

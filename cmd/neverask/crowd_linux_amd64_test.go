package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings"
	"neverask/settings/musttest"
)

var (
	crowdTime = flag.Duration("crowd.time", 2*time.Second, "how long TestCrowdBesideOtherWriters goes on")
	crowdSeed = flag.Uint64("crowd.seed", 1, "the seed of its random choices")
	crowdSize = flag.Int("crowd.size", 4, "how many commands it runs at once")
)

// crowded are the files that the crowd starts from: hooks of others, of which some
// answer questions and others refuse them.
var crowded = map[string]string{
	userSettings: `{
  "model": "opus",
  "permissions": {"deny": [ "Read(./.env)" ], "allow": []},
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "true first"}, {"type": "command", "command": "true second", "timeout": 7, "mine": 1.50}]},
      {
        "hooks": [
          {"type": "command", "command": "~/h/answer.sh 1", "extra": 1.50},
          {"type": "command", "command": "~/h/deny.sh 1", "timeout": 20}
        ]
      },
      {"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh 2"}, {"type": "command", "command": "~/h/deny.sh 2"}]},
      {"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "~/h/deny.sh 3"}]}
    ],
    "Stop": [
      {"hooks": [{"type": "command", "command": "true loose 1"}, {"type": "command", "command": "true loose 2"}, {"type": "command", "command": "true loose 3"}]},
      {"hooks": [{"type": "command", "command": "true loose 4"}]}
    ]
  }
}
`,
	"project/.claude/settings.json": `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/h/answer.sh p"}]}]}}`,
	"h/answer.sh":                   "#!/bin/sh\ncat >/dev/null\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\"updatedInput\":{\"questions\":[],\"answers\":{\"q\":\"a\"}}}}'\n",
	"h/deny.sh":                     "#!/bin/sh\ncat >/dev/null\necho no >&2\nexit 2\n",
	"h/editor.sh":                   "#!/bin/sh\nexec sed -i 's/\"note\": \"[^\"]*\"/\"note\": \"edited\"/' \"$1\"\n",
}

// crowd is many people at one HOME.
type crowd struct {
	machine
	mu      sync.Mutex
	serial  int             // for names that are used once
	codes   map[int]int     // how often a command ended with an exit code
	said    map[string]int  // what those said that failed
	added   map[string]bool // hooks and rules that a command says that it has added
	refused map[string]bool // those that a command says that it has not
	taken   []string        // the differences of what took something out for good
}

// kind is one kind of command.
type kind struct {
	name string
	// args returns the arguments, nil where there is nothing to do it to, and the name
	// of what it adds.
	args func(c *crowd, r *rand.Rand) (args []string, adds string)
	// codes are the exit codes that it may have besides 0 and cli.Changed.
	codes []int
}

// line returns a command that is always the same.
func line(args string, codes ...int) kind {
	return kind{args, func(*crowd, *rand.Rand) ([]string, string) { return strings.Fields(args), "" }, codes}
}

// oneOf returns a command for one element of a list: ID stands for that of the element, N for
// a number. The list is printed by another command, as an array or in a member.
func oneOf(list, member, args string, want func(gjson.Result) bool, codes ...int) kind {
	return kind{args, func(c *crowd, r *rand.Rand) ([]string, string) {
		out, _, _ := c.start(list, strings.Fields(list)...)
		found := slices.DeleteFunc(gjson.Get(out, member).Array(), func(e gjson.Result) bool { return !want(e) })
		if len(found) == 0 {
			return nil, ""
		}
		values := strings.NewReplacer("ID", found[r.IntN(len(found))].Get("id").Str, "N", strconv.Itoa(2+r.IntN(5)))
		return strings.Fields(values.Replace(args)), ""
	}, append(codes, cli.Failed, cli.Usage)} // it may be gone meanwhile
}

func oneHook(args string, want func(gjson.Result) bool) kind {
	return oneOf("hooks list --json", "hooks", args, want)
}

func oneParked(args string) kind { return oneOf("hooks unpark --json", "@this", args, anyOf) }

func questionRule(args string, want func(gjson.Result) bool) kind {
	return oneOf("rules list --json", "rules", args, want)
}

func anyOf(gjson.Result) bool { return true }

// loose are hooks and rules that commands may take out.
func loose(e gjson.Result) bool { return strings.Contains(e.Raw, "loose") }

func writable(e gjson.Result) bool {
	return e.Get("readOnly").Str == "" && !strings.Contains(e.Raw, "neverask-hook")
}

// present are changes that can be undone, but for those that took back a part of one
// that failed.
func present(e gjson.Result) bool {
	return e.Get("state").Str == "applied" && e.Get("op").Str != settings.Rollback
}

// resolving decides about each conflict on its own.
func resolving(args string) kind {
	return kind{args + " with resolutions", func(c *crowd, r *rand.Rand) ([]string, string) {
		out, _, _ := c.start("conflicts", "hooks", "conflicts", "--json")
		all := append(strings.Fields(args), "--yes", "--json")
		for _, found := range gjson.Get(out, "conflicts").Array() {
			resolutions := found.Get("resolutions").Array()
			if len(resolutions) > 0 {
				all = append(all, "--on-conflict", found.Get("id").Str+"="+resolutions[r.IntN(len(resolutions))].Str)
			}
		}
		return all, ""
	}, []int{cli.Failed, cli.Usage, cli.Conflicts}}
}

// add returns a command that adds something, with a name in the place of "@".
func add(name string, args ...string) kind {
	return kind{name, func(c *crowd, _ *rand.Rand) ([]string, string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.serial++
		item := fmt.Sprintf("%s-%d.", strings.ReplaceAll(name, " ", "-"), c.serial)
		var all []string
		for _, word := range args {
			all = append(all, strings.ReplaceAll(word, "@", item))
		}
		return all, item
	}, nil}
}

// kinds has every kind of command that changes something, and some that only look.
var kinds = []kind{
	line("install --yes --json --on-conflict leave"),
	resolving("install"), resolving("install --scope project"),
	line("install --yes --json --on-conflict park"),
	line("install --yes --json", cli.Conflicts),
	line("log --record on --yes --json"),
	line("log --record arguments --yes --json"),
	line("install --yes --json --scope project --on-conflict leave"),
	line("install --yes --json --guard=false --on-conflict leave"),
	line("uninstall --yes --json"),
	line("log --record off --yes --json"),
	line("uninstall --yes --json --scope project"),
	line("undo --yes --json", cli.Failed),
	line("undo --yes --json", cli.Failed),
	oneOf("undo --list --json", "@this", "undo ID --yes --json", present),
	oneHook("hooks park ID --yes --json", writable),
	oneHook("hooks park ID --group --yes --json", writable),
	oneParked("hooks unpark ID --yes --json"),
	oneParked("hooks unpark ID --yes --json"),
	oneHook("hooks rm ID --yes --json", loose),
	add("kept rule", "rules", "add", "--question", "Is it @?", "--answer", "Yes", "--yes", "--json"),
	add("loose rule", "rules", "add", "--question", "Is it @?", "--answer", "Yes", "--yes", "--json"),
	questionRule("rules edit ID --answer AnswerN --note set --yes --json", anyOf),
	questionRule("rules rm ID --yes --json", loose),
	questionRule("rules edit ID --position 1 --yes --json", anyOf),
	line("rules edit"),
	line("hooks restore --yes --json"),
	add("kept tool rule", "rules", "add", "tool", "Bash", "--id", "@", "--when", `command~\bpush\b`, "--act", "ask", "--message", "Push?", "--yes", "--json"),
	add("loose tool rule", "rules", "add", "tool", "Write", "--id", "@", "--act", "ask", "--message", "Write?", "--yes", "--json"),
	oneOf("rules list --json", "toolRules", "rules edit ID --note nN --yes --json", anyOf),
	oneOf("rules list --json", "toolRules", "rules rm ID --yes --json", loose),
	line("doctor --fix --yes", cli.Failed),
	line("hook t1"),
	line("status --json"),
	line("hooks runs Bash --json"),
	line("hooks conflicts --json"),
	line("hooks restore --list --json"),
	line("doctor --json", cli.Failed),
	line("rules list --json"),
	line("report --since 400d"),
	line("rules suggest --json"),
}

// start runs a program and keeps the books.
func (c *crowd) start(kind string, args ...string) (stdout, stderr string, exit int) {
	p := c.program(do(args...))
	if args[0] == "hook" {
		p = c.program(asked(args[1]))
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Path, p.Args...)
	cmd.Env = append(p.Env, "VISUAL=sh "+filepath.Join(c.home, "h/editor.sh"))
	cmd.Dir, cmd.Stdin = p.Dir, strings.NewReader(p.Stdin)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		if args[0] != "hook" {
			c.Errorf("%v: %v", args, err)
		}
		return "", "", 0 // uninstalled
	}
	exit = cmd.ProcessState.ExitCode()
	said, _, _ := strings.Cut(errs.String(), "\n")
	if strings.Contains(errs.String(), "goroutine ") || exit < 0 || exit > cli.Open || exit > 0 && said == "" && exit != cli.Failed {
		c.Errorf("%v: exit %d\n%s", args, exit, errs.String())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.codes[exit]++
	if exit != 0 {
		c.said[fmt.Sprintf("%d: %s: %s", exit, kind, strings.ReplaceAll(said, c.home, "~"))]++
	}
	return out.String(), errs.String(), exit
}

// play runs one command, and again when it is refused for what others do.
func (c *crowd) play(k kind, r *rand.Rand) {
	args, adds := k.args(c, r)
	if args == nil {
		return
	}
	out, said, exit := c.start(k.name, args...)
	for tries := 0; exit == cli.Changed && tries < 4; tries++ {
		out, said, exit = c.start(k.name, args...)
	}
	if exit != 0 && exit != cli.Changed && !slices.Contains(k.codes, exit) {
		c.Errorf("%v: exit %d\n%s", args, exit, said)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case adds != "" && exit == 0:
		c.added[adds] = true
	case adds != "":
		c.refused[adds] = true
	}
	if op := gjson.Get(out, "op").Str; exit == 0 && slices.Contains([]string{"undo", "remove"}, op) {
		c.taken = append(c.taken, gjson.Get(out, "diff").Str)
		for _, also := range gjson.Get(out, "also").Array() {
			c.taken = append(c.taken, also.Get("diff").Str)
		}
	}
}

// takenOut reports whether a command has told that it takes an item out for good.
func (c *crowd) takenOut(item string) bool {
	return slices.ContainsFunc(c.taken, func(diff string) bool {
		for line := range strings.Lines(diff) {
			if line[0] == '-' && strings.Contains(line, item) {
				return true
			}
		}
		return false
	})
}

// TestCrowdBesideOtherWriters runs commands of every kind, several at once, beside two
// programs that write the same file, one by renaming and one in place, now and then in
// pieces and with a pause after it has emptied the file.
//
// Nothing of theirs is lost: each finds in the file what they wrote last, or it is kept
// and told, and once everything is unparked and uninstalled, and what is told as lost
// is restored, each hook of others is there once. Of neverask's own changes that cannot be promised. A program that reads the file
// before a change and writes it after takes the change out again, and no one can keep it
// from that. What is promised, and tested: a command that says that it has added a hook or
// a rule has; it is there in the end, unless another command took it out and told so,
// or it is told that it was lost without neverask. And a command that says that it was
// refused has changed nothing.
func TestCrowdBesideOtherWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("writes for seconds")
	}
	t.Parallel()
	c := &crowd{
		machine: newMachine(t, crowded), codes: map[int]int{}, said: map[string]int{},
		added: map[string]bool{}, refused: map[string]bool{},
	}
	c.must(do("version")) // builds the programs
	for _, script := range []string{"h/answer.sh", "h/deny.sh"} {
		musttest.Do(t, os.Chmod(filepath.Join(c.home, script), 0o700))
	}
	w := newWriters(t, filepath.Join(c.home, userSettings), filepath.Join(c.home, state, "replaced"))
	random := func(who uint64) *rand.Rand { return rand.New(rand.NewPCG(*crowdSeed, who)) }
	stop := make(chan struct{})
	var crowd, others sync.WaitGroup
	others.Go(func() { w.run("renames", random(1), renaming, stop) })
	others.Go(func() { w.run("inPlace", random(2), inPlace, stop) })
	next := make(chan kind)
	for i := range uint64(*crowdSize) {
		crowd.Go(func() {
			r := random(10 + i)
			for k := range next {
				c.play(k, r)
			}
		})
	}
	shuffle := random(3)
	for end := time.Now().Add(*crowdTime); time.Now().Before(end); {
		for _, i := range shuffle.Perm(len(kinds)) {
			if time.Now().Before(end) {
				next <- kinds[i]
			}
		}
	}
	close(next)
	crowd.Wait()
	close(stop)
	others.Wait()
	t.Logf("seed %d: commands by exit code %v, writes of others %v, of which kept %d; added %d, refused %d", *crowdSeed, c.codes, w.writes, len(w.late), len(c.added), len(c.refused))
	for _, said := range slices.Sorted(maps.Keys(c.said)) {
		t.Logf("%d × %s", c.said[said], said)
	}
	c.added["true kept back"] = true
	text, err := sjson.SetRaw(c.read(userSettings), "hooks.Stop.-1", `{"hooks":[{"type":"command","command":"true kept back"}]}`)
	musttest.Do(t, err)
	c.write(userSettings, text)
	w.stands([]byte(text))
	c.must(do("hooks", "park", "@true kept back", "--yes"))
	if _, said, exit := c.run(do("uninstall", "--purge", "--yes")); exit == 0 || !strings.Contains(said, " parked, and would be lost") {
		t.Fatalf("a purge while a hook is parked: exit %d\n%s", exit, said)
	}
	c.write(userSettings, text) // somebody had read it before
	c.records(w)
	c.cleanOut(w)
	c.purge(w)
}

// records looks at what neverask has written down.
func (c *crowd) records(w *writers) {
	c.Helper()
	for line := range strings.Lines(c.read(filepath.Join(state, "changes.jsonl"))) {
		if !gjson.Valid(line) {
			c.Errorf("a line of the change log is %q", line)
		}
	}
	history, err := settings.NewStore(filepath.Join(c.home, state), time.Now).History()
	if err != nil {
		c.Error(err)
	}
	for _, r := range history {
		for _, e := range r.Edits {
			for item := range c.refused {
				if r.State == settings.Applied && strings.Contains(e.New, item) {
					c.Errorf("%s was refused, and change %s (%s) has added it", item, r.ID, r.Op)
				}
			}
		}
	}
	c.must(do("undo", "--list", "--json"))
	told := c.must(do("status", "--json"))
	for name := range w.late {
		if !strings.Contains(told, name) {
			c.Errorf("%s is not told:\n%s", name, told)
		}
	}
}

// cleanOut puts back what is parked, uninstalls, and looks for what is lost.
func (c *crowd) cleanOut(w *writers) {
	c.Helper()
	told := c.must(do("hooks", "restore", "--list", "--json"))
	if len(gjson.Get(told, `lost.#(kind=="lost")#`).Array()) > 0 {
		// Somebody read before neverask put hooks back, and wrote after it.
		c.must(do("hooks", "restore", "--yes"))
	}
	c.unpark()
	c.must(do("uninstall", "--yes"))
	c.must(do("uninstall", "--yes", "--scope", "project"))
	text, project := c.read(userSettings), c.read("project/.claude/settings.json")
	w.stands([]byte(text))
	all := text + project + c.read(rulesFile)
	revived := c.revived(w)
	for item := range c.added {
		n := strings.Count(all, item)
		if lost := n == 0 && !c.takenOut(item) && !strings.Contains(item, "loose") && !strings.Contains(told, item); lost || n > 1 && !strings.Contains(revived, item) {
			c.Errorf("%s is there %d times:\n%s\n%s", item, n, all, told)
		}
	}
	for item := range c.refused {
		if strings.Contains(all, item) {
			c.Errorf("%s was refused and is there:\n%s", item, all)
		}
	}
	theirs := []string{"true first", "true second", "~/h/answer.sh 1", "~/h/deny.sh 1", "~/h/answer.sh 2", "~/h/deny.sh 2", "~/h/deny.sh 3", "~/h/answer.sh p", "Read(./.env)", "opus"}
	for _, one := range slices.AppendSeq(theirs, maps.Keys(w.hooks)) {
		if n := strings.Count(text+project, settings.Quote(one)); n != 1 && (n == 0 && !c.unrestored(settings.Quote(one)) || n > 1 && !strings.Contains(revived, settings.Quote(one))) {
			c.Errorf("%s is there %d times:\n%s\n%s", one, n, text+project, told)
		}
	}
	if strings.Count(text, `"mine": 1.50`) == 0 || strings.Count(text, `"extra": 1.50`) == 0 || strings.Contains(text+project, "neverask") {
		c.Errorf("after uninstalling:\n%s\n%s", text, project)
	}
	c.must(do("install", "--on-conflict", "park", "--yes"))
	c.must(do("uninstall", "--yes"))
	if now := c.read(userSettings); now != text {
		c.Errorf("installed and uninstalled once more, it is\n%s\nand was\n%s", now, text)
	}
}

// unrestored reports whether the last change to an item took back that hooks were restored: it was shown that this
// removes it.
func (c *crowd) unrestored(item string) bool {
	c.Helper()
	history, err := settings.NewStore(filepath.Join(c.home, state), time.Now).History()
	musttest.Do(c.T, err)
	ops, last := map[string]string{}, settings.Receipt{}
	for _, r := range history {
		ops[r.ID] = r.Op
		if slices.ContainsFunc(r.Edits, func(e settings.Edit) bool { return strings.Contains(e.Old+e.New, item) }) {
			last = r
		}
	}
	return last.Op == "undo" && ops[last.Undoes] == "recover"
}

// unpark puts back what is parked, the last first. What was moved because of a conflict
// comes back with uninstalling.
func (c *crowd) unpark() {
	c.Helper()
	for range 1000 {
		parked := gjson.Get(c.must(do("hooks", "unpark", "--json")), `#(by!="conflict")#`).Array()
		if len(parked) == 0 {
			return
		}
		c.must(do("hooks", "unpark", parked[len(parked)-1].Get("id").Str, "--yes"))
	}
	c.Error("there is no end to what is parked")
}

// revived has everything that neverask took out of the person's file while another
// program was about to write what it had read before. Then it is in the file and kept as
// well, and is there once more when neverask puts it back.
func (c *crowd) revived(w *writers) string {
	c.Helper()
	history, err := settings.NewStore(filepath.Join(c.home, state), time.Now).History()
	if err != nil {
		c.Error(err)
	}
	var taken strings.Builder
	for _, r := range history {
		if !w.revived(r.Time) || r.Path != filepath.Join(c.home, userSettings) {
			continue
		}
		for _, e := range r.Edits {
			taken.WriteString(e.Old)
		}
	}
	return taken.String()
}

// purge leaves nothing.
func (c *crowd) purge(w *writers) {
	c.Helper()
	for name := range w.late {
		if err := os.Remove(name); err != nil {
			c.Error(err)
		}
	}
	text := c.read(userSettings)
	c.must(do("uninstall", "--purge", "--yes"))
	if now := c.read(userSettings); now != text {
		c.Errorf("purged, the settings are\n%s\nand were\n%s", now, text)
	}
	for name := range c.names() {
		if strings.Contains(name, "neverask") {
			c.Errorf("left: %s", name)
		}
	}
}

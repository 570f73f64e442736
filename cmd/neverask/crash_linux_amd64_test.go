package main

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// scenario is a program of which every file operation is disturbed.
type scenario struct {
	name  string
	files map[string]string // that there are in HOME
	setup []invocation
	// prepare does what no command does.
	prepare func(machine)
	what    invocation
	// exact are the files that hold, at every moment, what they held before, or
	// what they hold after.
	exact []string
	// then is what the next processes do. Each must succeed, and leave the exact
	// files as it does where nothing was disturbed.
	then []invocation
	// same says that the commands of then must print the same, too.
	same bool
	// bare says that after then no other files are left than where nothing was
	// disturbed, nor directories but those that neverask shares with others.
	bare bool
	// long says that there are hundreds of operations, of which every third fails.
	long bool
	// tomorrow is the end of the names that only the next day's first process
	// takes away.
	tomorrow string
}

// course is a scenario with what happens when nothing disturbs it.
type course struct {
	machine
	scenario
	before, after Tree
	ops           []Op
	stdout        string
	paths         [2][]step // what comes of then, from before and from after
}

// step is what one command leaves and prints.
type step struct {
	tree   Tree
	stdout string
}

func (s scenario) undisturbed(t *testing.T) course {
	t.Helper()
	if testing.Short() {
		t.Skip("runs many hundred processes")
	}
	c := course{machine: newMachine(t, s.files), scenario: s}
	for _, prepare := range s.setup {
		c.must(prepare)
	}
	if s.prepare != nil {
		s.prepare(c.machine)
	}
	if s.what.args[0] == "hook" {
		// What it derives from the rules counts only when those have been left alone
		// for 100 ms.
		time.Sleep(200 * time.Millisecond)
	}
	c.before = c.tree()
	result, err := c.program(s.what).Run(func(Op) Action { return Action{} })
	if err != nil || result.Exit != 0 {
		t.Fatalf("%v, exit %d\n%s", err, result.Exit, result.Stderr)
	}
	c.ops, c.stdout = result.Ops, result.Stdout
	c.after = c.tree()
	for i, side := range []Tree{c.before, c.after} {
		c.become(side)
		for _, next := range s.then {
			stdout := c.must(next)
			c.paths[i] = append(c.paths[i], step{c.tree(), stdout})
		}
	}
	return c
}

// holds reports whether the exact files are as in a tree.
func (c course) holds(tree Tree) bool {
	return !slices.ContainsFunc(c.exact, func(name string) bool { return !c.hasIn(tree, name) })
}

func (c course) hasIn(tree Tree, name string) bool {
	was, is := tree[name], c.node(name)
	return was.Mode == is.Mode && (was.Content == is.Content || alike(was.Content) == alike(is.Content))
}

// between is the side of a change of several files of which some are changed.
const between = 2

// side tells on which side of the change the machine is: 0 before, 1 after.
func (c course) side(at string) int {
	c.Helper()
	switch {
	case c.holds(c.before):
		return 0
	case c.holds(c.after):
		return 1
	}
	for _, name := range c.exact {
		if !c.hasIn(c.before, name) && !c.hasIn(c.after, name) {
			c.Fatalf("%s: %s is neither as before nor as after but holds\n%q", at, name, c.read(name))
		}
	}
	return between
}

// goOn lets the next processes do what they do, and looks for what is wrong
// after them.
func (c course) goOn(at string) {
	c.Helper()
	side := c.side(at)
	for i, next := range c.then {
		stdout, stderr, exit := c.run(next)
		if exit != 0 {
			c.Fatalf("%s, then %v: exit %d\n%s%s", at, next.args, exit, stdout, stderr)
		}
		if side == between {
			continue
		}
		want := c.paths[side]
		if !c.holds(want[i].tree) {
			for _, name := range c.exact {
				c.Errorf("%s holds\n%q\nwant\n%q", name, c.read(name), want[i].tree[name].Content)
			}
			c.Fatalf("%s (side %d), then %v: not as where nothing happened", at, side, next.args)
		}
		if c.same && !c.expected(i, side, stdout) {
			c.Fatalf("%s (side %d), then %v prints\n%s\nwant\n%s", at, side, next.args, end(stdout), end(want[i].stdout))
		}
	}
	known := []Tree{c.before, c.after}
	for _, s := range slices.Concat(c.paths[0], c.paths[1]) {
		known = append(known, s.tree)
	}
	if c.bare {
		known = []Tree{c.paths[1][len(c.then)-1].tree, shared}
	}
	left := strangers(c.names(), known...)
	maps.DeleteFunc(left, func(name string, _ bool) bool {
		return name == filepath.Join(state, "hook-errors.log") || c.tomorrow != "" && strings.HasSuffix(name, c.tomorrow)
	})
	if len(left) > 0 {
		c.Fatalf("%s: litter %v", at, left)
	}
}

// expected reports whether a command prints what it does where nothing was
// disturbed. Without exact files nothing tells which side it is.
func (c course) expected(i, side int, stdout string) bool {
	for s, path := range c.paths {
		if (s == side || len(c.exact) == 0) && (path[i].stdout == stdout || alike(path[i].stdout) == alike(stdout)) {
			return true
		}
	}
	return false
}

// end returns what is worth showing of a long text.
func end(text string) string { return text[max(0, len(text)-500):] }

// wholeCrashes stops the programs at every operation. That takes ten minutes, and has
// its own command: make crash.
var wholeCrashes = flag.Bool("crash.whole", false, "stop the programs at every operation, and not at each sixty-first")

// every calls f with ever higher numbers until it says that it is through. But for
// -crash.whole it leaves most of them out, and those for which there are not as many
// operations as were counted.
func every(counted int, f func(n int) (through bool)) {
	step := 61
	if *wholeCrashes {
		step, counted = 1, math.MaxInt // there may be more another time
	}
	for n := 1; n <= counted && !f(n); n += step {
	}
}

// count returns how many of the operations are of a kind.
func (c course) count(kind func(Op) bool) (n int) {
	for _, op := range c.ops {
		if kind(op) {
			n++
		}
	}
	return n
}

// TestCrashAtEveryOperation disturbs the programs at their file operations in each way that
// there is. Without -crash.whole the power fails in every other change, and in those between
// them links are put in the way.
func TestCrashAtEveryOperation(t *testing.T) {
	t.Parallel()
	for i, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			c := s.undisturbed(t)
			disturb := func(how string, f func(course)) {
				t.Run(how, func(t *testing.T) {
					c := c
					c.T = t
					f(c)
				})
			}
			disturb("stopped", course.stopped)
			disturb("failing", course.failing)
			if *wholeCrashes || i%2 == 1 {
				disturb("without power", course.withoutPower)
			}
			if *wholeCrashes || i%2 == 0 {
				disturb("misled", course.misled)
			}
		})
	}
}

// stopped kills the process before every operation that changes a file, and lets the next
// ones go on.
func (c course) stopped() {
	every(c.count(Op.Changes), func(stop int) bool {
		c.become(c.before)
		n := 0
		result, err := c.program(c.what).Run(func(op Op) Action {
			if op.Changes() {
				if n++; n == stop {
					return Kill()
				}
			}
			return Action{}
		})
		musttest.Do(c, err)
		if n < stop {
			return true
		}
		c.goOn(fmt.Sprintf("killed before operation %d (%s)", stop, result.Ops[len(result.Ops)-1]))
		return false
	})
}

// faults are what file operations report on full, read-only, broken and
// network disks.
var faults = []syscall.Errno{syscall.ENOSPC, syscall.EROFS, syscall.EACCES, syscall.EIO, syscall.EDQUOT, syscall.ESTALE, syscall.EXDEV}

// failing fails every file operation that writes, and every third that opens a file for
// reading, with one of the faults after the other.
func (c course) failing() {
	stride := 1
	if c.long {
		stride = 3
	}
	opens := c.count(func(op Op) bool { return op.Name == "open" })
	counted := len(c.ops) - opens + (opens+2)/3
	every(counted/stride, func(stop int) bool { return c.fault(stride*stop, faults[stop%len(faults)], false) })
	every(counted/stride/5, func(stop int) bool { return c.fault(stride*5*stop, syscall.ENOSPC, true) })
}

// fault fails an operation, and with lasting all later ones that would write.
func (c course) fault(stop int, fault syscall.Errno, lasting bool) (through bool) {
	c.become(c.before)
	n, opened := 0, 0
	var failed Op
	result, err := c.program(c.what).Run(func(op Op) Action {
		if op.Name == "open" {
			// Most of what is read is read many times.
			if opened++; opened%3 != 1 {
				return Action{}
			}
		}
		if n++; n < stop || lasting && !op.Changes() || !lasting && n > stop {
			return Action{}
		}
		if lasting && (op.Name == "remove" || op.Name == "rmdir") {
			return Action{} // a full disk lets go
		}
		if failed.Name == "" {
			failed = op
		}
		return Fail(fault)
	})
	musttest.Do(c, err)
	if n < stop {
		return true
	}
	at := fmt.Sprintf("%v at operation %d (%s), lasting %v", fault, stop, failed, lasting)
	if side := c.side(at); result.Exit == 0 && c.what.args[0] != "hook" && side == 0 && !c.holds(c.after) {
		c.Fatalf("%s: it says that it is done, and nothing is\n%s%s", at, result.Stdout, result.Stderr)
	}
	if left := strangers(c.names(), c.after, shared); c.bare && result.Exit == 0 && len(left) > 0 {
		c.Fatalf("%s: it says that nothing is left, and there are %v", at, left)
	}
	if result.Exit != 0 && strings.TrimSpace(result.Stderr) == "" {
		c.Errorf("%s: exit %d and not a word", at, result.Exit)
	}
	if c.what.args[0] == "hook" && (result.Exit != 0 || result.Stdout != "" && result.Stdout != c.stdout) {
		c.Errorf("%s: the hook says %q, exit %d", at, result.Stdout, result.Exit)
	}
	c.same = false // what was not read or written is missing in the log
	c.goOn(at)
	return false
}

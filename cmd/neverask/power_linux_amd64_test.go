package main

import (
	"fmt"

	"neverask/settings/musttest"
)

// withoutPower lets the power fail after every operation of a change, on file systems that
// keep names at once, with the next sync, and with that of their directory. What was not
// synced is lost.
func (c course) withoutPower() {
	kinds := map[Names]string{Eager: "eager", Journaled: "journaled", Lazy: "lazy"}
	c.become(c.before)
	tape, err := NewTape(c.home)
	musttest.Do(c, err)
	p := c.program(c.what)
	p.Tape = tape
	result, err := p.Run(func(Op) Action { return Action{} })
	if err != nil || result.Exit != 0 {
		c.Fatalf("%v, exit %d\n%s", err, result.Exit, result.Stderr)
	}
	last := Tree(nil)
	every(tape.Len(), func(n int) bool {
		if n > tape.Len() {
			return true
		}
		for kind, name := range kinds {
			cut := tape.Cut(n, kind)
			if kind != Eager && cut.Same(last) {
				continue
			}
			last = cut
			c.become(cut)
			c.goOn(fmt.Sprintf("no power after operation %d (%s), %s", n, tape.At(n-1), name))
		}
		return false
	})
	for kind, name := range kinds {
		c.become(tape.Cut(tape.Len(), kind))
		if !c.holds(c.after) && c.what.args[0] != "hook" {
			c.Errorf("what was reported as done does not survive a loss of power (%s)\n%s", name, tape)
		}
	}
}

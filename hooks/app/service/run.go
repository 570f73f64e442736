package service

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A Command is a program of the system with its arguments.
type Command struct {
	Args    []string
	MayFail bool // it has nothing to do where the service does not run
	Tries   int  // how often it is tried; 0 is once
}

// String is the command as a person types it.
func (c Command) String() string {
	words := make([]string, len(c.Args))
	for i, arg := range c.Args {
		words[i] = shellWord(arg)
	}
	return strings.Join(words, " ")
}

// line is a list of commands on one line.
func line(commands []Command) string {
	var all []string
	for _, c := range commands {
		all = append(all, c.String())
	}
	return strings.Join(all, "; ")
}

const (
	// runTime is how long one command may take: stopping a service waits for it.
	runTime = 30 * time.Second
	// between is how long to wait before a command is tried again.
	between = 500 * time.Millisecond
)

// run runs commands one after the other, with nothing to read and what they print kept.
// The first that fails ends it; the error has its words, and the commands that are left
// for the person.
func run(ctx context.Context, commands []Command) error {
	for i, c := range commands {
		err := c.try(ctx)
		for n := 1; err != nil && n < c.Tries && ctx.Err() == nil; n++ {
			time.Sleep(between)
			err = c.try(ctx)
		}
		if err != nil && !c.MayFail {
			return fmt.Errorf("%s failed: %w; by hand: %s", c, err, line(commands[i:]))
		}
	}
	return nil
}

func (c Command) try(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.WaitDelay = time.Second // a child of it may hold the pipe
	said, err := cmd.CombinedOutput()
	const longest = 300
	said = bytes.TrimSpace(said)
	if err == nil || len(said) == 0 {
		return err
	}
	return fmt.Errorf("%s", strings.Join(strings.Fields(string(said[:min(len(said), longest)])), " "))
}

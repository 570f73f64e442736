package trial

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// A Command is the command line of a handler of type command.
type Command struct {
	Line  string   // a shell's command line, or a program in exec form
	Args  []string // exec form
	Exec  bool     // without a shell; Args may be empty
	Shell string   // "bash" or "powershell"; empty for the system's
	Limit time.Duration
}

// commandOf returns what a hook of type command runs, with its time limit.
func commandOf(h config.Hook) Command {
	c := Command{
		Line: h.Handler.Command, Args: h.Handler.Args, Exec: h.Handler.Exec,
		Shell: h.Handler.Shell, Limit: limitAt(hooks.Event(h.Group.Event)),
	}
	if s := h.Handler.Timeout; s > 0 {
		c.Limit = time.Duration(min(s, longest.Seconds()) * float64(time.Second))
	}
	return c
}

// An Output is a command's output and exit code.
type Output struct {
	hooks.Exit // with status -1 if it was killed or could not be started
	Took       time.Duration
	// Fault says why the output does not count: the command took too long, printed too much,
	// or could not be started.
	Fault string
}

// drain is how long the outputs are read after the command has ended: a process it left behind may hold them open for
// ever.
const drain = 100 * time.Millisecond

// Run runs a command as the client does: with the payload on standard input, in a process
// group of its own, up to its time limit. A command that takes longer is killed with
// everything that it started. Processes that it leaves behind continue, as under the client.
// An async command is waited for, to see what it does.
func (c Command) Run(ctx context.Context, stdin []byte, env []string, dir string) Output {
	began := time.Now() //nolint:forbidigo // how long another program takes is measured, and nothing depends on it
	limited, stop := context.WithTimeout(ctx, c.Limit)
	defer stop()
	argv := c.argv(env)
	name, err := findProgram(argv[0], env, dir)
	if err != nil {
		return notStarted(err)
	}
	cmd := exec.CommandContext(limited, name)
	cmd.Args, cmd.Dir, cmd.Env, cmd.Stdin = argv, dir, env, bytes.NewReader(stdin)
	var stdout, stderr capped
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr, cmd.WaitDelay = ownGroup(), drain
	cmd.Cancel = func() error {
		killGroup(cmd.Process)
		return nil
	}
	err = cmd.Run()
	if cmd.ProcessState == nil {
		return notStarted(err)
	}
	out := Output{Exit: hooks.Exit{Stdout: stdout.text, Stderr: stderr.text, Status: cmd.ProcessState.ExitCode()}}
	switch {
	case ctx.Err() != nil:
		out.Fault, out.Status = "it was interrupted", -1
	case limited.Err() != nil:
		out.Fault, out.Status = "it took longer than "+c.Limit.String(), -1
	case stdout.flood || stderr.flood:
		out.Fault = "it printed more than 1 MB"
	}
	out.Took = time.Since(began)
	return out
}

func notStarted(err error) Output {
	return Output{Exit: hooks.Exit{Status: -1}, Fault: "it could not be started: " + err.Error()}
}

// argv returns the program to start and its arguments. If the system has a shell, Claude Code
// 2.1.329 also uses it for hooks that name bash.
func (c Command) argv(env []string) []string {
	switch {
	case c.Exec:
		return c.expand(env)
	case c.Shell == "powershell":
		return []string{c.shellName(), "-NoProfile", "-NonInteractive", "-Command", c.Line}
	}
	return []string{c.shellName(), "-c", c.Line}
}

// shellName returns the shell that runs the command; empty if none does.
func (c Command) shellName() string {
	switch {
	case c.Exec:
		return ""
	case c.Shell == "powershell":
		return "pwsh"
	case runtime.GOOS == "windows":
		return "bash"
	}
	return "/bin/sh"
}

// expand expands the variables that the client expands itself when there is no shell: these,
// in this spelling and no other (Claude Code 2.1.329).
func (c Command) expand(env []string) []string {
	line := append([]string{c.Line}, c.Args...)
	for _, name := range [...]string{"CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"} {
		value := conflict.Variable(env, name)
		for i := range line {
			if value != "" {
				line[i] = strings.ReplaceAll(line[i], "${"+name+"}", value)
			}
		}
	}
	return line
}

// findProgram finds a program as a shell does. A name with a separator is a path; any other is
// looked for in PATH.
func findProgram(name string, env []string, dir string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return name, nil
	}
	for _, d := range filepath.SplitList(conflict.Variable(env, "PATH")) {
		for _, suffix := range suffixes {
			path := filepath.Join(d, name+suffix)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && executable(info.Mode()) {
				return path, nil
			}
		}
	}
	return "", errors.New(name + " is not in PATH")
}

package chain

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
)

// maxOutput is how much of each of a command's outputs is kept. The client
// keeps less.
const maxOutput = 1 << 20

// drain is how long the outputs are read on after the command has ended: a
// process that it left behind may hold them open for ever.
const drain = 100 * time.Millisecond

// Run runs a command as the client does: with the payload on standard input, in a
// process group of its own, for as long as it may take. A command that takes longer is
// killed with all that it has started. What it leaves running when it ends by itself
// goes on, as it does under the client, and so does a command whose first line is
// {"async":true}: it is not waited for, and counts as silent. Under the client it could
// still say something later, and would be ended after a time; we are gone by then.
//
// When reap is not nil, it is called with the process id of
// the command as soon as that has ended, or is not waited for any more, and must
// end it with everything that it has left; otherwise what goes on is left alone.
func (c Command) Run(ctx context.Context, stdin []byte, env []string, dir string, reap func(pid int)) Output {
	start := time.Now() //nolint:forbidigo // how long another program takes is measured, and nothing depends on it
	out := c.run(ctx, stdin, env, dir, reap)
	out.Took = time.Since(start)
	return out
}

func (c Command) run(ctx context.Context, stdin []byte, env []string, dir string, reap func(pid int)) Output {
	env = lastOfEach(env)
	name, argv, err := c.argv(env, dir)
	if err != nil {
		return failed(err)
	}
	pipes, err := openPipes()
	if err != nil {
		return failed(err)
	}
	defer pipes.close()
	process, ended, err := pipes.start(name, argv, &os.ProcAttr{Dir: dir, Env: env, Sys: ownGroup()})
	if err != nil {
		return failed(err)
	}
	pipes.started(stdin)
	limit := time.NewTimer(c.Limit)
	defer limit.Stop()
	out, running := Output{Exit: -1}, true
	select {
	case state := <-ended:
		running = false
		if state != nil {
			out.Exit = state.ExitCode()
		}
	case <-pipes.async:
		if reap == nil {
			pipes.release()
			return Output{}
		}
	case <-limit.C:
		out.Fault = "it took longer than " + c.Limit.String()
	case <-ctx.Done():
		out.Fault = "it was interrupted"
	}
	if out.Fault != "" {
		killGroup(process)
	}
	if reap != nil {
		reap(process.Pid)
	}
	if running {
		<-ended
	}
	out.Stdout, out.Stderr = pipes.collect()
	select {
	case <-pipes.async:
		return Output{}
	default:
	}
	if pipes.flooded() && out.Fault == "" {
		out.Fault = "it printed more than 1 MB"
	}
	return out
}

// start starts a program at the other ends of the pipes. Its state is sent when it has ended.
func (p *pipes) start(name string, argv []string, attr *os.ProcAttr) (*os.Process, <-chan *os.ProcessState, error) {
	attr.Files = []*os.File{p.theirs[0], p.theirs[1], p.theirs[2]}
	process, err := os.StartProcess(name, argv, attr)
	if err != nil {
		return nil, nil, err
	}
	ended := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := process.Wait()
		ended <- state
	}()
	return process, ended, nil
}

func failed(err error) Output {
	return Output{Exit: -1, Fault: "it could not be started: " + err.Error()}
}

// argv is the program to start and its arguments. Where there is a shell of the
// system, Claude Code 2.1.329 takes it also for hooks that name bash.
func (c Command) argv(env []string, dir string) (string, []string, error) {
	line := []string{c.ShellName(), "-c", c.Line}
	switch {
	case c.Exec:
		line = c.expand(env)
	case c.Shell == "powershell":
		line = []string{line[0], "-NoProfile", "-NonInteractive", "-Command", c.Line}
	}
	name, err := findProgram(line[0], env, dir)
	return name, line, err
}

// ShellName is the shell that runs the command; empty where none does.
func (c Command) ShellName() string {
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

// expand fills in the variables that the client fills in where there is no
// shell to do it: these, written in this way and no other (Claude Code 2.1.329).
func (c Command) expand(env []string) []string {
	line := append([]string{c.Line}, c.Args...)
	for _, name := range [...]string{"CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"} {
		value := Variable(env, name)
		for i := range line {
			if value != "" {
				line[i] = strings.ReplaceAll(line[i], "${"+name+"}", value)
			}
		}
	}
	return line
}

// findProgram finds a program as a shell does. A name with a separator is a path;
// any other is looked for in PATH.
func findProgram(name string, env []string, dir string) (string, error) {
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return name, nil
	}
	for _, d := range filepath.SplitList(Variable(env, "PATH")) {
		for _, suffix := range suffixes {
			path := filepath.Join(d, name+suffix)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && executable(info.Mode()) {
				return path, nil
			}
		}
	}
	return "", errors.New(name + " is not in PATH")
}

// lastOfEach leaves out variables that are set again: shells go by the last, as os/exec
// does, and other programs by the first.
func lastOfEach(env []string) (all []string) {
	for i, e := range env {
		name, _, _ := strings.Cut(e, "=")
		again := func(later string) bool {
			return strings.HasPrefix(later, name) && strings.HasPrefix(later[len(name):], "=")
		}
		if name == "" || !slices.ContainsFunc(env[i+1:], again) {
			all = append(all, e)
		}
	}
	return all
}

// Variable is the value of a variable in an environment: of one that is set again the last.
func Variable(env []string, name string) string {
	for _, e := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}

// pipes connect a command: standard input, output and error, their ends and
// ours.
type pipes struct {
	theirs, ours [3]*os.File
	read         [2]chan captured
	async        chan struct{} // closed when the command says that it is not to be waited for
}

type captured struct {
	text  []byte
	flood bool
}

func openPipes() (p *pipes, err error) {
	p = &pipes{async: make(chan struct{})}
	for i := range p.theirs {
		r, w, err := os.Pipe()
		if err != nil {
			p.close()
			return nil, err
		}
		if i == 0 {
			p.theirs[i], p.ours[i] = r, w
		} else {
			p.theirs[i], p.ours[i] = w, r
		}
	}
	return p, nil
}

// started lets go of the ends that the command has now, writes its input and
// begins to read its outputs.
func (p *pipes) started(stdin []byte) {
	for i := range p.theirs {
		p.theirs[i].Close()
	}
	go func() {
		// A command that does not read its input is no failure.
		_, _ = p.ours[0].Write(stdin)
		p.ours[0].Close()
	}()
	for i, look := range [...]func([]byte) bool{p.detectAsync, func([]byte) bool { return true }} {
		p.read[i] = make(chan captured, 1)
		go func() { p.read[i] <- capture(p.ours[1+i], look) }()
	}
}

// detectAsync looks at the beginning of the standard output, until there is enough
// of it: when the first line has a closing brace, which may be before its end
// (Claude Code 2.1.329).
func (p *pipes) detectAsync(beginning []byte) (enough bool) {
	line, _, whole := bytes.Cut(beginning, []byte("\n"))
	if !bytes.ContainsRune(line, '}') {
		return whole
	}
	if out, err := hooks.ParseOutput("", line); err == nil && out.Async {
		close(p.async)
	}
	return true
}

// capture reads to the end, and keeps the beginning. It shows that to look until
// look has seen enough.
func capture(r io.Reader, enough func(beginning []byte) (enough bool)) captured {
	var c captured
	seen := false
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		if room := maxOutput - len(c.text); n <= room {
			c.text = append(c.text, buf[:n]...)
		} else {
			c.text, c.flood = append(c.text, buf[:room]...), true
		}
		seen = seen || enough(c.text)
		if err != nil {
			return c
		}
	}
}

// collect returns what was read. An output that is still open somewhere is
// given up.
func (p *pipes) collect() (stdout, stderr []byte) {
	late := time.AfterFunc(drain, func() {
		p.ours[1].Close()
		p.ours[2].Close()
	})
	defer late.Stop()
	var got [2]captured
	for i := range p.read {
		got[i] = <-p.read[i]
		p.read[i] <- got[i]
	}
	return got[0].text, got[1].text
}

func (p *pipes) flooded() bool {
	flood := false
	for i := range p.read {
		c := <-p.read[i]
		flood = flood || c.flood
	}
	return flood
}

func (p *pipes) close() {
	for i := range p.theirs {
		if p.theirs[i] != nil {
			p.theirs[i].Close()
			p.ours[i].Close()
		}
	}
}

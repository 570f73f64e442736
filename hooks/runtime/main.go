package runtime

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"neverask/hooks"
	"neverask/hooks/paths"
	"neverask/hooks/question"
	"neverask/hooks/rawfile"
)

// Budget is the time the hook takes at most. The installed entries give it five
// seconds; what comes later than that is thrown away by the client.
const Budget = 2 * time.Second

// maxInput is the longest payload that is read.
const maxInput = 16 << 20

// Env is what the hook knows about the world.
type Env struct {
	Version    string                 // of neverask
	Command    string                 // how the hook was started, os.Args[0]
	Executable func() (string, error) // path of the running binary, os.Executable
	Getenv     func(string) string
	Now        func() time.Time
	Budget     time.Duration
	Exit       func(status int) // called when the budget is spent
}

// System is the environment of the running process.
func System(version string) Env {
	return Env{
		Version:    version,
		Command:    os.Args[0],
		Executable: os.Executable,
		Getenv:     os.Getenv,
		Now:        time.Now,
		Budget:     Budget,
		Exit:       os.Exit,
	}
}

// Main reads one payload, prints at most one line, and returns the exit status:
// always 0, because the client takes 2 as a refusal of the tool call and every
// other status as an error to show.
func Main(args []string, stdin io.Reader, stdout io.Writer, env Env) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintln(stdout, env.Version)
		return 0
	}
	growStack(len(args))
	var out output
	over := time.AfterFunc(env.Budget, func() {
		if out.close() {
			env.Exit(0)
		}
	})
	defer over.Stop()
	handle(stdin, env, func(line []byte) { out.print(stdout, line) })
	return 0
}

// growStack makes room on the stack at once. The stack would grow by itself, but
// in several steps and ever deeper in the calls, and each step looks up every
// function on it: a twentieth of the life of the process.
//
//go:noinline
func growStack(i int) byte {
	var room [12 << 10]byte
	room[i&0xff] = 1
	return room[i&0xf]
}

// output is printed at most once, and not after the time is over.
type output struct{ state atomic.Int32 }

const (
	deciding int32 = iota
	printing
	printed
	closed
)

func (o *output) print(w io.Writer, line []byte) {
	if !o.state.CompareAndSwap(deciding, printing) {
		return
	}
	if len(line) > 0 {
		// There is nobody to tell when the client does not listen any more.
		_, _ = w.Write(line)
	}
	o.state.Store(printed)
}

// close reports whether the process may end: it must not end in the middle of
// what it prints.
func (o *output) close() bool {
	return o.state.CompareAndSwap(deciding, closed) || o.state.Load() != printing
}

// handle does the work for one payload. It calls print at most once, and writes
// what there is to write after that.
func handle(stdin io.Reader, env Env, print func([]byte)) {
	defer func() { _ = recover() }() // even in the handling of a panic
	h := hook{env: env}
	var err error
	if h.paths, err = directories(env); err != nil {
		return // nowhere to complain to
	}
	defer h.release()
	defer h.finish()
	defer func() {
		if r := recover(); r != nil {
			h.complain(fmt.Errorf("panic: %v", r))
		}
	}()
	input, err := readAll(stdin)
	if err != nil {
		h.complain(fmt.Errorf("hook input: %w", err))
		return
	}
	payload, err := hooks.ParsePayload(input)
	if err != nil {
		h.complain(err)
		return
	}
	out, err := h.answer(payload)
	if err != nil {
		h.complain(err)
		return
	}
	print(out.JSON())
}

// readAll is io.ReadAll with a limit, and with a buffer that holds nearly every
// payload from the start.
func readAll(r io.Reader) ([]byte, error) {
	b := make([]byte, 0, 16<<10)
	for {
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case len(b) > maxInput:
			return nil, errors.New("longer than 16 MB")
		case err == io.EOF:
			return b, nil
		case err != nil:
			return nil, err
		case len(b) == cap(b):
			b = append(make([]byte, 0, 4*cap(b)), b...)
		}
	}
}

// answer is what the hook says to a payload.
func (h *hook) answer(payload hooks.Payload) (hooks.Output, error) {
	switch p := payload.(type) {
	case hooks.PreToolUse:
		if _, ok := question.IsTool(p.ToolName); ok {
			return h.preToolUse(p)
		}
	case hooks.PostToolUse:
		if _, ok := question.IsTool(p.ToolName); ok {
			return h.postToolUse(p)
		}
	case hooks.PostToolUseFailure:
		if _, ok := question.IsTool(p.ToolName); ok {
			return h.postToolUseFailure(p)
		}
	}
	return hooks.Output{}, nil
}

// hook is the work on one payload.
type hook struct {
	env        Env
	paths      paths.Paths
	lookup     *rawfile.File // of compiled rules, or nil
	afterwards []func()
}

// later puts off what need not happen before the answer is out.
func (h *hook) later(f func()) { h.afterwards = append(h.afterwards, f) }

// finish does what was put off. One failure does not keep the rest from being
// done.
func (h *hook) finish() {
	for len(h.afterwards) > 0 {
		f := h.afterwards[0]
		h.afterwards = h.afterwards[1:]
		func() {
			defer func() {
				if r := recover(); r != nil {
					h.write(fmt.Errorf("panic: %v", r))
				}
			}()
			f()
		}()
	}
}

// directories finds the files of the person who installed the hook. The client
// does not pass NEVERASK_HOME on, so the file beside the binary comes first. A
// command that is the binary itself need not be looked up.
func directories(env Env) (paths.Paths, error) {
	executable := env.Command
	if info, err := os.Lstat(executable); err != nil || !info.Mode().IsRegular() || !filepath.IsAbs(executable) {
		executable, err = env.Executable()
		if err != nil {
			return paths.Resolve(runtime.GOOS, env.Getenv)
		}
	}
	p, err := paths.Pinned(executable)
	if err != nil {
		return paths.Resolve(runtime.GOOS, env.Getenv)
	}
	return p, nil
}

package runtime

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"neverask/hooks"
	"neverask/hooks/paths"
)

// Budget is the time the hook takes at most. The installed entries give it five
// seconds; what comes later than that is thrown away by the client.
const Budget = 2 * time.Second

// maxInput is the longest payload that is read.
const maxInput = 16 << 20

// Env is what the hook knows about the world.
type Env struct {
	Version    string // of neverask
	Executable string // path of the running binary with symlinks resolved, or ""
	Getenv     func(string) string
	Now        func() time.Time
	Budget     time.Duration
}

// System is the environment of the running process.
func System(version string) Env {
	executable, _ := os.Executable()
	return Env{
		Version:    version,
		Executable: executable,
		Getenv:     os.Getenv,
		Now:        time.Now,
		Budget:     Budget,
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
	printed := make(chan []byte, 1)
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		handle(stdin, env, func(out []byte) { printed <- out })
	}()
	over := time.NewTimer(env.Budget)
	defer over.Stop()
	select {
	case out := <-printed:
		if len(out) > 0 {
			stdout.Write(out)
		}
	case <-finished:
		select {
		case out := <-printed:
			stdout.Write(out)
		default:
		}
		return 0
	case <-over.C:
		return 0
	}
	select {
	case <-finished:
	case <-over.C:
	}
	return 0
}

// handle does the work for one payload. It calls print at most once.
func handle(stdin io.Reader, env Env, print func([]byte)) {
	h := hook{env: env}
	defer func() {
		if r := recover(); r != nil {
			h.complain(fmt.Errorf("panic: %v", r))
		}
	}()
	var err error
	if h.paths, err = directories(env); err != nil {
		return // nowhere to complain to
	}
	input, err := io.ReadAll(io.LimitReader(stdin, maxInput+1))
	if err != nil {
		h.complain(fmt.Errorf("read the payload: %w", err))
		return
	}
	if len(input) > maxInput {
		h.complain(errors.New("the payload is longer than 16 MB"))
		return
	}
	payload, err := hooks.ParsePayload(input)
	if err != nil {
		h.complain(err)
		return
	}
	var out hooks.Output
	var after func()
	switch p := payload.(type) {
	case hooks.PreToolUse:
		out, after = h.preToolUse(p)
	case hooks.PostToolUse:
		out, after = h.postToolUse(p)
	case hooks.PostToolUseFailure:
		out, after = h.postToolUseFailure(p)
	}
	print(out.JSON())
	if after != nil {
		after()
	}
}

// hook is the work on one payload.
type hook struct {
	env   Env
	paths paths.Paths
}

// directories finds the files of the person who installed the hook. The client
// does not pass NEVERASK_HOME on, so the file beside the binary comes first.
func directories(env Env) (paths.Paths, error) {
	if env.Executable != "" {
		if p, err := paths.Pinned(env.Executable); err == nil {
			return p, nil
		}
	}
	return paths.Resolve(runtime.GOOS, env.Getenv)
}

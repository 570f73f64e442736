package program

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"neverask/hooks/paths"
)

// Budget is how long the hook may take to answer, and then again to write its records. The
// installed handlers allow five seconds; the client discards anything later.
const Budget = 2 * time.Second

// Env is the hook's environment.
type Env struct {
	Version    string                 // of neverask
	Executable func() (string, error) // path of the running binary, os.Executable
	Paths      paths.Paths            // the person's files; if zero, the hook finds them
	Getenv     func(string) string
	Now        func() time.Time
	Budget     time.Duration
	Exit       func(status int) // called when the budget is spent
}

// System is the environment of the running process.
func System(version string) Env {
	return Env{
		Version:    version,
		Executable: os.Executable,
		Getenv:     os.Getenv, //nolint:forbidigo // this is where they are given
		Now:        time.Now,  //nolint:forbidigo // as above
		Budget:     Budget,
		Exit:       os.Exit,
	}
}

// Main reads one payload, does what the arguments ask for, prints at most one line, and
// returns the exit status: always 0, because the client takes 2 for a refusal of the tool
// call, and any other status for an error to show.
func Main(args []string, stdin io.Reader, stdout io.Writer, env Env) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintln(stdout, env.Version)
		return 0
	}
	purpose, inputs, known := purposeOf(args)
	if !known || !canWait() {
		return 0
	}
	h := hook{records: records{env: env}, purpose: purpose, inputs: inputs}
	over := time.AfterFunc(env.Budget, func() {
		if h.out.close() {
			h.env.Exit(0)
		}
	})
	defer over.Stop()
	h.handle(stdin, func(text []byte) {
		h.out.print(stdout, text, func() { over.Reset(env.Budget) })
	})
	return 0
}

// purposeOf reads the hook's purpose from the arguments: to answer questions, unless one says
// otherwise. An unknown argument may be a newer version's.
func purposeOf(args []string) (purpose string, inputs, known bool) {
	switch {
	case len(args) == 0:
		return "", false, true
	case len(args) == 1 && (args[0] == ActivityArgument || args[0] == RulesArgument):
		return args[0], false, true
	case len(args) == 2 && args[0] == ActivityArgument && args[1] == InputsArgument:
		return args[0], true, true
	}
	return "", false, false
}

// directories finds the files of the person who installed the hook: the file beside the
// binary names them; without it, they are in their default places. NEVERASK_HOME does not
// count here, because a repository can set it.
func directories(env Env) (paths.Paths, error) {
	if env.Paths != (paths.Paths{}) {
		return env.Paths, nil
	}
	if executable, err := env.Executable(); err == nil {
		if p, err := paths.Pinned(executable); err == nil {
			return p, nil
		}
	}
	return paths.Default(runtime.GOOS, env.Getenv)
}

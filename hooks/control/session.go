package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"neverask/hooks"
)

// Options say how to start the client.
type Options struct {
	// Client is the program and its first arguments; empty means "claude".
	Client []string
	// Args are further flags for the client.
	Args []string
	// Dir is the directory that the client works in; empty is the current one.
	Dir string
	// Env is the client's environment; nil is that of this process.
	Env []string
	// Stderr receives the client's standard error; if nil, its end is kept for an [ExitError].
	Stderr io.Writer
	// Registry holds the hooks; it may be nil.
	Registry *Registry
	// Warn, if set, receives errors that nothing else reports; it may be called from several
	// goroutines at once.
	Warn func(string)
	// Start starts the process in place of [exec.Cmd.Start].
	Start func(*exec.Cmd) error
	// Grace is how long Close waits for the client to end by itself, and again after asking it to
	// end; zero means five seconds.
	Grace time.Duration
	// BackgroundWait is how long Wait waits for background tasks when nothing else is to be done;
	// zero means ten minutes, as in the client, and less than zero means for ever.
	BackgroundWait time.Duration
}

// readsState makes the client report whether it is idle, in messages that are for
// its host alone (Claude Code 2.1.329).
const readsState = "CLAUDE_CODE_SDK_READS_SESSION_STATE"

// Argv is the command line of the client: the given flags, then those that make it speak the
// protocol, which come last to take precedence.
func (o Options) Argv() []string {
	argv := slices.Clone(o.Client)
	if len(argv) == 0 {
		argv = []string{"claude"}
	}
	protocol := []string{"--print", "--input-format=stream-json", "--output-format=stream-json", "--verbose"}
	if o.Registry.CanUseTool() != nil {
		protocol = append(protocol, "--permission-prompt-tool=stdio")
	}
	end := slices.Index(o.Args, "--") // what follows is no flag
	if end < 0 {
		end = len(o.Args)
	}
	return slices.Concat(argv, o.Args[:end], protocol, o.Args[end:])
}

// Session is a running client. Its [Conn] sends and receives.
type Session struct {
	*Conn
	// Info is what the client said about itself in the handshake, such as "claude_code_version",
	// "current_permission_mode" and "commands".
	Info hooks.Value

	cmd       *exec.Cmd
	stdin     *os.File
	grace     time.Duration
	tasksWait time.Duration
	turnGrace time.Duration
	exited    chan struct{} // closed when the process has ended
}

// ExitError is the failure of a client that ended before the handshake was done.
type ExitError struct {
	Code   int
	Stderr string // the end of its standard error, unless Options.Stderr is set
}

func (e *ExitError) Error() string {
	text := fmt.Sprintf("the client ended at once with exit code %d", e.Code)
	if said := strings.TrimSpace(e.Stderr); said != "" {
		text += ": " + said
	}
	return text
}

// stderrTail keeps only the end of the text written to it.
type stderrTail struct {
	mu  sync.Mutex
	end []byte
}

const maxStderr = 4 << 10

func (l *stderrTail) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end = append(l.end, b...)
	l.end = l.end[max(0, len(l.end)-maxStderr):]
	return len(b), nil
}

func (l *stderrTail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.end)
}

// Start starts the client and does the handshake. When the context is done, the client is ended
// as by [Session.Close]. If the client ends before the handshake is done, the error is an
// [*ExitError].
func Start(ctx context.Context, o Options) (*Session, error) {
	warnings, err := o.Registry.Check(o.Args)
	if err != nil {
		return nil, err
	}
	said := &stderrTail{}
	if o.Stderr == nil {
		o.Stderr = said
	}
	s, err := launch(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, text := range warnings {
		if o.Warn != nil {
			o.Warn(text)
		}
	}
	if s.Info, err = s.Initialize(ctx); err != nil {
		code := s.Close()
		if ctx.Err() == nil && errors.Is(err, ErrEnded) {
			err = &ExitError{code, said.String()}
		}
		return nil, fmt.Errorf("start %s: %w", s.cmd.Path, err)
	}
	if text := o.Registry.checkMode(s.Info.Get("current_permission_mode").String(), o.Args); text != "" && o.Warn != nil {
		o.Warn(text)
	}
	return s, nil
}

// launch starts the process.
func launch(ctx context.Context, o Options) (s *Session, err error) {
	argv := o.Argv()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr, cmd.WaitDelay = o.Dir, o.Env, o.Stderr, drainTime
	cmd.Env = append(cmd.Environ(), readsState+"=1")
	ownGroup(cmd)
	stdin, toClient, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromClient, stdout, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), toClient.Close())
	}
	cmd.Stdin, cmd.Stdout = stdin, stdout
	start := o.Start
	if start == nil {
		start = (*exec.Cmd).Start
	}
	err = start(cmd)
	// These ends belong to the client now.
	stdin.Close()
	stdout.Close()
	if err != nil {
		toClient.Close()
		fromClient.Close()
		return nil, fmt.Errorf("start %s: %w", argv[0], err)
	}
	s = &Session{
		cmd: cmd, stdin: toClient, exited: make(chan struct{}), turnGrace: turnGrace,
		grace: cmp.Or(o.Grace, 5*time.Second), tasksWait: cmp.Or(o.BackgroundWait, 10*time.Minute),
	}
	// A client that is slow to read must not hold up its own end.
	s.Conn = NewConn(ctx, output{fromClient}, toClient, o.Registry, o.Warn)
	go s.await(fromClient, context.AfterFunc(ctx, func() { s.Close() }))
	return s, nil
}

// drainTime is how long the outputs are read after the client has ended: a process that it left
// behind may hold the pipes open for ever.
const drainTime = time.Second

// output is the client's standard output. Once the client has ended, it has a deadline: another
// process may hold it open.
type output struct{ *os.File }

func (o output) Read(b []byte) (int, error) {
	n, err := o.File.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// await waits for the end of the process, and detaches from the context.
func (s *Session) await(stdout *os.File, detach func() bool) {
	// How it ended is in ProcessState.
	_ = s.cmd.Wait()
	_ = stdout.SetReadDeadline(time.Now().Add(drainTime)) //nolint:forbidigo // deadlines of files are on the system's clock
	<-s.Done()
	stdout.Close()
	close(s.exited)
	detach()
}

// Wait closes the client's input as soon as there is nothing more to do (or the client has
// ended), waits for the end of the client and returns its exit code; for one that was killed by a
// signal, 128 and the number of the signal. There is something to do until every prompt has its
// result, and every background task and the turn after it have ended: with its input closed, the
// client refuses whatever needs a hook's answer. Background tasks that are still there after
// [Options.BackgroundWait] are ended.
func (s *Session) Wait() int {
	s.waitUntilIdle()
	s.stdin.Close()
	<-s.exited
	return s.code()
}

// waitUntilIdle waits until there is nothing more to do.
func (s *Session) waitUntilIdle() {
	var tasks <-chan time.Time // fires when background tasks have had their time
	for {
		left, changed := s.turns.left()
		var turn <-chan time.Time
		switch left {
		case nothing:
			return
		case openTurn:
			tasks = nil
		case taskTurn:
			turn = time.After(s.turnGrace)
		case onlyTasks:
			if tasks == nil && s.tasksWait > 0 {
				tasks = time.After(s.tasksWait)
			}
		}
		select {
		case <-changed:
		case <-turn:
			s.turns.forget()
		case <-tasks:
			s.endTasks()
			return
		case <-s.Done():
			return
		}
	}
}

// endTasks ends a session with running background tasks: after the end of its input, the client
// would wait for them again.
func (s *Session) endTasks() {
	s.warn(fmt.Sprintf("background tasks still run %v after the last turn, and are stopped", s.tasksWait))
	ctx, cancel := context.WithTimeout(context.Background(), s.grace)
	defer cancel()
	// A client that does not know the request waits.
	_, _ = s.Request(ctx, "end_session", hooks.Value{})
}

// Close ends the client: by the end of its input, then by asking it to end, then by force, with
// its whole process group. It returns the exit code as Wait does. It may be called more than
// once.
func (s *Session) Close() int {
	s.stdin.Close()
	for _, end := range []func(*os.Process){terminate, kill} {
		select {
		case <-s.exited:
			return s.code()
		case <-time.After(s.grace):
			end(s.cmd.Process)
		}
	}
	<-s.exited
	return s.code()
}

// Signal sends a signal to the client and the processes of its group.
func (s *Session) Signal(sig os.Signal) error {
	select {
	case <-s.exited:
		return os.ErrProcessDone // its number may be somebody else's by now
	default:
		return signalGroup(s.cmd.Process, sig)
	}
}

func (s *Session) code() int {
	return exitCode(s.cmd.ProcessState)
}

package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/tui/prompt"
)

// headless is one run of the client.
type headless struct {
	app     *cli.App
	inv     invocation
	ask     string
	dir     string // where the run was started
	tty     *prompt.Terminal
	out     *clientOutput
	resumed *parked // the answered question with which the run resumes, or nil
	session atomic.Pointer[control.Session]

	dialog sync.Mutex // one question at a time

	mu     sync.Mutex
	seen   map[string]control.Input // PreToolUse of questions, by tool use id
	open   []string                 // questions that ended the run
	parked []parked
}

// newRun prepares a run. It opens the terminal if it may be needed and tty is nil.
func newRun(a *cli.App, inv invocation, ask string, tty *prompt.Terminal) (*headless, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	r := &headless{
		app: a, inv: inv, ask: ask, dir: dir, out: &clientOutput{w: a.Stdout, inv: inv}, seen: map[string]control.Input{},
	}
	switch ask {
	case "", askTTY:
		if tty == nil {
			tty, err = prompt.Open(a.Getenv)
		}
		switch {
		case err == nil:
			r.tty, r.ask = tty, askTTY
		case ask == "":
			r.ask = askStop
		default:
			return nil, cli.Misuse("use --ask stop, park or skip", "--ask tty: there is no terminal")
		}
	case askStop, askSkip:
	case askPark:
		if inv.has("--no-session-persistence") {
			return nil, cli.Misuse("use --ask tty, stop or skip",
				"--ask park: with --no-session-persistence there is no session to resume")
		}
	default:
		return nil, cli.Misuse("see: neverask run --help", "--ask takes tty, stop, park or skip, not %q", ask)
	}
	return r, nil
}

// start runs the client from a prompt to its end.
func (r *headless) start(ctx context.Context) error {
	if r.inv.plain() {
		return passThrough(ctx, r.app, r.inv, r.app.Stdin)
	}
	prompt, err := promptOf(ctx, r.app, r.inv.prompts)
	if err != nil {
		return err
	}
	if strings.TrimSpace(prompt) == "" {
		// The client reports a missing prompt itself, and can do other work.
		return passThrough(ctx, r.app, r.inv, strings.NewReader(prompt))
	}
	return r.drive(ctx, r.inv.args, func(s *control.Session) error {
		// With an ID, the client would print more than usual.
		return s.Send(control.UserMessage("", prompt))
	})
}

// drive runs the client and answers its questions. begin sends it the prompt.
func (r *headless) drive(ctx context.Context, args []string, begin func(*control.Session) error) error {
	registry, err := r.registry()
	if err != nil {
		return err
	}
	// Once the client speaks, it gets the signals, and ends as it would without us.
	stopped := ctx
	ctx, cancel := context.WithCancel(context.WithoutCancel(stopped))
	defer cancel()
	speaks := context.AfterFunc(stopped, cancel)
	s, err := control.Start(ctx, control.Options{
		Client:   []string{r.inv.program},
		Args:     withFlags(args, "--disallowedTools=EnterPlanMode,ExitPlanMode"),
		Stderr:   r.app.Stderr,
		Registry: registry,
		Warn:     r.warn,

		BackgroundWait: backgroundWait(r.app.Getenv),
	})
	switch ended := (*control.ExitError)(nil); {
	case errors.As(err, &ended) && ended.Code != 0:
		return cli.ClientExit(ended.Code) // the client has said why
	case err != nil:
		return notRun(err)
	}
	speaks()
	r.session.Store(s)
	r.greet(s.Info)
	defer forwardSignals(s)()
	if stopped.Err() != nil {
		_ = s.Signal(os.Interrupt) // the signal came before forwardSignals
	}
	if err := begin(s); err != nil {
		return cli.ClientExit(s.Close())
	}
	go s.Wait()
	if err := r.copy(ctx, s); err != nil {
		_ = s.Signal(syscall.SIGTERM) // nobody reads its output any more
		s.Close()
		return unread(err)
	}
	return unread(r.finish(s.Wait()))
}

// backgroundWait returns how long the client waits for background tasks after the last turn: 0 is the client's
// default, negative is for ever (Claude Code 2.1.329).
func backgroundWait(getenv func(string) string) time.Duration {
	ms, err := strconv.ParseFloat(getenv("CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS"), 64)
	switch limit := ms * float64(time.Millisecond); {
	case err != nil || ms < 0 || math.IsNaN(ms):
		return 0
	case ms == 0 || limit > math.MaxInt64:
		return -1
	default:
		return time.Duration(limit)
	}
}

// unread turns a closed output pipe into only an exit code: the one that a shell reports for a program ended by
// SIGPIPE.
func unread(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return cli.ClientExit(128 + 13)
	}
	return err
}

// notRun adds a hint for a client that does not start or does not speak the protocol.
func notRun(err error) error {
	hint := "is it Claude Code? see: neverask run --help"
	if errors.Is(err, exec.ErrNotFound) {
		hint = "give its path; neverask does not know shell aliases"
	}
	return cli.ExitError(cli.Failed, err, hint)
}

// withFlags inserts flags before "--", or at the end.
func withFlags(args []string, flags ...string) []string {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	return slices.Concat(args[:end], flags, args[end:])
}

// copy prints the client's output until it ends.
func (r *headless) copy(ctx context.Context, s *control.Session) error {
	for {
		m, err := s.Receive(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := r.out.add(m); err != nil {
			return err
		}
	}
}

// greet reads the client's description of itself.
func (r *headless) greet(info hooks.Value) {
	if info.Get("current_permission_mode").String() == "dontAsk" {
		r.say("neverask: the settings say dontAsk, so Claude refuses every question that the preferences do not answer")
	}
}

// finish returns the client's exit code, or [cli.Open] if a question was left open.
func (r *headless) finish(code int) error {
	r.dialog.Lock() // wait for an open dialog to release the terminal
	defer r.dialog.Unlock()
	open, parked := r.left(r.out.last.Value.Get("deferred_tool_use").Get("id").String())
	if len(open) == 0 && len(parked) == 0 {
		if err := r.out.end(); err != nil {
			return err
		}
		if code != 0 {
			return cli.ClientExit(code)
		}
		return nil
	}
	if r.inv.format != "text" {
		if err := r.out.end(); err != nil {
			return err
		}
	}
	for _, q := range open {
		r.say(q)
	}
	if len(parked) == 0 {
		return cli.ExitError(cli.Open, errors.New("a question was left open, and the run was stopped"),
			"add a rule, or use --ask park or skip")
	}
	for _, p := range parked {
		r.say(fmt.Sprintf("neverask: parked as %s:", p.ID))
		for _, q := range p.open() {
			r.say(describe(q))
		}
	}
	return cli.ExitError(cli.Open, errors.New("the run waits for an answer"),
		"neverask run answer "+parked[0].ID+" ANSWER...")
}

// warn prints a problem of a run. Earlier warnings are only about the caller's flags, which a run can handle.
func (r *headless) warn(text string) {
	if r.session.Load() != nil {
		r.say("neverask: " + text)
	}
}

// say writes a line to standard error.
func (r *headless) say(text string) { fmt.Fprintln(r.app.Stderr, text) }

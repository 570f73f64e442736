package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/rulebook"
	"neverask/hooks/app/session"
	"neverask/hooks/app/status"
	"neverask/hooks/rule/preferences"
	"neverask/settings"
	"neverask/tui/kit"
	"neverask/tui/prompt"
)

// The rules of the command line:
//
//   - results go to stdout, everything else to stderr;
//   - an error is one line "neverask: …", in lower case and without a full
//     stop; a line "hint: …" says what to do;
//   - a command shows what it would change, and changes it only after a yes, on the terminal or by --yes;
//   - with --json, stdout has one JSON document and nothing else.

// App is the process as the commands see it.
type App struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Terminal       bool   // both ends are terminals
	Version        string // this build's
	// Planner finds the person's files. Open, which runs before every command, sets it.
	Planner *planner.Planner

	asker *prompt.Terminal // made by Prompts
}

// OutsideHint says how to do what neverask refuses in a Claude Code session.
const OutsideHint = "run it in a terminal outside Claude Code"

// Report prints an error and decides the exit code.
func (a *App) Report(ctx context.Context, err error) int {
	var (
		refused *session.Refusal
		coded   *Error
		syntax  *settings.SyntaxError
		client  ClientExit
	)
	code, hint := Failed, ""
	switch {
	case err == nil:
		return 0
	case errors.As(err, &client):
		return int(client)
	case ctx.Err() != nil, errors.Is(err, prompt.ErrInterrupted):
		code, err = Stopped, errors.New("interrupted")
	case errors.Is(err, prompt.ErrEnded):
		code = Usage
	case errors.As(err, &refused):
		code, hint = Usage, OutsideHint
	case errors.As(err, &coded):
		code, hint = coded.Code, coded.Hint
	case errors.As(err, &syntax):
		code, hint = Invalid, "the file was not changed; neverask doctor says how to correct it"
	case errors.Is(err, settings.ErrChanged):
		code, hint = Changed, "nothing was changed; run the command again to see the new plan"
	case errors.Is(err, settings.ErrBusy):
		code, hint = Changed, "nothing was changed; try again when the other program is done"
	case errors.Is(err, settings.ErrLocked):
		code, hint = Changed, "try again when the other process is done"
	}
	if text := err.Error(); text != "" {
		a.Note("neverask", text)
	}
	if hint != "" {
		a.Note("hint", hint)
	}
	return code
}

// Open finds the person's files, once for all commands. The command is nil if they are found again, for another
// directory.
func (a *App) Open(cmd *cobra.Command, _ []string) error {
	for c := cmd; c != nil; c = c.Parent() {
		version, _ := c.Flags().GetBool("version")
		if version || slices.Contains([]string{"version", "man", "completion"}, c.Name()) {
			return nil // these are only about the program, and need no home directory
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	a.Planner, err = planner.New(planner.Env{
		GOOS: runtime.GOOS, Getenv: a.Getenv, Dir: dir, Executable: executable, Version: a.Version, Now: time.Now,
	})
	if err == nil {
		planner.Sweep(a.Planner.Paths)
	}
	return err
}

// InSession reports whether Claude Code started this process, so that its arguments may be
// the model's.
func (a *App) InSession() bool { return session.Inside(a.Getenv) }

// Rulebook returns the person's rules.
func (a *App) Rulebook() *rulebook.Rulebook { return rulebook.Open(a.Planner) }

// Book returns the file of the person's rules.
func (a *App) Book() *preferences.Book { return a.Rulebook().Book() }

// Short writes paths below the home directory with "~".
func (a *App) Short(text string) string {
	if a.Planner == nil {
		return text
	}
	return kit.Tilde(a.Planner.Locations.Home, text)
}

// HintOff says that neverask is off, and how to turn it on.
func HintOff(a *App) {
	for _, p := range status.Off(a.Planner) {
		a.Note("hint", p.Message+": "+p.Fix)
	}
}

// Prompts asks the person. All questions share one, because it reads ahead.
func (a *App) Prompts() *prompt.Terminal {
	if a.asker == nil {
		a.asker = prompt.New(a.Stdin, a.Stderr, a.Getenv)
	}
	return a.asker
}

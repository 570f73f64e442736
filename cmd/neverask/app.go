package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/rulebook"
	"neverask/hooks/app/session"
	"neverask/hooks/rule/preferences"
	"neverask/settings"
	"neverask/tui/prompt"
)

// The rules of the command line:
//
//   - results go to stdout, everything else to stderr;
//   - errors are one line "neverask: …", in lower case and without a full
//     stop; what to do comes on a line "hint: …";
//   - what a command would change is shown before it is changed, and needs a
//     yes, on the terminal or as --yes;
//   - with --json, stdout holds one JSON document and nothing else.

// The exit codes. They are part of the interface, like the JSON.
const (
	exitFailed    = 1
	exitUsage     = 2 // wrong usage, or an answer is needed
	exitInvalid   = 3 // a settings file is not valid
	exitConflicts = 4 // conflicts need a decision
	exitChanged   = 5 // the file changed, is being written, or is locked
	exitDrifted   = 6 // status --exit-code: not installed, or drifted
	exitOpen      = 7 // run, answer: a question was left open
	exitStopped   = 130
)

// app is the process as the commands see it.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	terminal       bool // a person is at both ends
	in             *installer.Installer
	asker          *prompt.Terminal // made by prompts
}

// exit is an error with its exit code and a hint.
type exit struct {
	code int
	err  error
	hint string
}

func (e *exit) Error() string { return e.err.Error() }
func (e *exit) Unwrap() error { return e.err }

// outsideHint is the way out of what is refused in a session of Claude Code.
const outsideHint = "run it in a terminal outside of Claude Code"

func usage(hint, format string, args ...any) error {
	return &exit{exitUsage, fmt.Errorf(format, args...), hint}
}

func (a *app) execute(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	_, err := namedBy(root, args)
	if err == nil || strings.HasPrefix(args[0], "__") { // a shell asks what may stand there
		err = root.ExecuteContext(ctx)
	}
	return a.report(ctx, err)
}

// report prints an error and decides the exit code.
func (a *app) report(ctx context.Context, err error) int {
	var (
		refused *session.Refusal
		coded   *exit
		syntax  *settings.SyntaxError
		client  clientExit
	)
	code, hint := exitFailed, ""
	switch {
	case err == nil:
		return 0
	case errors.As(err, &client):
		return int(client)
	case ctx.Err() != nil, errors.Is(err, prompt.ErrInterrupted):
		code, err = exitStopped, errors.New("interrupted")
	case errors.Is(err, prompt.ErrEnded):
		code = exitUsage
	case errors.As(err, &refused):
		code, hint = exitUsage, outsideHint
	case errors.As(err, &coded):
		code, hint = coded.code, coded.hint
	case errors.As(err, &syntax):
		code, hint = exitInvalid, "the file was left as it is"
	case errors.Is(err, settings.ErrChanged):
		code, hint = exitChanged, "nothing was changed; run the command again to see the new plan"
	case errors.Is(err, settings.ErrBusy):
		code, hint = exitChanged, "nothing was changed; try again when the other program is done"
	case errors.Is(err, settings.ErrLocked):
		code, hint = exitChanged, "try again when the other process is done"
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(a.stderr, "neverask:", visible(text))
	}
	if hint != "" {
		fmt.Fprintln(a.stderr, "hint:", visible(hint))
	}
	return code
}

// visible makes lines safe for a terminal: an error holds names that others gave
// to files, rules and hooks.
func visible(lines string) string {
	all := strings.Split(lines, "\n")
	for i, line := range all {
		all[i] = diffview.Visible(line)
	}
	return strings.Join(all, "\n")
}

// open finds the person's files, once for all commands.
func (a *app) open(cmd *cobra.Command, _ []string) error {
	for c := cmd; c != nil; c = c.Parent() {
		if slices.Contains([]string{"version", "man", "completion"}, c.Name()) {
			return nil // about the program alone, also where there is no home directory
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
	a.in, err = installer.New(installer.Env{
		GOOS: runtime.GOOS, Getenv: a.getenv, Dir: dir, Executable: executable, Version: version(), Now: time.Now,
	})
	if err == nil {
		installer.Sweep(a.in.Paths)
	}
	return err
}

func (a *app) rulebook() *rulebook.Rulebook { return rulebook.Open(a.in) }

func (a *app) book() *preferences.Book { return a.rulebook().Book() }

// short writes a path below the home directory with "~".
func (a *app) short(path string) string {
	if rest, ok := strings.CutPrefix(path, a.in.Locations.Home+string(filepath.Separator)); ok && a.in.Locations.Home != "" {
		return filepath.Join("~", rest)
	}
	return path
}

// writeJSON prints a result for programs.
func (a *app) writeJSON(v any) error {
	enc := a.encoder()
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// encoder prints values as JSON, one a line.
func (a *app) encoder() *json.Encoder {
	enc := json.NewEncoder(a.stdoutJSON())
	enc.SetEscapeHTML(false)
	return enc
}

// stdoutJSON is stdout for JSON, which people look at on a terminal, too.
func (a *app) stdoutJSON() io.Writer { return diffview.JSONWriter(a.stdout) }

// prompts asks the person; one for all questions, because it reads ahead.
func (a *app) prompts() *prompt.Terminal {
	if a.asker == nil {
		a.asker = prompt.New(a.stdin, a.stderr, a.getenv)
	}
	return a.asker
}

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

	"neverask/cmd/neverask/internal/cli"
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

// app is the process as the commands see it.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	terminal       bool // a person is at both ends
	in             *installer.Installer
	asker          *prompt.Terminal // made by prompts
}

// outsideHint is the way out of what is refused in a session of Claude Code.
const outsideHint = "run it in a terminal outside Claude Code"

func (a *app) execute(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	_, err := cli.NamedBy(root, args)
	if err == nil || strings.HasPrefix(args[0], "__") { // a shell asks what may stand there
		err = root.ExecuteContext(ctx)
	}
	return a.report(ctx, err)
}

// report prints an error and decides the exit code.
func (a *app) report(ctx context.Context, err error) int {
	var (
		refused *session.Refusal
		coded   *cli.Error
		syntax  *settings.SyntaxError
		client  clientExit
	)
	code, hint := cli.Failed, ""
	switch {
	case err == nil:
		return 0
	case errors.As(err, &client):
		return int(client)
	case ctx.Err() != nil, errors.Is(err, prompt.ErrInterrupted):
		code, err = cli.Stopped, errors.New("interrupted")
	case errors.Is(err, prompt.ErrEnded):
		code = cli.Usage
	case errors.As(err, &refused):
		code, hint = cli.Usage, outsideHint
	case errors.As(err, &coded):
		code, hint = coded.Code, coded.Hint
	case errors.As(err, &syntax):
		code, hint = cli.Invalid, "the file was not changed"
	case errors.Is(err, settings.ErrChanged):
		code, hint = cli.Changed, "nothing was changed; run the command again to see the new plan"
	case errors.Is(err, settings.ErrBusy):
		code, hint = cli.Changed, "nothing was changed; try again when the other program is done"
	case errors.Is(err, settings.ErrLocked):
		code, hint = cli.Changed, "try again when the other process is done"
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

package cli

import (
	"errors"
	"fmt"
	"os"

	"neverask/settings"
)

// An Error has an exit code, and a hint about what to do.
type Error struct {
	Code int
	Err  error
	Hint string
}

// ExitError returns an [Error].
func ExitError(code int, err error, hint string) error { return &Error{code, err, hint} }

// Misuse returns the [Error] for wrong usage.
func Misuse(hint, format string, args ...any) error {
	return ExitError(Usage, fmt.Errorf(format, args...), hint)
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// ClientExit is the exit code of a client that has printed everything itself.
type ClientExit int

func (ClientExit) Error() string { return "" }

// ManageError gives a refused argument the exit code for wrong usage.
func ManageError(err error) error {
	var syntax *settings.SyntaxError
	if err == nil || errors.Is(err, settings.ErrChanged) || errors.Is(err, settings.ErrBusy) || errors.As(err, &syntax) ||
		errors.Is(err, os.ErrPermission) {
		return err
	}
	return ExitError(Usage, err, "")
}

package cli

import (
	"context"
	"io"
	"os"
)

// ReadInput reads a file, or standard input, until the context ends, because either may be a pipe
// to which nobody writes.
func (a *App) ReadInput(ctx context.Context, args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return patiently(ctx, func() ([]byte, error) { return io.ReadAll(a.Stdin) })
	}
	return patiently(ctx, func() ([]byte, error) { return os.ReadFile(args[0]) })
}

// patiently waits until a function returns or the context ends.
func patiently[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}

package cli

import (
	"context"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Read reads a file, or standard input, until the context ends, because either may be a pipe
// to which nobody writes.
func (a *App) Read(ctx context.Context, args []string) ([]byte, error) {
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

// ParseSince reads the value of --since: how long ago, or a date.
func ParseSince(s string, now time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if n, err := strconv.Atoi(strings.TrimSuffix(s, unit)); err == nil && n >= 0 && strings.HasSuffix(s, unit) {
			return now.AddDate(0, 0, -n*days), nil
		}
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, Misuse("write 90m, 12h, 7d, 4w or a date such as 2026-01-31", "--since: %q is not a time", s)
}

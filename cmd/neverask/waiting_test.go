package main

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// TestWaitingIsInterrupted: what waits for standard input, or for a file that is a
// pipe, ends with the context, before and after something has come.
func TestWaitingIsInterrupted(t *testing.T) {
	for name, wait := range map[string]func(context.Context, *app) error{
		"read": func(ctx context.Context, a *app) error { _, err := a.read(ctx, nil); return err },
		"run":  func(ctx context.Context, a *app) error { _, err := a.prompt(ctx, nil); return err },
	} {
		t.Run(name, func(t *testing.T) {
			in, out, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			defer out.Close()
			if _, err := out.WriteString("begun"); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			ended := make(chan error, 1)
			go func() { ended <- wait(ctx, &app{stdin: in, stderr: io.Discard}) }()
			cancel()
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
			case <-time.After(2 * time.Minute):
				t.Error("it still waits")
			}
		})
	}
}

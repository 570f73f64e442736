package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/musttest"
)

// until waits until something is so, and ends the test when it is not for too long.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s does not come", what)
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// TestWaitingIsInterrupted: what waits for standard input, or for a file that is a
// pipe, ends with the context, before and after something has come.
func TestWaitingIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	client := filepath.Join(dir, "client")
	musttest.Do(t, os.WriteFile(client, []byte("#!/bin/sh\nexit 9\n"), 0o700))
	for name, words := range map[string][]string{"read": {"explain"}, "run": {"run", "--ask", "stop", "--", client, "-p"}} {
		t.Run(name, func(t *testing.T) {
			in, out, err := os.Pipe()
			musttest.Do(t, err)
			defer in.Close()
			defer out.Close()
			if _, err := out.WriteString("begun"); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			a := &cli.App{Stdin: in, Stdout: io.Discard, Stderr: io.Discard, Getenv: func(name string) string { return map[string]string{"HOME": dir}[name] }}
			ended := make(chan int, 1)
			go func() { ended <- execute(ctx, a, words) }()
			cancel()
			select {
			case code := <-ended:
				if code != cli.Stopped {
					t.Errorf("exit code %d", code)
				}
			case <-time.After(2 * time.Minute):
				t.Error("it still waits")
			}
		})
	}
}

// TestRunIsInterruptedBeforeItBegins: a program that never shakes hands is ended
// by the first signal.
func TestRunIsInterruptedBeforeItBegins(t *testing.T) {
	dir := t.TempDir()
	client, ready := filepath.Join(dir, "client"), filepath.Join(dir, "ready")
	musttest.Do(t, os.WriteFile(client, []byte("#!/bin/sh\n: >"+ready+"\ncat >/dev/null\n"), 0o700))
	var stderr bytes.Buffer
	a := &cli.App{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr, Getenv: func(name string) string {
		return map[string]string{"HOME": dir}[name]
	}}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan int, 1)
	go func() { ended <- execute(ctx, a, []string{"run", "--ask", "stop", "--", client, "-p", "hello"}) }()
	until(t, "the client's start", func() bool { return exists(ready) })
	cancel()
	select {
	case code := <-ended:
		if code != cli.Stopped || stderr.String() != "neverask: interrupted\n" {
			t.Errorf("exit code %d: %s", code, stderr.String())
		}
	case <-time.After(2 * time.Minute):
		t.Error("it goes on")
	}
}

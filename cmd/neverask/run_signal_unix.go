//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"neverask/hooks/control"
)

// forwardSignals hands signals on to the client, which has a process group of
// its own: those of the terminal do not reach it.
func forwardSignals(s *control.Session) (stop func()) {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		for sig := range signals {
			if sig == syscall.SIGTSTP {
				_ = s.Signal(syscall.SIGSTOP)
				_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) // until the shell sends SIGCONT
				continue
			}
			_ = s.Signal(sig) // it may have ended by now
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

//go:build unix

package run

import (
	"os"
	"os/signal"
	"syscall"

	"neverask/hooks/control"
)

// forwardSignals hands signals on to the client, which has a process group of
// its own: those of the terminal do not reach it. A SIGPIPE is kept from ending
// the run: writing fails instead, and the client is ended with it.
func forwardSignals(s *control.Session) (stop func()) {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGCONT, syscall.SIGPIPE)
	go func() {
		for sig := range signals {
			switch sig {
			case syscall.SIGPIPE:
			case syscall.SIGTSTP:
				_ = s.Signal(syscall.SIGSTOP)
				_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) // until the shell sends SIGCONT
			default:
				_ = s.Signal(sig) // it may have ended by now
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

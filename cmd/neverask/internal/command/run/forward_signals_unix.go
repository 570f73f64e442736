//go:build unix

package run

import (
	"os"
	"os/signal"
	"syscall"

	"neverask/hooks/control"
)

// forwardSignals forwards signals to the client, which has its own process group and gets none from the terminal.
// SIGPIPE is ignored: writing fails instead, which ends the client, too.
func forwardSignals(s *control.Session) (stop func()) {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP,
		syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGCONT, syscall.SIGPIPE)
	go func() {
		for sig := range signals {
			switch sig {
			case syscall.SIGPIPE:
			case syscall.SIGTSTP:
				_ = s.Signal(syscall.SIGSTOP)
				_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP) // until the shell sends SIGCONT
			default:
				_ = s.Signal(sig) // the client may have ended
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

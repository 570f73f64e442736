//go:build !unix

package run

import (
	"os"
	"os/signal"

	"neverask/hooks/control"
)

// forwardSignals ends the client when the run is interrupted.
func forwardSignals(s *control.Session) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for range signals {
			s.Close()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

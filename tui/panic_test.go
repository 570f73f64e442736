package tui

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
)

// panicking is a Backend whose Install panics, or makes the next look at the clock
// panic.
type panicking struct {
	*fake
	where string
	due   *atomic.Bool
}

func (p panicking) Install(t planner.Target, o install.Options) (planner.Plan, error) {
	if p.where == "effect" {
		panic("panics on purpose")
	}
	p.due.Store(true)
	return p.fake.Install(t, o)
}

// RunPanicking shows screens on the terminal of the process.
func RunPanicking(t testing.TB, where string) error {
	var due atomic.Bool
	return Run(context.Background(), Options{
		Backend: panicking{newFake(t), where, &due}, Input: os.Stdin, Output: os.Stdout, Environ: os.Environ(),
		Now: func() time.Time {
			if due.Load() {
				panic("panics on purpose")
			}
			return noon
		},
	})
}

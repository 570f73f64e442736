package kit

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// A Work must end before the program may.
type Work struct {
	Until string // completes "will quit when"
	Stop  func() // nil if it is always finished
}

// runningWork is the work that must end before the program may.
type runningWork struct {
	running  []*Work
	Quitting bool  // whether the program quits as soon as all work has ended
	Failure  error // of a change that finished while quitting
}

// Busy reports whether something must end before the program may.
func (w *runningWork) Busy() bool { return len(w.running) > 0 }

// Hold keeps the program alive until a work has ended.
func (w *runningWork) Hold(one *Work) { w.running = append(w.running, one) }

// Release ends a work. It reports whether the program is to end: then nothing else follows, and an
// error is printed after the screens.
func (w *runningWork) Release(one *Work, err error) (quits bool) {
	w.running = slices.DeleteFunc(w.running, func(other *Work) bool { return other == one })
	if w.Quitting && err != nil {
		w.Failure = err
	}
	return w.Quitting
}

// Writing reports whether a work is under way that is always finished.
func (w *runningWork) Writing() bool {
	return slices.ContainsFunc(w.running, func(one *Work) bool { return one.Stop == nil })
}

// FinishWriting delays quitting until all work has ended.
func (w *runningWork) FinishWriting(msg tea.Msg) tea.Msg {
	if _, quit := msg.(tea.QuitMsg); quit && w.Busy() {
		return quitDelayedMsg{}
	}
	return msg
}

// delay postpones quitting until everything has ended, and says what it waits for. It stops work
// that only looks at something.
func (w *runningWork) delay() string {
	w.Quitting = true
	first := w.running[0]
	for _, one := range w.running {
		if one.Stop == nil {
			first = one
		} else {
			one.Stop()
		}
	}
	return "will quit when " + first.Until
}

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
	// ReadingUndo says that what undo takes back is being read.
	ReadingUndo bool

	held []tea.KeyPressMsg // pressed while a change was written; they act on what follows it
}

// Busy reports whether something must end before the program may.
func (w *runningWork) Busy() bool { return len(w.running) > 0 }

// Hold keeps the program alive until a work has ended.
func (w *runningWork) Hold(one *Work) { w.running = append(w.running, one) }

// Release ends a work. It reports whether the program is to end: then nothing else follows, and an
// error is printed after the screens.
func (w *runningWork) Release(one *Work, err error) (quits bool) {
	w.running = slices.DeleteFunc(w.running, func(other *Work) bool { return other == one })
	if err != nil {
		w.held = nil // they were meant for what would have followed
		if w.Quitting {
			w.Failure = err
		}
	}
	return w.Quitting
}

// Writing reports whether a work is under way that is always finished.
func (w *runningWork) Writing() bool {
	return slices.ContainsFunc(w.running, func(one *Work) bool { return one.Stop == nil })
}

// holds reports whether a key waits until a change is written, and what undoes it is known. Keys that stop or leave
// don't wait.
func (w *runningWork) holds(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "esc":
		w.held = nil
		return false
	case "q", "ctrl+c", "ctrl+z":
		return false
	}
	if !w.Writing() && len(w.held) == 0 {
		return false
	}
	w.held = append(w.held, msg)
	return true
}

// due reports whether the first key has waited long enough.
func (w *runningWork) due() bool {
	return len(w.held) > 0 && !w.Writing() && !w.ReadingUndo && !w.Quitting
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

// Package session decides what may be changed in a Claude Code session, where a command may
// be the model's: nothing that lets Claude ask less, or do more, than before. A [Guard]
// checks every change to a file, because all of them go through one function:
//
//	if session.Inside(os.Getenv) {
//		store.Guard = session.Guard{…}.Check
//	}
//
// It compares the file's contents before and after the change, so it does not matter which
// command makes it. A process that hides where it was started can still write: the guard
// prevents accidents. Against the rest there are the client's permission rules and the
// change log.
package session

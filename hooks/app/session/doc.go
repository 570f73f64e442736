// Package session says what may be changed in a session of Claude Code, where a
// command may be the model's: nothing that lets less be asked, or more be done, than
// before. A [Guard] stands at the one door through which all files are changed:
//
//	if session.Inside(os.Getenv) {
//		store.Guard = session.Guard{…}.Check
//	}
//
// It compares what a file says before a change and after it, so that it does not
// matter which command makes the change, or by what way. A process that hides where it
// was started can still write: the guard is against what happens in passing, and the
// permission rules of the client and the record of changes against the rest.
package session

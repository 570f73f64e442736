// Package rulestate has what Home, Rules and the Log show alike, as it was last read: the
// rules, the questions that were asked, and the rules that these suggest. All of it is read in the background and followed while one of these places is
// shown, and rules are edited here, one change after the other.
//
//	s := follow.New(backend, readOnly, inSession)
//	cmd := s.Load()                 // when a place that shows it is opened
//	cmd = s.Receive(msg)            // for every message, before the places get it
//	if s.Rules.Version != listed {} // a place sees by the versions that there is something new
//
// What one place asks of another is a message of this package, which the program hands on.
package rulestate

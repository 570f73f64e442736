// Package rulestate has the state that Home, Rules and the Log share, as last read: the rules,
// the past questions, and the rules that these suggest. All of it is read in the background and
// followed while one of these places is shown. Rules are edited here, one edit after the other.
//
//	s := rulestate.New(backend, readOnly, inSession)
//	cmd := s.Load()                 // when a place that shows it is opened
//	cmd = s.Receive(msg)            // for every message, before the places get it
//	if s.Rules.Version != listed {} // a new version says that there is something new
//
// A place sends requests to other places as messages of this package, through the program.
package rulestate

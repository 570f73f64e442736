package tui

import (
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/conflicts"
	"neverask/tui/doctor"
	homeplace "neverask/tui/home"
	"neverask/tui/hooklist"
	"neverask/tui/hookstate"
	"neverask/tui/log"
	"neverask/tui/rules"
	"neverask/tui/rulestate"
)

// Backend is everything that the screens need from outside. Its methods must be safe
// for concurrent use, except Apply.
type Backend interface {
	rulestate.Backend
	hookstate.Backend
	placesBackend
	pagesBackend

	// MadeHere reports whether a change was made in this run of the screens.
	MadeHere(settings.Receipt) bool
}

// placesBackend is what the places need from outside.
type placesBackend interface {
	homeplace.Backend
	rules.Backend
	hooklist.Backend
	conflicts.Backend
	log.Backend
	change.ChangesBackend
}

// pagesBackend is what the pages need from outside.
type pagesBackend interface {
	doctor.Backend
}

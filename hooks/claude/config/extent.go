package config

import (
	"path/filepath"
	"slices"
)

// An Extent says how much of a file Claude Code 2.1.329 ignores because of a mistake. A test
// compares each with the client, in every kind of file.
type Extent string

const (
	OffNothing Extent = ""
	OffSetting Extent = "setting" // the one setting, which is not a hook
	OffHook    Extent = "hook"    // the one handler
	OffGroup   Extent = "group"   // the matcher group
	OffEvent   Extent = "event"   // all groups of the event
	OffHooks   Extent = "hooks"   // every hook of the file
	OffFile    Extent = "file"    // every hook of the file, its permission rules, and every other setting
	OffClient  Extent = "client"  // the client does not start
)

// size orders extents.
func (e Extent) size() int {
	return slices.Index([]Extent{OffNothing, OffSetting, OffHook, OffGroup, OffEvent, OffHooks, OffFile, OffClient}, e)
}

// Compare returns a positive number if more is off than with another extent, and a negative one if less is.
func (e Extent) Compare(other Extent) int { return e.size() - other.size() }

// Whole reports whether no hook of the file is used.
func (e Extent) Whole() bool { return e.size() >= OffHooks.size() }

// String describes the extent.
func (e Extent) String() string {
	switch e {
	case OffSetting:
		return "Claude Code does not use this setting"
	case OffHook:
		return "Claude Code does not use this hook"
	case OffGroup:
		return "Claude Code uses no hook of this matcher group"
	case OffEvent:
		return "Claude Code uses no hook of this event"
	case OffHooks:
		return "Claude Code uses no hook of this file"
	case OffFile:
		return "Claude Code ignores this whole file: no hook, no permission rule, no other setting"
	case OffClient:
		return "Claude Code does not start"
	}
	return "Claude Code uses the file all the same"
}

// In is String for a file: a subagent is used entirely or not at all.
func (e Extent) In(file string) string {
	if e == OffFile && filepath.Ext(file) == ".md" {
		return "Claude Code does not know this subagent"
	}
	return e.String()
}

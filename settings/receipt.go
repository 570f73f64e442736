package settings

import (
	"io/fs"
	"time"
)

// A Receipt is the record of one change.
type Receipt struct {
	ID     string      `json:"id"`
	Time   time.Time   `json:"time"`
	Op     string      `json:"op"` // what the change was for: install, uninstall, undo, …
	Path   string      `json:"path"`
	Target string      `json:"target"`
	Before string      `json:"before,omitempty"` // SHA-256 of the content; empty: no file
	After  string      `json:"after,omitempty"`
	Mode   fs.FileMode `json:"mode"`
	Backup string      `json:"backup,omitempty"` // name in the backup directory
	Dirs   []string    `json:"dirs,omitempty"`   // created directories
	Edits  []Edit      `json:"edits,omitempty"`
	Undoes string      `json:"undoes,omitempty"`
	// Follows is the first receipt, of another file, of the change to which this one
	// belongs.
	Follows string `json:"follows,omitempty"`
	// Marks are what the caller wants to record with the change.
	Marks []string `json:"marks,omitempty"`
	// Session says that the change was made in a session of Claude Code.
	Session bool  `json:"session,omitempty"`
	State   State `json:"-"`
}

// Created reports whether the change created the file.
func (r Receipt) Created() bool { return r.Before == "" }

// State says what became of a change.
type State string

const (
	Applied State = "applied"
	Undone  State = "undone"
	Failed  State = "failed" // the file was left unchanged
)

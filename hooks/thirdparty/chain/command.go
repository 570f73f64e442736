package chain

import "time"

// A Command is what a hook of type command runs.
type Command struct {
	Line  string   // a shell's command line, or a program in exec form
	Args  []string // exec form
	Exec  bool     // without a shell; Args may be empty
	Shell string   // "bash" or "powershell"; empty for the system's
	Limit time.Duration
}

// DefaultLimit is the time that Claude Code 2.1.329 gives a command that names
// none.
const DefaultLimit = 600 * time.Second

package config

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tidwall/sjson"

	"neverask/settings"
)

// QuestionMatcher is the matcher of neverask's question hooks: it matches the client's own tool,
// and tools of MCP servers that replace it.
const QuestionMatcher = `^(AskUserQuestion|mcp__.+__AskUserQuestion)$`

// An Entry is a matcher group with the one handler that neverask installs.
type Entry struct {
	Event   string
	Matcher string   // empty for none
	Command string   // absolute path; run in exec form, without a shell
	Args    []string // tell the hook binary its task
	Timeout int      // seconds
}

// Patience is the time limit in seconds for neverask's hooks that do not run third-party
// hooks.
const Patience = 5

// JSON returns the group as compact JSON text.
func (e Entry) JSON() string {
	handler := `{"type":"command"}`
	handler = with(handler, "command", e.Command)
	args := make([]string, len(e.Args))
	for i, arg := range e.Args {
		args[i] = settings.Quote(arg)
	}
	handler, _ = sjson.SetRaw(handler, "args", "["+strings.Join(args, ",")+"]")
	handler, _ = sjson.SetRaw(handler, "timeout", strconv.Itoa(e.Timeout))
	group := `{}`
	if e.Matcher != "" {
		group = with(group, "matcher", e.Matcher)
	}
	group, _ = sjson.SetRaw(group, "hooks", "["+handler+"]")
	return group
}

// with adds a string member. sjson escapes "<", ">" and "&" in strings that it encodes itself;
// the client's own files do not.
func with(object, key, value string) string {
	object, _ = sjson.SetRaw(object, key, settings.Quote(value))
	return object
}

// An Owner distinguishes neverask's handlers from others. The client strips unknown members
// from hooks when it rewrites a file, so a marker in the entry would not last: a handler is
// ours if it runs one of our commands.
type Owner struct {
	// Commands are the hook binaries that neverask has installed: the current one, and those
	// in the change log for this file.
	Commands []string
	// Rules are the permission rules that neverask adds, see [DenyRules].
	Rules []string
	// Home expands "~" and "$HOME", for entries written by hand.
	Home string
}

// Owns reports whether a handler runs one of the owner's commands.
func (o Owner) Owns(h Handler) bool {
	if h.Type != "command" {
		return false
	}
	for _, ours := range o.Commands {
		if strings.Contains(h.Command, filepath.Base(ours)) && samePath(ours, o.path(h)) {
			return true
		}
	}
	return false
}

func (o Owner) path(h Handler) string {
	command := h.Command
	if !h.Exec {
		command = strings.Trim(strings.TrimSpace(command), `"'`)
	}
	for _, prefix := range []string{"~/", "$HOME/", "${HOME}/"} {
		if rest, ok := strings.CutPrefix(command, prefix); ok && o.Home != "" {
			return filepath.Join(o.Home, rest)
		}
	}
	return command
}

// samePath compares paths, with symlinks resolved if both exist.
func samePath(a, b string) bool {
	if a == b {
		return true
	}
	if name := filepath.Base(a); !strings.Contains(b, name) || filepath.Base(b) != name {
		return false
	}
	x, errX := filepath.EvalSymlinks(a)
	y, errY := filepath.EvalSymlinks(b)
	return errX == nil && errY == nil && x == y
}

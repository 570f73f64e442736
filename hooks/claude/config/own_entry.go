package config

import (
	"strconv"
	"strings"

	"github.com/tidwall/sjson"

	"neverask/settings"
)

// An Entry is a matcher group with the one handler that neverask installs.
type Entry struct {
	Event   string
	Matcher string   // empty for none
	Command string   // absolute path; run in exec form, without a shell
	Args    []string // tell the hook binary its task
	Timeout int      // seconds
}

// hookTimeout is the time limit of neverask's own hooks, in seconds.
const hookTimeout = 5

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

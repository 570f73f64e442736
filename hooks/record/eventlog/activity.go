package eventlog

import (
	"strings"
	"unicode/utf8"

	"neverask/hooks"
)

// Activity is one line of the activity log: one event of the client, without any text written by
// a person, a tool or the model. Members that the client left out are empty.
type Activity struct {
	Time    int64 // nanoseconds since 1970
	Event   hooks.Event
	Session string
	ToolUse string // of the call; not in a PermissionRequest
	Tool    string
	Class   Class  // how a call ended; empty before that, and if the event does not say
	Exit    int    // of a command that failed
	Timed   bool   // whether the client said how long the call took
	Took    int64  // in milliseconds, without permission wait and hooks
	By      Denier // of a denied call
	In, Out int    // bytes of the tool's input and of its response, as JSON

	Prompt      string // prompt id
	Agent       string // id of the subagent
	AgentType   string
	Server      string // MCP server
	Mode        string // permission mode
	Effort      string
	Background  string        // id of the background command or subagent that the call started
	Project     string        // its hash, see [ProjectHash]
	ProjectName string        // the base name of its directory
	Key         string        // the call's subject: a program, an extension, a host
	Arguments   string        // the redacted input, recorded only on request; not of a batch
	Calls       []BatchResult // of a PostToolBatch
}

// BatchResult is one call of a PostToolBatch.
type BatchResult struct {
	ToolUse string
	Tool    string
	Class   Class // empty if its own event says, or nothing does
	By      Denier
	In, Out int
	Key     string
}

// Class says how a tool call ended. The hook decides while it has the result, and keeps only
// the class, so a better classification does not apply to earlier calls.
type Class string

// How a tool call can end. The last two are never in a line: they show when calls are paired.
const (
	ClassOK           Class = "ok"
	ClassExit         Class = "exit" // a command with an exit code
	ClassTimeout      Class = "timeout"
	ClassInterrupted  Class = "interrupted"
	ClassNotFound     Class = "not_found"
	ClassOSPermission Class = "os_permission" // the system refused, not the user
	ClassInvalid      Class = "invalid"       // the client did not accept the input
	ClassDenied       Class = "denied"
	ClassOther        Class = "other"
	ClassDeferred     Class = "deferred" // until a later start of the session
	ClassOrphan       Class = "orphan"   // begun, with no end recorded
)

// Denier says who refused a call.
type Denier string

// Who can refuse a call.
const (
	DeniedByPerson     Denier = "person"
	DeniedByRule       Denier = "rule"
	DeniedByHook       Denier = "hook"
	DeniedByClassifier Denier = "classifier" // of the mode "auto"
)

// ProjectHash identifies a project's directory in the record.
func ProjectHash(dir string) string { return hashName(dir) }

// activityVersion is the version of the format.
const activityVersion = 1

// MaxActivity bounds a line of the record with its line break: one write of less than a page.
const MaxActivity = 4 << 10

// MaxArguments is how many bytes of the arguments a line holds.
const MaxArguments = 512

// The longest other texts of a line, in bytes. Together, with every character escaped, they
// are shorter than MaxActivity.
const (
	maxID   = 96
	maxName = 128
	maxWord = 48
)

// JSON returns the record as one line of less than [MaxActivity] bytes, without a line break.
// Texts that are too long are cut. It takes as many calls of a batch as fit; see
// [Activity.Lines].
func (a Activity) JSON() []byte {
	line, _ := a.line()
	return line
}

// Lines returns the record as lines: several for a batch of many calls.
func (a Activity) Lines() [][]byte {
	var lines [][]byte
	for {
		line, rest := a.line()
		lines = append(lines, line)
		if len(rest) == 0 {
			return lines
		}
		a.Calls = rest
	}
}

// line writes the members, and returns the calls that did not fit.
func (a Activity) line() (line []byte, rest []BatchResult) {
	w := hooks.NewWriter(512)
	w.Begin('{')
	w.Name("v").Int(activityVersion)
	w.Name("t").Int(a.Time)
	w.Name("e").String(bounded(string(a.Event), maxWord))
	w.Text("s", bounded(a.Session, maxID))
	w.Text("u", bounded(a.ToolUse, maxID))
	w.Text("n", bounded(a.Tool, maxName))
	w.Text("c", bounded(string(a.Class), maxWord))
	number(w, "x", int64(a.Exit))
	if a.Timed {
		w.Name("d").Int(a.Took)
	}
	w.Text("by", bounded(string(a.By), maxWord))
	number(w, "in", int64(a.In))
	number(w, "out", int64(a.Out))
	w.Text("p", bounded(a.Prompt, maxID))
	w.Text("a", bounded(a.Agent, maxID))
	w.Text("at", bounded(a.AgentType, maxWord))
	w.Text("sv", bounded(a.Server, maxWord))
	w.Text("m", bounded(a.Mode, maxWord))
	w.Text("ef", bounded(a.Effort, maxWord))
	w.Text("bg", bounded(a.Background, maxID))
	w.Text("ph", bounded(a.Project, maxWord))
	w.Text("pn", bounded(a.ProjectName, maxWord))
	w.Text("k", bounded(a.Key, maxWord))
	if len(a.Calls) > 0 {
		rest = a.calls(w)
	} else {
		w.Text("arg", bounded(a.Arguments, MaxArguments))
	}
	w.End('}')
	return w.Bytes(), rest
}

// calls writes as many calls of a batch as the line has room for, and returns the others.
func (a Activity) calls(w *hooks.Writer) (rest []BatchResult) {
	w.Name("calls").Begin('[')
	for i, c := range a.Calls {
		var one hooks.Writer
		c.write(&one)
		// Leave room for two brackets, a comma and the line break.
		if i > 0 && len(w.Bytes())+len(one.Bytes())+4 >= MaxActivity {
			rest = a.Calls[i:]
			break
		}
		w.Value(one.Finish())
	}
	w.End(']')
	return rest
}

func (c BatchResult) write(w *hooks.Writer) {
	w.Begin('{')
	w.Text("u", bounded(c.ToolUse, maxID))
	w.Text("n", bounded(c.Tool, maxName))
	w.Text("c", bounded(string(c.Class), maxWord))
	w.Text("by", bounded(string(c.By), maxWord))
	number(w, "in", int64(c.In))
	number(w, "out", int64(c.Out))
	w.Text("k", bounded(c.Key, maxWord))
	w.End('}')
}

// number writes a number unless it is 0.
func number(w *hooks.Writer, name string, n int64) {
	if n != 0 {
		w.Name(name).Int(n)
	}
}

// bounded cuts a text to limit bytes and replaces control characters, which would make it six
// times as long.
func bounded(s string, limit int) string {
	if len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit]
	}
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= utf8.RuneSelf {
			return strings.Map(printable, strings.ToValidUTF8(s, "?"))
		}
	}
	return s
}

func printable(r rune) rune {
	if r < 0x20 {
		return ' '
	}
	return r
}

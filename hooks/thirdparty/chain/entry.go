package chain

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"neverask/hooks"
	"neverask/settings/foreign"
)

// A Mode says when a chained hook runs.
type Mode string

const (
	// First runs it for every question, before our answer is given.
	First Mode = "first"
	// Fallback runs it for those questions that we leave alone.
	Fallback Mode = "fallback"
)

// AnyMCP stands among the tools of an entry for every tool of an MCP server
// that asks questions.
const AnyMCP = "mcp__*"

// An Entry is a hook that was taken out of the settings and is run by ours.
type Entry struct {
	ID string
	// Active reports that the hook is really out of the settings. An entry
	// that is not is kept for the day the change is made again.
	Active bool
	File   string // the settings file that it was taken out of
	// Project is the directory of the project that the file belongs to: the hook
	// runs where the file counts. Empty means everywhere.
	Project string
	Event   hooks.Event
	Tools   []string // names, or AnyMCP
	Mode    Mode
	// OneWay reports that the person lets the hook answer what cannot be undone,
	// too. Without it such questions are asked, whatever the hook answers.
	OneWay bool
	Command
}

// A Command is what a hook of type command runs.
type Command struct {
	Line  string   // a shell's command line, or a program in exec form
	Args  []string // exec form
	Exec  bool     // without a shell; Args may be empty
	Shell string   // "bash" or "powershell"; empty for the system's
	Limit time.Duration
}

// Same reports whether the client takes two commands for one, which it runs once.
func (c Command) Same(d Command) bool {
	return c.Line == d.Line && c.Exec == d.Exec && c.Shell == d.Shell && slices.Equal(c.Args, d.Args)
}

// DefaultLimit is the time that Claude Code 2.1.329 gives a command that names
// none.
const DefaultLimit = 600 * time.Second

// own is the time that our hook is given where it runs no other.
const own = 5 * time.Second

// Patience is the time limit that the settings must give our hook at an event,
// where it may have to run any of these entries. Those that run do so side by
// side, so the slowest counts. It is never more than [DefaultLimit].
func Patience(entries []Entry, event hooks.Event) time.Duration {
	var longest time.Duration
	for _, e := range entries {
		if e.Active && e.Event == event {
			longest = max(longest, e.Limit)
		}
	}
	return min(longest, DefaultLimit-own) + own
}

// Name is what a command can be told by: its program, and the script if one
// comes next. What follows, and variables that are set before, may be secret.
func (c Command) Name() string {
	words := strings.Fields(c.Line)
	if c.Exec {
		words = append([]string{c.Line}, c.Args...)
	}
	for len(words) > 1 && !c.Exec && strings.Contains(words[0], "=") {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	name := words[0]
	if i := strings.IndexByte(name, '='); i >= 0 && !c.Exec {
		name = name[:i]
	}
	if len(words) > 1 && strings.Contains(words[1], "/") && !strings.ContainsAny(words[1], "=:@") {
		name += " " + words[1]
	}
	return name
}

// For reports whether the entry is to be run for a tool at an event, in a session
// of its Project.
func (e Entry) For(event hooks.Event, tool string) bool {
	if !e.Active || e.Event != event {
		return false
	}
	for _, name := range e.Tools {
		if name == tool || name == AnyMCP && strings.HasPrefix(tool, "mcp__") {
			return true
		}
	}
	return false
}

// File is where the entries are kept.
func File(state string) string { return filepath.Join(state, "chained.json") }

// MaxFile is the longest file that is read, in bytes.
const MaxFile = 1 << 20

// Read returns the entries of a file. A missing file has none. An entry that
// is not understood is an error, because a hook would be lost in silence.
func Read(path string) ([]Entry, error) {
	b, err := foreign.ReadFile(path, MaxFile)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return Parse(b)
}

// Parse reads the content of a file of entries.
func Parse(b []byte) ([]Entry, error) {
	doc, err := hooks.Parse(b)
	if err != nil {
		return nil, fmt.Errorf("chained hooks: %w", err)
	}
	if m, found := doc.Duplicate(); found {
		return nil, fmt.Errorf("chained hooks: byte %d: %q is there twice", m.Offset, m.Name)
	}
	if v := doc.Get("version").Raw(); v != version {
		return nil, fmt.Errorf("chained hooks: version %q is not known", v)
	}
	list := doc.Get("entries")
	if list.Kind() != hooks.Array {
		return nil, errors.New("chained hooks: there is no list of entries")
	}
	var all []Entry
	for v := range list.Elements() {
		e, err := parseEntry(v)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

const version = "1"

func parseEntry(v hooks.Value) (Entry, error) {
	e := Entry{
		ID: v.Get("id").String(), Active: v.Get("active").IsTrue(), File: v.Get("file").String(),
		Event: hooks.Event(v.Get("event").String()), Mode: Mode(v.Get("mode").String()),
		Command: Command{Line: v.Get("command").String(), Shell: v.Get("shell").String()},
	}
	oneWay := v.Get("one_way")
	e.OneWay = oneWay.IsTrue()
	var ok [2]bool
	e.Tools, ok[0] = texts(v.Get("tools"))
	args := v.Get("args")
	e.Args, ok[1] = texts(args)
	e.Exec = args.Kind() != hooks.Absent
	active, project := v.Get("active").Kind(), v.Get("project")
	e.Project = project.String()
	ms, err := strconv.ParseInt(v.Get("limit_ms").Raw(), 10, 64)
	e.Limit = time.Duration(min(ms, maxLimit)) * time.Millisecond
	if err != nil || ok != [2]bool{true, true} || active != hooks.Absent && active != hooks.Bool ||
		oneWay.Kind() != hooks.Absent && oneWay.Kind() != hooks.Bool ||
		project.Kind() != hooks.Absent && !filepath.IsAbs(e.Project) ||
		e.ID == "" || e.Event == "" || len(e.Tools) == 0 || e.Line == "" || ms <= 0 || e.Mode != First && e.Mode != Fallback {
		return e, fmt.Errorf("chained hooks: the entry %q is not understood", e.ID)
	}
	return e, nil
}

// maxLimit is a day, in milliseconds. Who writes more means that it may take for
// ever.
const maxLimit = 24 * 60 * 60 * 1000

// texts reads a list of strings, which may be missing.
func texts(v hooks.Value) (list []string, ok bool) {
	for e := range v.Elements() {
		text, isText := e.Text()
		if !isText {
			return nil, false
		}
		list = append(list, text)
	}
	return list, v.Kind() == hooks.Array || v.Kind() == hooks.Absent
}

// Format writes entries as the content of a file.
func Format(entries []Entry) []byte {
	w := hooks.NewWriter(512)
	w.Begin('{')
	w.Name("version").Int(1)
	w.Name("entries").Begin('[')
	for _, e := range entries {
		w.Begin('{')
		w.Name("id").String(e.ID)
		w.Flag("active", e.Active)
		w.Text("file", e.File)
		w.Text("project", e.Project)
		w.Name("event").String(string(e.Event))
		list(w, "tools", e.Tools)
		w.Name("mode").String(string(e.Mode))
		w.Flag("one_way", e.OneWay)
		w.Name("command").String(e.Line)
		if e.Exec {
			list(w, "args", e.Args)
		}
		w.Text("shell", e.Shell)
		w.Name("limit_ms").Int(max(1, e.Limit.Milliseconds()))
		w.End('}')
	}
	w.End(']')
	w.End('}')
	return append(w.Bytes(), '\n')
}

func list(w *hooks.Writer, name string, items []string) {
	w.Name(name).Begin('[')
	for _, item := range items {
		w.String(item)
	}
	w.End(']')
}

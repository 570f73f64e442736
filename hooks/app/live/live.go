package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/offline"
	"neverask/hooks/redact"
)

// Limit is how long the sessions may take together, when nothing else is said.
const Limit = time.Minute

// Options say what is proven, and with what.
type Options struct {
	Sources config.Sources
	// Around is what tells a name that is wrong from one that can be made up.
	Around dispatch.Around
	// Client is the program of Claude Code.
	Client string
	// Recorder is a program and its first arguments; it calls [Record] with those that
	// follow.
	Recorder []string
	// Managed are the places that the client reads settings from whatever its home is.
	// Those that there are, are hidden from it, or nothing is started.
	Managed []string
	// Path is where the client finds programs; empty for the usual directories.
	Path string
	// Temp is where the sessions work; empty for the usual directory.
	Temp  string
	Limit time.Duration // [Limit] when it is 0
}

// A State says what came of a handler.
type State string

const (
	Fires State = "fires"
	Never State = "never" // for none of the calls that were made
	// NotTried is a handler that no call was made for.
	NotTried State = "not-tried"
	// Off is a handler that the client does not use, so that nothing reaches it.
	Off State = "off"
)

// A Handler is one of the person's, and what came of it.
type Handler struct {
	ID      string      `json:"id"`
	Kind    config.Kind `json:"kind"`
	Name    string      `json:"name,omitempty"` // of the plugin, skill, subagent or command
	File    string      `json:"file"`
	Line    int         `json:"line"`
	Event   hooks.Event `json:"event"`
	Matcher *string     `json:"matcher,omitempty"`
	If      string      `json:"if,omitempty"`
	Command string      `json:"command"` // without secrets
	State   State       `json:"state"`
	// Why says why it never fires, was not tried, or is off.
	Why string `json:"why,omitempty"`
	// Calls are those that it fired for: "PreToolUse Bash".
	Calls []string `json:"calls"`

	Hook config.Hook `json:"-"`
}

// A Call happened in a session.
type Call struct {
	Event hooks.Event     `json:"event"`
	Value string          `json:"value,omitempty"` // that matchers are compared with
	Input json.RawMessage `json:"input,omitempty"` // of a tool
	Fired []string        `json:"fired"`           // IDs of handlers
}

// What names the call.
func (c Call) What() string {
	if c.Value == "" {
		return string(c.Event)
	}
	return string(c.Event) + " " + c.Value
}

// A Disagreement is a handler that the client ran for a call though neverask says that
// it does not, or the other way round.
type Disagreement struct {
	Call
	ID    string `json:"id"`
	Fires bool   `json:"fires"` // in the client
}

// A Result is what the sessions have shown.
type Result struct {
	Client   string    `json:"client"`
	Version  string    `json:"version,omitempty"` // as the client tells it
	Isolated bool      `json:"isolated"`          // there was no network but 127.0.0.1
	Handlers []Handler `json:"handlers"`
	Calls    []Call    `json:"calls"`
	// Disagreements are findings about neverask, or about a client that it does not
	// know.
	Disagreements []Disagreement `json:"disagreements"`
}

// Count counts the handlers with one of the states.
func (r Result) Count(states ...State) (n int) {
	for _, h := range r.Handlers {
		if slices.Contains(states, h.State) {
			n++
		}
	}
	return n
}

// A Plan is what would be started.
type Plan struct {
	Options
	// Handlers are all, with State and Why where that is known before.
	Handlers []Handler
	// Sessions are the arguments of each time that the client is started.
	Sessions [][]string
	// Isolated says that there will be no network but 127.0.0.1.
	Isolated bool
	// Hidden are the places of managed settings that are hidden from the client.
	Hidden []string

	calls []toolCall
	made  names
}

// Prepare plans the sessions. It starts nothing and writes nothing.
func Prepare(o Options) (Plan, error) {
	p := Plan{Options: o, made: names{servers: map[string][]string{}}}
	if p.Limit == 0 {
		p.Limit = Limit
	}
	if runtime.GOOS == "windows" {
		return p, errors.New("on Windows Claude Code cannot be kept from your files")
	}
	for _, place := range o.Managed {
		if _, err := os.Lstat(place); err == nil {
			p.Hidden = append(p.Hidden, place)
		}
	}
	network, err := offline.Isolate(p.Hidden...)
	switch p.Isolated = err == nil; {
	case p.Isolated:
		if err := network.Close(); err != nil {
			return p, err
		}
	case len(p.Hidden) > 0:
		return p, fmt.Errorf("Claude Code would read %s and run its handlers, and it cannot be hidden (%w)", p.Hidden[0], err) //nolint:staticcheck // it begins with a name
	}
	standings := dispatch.Standings(o.Sources)
	for i, h := range o.Sources.Hooks() {
		p.Handlers = append(p.Handlers, newHandler(h, standings[i]))
	}
	if len(p.Handlers) == 0 {
		return p, errors.New("there are no hooks")
	}
	p.plan()
	return p, nil
}

func newHandler(h config.Hook, s dispatch.HookState) Handler {
	made := Handler{
		ID: h.ID, Kind: h.Source.Kind, Name: h.Source.Name, File: h.Source.File, Line: h.Handler.Line, Event: hooks.Event(h.Group.Event),
		Matcher: h.Group.Matcher, If: h.Handler.If, Command: redact.Command(h.Handler.Summary()), Calls: []string{}, Hook: h,
	}
	switch {
	case s.State == dispatch.UnknownEvent:
		made.Why = s.Why
	case s.State != dispatch.Active:
		made.State, made.Why = Off, s.Why
	case slices.Contains([]config.Kind{config.Skill, config.Agent, config.Command}, h.Source.Kind):
		made.State, made.Why = NotTried, fmt.Sprintf("it belongs to the %s %s and runs with that alone", h.Source.Kind, h.Source.Name)
	}
	return made
}

// tried are the handlers that get a recorder.
func (p Plan) tried() (all []*Handler) {
	for i := range p.Handlers {
		if p.Handlers[i].State == "" {
			all = append(all, &p.Handlers[i])
		}
	}
	return all
}

// wants reports whether a handler that is tried is for one of some events.
func (p Plan) wants(events ...hooks.Event) bool {
	return slices.ContainsFunc(p.tried(), func(h *Handler) bool { return slices.Contains(events, h.Event) })
}

// plan makes up the calls and the sessions.
func (p *Plan) plan() {
	for _, h := range p.tried() {
		p.callsFor(h)
	}
	p.Sessions = [][]string{{}}
	if p.wants(hooks.EventSessionStart) {
		p.Sessions = append(p.Sessions, []string{"--continue"}, []string{"--continue", "--fork-session"})
	}
	if p.wants(hooks.EventSetup) {
		p.Sessions = append(p.Sessions, []string{"--init"}, []string{"--maintenance"})
	}
}

// prompts are what the first session is asked.
func (p Plan) prompts() []string {
	all := []string{mainPrompt}
	if p.wants(hooks.EventStopFailure) {
		all = append(all, "Say hello.") // the first one is refused in the end
	}
	for _, name := range p.made.commands {
		all = append(all, "/"+name+" hello")
	}
	if p.wants(hooks.EventPreCompact, hooks.EventPostCompact, hooks.EventSessionStart, hooks.EventInstructionsLoaded) {
		all = append(all, "/compact")
	}
	if p.wants(hooks.EventPreModelSwitch, hooks.EventPostModelSwitch) {
		all = append(all, "/model haiku", "/model sonnet", "/model opus")
	}
	if p.wants(hooks.EventSessionStart, hooks.EventSessionEnd) {
		all = append(all, "/clear", "Say goodbye.")
	}
	return all
}

// record is the directory of what is recorded in a place.
func record(place offline.Place) string { return filepath.Join(place.Root, "record") }

package control

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"neverask/hooks"
)

// DefaultTimeout is how long the client waits for the hooks of an entry that
// sets no time.
const DefaultTimeout = 60 * time.Second

// Entry registers hooks for one event.
type Entry struct {
	Event hooks.Event
	// Matcher filters by what the event is about, such as the tool's name: exact names joined by
	// "|" or ",", or a JavaScript regular expression. An empty one matches everything.
	Matcher string
	// Timeout is how long the client waits for an answer; zero is
	// DefaultTimeout. A PreToolUse that is not answered in time refuses the call.
	Timeout time.Duration
	// Observer says that the hooks only observe: when one fails, the client is told and goes on.
	// Otherwise they are guards, and a PreToolUse whose guard fails is refused.
	Observer bool
	// OnFailure is "block" if the client must treat the failure of any of these hooks as a
	// refusal, or empty.
	OnFailure string
	// Hooks are all called at the same time, each with a request of its own.
	Hooks []Hook

	deprecated bool // made by Observe
}

// Registry holds the hooks of a session. It does not change.
type Registry struct {
	permission Hook
	entries    []Entry
	callbacks  map[string]callback
	warnings   []string
	others     map[string]RequestFunc // by subtype
}

// callback is one hook of an entry.
type callback struct {
	hook  Hook
	entry *Entry
}

// NewRegistry registers a permission callback, which may be nil, and hooks for
// lifecycle events. The error names every entry that is wrong.
func NewRegistry(canUseTool Hook, entries ...Entry) (*Registry, error) {
	r := &Registry{permission: canUseTool, entries: slices.Clone(entries), callbacks: map[string]callback{}}
	if f, ok := canUseTool.(HookFunc); ok && f == nil {
		return nil, errors.New("the permission callback is a nil function")
	}
	var problems []error
	deprecated := false
	for i := range r.entries {
		e := &r.entries[i]
		if err := e.check(); err != nil {
			problems = append(problems, fmt.Errorf("entry %d (%s): %w", i+1, e.Event, err))
		}
		if e.Timeout == 0 {
			e.Timeout = DefaultTimeout
		}
		e.Hooks = slices.Clone(e.Hooks)
		for _, h := range e.Hooks {
			r.callbacks[callbackID(len(r.callbacks))] = callback{h, e}
		}
		if e.Matcher != "" && !heedsMatcher(e.Event) {
			r.warnings = append(r.warnings,
				fmt.Sprintf("entry %d (%s): the client ignores the matcher of this event", i+1, e.Event))
		}
		if e.OnFailure != "" && !heedsOnFailure(e.Event) {
			r.warnings = append(r.warnings,
				fmt.Sprintf("entry %d (%s): the client ignores OnFailure at this event", i+1, e.Event))
		}
		if doubt := doubtMatcher(e.Matcher); doubt != "" {
			r.warnings = append(r.warnings, fmt.Sprintf("entry %d (%s): matcher %q: %s", i+1, e.Event, e.Matcher, doubt))
		}
		deprecated = deprecated || e.deprecated
	}
	if deprecated {
		r.warnings = append(r.warnings, "ToolCallback is deprecated: register a Hook for PostToolUse")
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return r, nil
}

func callbackID(n int) string { return "hook_" + strconv.Itoa(n) }

func (e Entry) check() error {
	switch {
	case !slices.Contains(hooks.Events(), e.Event):
		return errors.New("no event has this name")
	case e.Timeout < 0:
		return fmt.Errorf("negative time-out %v", e.Timeout)
	case e.OnFailure != "" && e.OnFailure != "block":
		return fmt.Errorf("onFailure is \"block\" or empty, not %q", e.OnFailure)
	case len(e.Hooks) == 0:
		return errors.New("no hooks")
	}
	for i, h := range e.Hooks {
		if f, ok := h.(HookFunc); h == nil || ok && f == nil {
			return fmt.Errorf("hook %d is nil", i+1)
		}
	}
	if err := checkMatcher(e.Matcher); err != nil {
		return fmt.Errorf("matcher %q: %w", e.Matcher, err)
	}
	return nil
}

// heedsMatcher reports whether the client heeds the matcher of an event (Claude
// Code 2.1.329).
func heedsMatcher(e hooks.Event) bool {
	switch e {
	case hooks.EventUserPromptSubmit, hooks.EventPostToolBatch,
		hooks.EventMessageDisplay, hooks.EventStop, hooks.EventTeammateIdle,
		hooks.EventTaskCreated, hooks.EventTaskCompleted, hooks.EventCwdChanged, hooks.EventDirectoryAdded,
		hooks.EventWorktreeCreate, hooks.EventWorktreeRemove:
		return false
	}
	return true
}

// heedsOnFailure reports whether the client heeds OnFailure at an event (Claude Code
// 2.1.329).
func heedsOnFailure(e hooks.Event) bool {
	switch e {
	case hooks.EventStop, hooks.EventSubagentStop, hooks.EventTaskCompleted, hooks.EventTeammateIdle:
		return false
	}
	return true
}

// confirm fails when the client's reply to the handshake shows that it will not apply the hooks,
// or ignores OnFailure because it is older: a guard that failed would let the call through.
func (r *Registry) confirm(info hooks.Value) error {
	if r == nil || len(r.entries) == 0 {
		return nil
	}
	if applied := info.Get("hooks_applied"); applied.Kind() == hooks.Bool && !applied.IsTrue() {
		return errors.New("the client has not accepted the hooks")
	}
	blocks := slices.ContainsFunc(r.entries, func(e Entry) bool { return e.OnFailure != "" })
	if blocks && !info.Get("hook_on_failure_supported").IsTrue() {
		return errors.New("the client is too old for OnFailure")
	}
	return nil
}

// CanUseTool is the permission callback, or nil.
func (r *Registry) CanUseTool() Hook {
	if r == nil {
		return nil
	}
	return r.permission
}

// Warnings list what is allowed but probably a mistake.
func (r *Registry) Warnings() []string {
	if r == nil {
		return nil
	}
	return slices.Clone(r.warnings)
}

// Lookup finds a hook by the id that [Registry.Wire] gave it, and its entry.
func (r *Registry) Lookup(id string) (Hook, Entry, bool) {
	if r == nil {
		return nil, Entry{}, false
	}
	c, ok := r.callbacks[id]
	if !ok {
		return nil, Entry{}, false
	}
	return c.hook, *c.entry, true
}

// Wire is the "hooks" member of the initialize request, and absent when there
// are no entries. Hooks are called hook_0, hook_1 and so on in the order they
// were declared in.
func (r *Registry) Wire() hooks.Value {
	if r == nil || len(r.entries) == 0 {
		return hooks.Value{}
	}
	var events []hooks.Event
	matchers := map[hooks.Event]*hooks.Writer{}
	next := 0
	for _, e := range r.entries {
		w, ok := matchers[e.Event]
		if !ok {
			w = new(hooks.Writer)
			w.Begin('[')
			matchers[e.Event] = w
			events = append(events, e.Event)
		}
		e.write(w, next)
		next += len(e.Hooks)
	}
	var all hooks.Writer
	all.Begin('{')
	for _, event := range events {
		w := matchers[event]
		w.End(']')
		all.Name(string(event)).Value(w.Finish())
	}
	all.End('}')
	return all.Finish()
}

func (e Entry) write(w *hooks.Writer, first int) {
	w.Begin('{')
	if e.Matcher == "" {
		w.Name("matcher").Value(hooks.Value{})
	} else {
		w.Text("matcher", e.Matcher)
	}
	w.Name("hookCallbackIds").Begin('[')
	for i := range e.Hooks {
		w.String(callbackID(first + i))
	}
	w.End(']')
	w.Name("timeout").Value(seconds(e.Timeout))
	w.Text("onFailure", e.OnFailure)
	w.End('}')
}

// seconds writes a time as the client counts it; it takes fractions.
func seconds(d time.Duration) hooks.Value {
	v, _ := hooks.Parse(strconv.FormatFloat(d.Seconds(), 'f', -1, 64))
	return v
}

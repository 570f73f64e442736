package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/sample"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
)

// Options says where a handler is run.
type Options struct {
	Sources config.Sources
	Around  conflict.CommandEnv
	// Transcripts is the directory of transcripts; empty for none.
	Transcripts string
	// Tools are the question tools, Tests is the file of tests, and Now the time. They are for
	// [Input.Question].
	Tools []string
	Tests string
	Now   func() time.Time
}

// At returns the options for a Claude Code that is started in an environment.
func At(in *planner.Planner, env []string) Options {
	return Options{
		Sources: in.Sources(), Around: in.CommandEnv(env),
		Transcripts: filepath.Join(in.Locations.Config(), "projects"),
		Tools:       config.QuestionTools(in.Site()), Tests: in.Paths.HookTests(), Now: in.Now,
	}
}

// Input is the part of the call that the user gives; zero for none.
type Input struct {
	// Value is what matchers are compared with.
	Value string
	// JSON is a whole payload, which has "hook_event_name", or the input of a tool.
	JSON []byte
	// Question gives the handler a made-up question, and records its reaction: see
	// [conflict.Test].
	Question bool
}

// An Origin says where a call comes from.
type Origin string

const (
	Given  Origin = "given"   // by the user
	Past   Origin = "past"    // made in a past session
	MadeUp Origin = "made-up" // made up for the trial
)

// A Call is the handler's input.
type Call struct {
	Origin  Origin          `json:"origin"`
	Time    *time.Time      `json:"time,omitempty"`    // of a past call
	Project string          `json:"project,omitempty"` // of a past call
	Event   hooks.Event     `json:"event"`
	Value   string          `json:"value,omitempty"`
	Payload json.RawMessage `json:"payload"`
}

// Name says in words what the call is.
func (c Call) Name() string {
	name := strings.TrimSpace(string(c.Event) + " " + c.Value)
	switch {
	case c.Origin != MadeUp:
		return name
	case dispatch.OfTool(c.Event):
		return "a made-up " + name + " call"
	}
	return "a made-up " + name + " event"
}

// A Plan says what would be run.
type Plan struct {
	ID      string  `json:"id"`
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Command string  `json:"command"`         // exactly as it is run: a shell's command line, or a program and its arguments
	Shell   string  `json:"shell,omitempty"` // that runs it
	Dir     string  `json:"dir"`
	LimitMS float64 `json:"limitMs"`
	Call    Call    `json:"call"`
	// Doubt says why the client would not, or may not, run the handler for this call; empty if
	// it would.
	Doubt string `json:"doubt,omitempty"`

	handler config.Handler
	command Command
	env     []string
	keep    string // the file for the result; empty for none
	test    conflict.Test
	now     func() time.Time
}

// searching is how long past sessions are searched for a call.
const searching = 3 * time.Second

// Prepare plans the trial of a handler. It runs nothing.
func Prepare(ctx context.Context, o Options, h config.Hook, in Input) (Plan, error) {
	event := hooks.Event(h.Group.Event)
	switch {
	case h.Handler.Type != "command":
		return Plan{},
			fmt.Errorf("a hook of type %s is run by Claude Code itself: there is no command to try", h.Handler.Type)
	case h.Handler.Command == "":
		return Plan{}, errors.New("it has no command")
	}
	if _, known := dispatch.Describe(event); !known {
		return Plan{}, fmt.Errorf("there is no event %s in Claude Code, so it would never run", event)
	}
	call, err := o.call(ctx, h, in)
	if err != nil {
		return Plan{}, err
	}
	p := Plan{
		ID: h.ID, File: h.Source.File, Line: h.Handler.Line, Command: h.Handler.Summary(), Dir: o.Around.Project, Call: call,
		handler: h.Handler, command: commandOf(h),
	}
	p.LimitMS = float64(p.command.Limit) / float64(time.Millisecond)
	p.Shell = p.command.shellName()
	p.Doubt = o.doubt(h, call)
	payload, err := hooks.Parse([]byte(call.Payload))
	if err != nil {
		return Plan{}, fmt.Errorf("the payload: %w", err)
	}
	if in.Question {
		p.keep, p.test, p.now = o.Tests, o.Around.Untested(h), o.Now
	}
	p.env = o.Around.Environ(h, payload.Get("session_id").String())
	return p, nil
}

// call finds the call that a handler is given.
func (o Options) call(ctx context.Context, h config.Hook, in Input) (Call, error) {
	event := hooks.Event(h.Group.Event)
	if in.Question {
		return o.question(h)
	}
	if len(in.JSON) > 0 {
		v, err := hooks.Parse(in.JSON)
		switch {
		case err != nil:
			return Call{}, fmt.Errorf("the input: %w", err)
		case v.Kind() != hooks.Object:
			return Call{}, errors.New("the input is not a JSON object")
		case v.Get("hook_event_name").Kind() != hooks.Absent:
			return given(event, v)
		case !dispatch.OfTool(event):
			return Call{}, fmt.Errorf("the input has no hook_event_name: for %s it must be a whole payload", event)
		}
		value, err := o.value(h, in)
		return o.made(event, value, v.Raw(), Given), err
	}
	if dispatch.OfTool(event) && o.Transcripts != "" {
		if call, ok := o.past(ctx, h, in.Value); ok {
			return call, nil
		}
	}
	value, err := o.value(h, in)
	return o.made(event, value, inputFor(h, value, o.Around.Project), MadeUp), err
}

// question returns a made-up question of the first question tool that the handler runs for.
func (o Options) question(h config.Hook) (Call, error) {
	event := hooks.Event(h.Group.Event)
	tools := conflict.Firing(h, o.Tools)
	if !dispatch.OfTool(event) || len(tools) == 0 {
		return Call{}, errors.New("it does not run for questions")
	}
	return o.made(event, tools[0], `{"questions":[`+sample.Question+`]}`, MadeUp), nil
}

// given returns a call that the user gives entirely.
func given(event hooks.Event, payload hooks.Value) (Call, error) {
	if name := payload.Get("hook_event_name").String(); name != string(event) {
		return Call{}, fmt.Errorf("the input is a payload of %s, and the hook is for %s", name, event)
	}
	value := payload.Get(dispatch.Member(event)).String()
	return Call{Origin: Given, Event: event, Value: value, Payload: json.RawMessage(payload.Raw())}, nil
}

// made returns a call with a made-up payload around an input.
func (o Options) made(event hooks.Event, value, input string, from Origin) Call {
	call := sample.Call{Event: event, Value: value, Input: input, Transcript: os.DevNull, Cwd: o.Around.Project}
	return Call{Origin: from, Event: event, Value: value, Payload: call.Payload()}
}

// value returns the call's subject: what the user says, otherwise something that the handler
// fires for.
func (o Options) value(h config.Hook, in Input) (string, error) {
	event := hooks.Event(h.Group.Event)
	if in.Value != "" {
		return in.Value, nil
	}
	m := config.ParseMatcher(h.Group.Matcher)
	value, found := sample.Value(event, func(v string) bool {
		return m.Match(v) && len(dispatch.Alone(h, dispatch.Call{Event: event, Value: v}).Fires) > 0
	})
	if !found && len(m.Names()) > 0 {
		value, found = m.Names()[0], true // an MCP server's tool, or an unknown name
	}
	if !found {
		return "",
			fmt.Errorf("neverask knows no value for which its matcher %q fires: give one with --value", *h.Group.Matcher)
	}
	return value, nil
}

// inputFor returns an input for a tool for which the handler's "if" holds, if one can be made
// up.
func inputFor(h config.Hook, tool, dir string) string {
	input := sample.Input(tool, dir)
	content, ok := strings.CutPrefix(h.Handler.If, "Bash(")
	if !ok || tool != "Bash" {
		return input
	}
	content = strings.TrimSuffix(content, ")")
	content = strings.TrimSpace(strings.TrimRight(strings.ReplaceAll(content, ":*", " "), "* "))
	meant := `{"command":` + hooks.StringOf(content).Raw() + `}`
	if content != "" &&
		len(dispatch.Alone(h, dispatch.Call{Event: hooks.Event(h.Group.Event), Value: tool, Input: meant}).Fires) > 0 {
		return meant
	}
	return input
}

// past finds the last past call that the handler fires for, preferably one in this project.
func (o Options) past(ctx context.Context, h config.Hook, tool string) (Call, bool) {
	ctx, cancel := context.WithTimeout(ctx, searching)
	defer cancel()
	event := hooks.Event(h.Group.Event)
	fires := func(name, input string) bool {
		found := dispatch.Alone(h, dispatch.Call{Event: event, Value: name, Input: input})
		return (tool == "" || tool == name) && len(found.Fires) > 0
	}
	var last transcript.ToolCall
	for _, root := range []string{filepath.Join(o.Transcripts, transcript.Folder(o.Around.Project)), o.Transcripts} {
		// Without transcripts, or after the time limit, use what was found.
		_ = transcript.ToolCalls(ctx, root, func(name string) bool { return fires(name, "") },
			func(c transcript.ToolCall) bool {
				if last.ID != "" && last.File != c.File {
					return false
				}
				if c.ID != "" && fires(c.Tool, c.Input.Raw()) {
					last = c
				}
				return true
			})
		if last.ID != "" {
			break
		}
	}
	if last.ID == "" {
		return Call{}, false
	}
	made := sample.Call{
		Event: event, Value: last.Tool, Input: last.Input.Raw(), Session: last.Session,
		Transcript: last.File, Cwd: o.Around.Project, Mode: last.Mode,
	}
	if event == hooks.EventPostToolUse {
		made.Response = last.Result(ctx).Raw()
	}
	return Call{Origin: Past, Time: &last.Time, Project: last.Project,
		Event: event, Value: last.Tool, Payload: made.Payload()}, true
}

// doubt says why the client would not run the handler for the call.
func (o Options) doubt(h config.Hook, c Call) string {
	const would = "Claude Code would not run it for this call: "
	payload, _ := hooks.Parse([]byte(c.Payload)) // it is written by us, or was read before
	found := dispatch.Find(o.Sources, dispatch.Call{
		Event: c.Event, Value: c.Value, Input: payload.Get("tool_input").Raw(),
	})
	for _, f := range found.Fires {
		if f.Hook.ID == h.ID {
			if f.Unless == "" {
				return ""
			}
			return "Claude Code may not run it for this call: " + f.Unless
		}
	}
	for _, m := range found.Misses {
		if m.Hook.ID == h.ID {
			return would + m.Why
		}
	}
	return would + "its matcher does not fire for " + c.Value
}

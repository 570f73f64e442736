package control_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/control"
	"neverask/settings/musttest"
)

// stage is a session in which stories are told one after the other, each with callbacks of
// its own.
type stage struct {
	world
	mu   sync.Mutex
	says map[hooks.Event]control.HookFunc // by event; under "" when a permission is asked for
}

// raise starts a session with callbacks at some events.
func raise(t *testing.T, events ...hooks.Event) *stage {
	t.Helper()
	s := &stage{}
	at := func(event hooks.Event, otherwise control.Result) control.HookFunc {
		return func(ctx context.Context, in control.Input, id string) (control.Result, error) {
			s.mu.Lock()
			says := s.says[event]
			s.mu.Unlock()
			if says == nil {
				return otherwise, nil
			}
			return says(ctx, in, id)
		}
	}
	var entries []control.Entry
	for _, event := range events {
		entries = append(entries, on(event, "", at(event, control.OK())))
	}
	s.world = begin(t, newLab(t), register(t, at("", control.Allow()), entries...))
	return s
}

// scene is a part of a story.
type scene struct {
	says   map[hooks.Event]control.HookFunc
	prompt string
	turns  []ct.Turn

	made   bool // the file was touched
	asked  int  // how often the model was
	result ct.ToolResult
	end    control.Message
}

// play plays a scene to its end.
func (s *stage) play(sc scene) scene {
	s.t.Helper()
	s.mu.Lock()
	s.says = sc.says
	s.mu.Unlock()
	asked := s.asked()
	s.Turns(sc.turns...)
	musttest.Do(s.t, os.RemoveAll(s.file()))
	if sc.prompt == "" {
		sc.prompt = "hello"
	}
	sc.end = s.world.prompt(sc.prompt)
	_, err := os.Stat(s.file())
	sc.made, sc.asked = err == nil, s.asked()-asked
	// A call that was halted is told of with the next prompt.
	if all := s.ToolResults(); len(all) > 0 {
		sc.result = all[len(all)-1]
	}
	return sc
}

// asked is how often the model was.
func (s *stage) asked() (n int) {
	for _, r := range s.Requests() {
		if r.Main {
			n++
		}
	}
	return n
}

func (s *stage) file() string { return filepath.Join(s.Root, "made") }

// touches is a call that makes the file, and what the model says after it.
func (s *stage) touches() []ct.Turn { return []ct.Turn{bash("touch " + s.file()), ct.Text("finished")} }

func permission(f control.HookFunc) map[hooks.Event]control.HookFunc {
	return map[hooks.Event]control.HookFunc{"": f}
}

// gate are the answers to a request for a permission, and what comes of them.
var gate = []struct {
	name   string
	result control.Result
	exists bool
	told   string // by the tool's result
}{
	{"allow", control.Allow(), true, ""},
	{"deny", control.Deny("not on a Sunday"), false, "not on a Sunday"},
	{"misplaced", control.Halt("enough"), false, "Hook error"},
}

func TestClientCallbacks(t *testing.T) {
	s := raise(t, hooks.EventUserPromptSubmit, hooks.EventPreToolUse, hooks.EventPostToolUse, hooks.EventPostToolBatch, hooks.EventStop, hooks.EventPreCompact)
	t.Run("ClientPermissionGate", func(t *testing.T) {
		for _, tt := range gate {
			got := s.play(scene{says: permission(always(tt.result)), turns: s.touches()})
			if got.end.Subtype != "success" || got.made != tt.exists || !strings.Contains(got.result.Text, tt.told) {
				t.Errorf("%s: got %+v, the tool ran: %v, %s", tt.name, got.result, got.made, got.end.Line)
			}
		}
		s := raise(t)
		got := s.play(scene{says: permission(always(control.DenyInterrupt("enough"))), turns: s.touches()[:1]})
		if code := s.Wait(); code != 1 || got.end.Subtype != "error_during_execution" || got.made {
			t.Errorf("interrupt: exit code %d, the tool ran: %v, %s", code, got.made, got.end.Line)
		}
	})
	t.Run("ClientQuestionAnswered", s.questionAnswered)
	t.Run("ClientPermissionMode", s.permissionMode)
	t.Run("ClientModel", s.model)
	t.Run("ClientHalts", s.halts)
	t.Run("ClientPromptIsRejected", func(t *testing.T) {
		got := s.play(scene{prompt: "my password is x", says: map[hooks.Event]control.HookFunc{
			hooks.EventUserPromptSubmit: always(control.Reject("no secrets, please")),
		}})
		if got.asked > 0 {
			t.Errorf("the model was asked %d times", got.asked)
		}
	})
	// The tool runs with the merged input, from either place.
	t.Run("ClientRewrittenInput", func(t *testing.T) {
		rewrite := always(control.AllowInput(parse(t, `{"command":"echo rewritten"}`)))
		for name, says := range map[string]map[hooks.Event]control.HookFunc{
			"permission": permission(rewrite),
			"PreToolUse": {"": always(control.Deny("asked")), hooks.EventPreToolUse: rewrite},
		} {
			got := s.play(scene{says: says, turns: []ct.Turn{bash("touch " + s.file() + "; echo original"), ct.Text("finished")}})
			if r := got.result; r.Text != "rewritten" {
				t.Errorf("%s: got %+v", name, r)
			}
		}
	})
	// What the session tells the client by its environment does not reach the processes
	// of tools.
	t.Run("ClientStateIsNotPassedDown", func(t *testing.T) {
		got := s.play(scene{turns: []ct.Turn{bash("env"), ct.Text("finished")}})
		if r := got.result; !strings.Contains(r.Text, "HOME=") || strings.Contains(r.Text, "SESSION_STATE") {
			t.Errorf("got %s", r.Text)
		}
	})
	t.Run("ClientStopKeepsWorking", func(t *testing.T) {
		stops := 0
		got := s.play(scene{turns: []ct.Turn{ct.Text("first"), ct.Text("second")}, says: map[hooks.Event]control.HookFunc{
			hooks.EventStop: func(context.Context, control.Input, string) (control.Result, error) {
				if stops++; stops == 1 {
					return control.KeepWorking("the tests fail"), nil
				}
				return control.OK(), nil
			},
		}})
		if got.end.Value.Get("result").String() != "second" {
			t.Errorf("got %s", got.end.Line)
		}
		s.told("the tests fail")
	})
	t.Run("ClientInterruptWhilePending", s.interruptWhilePending)
	t.Run("ClientCompactInstructions", func(*testing.T) {
		s.play(scene{prompt: "/compact", says: map[hooks.Event]control.HookFunc{hooks.EventPreCompact: always(control.Instructions("keep the names of the ships"))}})
		s.told("keep the names of the ships")
	})
	if code := s.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// interruptWhilePending: the hook is told, and the session goes on.
func (s *stage) interruptWhilePending(t *testing.T) {
	started, ended := make(chan struct{}), make(chan error, 1)
	interrupted := make(chan error, 1)
	go func() {
		<-started
		interrupted <- s.Interrupt(t.Context())
	}()
	got := s.play(scene{turns: []ct.Turn{ct.Ask(ct.Choice(library, "date-fns", "moment"))}, says: permission(func(ctx context.Context, _ control.Input, _ string) (control.Result, error) {
		close(started)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return control.AllowInput(answers(t, library, "moment")), nil
	})})
	musttest.Do(t, <-interrupted)
	if err := <-ended; !errors.Is(err, control.ErrCancelled) {
		t.Errorf("the hook ended with %v", err)
	}
	if got.end.Subtype != "error_during_execution" {
		t.Errorf("got %s", got.end.Line)
	}
	if got := s.play(scene{prompt: "again", turns: []ct.Turn{ct.Text("finished")}}); got.end.Value.Get("result").String() != "finished" {
		t.Errorf("got %s", got.end.Line)
	}
}

func (s *stage) questionAnswered(t *testing.T) {
	if v := s.Info.Get("claude_code_version").String(); v != ct.Version() {
		t.Errorf("version %q", v)
	}
	got := s.play(scene{turns: []ct.Turn{ct.Ask(ct.Choice(library, "date-fns", "moment")), ct.Text("finished")},
		says: permission(func(_ context.Context, in control.Input, id string) (control.Result, error) {
			if in.ToolName != "AskUserQuestion" || !in.RequiresInteraction || id == "" {
				t.Errorf("got %s, %v, id %q", in.ToolName, in.RequiresInteraction, id)
			}
			return control.AllowInput(answers(t, library, "moment")), nil
		})})
	if got.end.Value.Get("result").String() != "finished" || !strings.Contains(got.result.Text, `="moment"`) {
		t.Errorf("got %+v, %s", got.result, got.end.Line)
	}
}

func (s *stage) permissionMode(t *testing.T) {
	musttest.Do(t, s.SetPermissionMode(t.Context(), "acceptEdits"))
	if err := s.SetPermissionMode(t.Context(), "yolo"); err == nil {
		t.Error("an unknown mode is taken")
	}
	var mode string
	s.play(scene{turns: []ct.Turn{ct.ToolUse("Write", map[string]string{"file_path": "/nowhere/x", "content": "x"}), ct.Text("finished")},
		says: map[hooks.Event]control.HookFunc{
			"": always(control.Deny("no")),
			hooks.EventPreToolUse: func(_ context.Context, in control.Input, _ string) (control.Result, error) {
				mode = in.Payload.Base().PermissionMode
				return control.OK(), nil
			},
		}})
	if mode != "acceptEdits" {
		t.Errorf("mode %q", mode)
	}
	musttest.Do(t, s.SetPermissionMode(t.Context(), "default"))
}

// model is changed for the session, and the state of MCP servers told.
func (s *stage) model(t *testing.T) {
	musttest.Do(t, s.SetModel(t.Context(), "haiku"))
	status, err := s.Request(t.Context(), "mcp_status", hooks.Value{})
	if err != nil || status.Get("mcpServers").Kind() != hooks.Array {
		t.Errorf("the servers are %s, %v", status.Raw(), err)
	}
	s.play(scene{turns: []ct.Turn{ct.Text("finished")}})
	if !slices.ContainsFunc(s.Requests(), func(r ct.Request) bool { return r.Main && strings.Contains(string(r.Body), `"model":"claude-haiku`) }) {
		t.Error("the model is another")
	}
}

// halts: the model is not asked again, and before a tool the tool does not run.
func (s *stage) halts(t *testing.T) {
	for event, n := range map[hooks.Event]int{
		hooks.EventUserPromptSubmit: 0, hooks.EventPreToolUse: 1, hooks.EventPostToolUse: 1, hooks.EventPostToolBatch: 1, hooks.EventStop: 2,
	} {
		t.Run(string(event), func(t *testing.T) {
			got := s.play(scene{says: map[hooks.Event]control.HookFunc{event: always(control.Halt("that is enough"))}, turns: s.touches()[:n]})
			if got.asked != n {
				t.Errorf("the model was asked %d times", got.asked)
			}
			if got.made && event == hooks.EventPreToolUse {
				t.Error("the tool ran")
			}
		})
	}
}

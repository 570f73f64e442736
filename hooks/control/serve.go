package control

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"neverask/hooks"
	"neverask/settings/jsontext"
)

// request is a request of the client that is not answered yet.
type request struct {
	id     string
	in     Input
	entry  Entry // of a hook_callback
	cancel context.CancelCauseFunc
}

// serve starts the answer to a request.
func (c *Conn) serve(id string, body hooks.Value) {
	req := &request{id: id}
	var ctx context.Context
	ctx, req.cancel = context.WithCancelCause(c.ctx)
	if !c.begin(req) {
		req.cancel(nil)
		return
	}
	if f := c.registry.other(body.Get("subtype").String()); f != nil {
		go answerOther(ctx, c, req, f, body)
		return
	}
	hook, err := c.registry.route(req, body)
	if hook == nil {
		c.refuse(req, err)
		return
	}
	if err != nil {
		c.fail(req, err)
		return
	}
	go c.run(ctx, req, hook, body.Get("tool_use_id").String())
}

// route finds the hook for a request. An error without a hook goes to the client as it is; with a
// hook it is the hook's failure.
func (r *Registry) route(req *request, body hooks.Value) (Hook, error) {
	switch subtype := body.Get("subtype").String(); subtype {
	case "can_use_tool":
		req.in.Event = CanUseTool
		hook := r.CanUseTool()
		if hook == nil {
			return nil, errors.New("no permission callback is registered")
		}
		var err error
		req.in, err = permissionInput(body)
		return hook, err
	case "hook_callback":
		id := body.Get("callback_id").String()
		hook, entry, ok := r.Lookup(id)
		if !ok {
			return nil, fmt.Errorf("no hook is registered as %q", id)
		}
		req.entry = entry
		var err error
		req.in, err = hookInput(body.Get("input"))
		if req.in.Event == "" {
			req.in.Event = entry.Event
		}
		return hook, err
	default:
		return nil, fmt.Errorf("unsupported control request %q", subtype)
	}
}

// run calls the hook and answers with its result, or with a failure once its time is over.
func (c *Conn) run(ctx context.Context, req *request, hook Hook, toolUseID string) {
	defer req.cancel(nil)
	if t := req.entry.Timeout; t > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, beforeTimeout(t), ErrTimeout)
		defer stop()
		giveUp := context.AfterFunc(ctx, func() {
			if context.Cause(ctx) == ErrTimeout {
				c.fail(req, ErrTimeout)
			}
		})
		defer giveUp()
	}
	// A hook may end the goroutine, as a failing test does.
	defer c.fail(req, errors.New("the hook ended its goroutine"))
	result, err := call(ctx, hook, req.in, toolUseID)
	if context.Cause(ctx) == ErrTimeout {
		err = ErrTimeout // whichever came first
	}
	if err != nil {
		c.fail(req, err)
		return
	}
	v, err := Wire(req.in, result)
	if err != nil {
		c.misplaced(req, result, err)
		return
	}
	c.reply(req, v)
}

// beforeTimeout is a little less than the client's own time-out, so that an answer still arrives.
func beforeTimeout(timeout time.Duration) time.Duration {
	return timeout - min(timeout/10, time.Second)
}

// call calls a hook and turns a panic into an error.
func call(ctx context.Context, hook Hook, in Input, toolUseID string) (result Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{r, debug.Stack()}
		}
	}()
	return hook.Call(ctx, in, toolUseID)
}

// panicError is a panic in a hook. The stack is for the warning alone.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// begin registers a request, unless there was one with this id before: each is answered once.
func (c *Conn) begin(req *request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, running := c.inflight[req.id]; running || c.finished.has(req.id) {
		return false
	}
	c.inflight[req.id] = req
	return true
}

// claim reports whether the caller is to answer: true once for each request.
func (c *Conn) claim(req *request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inflight[req.id] != req {
		return false
	}
	delete(c.inflight, req.id)
	c.finished.add(req.id)
	return true
}

// cancelRequest cancels a request: it ends the hook's context and sends nothing.
func (c *Conn) cancelRequest(id string) {
	c.mu.Lock()
	req := c.inflight[id]
	delete(c.inflight, id)
	c.finished.add(id)
	c.mu.Unlock()
	if req != nil {
		req.cancel(ErrCancelled)
	}
}

// reply sends the response to a request.
func (c *Conn) reply(req *request, response hooks.Value) {
	c.answer(req, func(w *hooks.Writer) {
		w.Text("subtype", "success")
		w.Text("request_id", req.id)
		w.Name("response").Value(response)
	})
}

// refuse sends an error in place of a response.
func (c *Conn) refuse(req *request, err error) {
	c.answer(req, func(w *hooks.Writer) {
		w.Text("subtype", "error")
		w.Text("request_id", req.id)
		w.Name("error").String(err.Error())
	})
}

func (c *Conn) answer(req *request, write func(*hooks.Writer)) {
	if !c.claim(req) {
		return
	}
	defer req.cancel(nil)
	var w hooks.Writer
	w.Begin('{')
	w.Text("type", "control_response")
	w.Name("response").Begin('{')
	write(&w)
	w.End('}')
	w.End('}')
	// The goroutine that reads gets here, too: if it waited, a client that writes before it reads
	// would never read.
	c.out.put(w.Bytes(), func(err error) {
		if err != nil {
			go c.warn(fmt.Sprintf("answer to %s: %v", req.in.Event, c.writeError(err)))
		}
	})
}

// fail answers for a hook that failed, unless the request was answered. It never allows anything.
func (c *Conn) fail(req *request, err error) {
	if p := (*panicError)(nil); errors.As(err, &p) {
		c.warn(fmt.Sprintf("%s: %v\n%s", req.in.Event, err, p.stack))
	}
	reason := "Hook error: " + err.Error()
	switch {
	case req.in.Event == CanUseTool:
	case req.in.Event == hooks.EventPreToolUse && !req.entry.Observer:
	default:
		c.refuse(req, err)
		return
	}
	if v, err := Wire(req.in, Deny(reason)); err == nil {
		c.reply(req, v)
	}
}

// misplaced answers for a hook whose result the event does not accept. A tool call is refused,
// and so is anything that a guard meant to refuse.
func (c *Conn) misplaced(req *request, result Result, err error) {
	c.warn(err.Error())
	switch {
	case req.in.Event == CanUseTool, req.in.Event == hooks.EventPreToolUse && !req.entry.Observer,
		req.entry.OnFailure != "":
		c.fail(req, err)
		return
	case req.in.Event == hooks.EventPermissionRequest,
		!req.entry.Observer && preventable(req.in.Event) && result.restricts():
		if v, err := Wire(req.in, From(hooks.Result{Decision: hooks.Deny, Message: "Hook error: " + err.Error()})); err == nil {
			c.reply(req, v)
			return
		}
	}
	c.reply(req, jsontext.Known("{}"))
}

// preventable reports whether a refusal at an event prevents something, other than a tool call.
func preventable(e hooks.Event) bool {
	switch e {
	case hooks.EventUserPromptSubmit, hooks.EventUserPromptExpansion,
		hooks.EventPreModelSwitch, hooks.EventPreCompact, hooks.EventConfigChange,
		hooks.EventTaskCreated, hooks.EventTaskCompleted, hooks.EventElicitation, hooks.EventElicitationResult:
		return true
	}
	return false
}

// recent remembers the ids of the last requests that were answered or cancelled.
type recent struct {
	ids   map[string]bool
	order []string
}

// remembered is how many ids are kept: a client repeats a request at once or
// never.
const remembered = 1024

func (r *recent) has(id string) bool { return r.ids[id] }

func (r *recent) add(id string) {
	if r.ids == nil {
		r.ids = map[string]bool{}
	}
	if r.ids[id] {
		return
	}
	if len(r.order) == remembered {
		delete(r.ids, r.order[0])
		r.order = r.order[1:]
	}
	r.ids[id] = true
	r.order = append(r.order, id)
}

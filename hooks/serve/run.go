package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"neverask/hooks"
)

// Main is the whole main function of a hook: it reads the payload from standard input, calls the
// handlers, prints what they reply, and ends the process. What handlers print to [os.Stdout] goes
// to standard error: one word beside the reply would void it, even a refusal.
func Main(handlers ...Handler) {
	stdout := os.Stdout
	os.Stdout = os.Stderr
	exit := answer(context.Background(), os.Stdin, stdout, handlers)
	_, err := stdout.Write(exit.Stdout)
	_, err2 := os.Stderr.Write(exit.Stderr)
	if errors.Join(err, err2) != nil && exit.Status == 0 {
		exit.Status = 1
	}
	os.Exit(exit.Status)
}

// Run reads a payload, calls its handlers one after the other, and returns the process's output
// and status. Several replies are combined by [hooks.Combine], so they must be results.
func Run(ctx context.Context, stdin io.Reader, handlers ...Handler) hooks.Exit {
	var early bytes.Buffer
	exit := answer(ctx, stdin, &early, handlers)
	exit.Stdout = append(early.Bytes(), exit.Stdout...)
	return exit
}

// answer writes to stdout only what must be there before the handlers are
// called.
func answer(ctx context.Context, stdin io.Reader, stdout io.Writer, handlers []Handler) hooks.Exit {
	payload, err := readPayload(stdin)
	if err != nil {
		return unreadExit(handlers, err)
	}
	handlers = slices.DeleteFunc(slices.Clone(handlers), func(h Handler) bool { return !h.accepts(payload) })
	if len(handlers) == 1 && handlers[0].async {
		first := hooks.Output{Async: true, AsyncTimeout: handlers[0].limit}
		if _, err := stdout.Write(first.JSON()); err != nil {
			return hooks.Exit{Stderr: message(err), Status: 1}
		}
	}
	var r run
	for _, h := range handlers {
		reply, err := h.call(ctx, payload)
		r.add(reply, err, h.guard)
	}
	return r.exit(payload)
}

func message(err error) []byte { return []byte("Hook error: " + err.Error() + "\n") }

// run collects what the handlers of one payload returned.
type run struct {
	replies []hooks.Reply
	guarded bool  // a guard was asked
	failure error // of a guard
	reports error // of observers
}

func (r *run) add(reply hooks.Reply, err error, guard bool) {
	r.guarded = r.guarded || guard
	switch {
	case err != nil && guard:
		r.failure = errors.Join(r.failure, err)
	case err != nil:
		r.reports = errors.Join(r.reports, err)
	case reply != nil:
		r.replies = append(r.replies, reply)
	}
}

func (r *run) exit(payload hooks.Payload) hooks.Exit {
	event := payload.Base().Event
	if r.failure != nil {
		return refusal(event, r.failure)
	}
	input := payload.Base().Document.Get("tool_input")
	out, err := r.output(event, input)
	switch {
	case err != nil && (r.guarded || r.restricted(event, input)):
		return refusal(event, err)
	case err != nil:
		return hooks.Exit{Stderr: message(errors.Join(err, r.reports)), Status: 1}
	}
	exit := out.Exit()
	if r.reports != nil {
		exit.Stderr = message(r.reports)
		if len(exit.Stdout) == 0 {
			exit.Status = 1 // beside printed JSON, the status would have no effect
		}
	}
	return exit
}

// output combines the replies into one output.
func (r *run) output(event hooks.Event, input hooks.Value) (hooks.Output, error) {
	switch len(r.replies) {
	case 0:
		return hooks.Output{}, nil
	case 1:
		out, err := r.replies[0].Native(event, input)
		if err == nil {
			err = out.Check(event) // a Reply may be of any type
		}
		return out, err
	}
	var results []hooks.Result
	for _, reply := range r.replies {
		result, ok := reply.(hooks.Result)
		if !ok {
			return hooks.Output{}, fmt.Errorf("%d replies to %s, and only results can be combined", len(r.replies), event)
		}
		results = append(results, result)
	}
	all, err := hooks.Combine(results...)
	if err != nil {
		return hooks.Output{}, err
	}
	return all.Native(event, input)
}

// restricted reports whether one of the replies that cannot be combined would
// have refused by itself: it must not be lost with the others.
func (r *run) restricted(event hooks.Event, input hooks.Value) bool {
	return len(r.replies) > 1 && slices.ContainsFunc(r.replies, func(reply hooks.Reply) bool {
		out, err := reply.Native(event, input)
		return err == nil && out.Restricts()
	})
}

// refusal is the exit of a guard that failed: status 2, which every release of the client
// understands, or JSON where that status has no effect.
func refusal(event hooks.Event, err error) hooks.Exit {
	if event.ExitBlocks() {
		return hooks.Exit{Stderr: message(err), Status: 2}
	}
	deny := hooks.Result{Decision: hooks.Deny, Message: "Hook error: " + err.Error()}
	if out, err := deny.Native(event, hooks.Value{}); err == nil {
		return out.Exit()
	}
	return hooks.Exit{Stderr: message(err), Status: 1}
}

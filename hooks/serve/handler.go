package serve

import (
	"context"
	"fmt"
	"time"

	"neverask/hooks"
)

// A Handler is made by [On], [Guard] or [Within].
type Handler struct {
	// call returns false for a payload that the handler is not for.
	call  func(ctx context.Context, p hooks.Payload) (reply hooks.Reply, mine bool, err error)
	guard bool
}

// On handles the payloads of one type. When it fails, that is reported, and what
// Claude was about to do goes on.
func On[P hooks.Payload](handle func(ctx context.Context, payload P) (hooks.Reply, error)) Handler {
	return Handler{call: func(ctx context.Context, p hooks.Payload) (hooks.Reply, bool, error) {
		mine, ok := p.(P)
		if !ok {
			return nil, false, nil
		}
		reply, err := safely(ctx, handle, mine)
		return reply, true, err
	}}
}

// Guard handles the payloads of one type like [On], but when it fails, what
// Claude was about to do is refused, where the event can be refused at all.
func Guard[P hooks.Payload](handle func(ctx context.Context, payload P) (hooks.Reply, error)) Handler {
	h := On(handle)
	h.guard = true
	return h
}

// Within limits the time of a handler. When it is up, the handler has failed;
// what the function does then is left to itself, and ends with the process.
func Within(limit time.Duration, h Handler) Handler {
	type answer struct {
		reply hooks.Reply
		mine  bool
		err   error
	}
	call := h.call
	h.call = func(ctx context.Context, p hooks.Payload) (hooks.Reply, bool, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		done := make(chan answer, 1)
		go func() {
			reply, mine, err := call(ctx, p)
			done <- answer{reply, mine, err}
		}()
		select {
		case a := <-done:
			return a.reply, a.mine, a.err
		case <-ctx.Done():
			return nil, true, fmt.Errorf("no answer within %v: %w", limit, ctx.Err())
		}
	}
	return h
}

// safely makes an error of a panic.
func safely[P hooks.Payload](ctx context.Context, handle func(context.Context, P) (hooks.Reply, error), p P) (reply hooks.Reply, err error) {
	defer func() {
		if r := recover(); r != nil {
			reply, err = nil, fmt.Errorf("panic: %v", r)
		}
	}()
	return handle(ctx, p)
}

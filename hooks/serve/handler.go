package serve

import (
	"context"
	"fmt"
	"time"

	"neverask/hooks"
)

// A Handler is made by [On] or [Guard], and changed by [Within] or [Background].
type Handler struct {
	accepts func(p hooks.Payload) bool
	call    func(ctx context.Context, p hooks.Payload) (hooks.Reply, error)
	guard   bool
	// async is set for a handler that Claude need not wait for; limit is then
	// how long it may run.
	async bool
	limit time.Duration
}

// On handles the payloads of one type. When it fails, the failure is reported, and Claude goes
// on.
func On[P hooks.Payload](handle func(ctx context.Context, payload P) (hooks.Reply, error)) Handler {
	return Handler{
		accepts: func(p hooks.Payload) bool {
			_, ok := p.(P)
			return ok
		},
		call: func(ctx context.Context, p hooks.Payload) (reply hooks.Reply, err error) {
			defer func() {
				if r := recover(); r != nil {
					reply, err = nil, fmt.Errorf("panic: %v", r)
				}
			}()
			return handle(ctx, p.(P))
		},
	}
}

// Guard handles the payloads of one type like [On], but when it fails, what
// Claude was about to do is refused, where the event can be refused at all.
func Guard[P hooks.Payload](handle func(ctx context.Context, payload P) (hooks.Reply, error)) Handler {
	h := On(handle)
	h.guard = true
	return h
}

// Within limits the time of a handler. When the limit is up, the handler has failed; the function
// runs on until the process ends.
func Within(limit time.Duration, h Handler) Handler {
	type answer struct {
		reply hooks.Reply
		err   error
	}
	call := h.call
	h.call = func(ctx context.Context, p hooks.Payload) (hooks.Reply, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		done := make(chan answer, 1)
		go func() {
			reply, err := call(ctx, p)
			done <- answer{reply, err}
		}()
		select {
		case a := <-done:
			return a.reply, a.err
		case <-ctx.Done():
			return nil, fmt.Errorf("no answer within %v: %w", limit, ctx.Err())
		}
	}
	return h
}

// Background lets Claude go on while the handler works, for at most the limit; zero is the
// client's own. Its reply reaches Claude later: it can give context or a message, but decide
// nothing. If another handler takes the same payload, Claude waits for both.
func Background(limit time.Duration, h Handler) Handler {
	h.async, h.limit = true, limit
	return h
}

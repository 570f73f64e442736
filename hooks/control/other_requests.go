package control

import (
	"context"
	"errors"
	"runtime/debug"

	"neverask/hooks"
	"neverask/settings/jsontext"
)

// RequestFunc answers requests of the client other than those for hooks and permissions. request
// is the body of the request; the response is an object, or absent for an empty one. The context
// ends when the client takes the request back, and with the session.
type RequestFunc func(ctx context.Context, request hooks.Value) (response hooks.Value, err error)

// WithRequests returns the registry with a function for the requests of a subtype, such as
// "mcp_message" for a server in this process, or "elicitation". The client is told that requests
// without a function are not supported. The registry may be nil.
func (r *Registry) WithRequests(subtype string, f RequestFunc) *Registry {
	with := Registry{}
	if r != nil {
		with = *r
	}
	others := map[string]RequestFunc{subtype: f}
	for name, have := range with.others {
		if name != subtype {
			others[name] = have
		}
	}
	with.others = others
	return &with
}

// other returns the function for the requests of a subtype, or nil.
func (r *Registry) other(subtype string) RequestFunc {
	if r == nil {
		return nil
	}
	return r.others[subtype]
}

// answerOther answers a request with the function that is registered for it.
func answerOther(ctx context.Context, c *Conn, req *request, f RequestFunc, body hooks.Value) {
	defer req.cancel(nil)
	// A function may end the goroutine, as a failing test does.
	defer c.refuse(req, errors.New("the function ended its goroutine"))
	response, err := func() (v hooks.Value, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = &panicError{r, debug.Stack()}
			}
		}()
		return f(ctx, body)
	}()
	switch {
	case err != nil:
		c.refuse(req, err)
	case response.Kind() == hooks.Absent:
		c.reply(req, jsontext.Known("{}"))
	default:
		c.reply(req, response)
	}
}

package control

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// TestRequests: what this package does not know is answered by a function, whose failure
// is told; without one, as before.
func TestRequests(t *testing.T) {
	say := func(text string) hooks.Value {
		v, err := hooks.Parse(text)
		musttest.Do(t, err)
		return v
	}
	var r *Registry
	r = r.WithRequests("mcp_message", func(_ context.Context, request hooks.Value) (hooks.Value, error) {
		return say(`{"to":` + request.Get("server_name").Raw() + `}`), nil
	}).WithRequests("elicitation", func(context.Context, hooks.Value) (hooks.Value, error) {
		return hooks.Value{}, errors.New("nobody is here")
	}).WithRequests("empty", func(context.Context, hooks.Value) (hooks.Value, error) { return hooks.Value{}, nil }).WithRequests("panic", func(context.Context, hooks.Value) (hooks.Value, error) { panic("oh") }).WithRequests("exit", func(context.Context, hooks.Value) (hooks.Value, error) { runtime.Goexit(); return hooks.Value{}, nil })
	p := newPeer(t, r)
	for i, tt := range []struct{ body, want string }{
		{`{"subtype":"mcp_message","server_name":"calc"}`, `"response":{"to":"calc"}`},
		{`{"subtype":"elicitation"}`, `"error":"nobody is here"`},
		{`{"subtype":"empty"}`, `"response":{}`},
		{`{"subtype":"panic"}`, `"error":"panic: oh"`},
		{`{"subtype":"exit"}`, `"error":"the function ended its goroutine"`},
		{`{"subtype":"other"}`, `"error":"unsupported control request \"other\""`},
	} {
		p.request(fmt.Sprint("r", i), tt.body)
		if got := p.next(); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s", tt.body, got)
		}
	}
}

package control

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// FuzzConn: whatever the client writes, each request gets at most one reply, in
// a line of valid JSON, and nothing is allowed that no hook has allowed.
func FuzzConn(f *testing.F) {
	f.Add([]byte(`{"type":"control_request","request_id":"a","request":` + canUse + `}` + "\n" + `{"type":"control_cancel_request","request_id":"a"}`))
	f.Add([]byte(`{"type":"control_request","request_id":"a","request":` + preTool + `}` + "\n" + `{"type":"control_request","request_id":"a","request":` + preTool + `}`))
	f.Add([]byte(`{"type":"control_request","request_id":"b","request":{"subtype":"hook_callback","callback_id":"hook_1","input":{"hook_event_name":"PreToolUse"}}}`))
	f.Add([]byte(`{"type":"control_response","response":{"subtype":"success","request_id":"req_1"}}` + "\r\n\r\nx\n[]"))
	f.Add([]byte(`{"type":"control_request","request_id":"c` + strings.Repeat("x", 5000)))
	f.Add([]byte(`{"type":"control_request","request_id":"\ud800","request":{}}`))
	f.Add([]byte(`{"type":"control_request","request_id":"d","request":{"subtype":"can_use_tool","input":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}}`))
	f.Add([]byte(`}}{"type":"control_request","request_id":"e",` + "\xff" + `"request":{"subtype":"hook_callback","callback_id":"hook_0"}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		deny := HookFunc(func(context.Context, Input, string) (Result, error) { return Deny("no"), nil })
		registry, err := NewRegistry(deny, Entry{Event: hooks.EventPreToolUse, Hooks: []Hook{deny}}, Entry{Event: hooks.EventStop, Hooks: []Hook{deny}})
		musttest.Do(t, err)
		var out bytes.Buffer // the writer of a Conn is called by one goroutine at a time
		c := newConn(context.Background(), bytes.NewReader(in), &out, registry, nil, 4096)
		<-c.Done()
		for { // what is still being answered gets an error, or nothing
			c.out.mu.Lock()
			if !c.out.busy {
				break
			}
			c.out.mu.Unlock()
			runtime.Gosched()
		}
		defer c.out.mu.Unlock()
		seen := map[string]bool{}
		for line := range strings.Lines(out.String()) {
			v, err := hooks.Parse(strings.TrimSuffix(line, "\n"))
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			response := v.Get("response")
			id := response.Get("request_id").Raw()
			if seen[id] {
				t.Errorf("%s is answered twice", id)
			}
			seen[id] = true
			if strings.Contains(line, `"allow"`) {
				t.Errorf("allowed: %s", line)
			}
		}
	})
}

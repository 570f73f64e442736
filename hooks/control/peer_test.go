package control

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// patience bounds every wait of a test.
const patience = time.Minute

// peer stands in for the client: frames in, frames out.
type peer struct {
	*Conn
	t      *testing.T
	in     *io.PipeWriter
	out    chan string
	cancel context.CancelFunc
	quiets int
	mu     sync.Mutex
	warned []string
}

func newPeer(t *testing.T, registry *Registry, maxLine ...int) *peer {
	t.Helper()
	checkLeaks(t)
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	p := &peer{t: t, in: in, out: make(chan string, 1000)}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	limit := MaxLine
	if len(maxLine) > 0 {
		limit = maxLine[0]
	}
	p.Conn = newConn(ctx, fromClient, toClient, registry, func(text string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.warned = append(p.warned, text)
	}, limit)
	go func() {
		defer close(p.out)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.out <- s.Text()
		}
	}()
	t.Cleanup(func() {
		in.Close()
		<-p.Done()
		toClient.Close()
		cancel()
	})
	return p
}

// send writes a line of the client.
func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) request(id, body string) {
	p.t.Helper()
	p.send(`{"type":"control_request","request_id":"%s","request":%s}`, id, body)
}

// next is what was written next.
func (p *peer) next() string {
	p.t.Helper()
	select {
	case line := <-p.out:
		return line
	case <-time.After(patience):
		p.t.Fatal("nothing is written")
		return ""
	}
}

func (p *peer) want(line string) {
	p.t.Helper()
	if got := p.next(); got != line {
		p.t.Errorf("got  %s\nwant %s", got, line)
	}
}

// quiet fails when anything has been written: what is asked now is answered
// next.
func (p *peer) quiet() {
	p.t.Helper()
	p.quiets++
	id := fmt.Sprint("quiet", p.quiets)
	p.request(id, `{"subtype":"quiet"}`)
	p.want(failed(id, `unsupported control request \"quiet\"`))
}

func (p *peer) wantWarning(part string) {
	p.t.Helper()
	until(p.t, "no warning of "+part, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return strings.Contains(strings.Join(p.warned, "\n"), part)
	})
}

func success(id, response string) string {
	return `{"type":"control_response","response":{"subtype":"success","request_id":"` + id + `","response":` + response + `}}`
}

func failed(id, text string) string {
	return `{"type":"control_response","response":{"subtype":"error","request_id":"` + id + `","error":"` + text + `"}}`
}

func denied(id, reason string) string {
	return success(id, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"`+reason+`"}}`)
}

const (
	canUse  = `{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"u1"}`
	preTool = `{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}},"tool_use_id":"u1"}`
)

func register(t *testing.T, permission HookFunc, entries ...Entry) *Registry {
	t.Helper()
	var hook Hook
	if permission != nil {
		hook = permission
	}
	r, err := NewRegistry(hook, entries...)
	musttest.Do(t, err)
	return r
}

func on(event hooks.Event, f HookFunc) Entry { return Entry{Event: event, Hooks: []Hook{f}} }

func always(r Result) HookFunc {
	return func(context.Context, Input, string) (Result, error) { return r, nil }
}

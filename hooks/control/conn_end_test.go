package control

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/hooks"
)

func TestCancel(t *testing.T) {
	started, ended := make(chan struct{}), make(chan error)
	p := newPeer(t, register(t, func(ctx context.Context, _ Input, _ string) (Result, error) {
		close(started)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return Allow(), nil
	}))
	p.send(`{"type":"control_cancel_request","request_id":"never"}`) // nobody asked for that
	p.request("a", canUse)
	<-started
	p.send(`{"type":"control_cancel_request","request_id":"a"}`)
	if err := <-ended; err != ErrCancelled {
		t.Errorf("the hook ended with %v", err)
	}
	p.quiet()
	p.request("a", canUse)                                       // it came too late
	p.send(`{"type":"control_cancel_request","request_id":"a"}`) // again
	p.quiet()
}

func TestCancelAfterTheAnswer(t *testing.T) {
	p := newPeer(t, register(t, always(Deny("no"))))
	p.request("a", canUse)
	p.want(success("a", `{"behavior":"deny","message":"no"}`))
	p.send(`{"type":"control_cancel_request","request_id":"a"}`)
	p.quiet()
}

func TestTimeout(t *testing.T) {
	late := make(chan struct{})
	for name, f := range map[string]HookFunc{
		"heeded": func(ctx context.Context, _ Input, _ string) (Result, error) {
			<-ctx.Done()
			return Allow(), context.Cause(ctx)
		},
		"ignored": func(context.Context, Input, string) (Result, error) {
			<-late
			return Allow(), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPeer(t, register(t, nil, Entry{Event: hooks.EventPreToolUse, Timeout: 50 * time.Millisecond, Hooks: []Hook{f}}))
			start := time.Now()
			p.request("a", preTool)
			p.want(denied("a", "Hook error: the hook did not answer in time"))
			if took := time.Since(start); took < 45*time.Millisecond {
				t.Errorf("given up after %v", took)
			}
			if name == "ignored" {
				close(late)
			}
			p.quiet()
		})
	}
}

func TestInside(t *testing.T) {
	for timeout, want := range map[time.Duration]time.Duration{
		time.Second: 900 * time.Millisecond, 60 * time.Second: 59 * time.Second, 10 * time.Millisecond: 9 * time.Millisecond,
	} {
		if got := beforeTimeout(timeout); got != want {
			t.Errorf("%v: got %v, want %v", timeout, got, want)
		}
	}
}

// TestEndOfTheClient: everything that waits for it ends.
func TestEndOfTheClient(t *testing.T) {
	started, ended := make(chan struct{}, 3), make(chan error, 3)
	p := newPeer(t, register(t, func(ctx context.Context, _ Input, _ string) (Result, error) {
		started <- struct{}{}
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return Allow(), nil
	}))
	for i := range 3 {
		p.request(fmt.Sprint(i), canUse)
		<-started
	}
	asked := make(chan error)
	go func() { asked <- p.Interrupt(context.Background()) }()
	p.next() // the interrupt
	p.in.Close()
	for range 3 {
		if err := <-ended; err != ErrEnded {
			t.Errorf("the hook ended with %v", err)
		}
	}
	if err := <-asked; !errors.Is(err, ErrEnded) {
		t.Errorf("the interrupt ended with %v", err)
	}
	if _, err := p.Receive(t.Context()); err != io.EOF {
		t.Errorf("got %v", err)
	}
	select {
	case line, ok := <-p.out:
		if ok {
			t.Errorf("written after the end: %s", line)
		}
	default:
	}
}

// TestEndInTheMiddle: a line that the end cut off starts nothing.
func TestEndInTheMiddle(t *testing.T) {
	p := newPeer(t, register(t, func(context.Context, Input, string) (Result, error) {
		t.Error("the hook ran")
		return Allow(), nil
	}))
	io.WriteString(p.in, `{"type":"control_request","request_id":"a","request":{"subtype":"can_use_`)
	p.in.Close()
	m, err := p.Receive(t.Context())
	if err != nil || m.Type != "" || !strings.HasSuffix(string(m.Line), "can_use_") {
		t.Errorf("got %+v, %v", m, err)
	}
	if _, err := p.Receive(t.Context()); err != io.EOF {
		t.Errorf("got %v", err)
	}
	if p.Malformed() != 1 {
		t.Errorf("%d malformed lines", p.Malformed())
	}
}

func TestReadError(t *testing.T) {
	p := newPeer(t, nil)
	p.in.CloseWithError(errors.New("broken"))
	if _, err := p.Receive(t.Context()); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
}

func TestContextEndsHooks(t *testing.T) {
	started, ended := make(chan struct{}), make(chan error)
	p := newPeer(t, register(t, func(ctx context.Context, _ Input, _ string) (Result, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return Result{}, ctx.Err()
	}))
	p.request("a", canUse)
	<-started
	p.cancel()
	if err := <-ended; err != context.Canceled {
		t.Errorf("the hook ended with %v", err)
	}
	p.want(success("a", `{"behavior":"deny","message":"Hook error: context canceled"}`))
}

// TestEnded: whatever is asked of a client that is gone fails with ErrEnded.
func TestEnded(t *testing.T) {
	p := newPeer(t, nil)
	p.in.Close()
	<-p.Done()
	_, request := p.Request(t.Context(), "x", hooks.Value{})
	for name, err := range map[string]error{
		"Send": p.Send(value(t, `{}`)), "Prompt": p.Prompt("x"), "Request": request, "Interrupt": p.Interrupt(t.Context()),
	} {
		if !errors.Is(err, ErrEnded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestContextBoundsWriting: a client that does not read holds up nobody for longer
// than they want to wait.
func TestContextBoundsWriting(t *testing.T) {
	checkLeaks(t)
	fromClient, in := io.Pipe()
	unread, toClient := io.Pipe()
	c := NewConn(context.Background(), fromClient, toClient, nil, nil)
	over := errors.New("over")
	for name, ask := range map[string]func(context.Context) error{
		"Interrupt": c.Interrupt, "SetPermissionMode": func(ctx context.Context) error { return c.SetPermissionMode(ctx, "plan") },
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		done := make(chan error, 1)
		go func() { done <- ask(ctx) }()
		cancel(over)
		select {
		case err := <-done:
			if !errors.Is(err, over) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(patience):
			t.Fatalf("%s still writes", name)
		}
	}
	unread.Close()
	in.Close()
	<-c.Done()
}

// TestPeerThatWritesFirst: a client of one thread may write its requests before
// it reads an answer.
func TestPeerThatWritesFirst(t *testing.T) {
	checkLeaks(t)
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	c := NewConn(context.Background(), fromClient, toClient, nil, nil)
	written := make(chan struct{})
	go func() {
		for i := range 10 {
			fmt.Fprintf(in, `{"type":"control_request","request_id":"%d","request":{"subtype":"x"}}`+"\n", i)
		}
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(patience):
		t.Fatal("the requests are not read")
	}
	answers := bufio.NewScanner(out)
	for i := range 10 {
		if want := failed(fmt.Sprint(i), `unsupported control request \"x\"`); !answers.Scan() || answers.Text() != want {
			t.Errorf("got %s, want %s", answers.Text(), want)
		}
	}
	in.Close()
	<-c.Done()
}

// brokenWriter is a pipe to a client that cannot be written to.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// TestWriteError: a client that does not read any more is gone, and so is one that has ended; any
// other failure is only that.
func TestWriteError(t *testing.T) {
	for _, tt := range []struct {
		err  error
		gone bool
	}{{fmt.Errorf("write: %w", syscall.EPIPE), true}, {io.ErrClosedPipe, true}, {syscall.ENOSPC, false}} {
		t.Run(tt.err.Error(), func(t *testing.T) {
			checkLeaks(t)
			fromClient, in := io.Pipe()
			warned := make(chan string, 1)
			c := NewConn(context.Background(), fromClient, brokenWriter{tt.err}, register(t, always(Allow())), func(text string) { warned <- text })
			if err := c.Prompt("x"); !errors.Is(err, tt.err) || errors.Is(err, ErrEnded) != tt.gone {
				t.Errorf("got %v", err)
			}
			fmt.Fprintf(in, `{"type":"control_request","request_id":"a","request":%s}`+"\n", canUse)
			if text := <-warned; !strings.Contains(text, "answer to can_use_tool") || !strings.Contains(text, tt.err.Error()) {
				t.Errorf("warned of %q", text)
			}
			in.Close()
			<-c.Done()
			if err := c.writeError(tt.err); !errors.Is(err, ErrEnded) || !errors.Is(err, tt.err) {
				t.Errorf("after the end: %v", err)
			}
		})
	}
}

// TestRequestIsWaitedForAsLongAsItsContext: a client that reads but never answers.
func TestRequestIsWaitedForAsLongAsItsContext(t *testing.T) {
	p := newPeer(t, nil)
	ctx, cancel := context.WithCancelCause(context.Background())
	asked, over := make(chan error), errors.New("over")
	go func() { asked <- p.Interrupt(ctx) }()
	p.next()
	cancel(over)
	if err := <-asked; !errors.Is(err, over) || errors.Is(err, ErrEnded) {
		t.Errorf("the interrupt ended with %v", err)
	}
}

// lateWriter is a pipe to a client that answers a request and ends before the writing
// of the request has returned.
type lateWriter struct {
	answer   *io.PipeWriter
	returned chan struct{}
}

func (w lateWriter) Write(b []byte) (int, error) {
	fmt.Fprintln(w.answer, `{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{"ok":true}}}`)
	w.answer.Close()
	<-w.returned
	return len(b), nil
}

// TestAnswerBeforeWritingReturns: an answer counts, also when its client has ended before
// the request is known to be written.
func TestAnswerBeforeWritingReturns(t *testing.T) {
	checkLeaks(t)
	fromClient, in := io.Pipe()
	w := lateWriter{in, make(chan struct{})}
	c := NewConn(context.Background(), fromClient, w, nil, nil)
	got, err := c.Request(t.Context(), "x", hooks.Value{})
	close(w.returned)
	if err != nil || !got.Get("ok").IsTrue() {
		t.Errorf("got %s, %v", got.Raw(), err)
	}
}

package control

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"neverask/hooks"
)

// ErrEnded says that a request failed because the client has ended.
var ErrEnded = errors.New("the client has ended")

// ErrCancelled is the cause that ends the context of a hook whose request the
// client has taken back.
var ErrCancelled = errors.New("the client has taken its request back")

// ErrTimeout is the cause that ends the context of a hook that is out of time.
var ErrTimeout = errors.New("the hook did not answer in time")

// Conn speaks the control protocol over a reader and a writer.
type Conn struct {
	registry *Registry
	warn     func(string)
	out      lineWriter
	ctx      context.Context //nolint:containedctx // of all hooks: it ends with the connection
	cancel   context.CancelCauseFunc
	messages *queue
	done     chan struct{} // closed when the client is gone

	malformed atomic.Int64
	turns     *turns

	mu       sync.Mutex
	inflight map[string]*request
	finished recent
	calls    map[string]chan hooks.Value
	lastCall int
	readErr  error
}

// NewConn starts to read what the client writes, and to answer its requests with the hooks of the
// registry, which may be nil. warn, which may be nil, receives errors that nothing else reports;
// it may be called from several goroutines at once. Everything ends with the client's stream; the
// context ends the hooks before that.
func NewConn(ctx context.Context, from io.Reader, to io.Writer, registry *Registry, warn func(string)) *Conn {
	return newConn(ctx, from, to, registry, warn, MaxLine)
}

func newConn(ctx context.Context, from io.Reader, to io.Writer,
	registry *Registry, warn func(string), maxLine int) *Conn {
	if warn == nil {
		warn = func(string) {}
	}
	c := &Conn{
		registry: registry, warn: warn, out: lineWriter{w: to}, messages: newQueue(),
		turns: newTurns(), done: make(chan struct{}),
		inflight: map[string]*request{}, calls: map[string]chan hooks.Value{},
	}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	for _, text := range registry.Warnings() {
		warn(text)
	}
	go c.read(&lineReader{bufio.NewReaderSize(from, 64<<10), maxLine})
	return c
}

// read handles lines until there are no more.
func (c *Conn) read(in *lineReader) {
	for {
		f, err := in.next()
		if err != nil {
			c.end(err)
			return
		}
		c.take(f)
	}
}

// end releases everything that waits for the client.
func (c *Conn) end(err error) {
	c.mu.Lock()
	if !errors.Is(err, io.EOF) {
		c.readErr = err
	}
	clear(c.inflight) // nobody listens to answers any more
	c.mu.Unlock()
	c.cancel(ErrEnded)
	close(c.done)
	c.messages.close()
}

// take handles one line.
func (c *Conn) take(f frame) {
	if f.tooLong {
		c.malformed.Add(1)
		c.warn("a line of the client is too long and was skipped")
		c.refuseUnread(f.line, errors.New("the request is too long"))
		return
	}
	m, err := newMessage(f.line)
	if err != nil && !f.torn && c.refuseUnread(f.line, fmt.Errorf("the request cannot be read: %w", err)) {
		c.malformed.Add(1)
		c.warn(fmt.Sprintf("a request of the client cannot be read: %v", err))
		return
	}
	if err != nil && m.Type == "control_request" {
		m.Type = "" // a part of a request is no request
	}
	id := m.Value.Get("request_id").String()
	switch m.Type {
	case "control_request":
		if id == "" {
			break
		}
		c.serve(id, m.Value.Get("request"))
		return
	case "control_cancel_request":
		c.cancelRequest(id)
		return
	case "control_response":
		if !c.deliver(m.Value.Get("response")) {
			c.warn("the client answered a request that was not made, or is not waited for any more")
		}
		return
	}
	if m.Type == "" || m.Type == "control_request" {
		c.malformed.Add(1)
	}
	c.turns.take(m)
	if m.Subtype == "session_state_changed" && m.Value.Get("sdk_host_only").IsTrue() {
		return // see readsState
	}
	c.messages.put(m)
}

// Malformed counts the lines that were not messages: torn, too long or foreign. Receive returns
// them, except those that are too long and unreadable requests that were refused.
func (c *Conn) Malformed() int { return int(c.malformed.Load()) }

// Receive returns the next line of the client that is not part of the control
// protocol, and io.EOF after the last one.
func (c *Conn) Receive(ctx context.Context) (Message, error) {
	m, err := c.messages.get(ctx)
	if err == io.EOF {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.readErr != nil {
			return m, fmt.Errorf("read from the client: %w", c.readErr)
		}
	}
	return m, err
}

// Done is closed when the client is gone.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Send writes one message, and waits until it is written: a client that does not read holds it
// up. A message of type "user" is a prompt, whatever its content, and [Session.Wait] waits for
// its result. The error is ErrEnded when the client is gone.
func (c *Conn) Send(message hooks.Value) error {
	if message.Get("type").String() == "user" {
		c.turns.prompt(message.Get("uuid").String())
	}
	return c.send(context.Background(), message)
}

// send is Send, with a context.
func (c *Conn) send(ctx context.Context, message hooks.Value) error {
	select {
	case <-c.done:
		return fmt.Errorf("write to the client: %w", ErrEnded)
	default:
	}
	written := make(chan error, 1)
	c.out.put([]byte(message.Raw()), func(err error) { written <- err })
	select {
	case err := <-written:
		return c.writeError(err)
	case <-ctx.Done():
		return fmt.Errorf("write to the client: %w", context.Cause(ctx))
	case <-c.done:
	}
	select {
	case err := <-written: // it came just before the end
		return c.writeError(err)
	default:
		return fmt.Errorf("write to the client: %w", ErrEnded)
	}
}

// writeError returns why writing has failed. A client that does not read any more is gone, though
// its last lines may still arrive.
func (c *Conn) writeError(err error) error {
	if err == nil {
		return nil
	}
	gone := errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
	select {
	case <-c.done:
		gone = true
	default:
	}
	if gone {
		return fmt.Errorf("write to the client: %w: %w", ErrEnded, err)
	}
	return fmt.Errorf("write to the client: %w", err)
}

// Resume says that the client will send a result without a prompt, because it resumes a session
// whose last tool call was deferred.
func (c *Conn) Resume() { c.turns.resume() }

// Initialize is the handshake, which comes before all prompts: it registers the hooks and returns
// what the client says about itself. It fails when the client does not accept the hooks, or does
// not support their Entry.OnFailure.
func (c *Conn) Initialize(ctx context.Context) (hooks.Value, error) {
	var w hooks.Writer
	w.Begin('{')
	w.Member("hooks", c.registry.Wire())
	w.End('}')
	info, err := c.Request(ctx, "initialize", w.Finish())
	if err == nil {
		err = c.registry.confirm(info)
	}
	return info, err
}

// Interrupt ends what the client is doing. The client cancels its own open requests.
func (c *Conn) Interrupt(ctx context.Context) error {
	_, err := c.Request(ctx, "interrupt", hooks.Value{})
	return err
}

// SetPermissionMode changes the permission mode of the session.
func (c *Conn) SetPermissionMode(ctx context.Context, mode string) error {
	var w hooks.Writer
	w.Begin('{')
	w.Text("mode", mode)
	w.End('}')
	_, err := c.Request(ctx, "set_permission_mode", w.Finish())
	return err
}

// Request makes a control request and waits for its response. members, which may be absent, is an
// object with the other members of the request.
func (c *Conn) Request(ctx context.Context, subtype string, members hooks.Value) (hooks.Value, error) {
	id, reply := c.expect()
	defer c.forget(id)
	var w hooks.Writer
	w.Begin('{')
	w.Text("type", "control_request")
	w.Text("request_id", id)
	w.Name("request").Begin('{')
	w.Text("subtype", subtype)
	for m := range members.Members() {
		w.Member(m.Name, m.Value)
	}
	w.End('}')
	w.End('}')
	err := c.send(ctx, w.Finish())
	if err == nil {
		select {
		case response := <-reply:
			return readReply(subtype, response)
		case <-ctx.Done():
			err = context.Cause(ctx)
		case <-c.done:
			err = ErrEnded
		}
	}
	select {
	case response := <-reply: // it came just before the end, maybe before writing returned
		return readReply(subtype, response)
	default:
		return hooks.Value{}, fmt.Errorf("%s: %w", subtype, err)
	}
}

func readReply(subtype string, response hooks.Value) (hooks.Value, error) {
	if response.Get("subtype").String() == "success" {
		return response.Get("response"), nil
	}
	return hooks.Value{}, fmt.Errorf("%s: the client refuses: %s",
		subtype, cmp.Or(response.Get("error").String(), response.Raw()))
}

// expect makes room for a response.
func (c *Conn) expect() (id string, reply chan hooks.Value) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lastCall++
	id = "req_" + strconv.Itoa(c.lastCall)
	reply = make(chan hooks.Value, 1)
	c.calls[id] = reply
	return id, reply
}

func (c *Conn) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
}

// deliver passes a response to its waiting request, and reports whether there is one.
func (c *Conn) deliver(response hooks.Value) bool {
	id := response.Get("request_id").String()
	c.mu.Lock()
	defer c.mu.Unlock()
	reply, ok := c.calls[id]
	delete(c.calls, id)
	if ok {
		reply <- response
	}
	return ok
}

// SetModel changes the model of the session; empty is the default one.
func (c *Conn) SetModel(ctx context.Context, model string) error {
	var w hooks.Writer
	w.Begin('{')
	w.Text("model", model)
	w.End('}')
	_, err := c.Request(ctx, "set_model", w.Finish())
	return err
}

package control

import (
	"crypto/rand"
	"fmt"

	"neverask/hooks"
)

// Prompt sends what a person would type. While a turn runs, the client may add the prompt to that
// turn, which then has one result for both.
func (c *Conn) Prompt(text string) error { return c.Send(UserMessage(newUUID(), text)) }

// UserMessage returns the message of a prompt. The client refers to the prompt by the uuid, as in
// the "user_message_uuids" of the result. Without one, [Session.Wait] expects a result of its own
// for the prompt, so do not send it while a turn runs.
func UserMessage(uuid, text string) hooks.Value {
	var w hooks.Writer
	w.Begin('{')
	w.Text("type", "user")
	w.Text("uuid", uuid)
	w.Name("session_id").String("")
	w.Name("message").Begin('{')
	w.Text("role", "user")
	w.Name("content").String(text)
	w.End('}')
	w.Name("parent_tool_use_id").Value(hooks.Value{})
	w.End('}')
	return w.Finish()
}

// newUUID is a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

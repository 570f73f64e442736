package control

import "neverask/hooks"

// Message is a line of the client that is not part of the control protocol.
type Message struct {
	// Type and Subtype are the members of these names, as in "result" and
	// "success"; both are empty for a line that is not a message at all.
	Type, Subtype string
	// Line is the line as it came, without its end.
	Line []byte
	// Value is the parsed line; absent when it is not valid JSON. A line that
	// nests deeper than [hooks.MaxDepth] has null for what is deepest.
	Value hooks.Value
}

// newMessage reads a line; the error says why it cannot be parsed as a whole.
func newMessage(line []byte) (Message, error) {
	m := Message{Line: line}
	v, err := hooks.Parse(line)
	if err != nil {
		// What the model writes can nest to any depth, and is in messages that must not be
		// missed, such as a result.
		v, _ = hooks.Parse(shallow(line))
	}
	if v.Kind() == hooks.Object {
		m.Value, m.Type, m.Subtype = v, v.Get("type").String(), v.Get("subtype").String()
	}
	return m, err
}

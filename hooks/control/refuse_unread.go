package control

import (
	"bytes"

	"neverask/hooks"
	"neverask/settings/jsontext"
)

// refuseUnread answers a request that cannot be read, or was cut off, as a failure of the hook
// that it is for. Without an answer the client would wait for ever, and after a mere error it
// would let a tool run. It reports whether the line is a request.
func (c *Conn) refuseUnread(line []byte, why error) bool {
	id, body, ok := readAddress(line)
	if !ok {
		return false
	}
	req := &request{id: id, cancel: func(error) {}}
	if !c.begin(req) {
		return true
	}
	hook, err := c.registry.route(req, body)
	if hook == nil {
		c.refuse(req, err)
	} else {
		c.fail(req, why)
	}
	return true
}

// readAddress reads only the members of a request that say whom it is for: its id, and in its
// body the subtype and the hook. The rest may be missing, nest too deep, or be no JSON.
func readAddress(line []byte) (id string, body hooks.Value, ok bool) {
	found := map[string]hooks.Value{}
	names := [3]string{} // of the members that are being read, by depth
	depth := 0
	for i := 0; i < len(line) && (depth > 0 || i == 0); i++ {
		switch line[i] {
		case '{', '[':
			if depth++; depth < len(names) {
				names[depth] = ""
			}
		case '}', ']':
			depth--
		case '"':
			end := jsontext.StringEnd(line, i)
			if end < 0 {
				i = len(line) // cut off
				continue
			}
			v, err := hooks.Parse(line[i:end])
			i = end - 1
			if err != nil || depth == 0 || depth >= len(names) {
				continue
			}
			if rest := bytes.TrimLeft(line[i+1:], " \t"); len(rest) > 0 && rest[0] == ':' {
				names[depth] = v.String()
				continue
			}
			path := names[1]
			if depth == 2 {
				path += "." + names[2]
			}
			found[path] = v
			names[depth] = ""
		}
	}
	var w hooks.Writer
	w.Begin('{')
	w.Member("subtype", found["request.subtype"])
	w.Member("callback_id", found["request.callback_id"])
	w.End('}')
	id = found["request_id"].String()
	return id, w.Finish(), id != "" && found["type"].String() == "control_request"
}

// maxDepth is how deep a message is read that nests too deep for the parser. The client's own
// members nest far less.
const maxDepth = 100

// shallow copies a line, with null in place of everything that nests deeper.
func shallow(line []byte) []byte {
	var out []byte
	depth := 0
	for i := 0; i < len(line); i++ {
		from := i
		switch line[i] {
		case '"':
			i = max(jsontext.StringEnd(line, i)-1, i)
		case '{', '[':
			if depth++; depth == maxDepth+1 {
				out = append(out, "null"...)
			}
		case '}', ']':
			if depth--; depth == maxDepth {
				continue // it closes a value that is null now
			}
		}
		if depth <= maxDepth {
			out = append(out, line[from:i+1]...)
		}
	}
	return out
}

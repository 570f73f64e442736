package live

import (
	"encoding/json"
	"strings"

	"neverask/hooks/claude/offline"
)

// serveMCP answers for the MCP servers that matchers name, each with the tools that they
// name. A call does nothing.
func (n names) serveMCP(r offline.Request) (status int, body any) {
	var req struct {
		ID     json.RawMessage
		Method string
		Params struct {
			ProtocolVersion string
			Arguments       struct{ Fail bool }
		}
	}
	switch err := json.Unmarshal(r.Body, &req); {
	case r.Method != "POST": //nolint:usestdlibvars // net/http would bring what makes connections
		return 405, nil // a stream of what a server says by itself
	case err != nil:
		return 400, nil
	case req.ID == nil:
		return 202, nil // a notification
	}
	type object = map[string]any
	var result any = object{}
	switch req.Method {
	case "initialize":
		result = object{
			"protocolVersion": req.Params.ProtocolVersion, "capabilities": object{"tools": object{}},
			"serverInfo": object{"name": "neverask", "version": "1"},
		}
	case "tools/list":
		tools := []object{}
		for _, name := range n.servers[strings.TrimPrefix(r.Path, "/mcp/")] {
			tools = append(tools, object{"name": name, "description": "Does nothing.", "inputSchema": object{"type": "object"}})
		}
		result = object{"tools": tools}
	case "tools/call":
		result = object{"isError": req.Params.Arguments.Fail, "content": []object{{"type": "text", "text": "done"}}}
	}
	return 200, object{"jsonrpc": "2.0", "id": req.ID, "result": result}
}

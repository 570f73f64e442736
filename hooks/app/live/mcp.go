package live

import (
	"encoding/json"
	"net/http"
	"strings"

	"neverask/hooks/claude/offline"
)

// maxRequest is how much of a request of the client is read.
const maxRequest = 16 << 20

// serveMCP answers for the MCP servers that matchers name, each with the tools that they
// name. A call does nothing.
func (n names) serveMCP(w http.ResponseWriter, r *http.Request) {
	var req struct {
		ID     json.RawMessage
		Method string
		Params struct {
			ProtocolVersion string
			Arguments       struct{ Fail bool }
		}
	}
	if json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&req) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if req.ID == nil {
		w.WriteHeader(http.StatusAccepted) // a notification
		return
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
		for _, name := range n.servers[strings.TrimPrefix(r.URL.Path, "/mcp/")] {
			tools = append(tools, object{"name": name, "description": "Does nothing.", "inputSchema": object{"type": "object"}})
		}
		result = object{"tools": tools}
	case "tools/call":
		result = object{"isError": req.Params.Arguments.Fail, "content": []object{{"type": "text", "text": "done"}}}
	}
	offline.Respond(w, object{"jsonrpc": "2.0", "id": req.ID, "result": result})
}

package clienttest

import (
	"path/filepath"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// Mode says how the AskUserQuestion tool of an MCP server answers a call.
type Mode string

const (
	OK       Mode = "ok"       // with the answers it was given: MCP-ANSWERED {"...":"..."}
	IsError  Mode = "iserror"  // with a result marked isError: [Tool result missing due to internal error]
	RPCError Mode = "rpcerror" // with a JSON-RPC error: internal error
	Crash    Mode = "crash"    // by dying
	Empty    Mode = "empty"    // with a result without content
	Missing  Mode = "missing"  // with a successful result that says [Tool result missing due to internal error]
	Elicit   Mode = "elicit"   // like ok, after the user answered a question from the server
)

// MCPServer makes a stdio MCP server with an AskUserQuestion tool available,
// and returns the arguments that a session needs to use it, alone, without
// being asked for permission.
func (lab *Lab) MCPServer(name string, mode Mode) (args []string) {
	lab.t.Helper()
	server := filepath.Join(cmdtest.Build(lab.t, "neverask/hooks/claude/clienttest/mcptest"), "mcptest")
	config := filepath.Join(lab.Root, name+".mcp.json")
	musttest.Write(lab.t, config, lab.JSON(map[string]any{
		"mcpServers": map[string]any{name: map[string]any{"command": server, "args": []string{string(mode)}}},
	}))
	return []string{"--mcp-config=" + config, "--strict-mcp-config", "--allowedTools=mcp__" + name + "__AskUserQuestion"}
}

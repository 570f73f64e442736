// Command mcptest is an MCP server over stdio with one tool,
// AskUserQuestion, that does what its argument names: ok, iserror, rpcerror,
// crash, empty, missing or elicit. Package clienttest describes each.
package main

import (
	"encoding/json"
	"io"
	"log"
	"os"
)

const missing = "[Tool result missing due to internal error]"

type request struct {
	ID     json.RawMessage
	Method string
	Params struct {
		ProtocolVersion string
		Arguments       struct{ Answers json.RawMessage }
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("mcptest: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: mcptest ok|iserror|rpcerror|crash|empty|missing|elicit")
	}
	if err := serve(os.Stdin, os.Stdout, os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func serve(r io.Reader, w io.Writer, mode string) error {
	in, out := json.NewDecoder(r), json.NewEncoder(w)
	var waiting request // waits for the user's answer
	for {
		var req request
		if err := in.Decode(&req); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if req.ID == nil {
			continue // a notification
		}
		if req.Method == "tools/call" && mode == "elicit" {
			waiting = req
			if err := out.Encode(elicitation); err != nil {
				return err
			}
			continue
		}
		if req.Method == "" { // the response to the elicitation
			req = waiting
		}
		reply := map[string]any{"jsonrpc": "2.0", "id": req.ID}
		if result, code := answer(req, mode); code != 0 {
			reply["error"] = map[string]any{"code": code, "message": result}
		} else {
			reply["result"] = result
		}
		if err := out.Encode(reply); err != nil {
			return err
		}
	}
}

// elicitation asks the user something.
var elicitation = map[string]any{"jsonrpc": "2.0", "id": "elicitation",
	"method": "elicitation/create", "params": map[string]any{
		"message": "Which one?", "requestedSchema": map[string]any{
			"type": "object", "properties": map[string]any{"which": map[string]any{"type": "string"}},
		},
	}}

// answer returns the result of a request, or the message and the code of an
// error.
func answer(req request, mode string) (result any, code int) {
	switch req.Method {
	case "initialize":
		return map[string]any{
			"protocolVersion": req.Params.ProtocolVersion,
			"capabilities":    map[string]any{"tools": struct{}{}},
			"serverInfo":      map[string]any{"name": "mcptest", "version": "1"},
		}, 0
	case "tools/list":
		return map[string]any{"tools": []any{map[string]any{
			"name":        "AskUserQuestion",
			"description": "Asks the user questions.",
			"inputSchema": map[string]any{"type": "object", "properties": map[string]any{
				"questions": map[string]any{"type": "array"},
				"answers":   map[string]any{"type": "object"},
			}},
		}}}, 0
	case "tools/call":
		return call(req, mode)
	}
	return struct{}{}, 0
}

func call(req request, mode string) (result any, code int) {
	text := func(s string) []any { return []any{map[string]any{"type": "text", "text": s}} }
	switch mode {
	case "iserror":
		return map[string]any{"isError": true, "content": text(missing)}, 0
	case "rpcerror":
		return "internal error", -32603
	case "crash":
		os.Exit(3)
	case "empty":
		return map[string]any{"content": []any{}}, 0
	case "missing":
		return map[string]any{"content": text(missing)}, 0
	}
	answers := string(req.Params.Arguments.Answers)
	if answers == "" {
		answers = "none"
	}
	return map[string]any{"content": text("MCP-ANSWERED " + answers)}, 0
}

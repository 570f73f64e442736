package main

import (
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestServe(t *testing.T) {
	const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`
	const call = `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"AskUserQuestion","arguments":{"answers":{"Q":"A"}}}}`
	for name, c := range map[string]struct{ mode, in, want string }{
		"initialize":   {"ok", initialize, `"protocolVersion":"2025-06-18"`},
		"notification": {"ok", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
		"list":         {"ok", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `"name":"AskUserQuestion"`},
		"other":        {"ok", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `"result":{}`},
		"ok":           {"ok", call, `MCP-ANSWERED {\"Q\":\"A\"}`},
		"no answers":   {"ok", `{"id":1,"method":"tools/call","params":{}}`, `MCP-ANSWERED none`},
		"isError":      {"iserror", call, `"isError":true`},
		"RPC error":    {"rpcerror", call, `"error":{"code":-32603,"message":"internal error"}`},
		"empty":        {"empty", call, `"result":{"content":[]}`},
		"missing":      {"missing", call, `"text":"[Tool result missing due to internal error]"`},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			musttest.Do(t, serve(strings.NewReader(c.in), &out, c.mode))
			if !strings.Contains(out.String(), c.want) || c.want == "" && out.String() != "" {
				t.Errorf("reply %q, want %q in it", out.String(), c.want)
			}
		})
	}
	if err := serve(strings.NewReader("no JSON"), new(strings.Builder), "ok"); err == nil {
		t.Error("what is no JSON was accepted")
	}
}

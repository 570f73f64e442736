//go:build unix

package program

import (
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/thirdparty/chain"
)

// BenchmarkChained has one chained hook: /bin/true, whose own life is in it.
func BenchmarkChained(b *testing.B) {
	w := benchWorld(b, testsRule)
	w.chainFile(chain.Format([]chain.Entry{{
		ID: "a", Active: true, Event: hooks.EventPreToolUse, Tools: []string{"AskUserQuestion"}, Mode: chain.First,
		Command: chain.Command{Line: "/bin/true", Exec: true, Limit: time.Minute},
	}}))
	w.benchmark(b, "/work")
}

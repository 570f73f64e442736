package installer

import (
	"os"
	"strings"
	"testing"
	"time"

	"neverask/hooks/thirdparty/chain"
)

// TestWhatTheHookCannotReadIsNotRecorded: a file of chained hooks that is too
// long, or that no hook understands, would keep every question from being
// answered.
func TestWhatTheHookCannotReadIsNotRecorded(t *testing.T) {
	file := chain.File(t.TempDir())
	long := strings.Repeat("x", chain.MaxFile)
	for _, c := range []chain.Command{{Line: long, Limit: time.Second}, {Limit: time.Second}} {
		e := chain.Entry{ID: "a", Active: true, Event: "PreToolUse", Tools: []string{"AskUserQuestion"}, Mode: chain.First, Command: c}
		if err := writeChained(file, []chain.Entry{e}); err == nil {
			t.Errorf("%.20q was recorded", c.Line)
		}
		if _, err := os.Stat(file); err == nil {
			t.Fatal("the file is there")
		}
	}
}

package tui

import (
	"fmt"
	"strings"
	"testing"
)

// crowded returns a settings file with many hooks that can fire on a question.
func crowded(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"hooks\": {\n    \"PreToolUse\": [\n")
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "      { \"matcher\": \"Ask.*|Tool%d\", \"hooks\": [{ \"type\": \"command\", \"command\": \"/opt/hooks/number-%d --flag\" }] }", i, i)
	}
	b.WriteString("\n    ]\n  }\n}\n")
	return b.String()
}

// A key, from the message to the frame, with a few hooks and with thousands.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{3, 2000} {
		for _, at := range []struct{ name, keys, key string }{
			{"overview", "", "down"},
			{"semantic", "i enter enter", "down"},
		} {
			b.Run(fmt.Sprintf("%s-%d", at.name, n), func(b *testing.B) {
				f := newFake(b)
				f.Put(userFile, crowded(n))
				d := newDriver(b, f, 120, 40)
				d.Keys(strings.Fields(at.keys)...)
				for b.Loop() {
					d.Keys(at.key)
					d.m.View()
				}
				// A screen draws 60 frames a second.
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*60, "of-frame")
			})
		}
	}
}

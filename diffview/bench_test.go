package diffview

import (
	"fmt"
	"strings"
	"testing"
)

// largeSettings is a settings file of about 1 MB with n matcher groups of one
// handler each.
func largeSettings(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"hooks\": {\n    \"PreToolUse\": [\n")
	for i := range n {
		fmt.Fprintf(&b, `      {
        "matcher": "Tool%d|mcp__server_%d__.*",
        "hooks": [
          {
            "type": "command",
            "command": "/usr/local/share/company/hooks/check-tool-use --group %d --policy /etc/company/policies/policy-%d.yaml --strict",
            "timeout": %d,
            "statusMessage": "Checking the policy of group %d before the tool runs"
          }
        ]
      }`, i, i, i, i, i%60, i)
		if i < n-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("    ]\n  },\n  \"model\": \"opus\"\n}\n")
	return b.String()
}

// insertGroup adds a group before the k-th one.
func insertGroup(settings string, k int) string {
	const group = "      {\n        \"matcher\": \"AskUserQuestion\",\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"neverask-hook\", \"timeout\": 5 }\n        ]\n      },\n"
	at := strings.Index(settings, fmt.Sprintf("      {\n        \"matcher\": \"Tool%d|", k))
	return settings[:at] + group + settings[at:]
}

func BenchmarkOneHookAddedToTwoThousand(b *testing.B) {
	text := largeSettings(2000)
	before, after := []byte(text), []byte(insertGroup(text, 1000))
	ours := func(_ string, h Handler) bool { return h.Command == "neverask-hook" }
	for _, view := range []struct {
		name string
		draw func()
	}{
		{"Changes", func() { Changes(before, after, ours) }},
		{"Unified", func() { Unified(before, after, 3) }},
	} {
		b.Run(view.name, func(b *testing.B) {
			b.SetBytes(int64(len(before)))
			for b.Loop() {
				view.draw()
			}
		})
	}
}

// BenchmarkTwoPlaces is the least that has JSON looked at in large files.
func BenchmarkTwoPlaces(b *testing.B) {
	text := largeSettings(2000)
	before, after := []byte(text), []byte(insertGroup(insertGroup(text, 1500), 500))
	b.SetBytes(int64(len(before)))
	for b.Loop() {
		Unified(before, after, 3)
	}
}

// BenchmarkEverythingDiffers is the worst that a person can do: the whole file
// laid out anew.
func BenchmarkEverythingDiffers(b *testing.B) {
	text := largeSettings(2000)
	before, after := []byte(text), []byte(strings.ReplaceAll(text, "  ", "\t"))
	b.Run("Changes", func(b *testing.B) {
		for b.Loop() {
			Changes(before, after, nil)
		}
	})
	b.Run("Unified", func(b *testing.B) {
		for b.Loop() {
			Unified(before, after, 3)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	text := largeSettings(2000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Redact(text)
	}
}

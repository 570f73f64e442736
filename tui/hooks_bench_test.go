package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/tui/kit"
)

// heavy is a settings file with many hooks, of 400 bytes each.
func heavy(hooks int) string {
	var b strings.Builder
	b.WriteString("{\n  \"hooks\": {")
	events := []string{"PreToolUse", "PostToolUse", "Stop", "SessionStart"}
	for i, event := range events {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n    %q: [\n", event)
		for n := range hooks / len(events) {
			if n > 0 {
				b.WriteString(",\n")
			}
			fmt.Fprintf(&b, "      {\n        \"matcher\": \"(Edit|Write)%s.*\",\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"/opt/hooks/%s --for %s %s\",\n            \"timeout\": 10\n          }\n        ]\n      }",
				word(n), word(n), word(n+7), strings.Repeat("and more of the same ", 9))
		}
		b.WriteString("\n    ]")
	}
	b.WriteString("\n  }\n}\n")
	return b.String()
}

// heavyKeys are keys on the screens of hooks: where, which, and the way back.
var heavyKeys = []struct{ name, keys, key, back string }{
	{"down", "4", "down", ""},
	{"page-down", "4", "pgdown", ""},
	{"end", "4", "G", "g"},
	{"find", "4 /", "k", "ctrl+u"},
	{"find-chain", "4 / o", "k", "backspace"},
	{"filter", "4", "f", "f"},
	{"fold", "4 up", "enter", "enter"},
	{"detail", "4", "enter", "esc"},
	{"form", "4 e", "x", "backspace"},
	{"fires", "4 t E d i", "t", "backspace"},
	{"history-down", "7", "down", "up"},
}

// A key, from the message to the frame, with a settings file of 2 MB. The budget
// is 16 ms, a frame of a terminal; where there is a way back, two keys are
// counted.
func BenchmarkHooksKey(b *testing.B) {
	f := newFake(b)
	f.Put(userFile, heavy(5000))
	for _, at := range heavyKeys {
		b.Run(at.name, func(b *testing.B) {
			do := keyOn(newDriver(b, f, 120, 40), at.keys, at.key, at.back)
			for b.Loop() {
				do()
			}
		})
	}
}

// Opening the tab, from the key to the frame with the hooks, which reads the
// file anew. The budget is 150 ms.
func BenchmarkHooksOpen(b *testing.B) {
	f := newFake(b)
	f.Put(userFile, heavy(5000))
	d := newDriver(b, f, 120, 40)
	b.SetBytes(int64(len(heavy(5000))))
	for b.Loop() {
		d.openHooks()
	}
}

// openHooks opens the tab as if for the first time. What the overview reads
// beside it is left out.
func (d *driver) openHooks() {
	t := d.hooksTab()
	t.found = nil
	d.m.active = 3
	t.generation++
	found, err := readHooks(d.f)
	d.Hold = true // what past sessions tell comes later
	d.Send(hooksReadMsg{t.generation, found, err})
	d.m.View()
	d.Hold, d.Held = false, nil
}

// What fires, among thousands of patterns. It is found out beside the screen.
func BenchmarkHooksFire(b *testing.B) {
	f := newFake(b)
	f.Put(userFile, heavy(5000))
	d := newDriver(b, f, 120, 40)
	d.Keys("4", "t")
	page := d.m.Current().Layer.(*fires)
	page.line = kit.NewInput("Edit")
	for b.Loop() {
		page.ask()()
	}
}

// A thousand times the hooks make a key slower by a small factor alone: what is
// in sight is what counts. Filtering looks at every hook. And a large file opens
// in the time that reading it takes, a few times over.
func TestHooksStayQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of hooks")
	}
	few, many := newFake(t), newFake(t)
	few.Put(userFile, heavy(8))
	many.Put(userFile, heavy(5000))
	small, big := newDriver(t, few, 120, 40), newDriver(t, many, 120, 40)
	for _, at := range heavyKeys {
		best := func(d *driver) time.Duration {
			d.Hold = false
			d.m.ToPlace()
			d.Keys("1", "4", "esc", "g")
			least := time.Hour
			do := keyOn(d, at.keys, at.key, at.back)
			for range 15 {
				start := time.Now()
				do()
				least = min(least, time.Since(start))
			}
			d.Held = nil
			return least
		}
		a, b := best(small), best(big)
		t.Logf("%-14s %8v with few, %8v with many: %.1f", at.name, a.Round(time.Microsecond), b.Round(time.Microsecond), float64(b)/float64(a))
		if b > 30*a {
			t.Errorf("%s: %v with few, %v with many", at.name, a, b)
		}
	}
	open, read := time.Hour, time.Hour
	for i := range 5 {
		many.Put(userFile, heavy(5004+8*i)) // a text that was read before is remembered
		start := time.Now()
		big.openHooks()
		open = min(open, time.Since(start))
		many.Put(userFile, heavy(5008+8*i))
		start = time.Now()
		many.Sources()
		read = min(read, time.Since(start))
	}
	t.Logf("%d bytes: opened in %v, read in %v", len(heavy(5000)), open, read)
	if open > 8*read {
		t.Errorf("opened in %v, where reading alone takes %v", open, read)
	}
}

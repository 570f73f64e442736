package hooklist

import (
	"fmt"
	"strings"
	"testing"
	"time"
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
			fmt.Fprintf(&b, "      {\n        \"matcher\": \"(Edit|Write)%[1]d.*\",\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"/opt/hooks/%[1]d --for %[1]d %[2]s\",\n            \"timeout\": 10\n          }\n        ]\n      }",
				n, strings.Repeat("and more of the same ", 9))
		}
		b.WriteString("\n    ]")
	}
	b.WriteString("\n  }\n}\n")
	return b.String()
}

// heavyKeys are keys on the screens of hooks: where, which, and the way back.
var heavyKeys = []struct{ name, keys, key, back string }{
	{"down", "", "down", ""},
	{"page-down", "", "pgdown", ""},
	{"end", "", "G", "g"},
	{"find", "/", "k", "ctrl+u"},
	{"find-chain", "/ o", "k", "backspace"},
	{"filter", "", "f", "esc"},
	{"fold", "up", "enter", "enter"},
	{"detail", "", "enter", "esc"},
	{"fires", "x E d i", "t", "backspace"},
}

// heavyWorld has a file of so many hooks.
func heavyWorld(t testing.TB, hooks int) *driver {
	w := newWorld(t)
	w.Put(userFile, heavy(hooks))
	return show(w, 120, 40)
}

// open opens the place as if for the first time.
func (d *driver) open() {
	d.place.found = nil
	d.place.generation++
	found, err := readHooks(d.w)
	d.Hold = true // what past sessions tell comes later
	d.Send(hooksReadMsg{d.place.generation, found, err})
	d.M.View()
	d.Hold, d.Held = false, nil
}

// Two hundred and fifty times the hooks make a key slower by a small factor alone: what is
// in sight is what counts. Filtering looks at every hook. And a large file opens
// in the time that reading it takes, a few times over.
func TestHooksStayQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of hooks")
	}
	small, big := heavyWorld(t, 8), heavyWorld(t, 2000)
	for _, at := range heavyKeys {
		best := func(d *driver) time.Duration {
			d.Hold = false
			d.M.ToPlace()
			d.Keys("esc", "g", "down")
			least := time.Hour
			do := d.Repeat(at.keys, at.key, at.back)
			for range 15 {
				start := time.Now()
				do()
				least = min(least, time.Since(start))
			}
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
		big.w.Put(userFile, heavy(2004+8*i)) // a text that was read before is remembered
		start := time.Now()
		big.open()
		open = min(open, time.Since(start))
		big.w.Put(userFile, heavy(2008+8*i))
		start = time.Now()
		big.w.Sources()
		read = min(read, time.Since(start))
	}
	t.Logf("%d bytes: opened in %v, read in %v", len(heavy(2000)), open, read)
	if open > 8*read {
		t.Errorf("opened in %v, where reading alone takes %v", open, read)
	}
}

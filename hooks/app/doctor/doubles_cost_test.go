package doctor

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// deep nests n objects, each with members before the next, around a list that is as
// much longer.
func deep(n int, before string) string {
	return strings.Repeat("{"+before+`"a":`, n) + "[" + strings.Repeat("1,", 50*n) + "1]" + strings.Repeat("}", n)
}

// TestDeepTexts: twice the text, and twice as deep, costs twice as much, where to read
// it again at each level costs four times. The measure is memory, which no other
// process disturbs, and time as a last bound.
func TestDeepTexts(t *testing.T) {
	cost := func(read func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		read()
		if took := time.Since(start); took > time.Minute {
			t.Errorf("it took %v", took)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name, read := range map[string]func(depth int) func(){
		"members": func(n int) func() { text := []byte(deep(n, "")); return func() { settings.Duplicates(text) } },
		"doubles": func(n int) func() {
			text := []byte(deep(n, `"b":1,"b":1,`))
			return func() {
				if found := settings.Duplicates(text); len(found) != n {
					t.Errorf("%d doubles in %d objects", len(found), n)
				}
			}
		},
		"doubles of what is deep": func(n int) func() {
			text := []byte(deep(n, `"a":1,`))
			return func() {
				if found := settings.Duplicates(text); len(found) != n {
					t.Errorf("%d doubles in %d objects", len(found), n)
				}
			}
		},
		"rejections": func(n int) func() {
			doc, err := settings.Parse([]byte(deep(n, "")))
			musttest.Do(t, err)
			return func() { config.Rejected(doc) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			shallow, twice := cost(read(100)), cost(read(200))
			if ratio := float64(twice) / float64(shallow); ratio > 3 {
				t.Errorf("%d KB 100 deep, %d KB 200 deep: %.1f times", shallow>>10, twice>>10, ratio)
			}
		})
	}
}

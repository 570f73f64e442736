package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity/activitytest"
	"neverask/settings/musttest"
)

// much returns a fake with many rules and questions.
func much(b testing.TB, rules, questions int) *fake {
	f := newFake(b)
	var s strings.Builder
	s.WriteString("{\"version\": 1, \"rules\": [\n")
	for i := range rules {
		if i > 0 {
			s.WriteString(",\n")
		}
		fmt.Fprintf(&s, `{"id": "r-%d", "match": {"text": "Is %s a good name for this part of the program?"}, "mode": "never-ask", "answer": "Yes"}`, i, word(i))
	}
	s.WriteString("\n]}\n")
	f.Put(rulesFile, s.String())
	for i := range questions {
		q := asked(0, "Name", fmt.Sprintf("Is %s a good name for this part of the program?", word(i)), "Yes", "Yes: It says what it does", "No: Think of another one")
		q.Time, q.ToolUseID = noon.Add(-time.Duration(questions-i)*time.Minute), fmt.Sprint("toolu_", i)
		q.Project = fmt.Sprintf("%s/work/project-%d", home, i%40)
		if i%3 == 0 {
			q.By, q.Rule = transcript.Neverask, fmt.Sprintf("r-%d", i%max(rules, 1))
		}
		f.Questions = append(f.Questions, q)
	}
	return f
}

// word returns a different name for every number, made of letters only.
func word(i int) string {
	var b strings.Builder
	for n := i; ; n /= 20 {
		b.WriteString([]string{"ka", "lo", "mi", "nu", "re", "sa", "ti", "vo", "be", "da", "fi", "go", "hu", "ja", "po", "qui", "su", "wa", "xe", "zo"}[n%20])
		if n < 20 {
			return b.String()
		}
	}
}

// logged returns much with as many calls as questions.
func logged(b testing.TB, rules, n int) *fake {
	f := much(b, rules, n)
	record := activitytest.Record{Lines: 3 * n, Sessions: max(1, n/600), Days: 20, End: noon}
	musttest.Do(b, record.Write(f.In.Paths.Activity()))
	return f
}

// logKeys are expensive keys of the Log.
var logKeys = []struct{ name, keys, key, back string }{
	{"down", "3", "down", ""},
	{"filter", "3", "f", "esc"},
}

// A key in the Log with twenty thousand questions and as many calls. If there is a way back, that
// is two keys.
func BenchmarkLogKey(b *testing.B) {
	f := logged(b, 10, 20_000)
	for _, at := range logKeys {
		b.Run(at.name, func(b *testing.B) {
			do := newDriver(b, f, 120, 40).Repeat(at.keys, at.key, at.back)
			for b.Loop() {
				do()
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*60, "of-frame")
		})
	}
}

// bigKeys are expensive keys: where to press them, which, and the way back.
var bigKeys = []struct{ name, keys, key, back string }{
	{"rules-down", "2", "down", ""},
	{"rules-end", "2", "G", "g"},
	{"rules-find", "2 /", "k", "ctrl+u"},
	{"rules-find-chain", "2 / i n", "k", "backspace"},
	{"rules-sort", "2", "s", ""},
	{"rules-form", "2 e", "x", "backspace"},
	{"rules-add", "2", "a", "esc"},
	{"rules-add-find", "2 a", "k", "ctrl+u"},
	{"overview", "1", "o", ""},
	{"questions-down", "3", "down", ""},
	{"questions-end", "3", "G", "g"},
	{"questions-filter", "3", "f", "esc"},
	{"questions-find", "3 /", "k", "ctrl+u"},
	{"questions-find-chain", "3 / i n", "k", "backspace"},
	{"questions-scope", "3 /", "tab", ""},
	{"tools", "3", "T", "esc"},
}

// Two hundred times the rules and two thousand times the questions make a key slower
// only by a small factor, because only visible rows count. The factor allows for
// sorting the questions that a new rule can be made from.
func TestKeysStayQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("makes twenty thousand questions")
	}
	small, big := newDriver(t, logged(t, 10, 10), 120, 40), newDriver(t, logged(t, 2_000, 20_000), 120, 40)
	small.Hold, big.Hold = true, true // nothing is read again
	for _, at := range bigKeys {
		best := func(d *driver) time.Duration {
			least := d.Best(at.keys, at.key, at.back)
			d.m.ToPlace()
			d.Keys("esc", "esc", "1")
			d.Held = nil
			return least
		}
		few, many := best(small), best(big)
		t.Logf("%-22s %8v with few, %8v with many: %.1f", at.name, few.Round(time.Microsecond), many.Round(time.Microsecond), float64(many)/float64(few))
		if many > 120*few { // four times what it takes when nothing else runs
			t.Errorf("%s: %v with few, %v with many", at.name, few, many)
		}
	}
}

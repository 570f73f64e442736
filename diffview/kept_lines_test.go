package diffview

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// groupLines are the lines of a matcher group that is much like every other, without its
// comma.
func groupLines(d dice) string {
	handler := func() string {
		return "{\n\"type\": \"command\",\n\"command\": \"" + d.of("guard", "format", "log") + "\",\n\"timeout\": " + d.of("5", "10") + "\n}"
	}
	handlers := []string{handler()}
	for d.IntN(2) == 0 {
		handlers = append(handlers, handler())
	}
	return "{\n\"matcher\": \"" + d.of("Bash", "Edit", "Write", "Read") + "\",\n\"hooks\": [\n" + strings.Join(handlers, ",\n") + "\n]\n}"
}

// laidOut is a settings file with groups, each line indented by its depth.
func laidOut(groups []string, indent string) string {
	text := "{\n\"model\": \"opus\",\n\"hooks\": {\n\"PreToolUse\": [\n" + strings.Join(groups, ",\n") + "\n]\n}\n}\n"
	var b strings.Builder
	depth := 0
	for line := range strings.Lines(text) {
		if strings.ContainsAny(line[:1], "]}") {
			depth--
		}
		b.WriteString(strings.Repeat(indent, depth) + line)
		if strings.HasSuffix(line, "{\n") || strings.HasSuffix(line, "[\n") {
			depth++
		}
	}
	return b.String()
}

// staying counts the groups whose lines are drawn as staying on one side. Whether the last
// one is depends on its comma.
func staying(groups []string, rows []Row, line func(Row) int) (n int) {
	context := map[int]bool{}
	for _, r := range rows {
		if r.Kind == Context {
			context[line(r)] = true
		}
	}
	at := 5 // the lines before
	for _, g := range groups {
		lines := strings.Count(g, "\n") + 1
		stays := true
		for i := range lines - 1 {
			stays = stays && context[at+i]
		}
		if stays {
			n++
		}
		at += lines
	}
	return n
}

// longest is how many groups two lists have in common in the same order.
func longest(a, b []string) int {
	best := make([][]int, len(a)+1)
	best[0] = make([]int, len(b)+1)
	for i := range a {
		best[i+1] = make([]int, len(b)+1)
		for j := range b {
			best[i+1][j+1] = max(best[i][j+1], best[i+1][j])
			if a[i] == b[j] {
				best[i+1][j+1] = best[i][j] + 1
			}
		}
	}
	return best[len(a)][len(b)]
}

// TestElementsStay: whatever comes, goes, changes or moves around them, groups that both
// files have in the same order are drawn as staying, and handlers of groups that changed.
func TestElementsStay(t *testing.T) {
	t.Parallel()
	d := dice{rand.New(rand.NewPCG(3, 4))}
	for round := range 2000 {
		var before []string
		for range 1 + d.IntN(6) {
			before = append(before, groupLines(d))
		}
		after := slices.Clone(before)
		for range 1 + d.IntN(3) {
			i := d.IntN(len(after) + 1)
			switch d.IntN(4) {
			case 0:
				after = slices.Insert(after, i, groupLines(d))
			case 1:
				if i < len(after) {
					after = slices.Delete(after, i, i+1)
				}
			case 2:
				if i < len(after) {
					after[i] = strings.Replace(after[i], "5", "7", 1)
				}
			case 3:
				d.Shuffle(len(after), func(i, j int) { after[i], after[j] = after[j], after[i] })
			}
		}
		indent := d.of("", "  ", "\t")
		old, now := laidOut(before, indent), laidOut(after, indent)
		rows := Unified([]byte(old), []byte(now), -1)
		if len(rows) == 0 {
			continue
		}
		common := longest(before, after)
		onTheLeft := staying(before, rows, func(r Row) int { return r.Old })
		onTheRight := staying(after, rows, func(r Row) int { return r.New })
		if onTheLeft < common || onTheRight < common {
			t.Fatalf("round %d: %d groups are in both, and %d and %d are drawn so\n%s", round, common, onTheLeft, onTheRight, Text(rows))
		}
		if got := strings.ReplaceAll(rebuild(rows, Removed)+rebuild(rows, Added), "␉", "\t"); got != old+now {
			t.Fatalf("round %d: the rows are not the files\n%s", round, Text(rows))
		}
	}
}

// TestOnlyWhatGoes: what is taken out is all that is drawn, with one comma.
func TestOnlyWhatGoes(t *testing.T) {
	d := dice{rand.New(rand.NewPCG(5, 6))}
	for range 500 {
		var before, after []string
		want := 0
		for i := range 2 + d.IntN(6) {
			g := groupLines(d)
			before = append(before, g)
			if i > 0 && d.IntN(2) == 0 {
				want += strings.Count(g, "\n") + 1
			} else {
				after = append(after, g)
			}
		}
		if d.IntN(2) == 0 {
			slices.Reverse(before)
			slices.Reverse(after)
		}
		indent := d.of("", "  ", "\t")
		old, now := laidOut(before, indent), laidOut(after, indent)
		for side, rows := range map[Kind][]Row{Removed: Unified([]byte(old), []byte(now), 1), Added: Unified([]byte(now), []byte(old), 1)} {
			n := map[Kind]int{}
			for _, r := range rows {
				n[r.Kind]++
			}
			if n[side] != want || n[Added]+n[Removed] != want {
				t.Fatalf("want %d lines\n%s", want, Text(rows))
			}
		}
	}
}

func TestCommon(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"", "", ""}, {"abc", "", ""}, {"abc", "abc", "abc"}, {"abc", "bc", "bc"}, {"abc", "cab", "ab"}, {"xabxy", "abxz", "abx"},
		{"a.b", "a.b", "ab"}, {"..", "..", ""}, {"abcbdab", "bdcaba", "bcba"}, {"aaaa", "aa", "aa"},
	} {
		split := func(s string) []string {
			return keys([]byte(s), func(c byte) string { return strings.Trim(string(c), ".") })
		}
		got := ""
		last := match{-1, -1}
		for _, m := range common(split(tt.a), split(tt.b)) {
			if m.i <= last.i || m.j <= last.j || tt.a[m.i] != tt.b[m.j] {
				t.Errorf("%s, %s: %v after %v", tt.a, tt.b, m, last)
			}
			got, last = got+tt.a[m.i:m.i+1], m
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s, %s: got %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
	many := slices.Repeat([]string{"a", "b"}, 2000)
	if n := len(common(many, many[1:])); n < len(many)/2 {
		t.Errorf("%d in common", n)
	}
}

package question

import (
	"fmt"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestCutMark(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/marks.tsv", 3) {
		if rest, marked := cutMark(row[0]); rest != row[1] || fmt.Sprint(marked) != row[2] {
			t.Errorf("%q: got %q, %v", row[0], rest, marked)
		}
	}
}

// TestRoutineLabel: only an effort with a number, at the end, is no part of a label.
func TestRoutineLabel(t *testing.T) {
	for label, want := range map[string]string{
		"Deploy (human: ~2h / CC: ~10min) (Recommended)": "Deploy", "(~5 min) Deploy": "(~5 min) Deploy",
		"Rewrite (large)": "Rewrite (large)", "Rewrite (2 modules)": "Rewrite (2 modules)",
	} {
		if got := RoutineLabel(label); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}

func TestRecommended(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/recommended.tsv", 3) {
		q := Question{Text: row[0]}
		for label := range strings.SplitSeq(row[1], " | ") {
			if row[1] != "" {
				q.Options = append(q.Options, Option{Label: label})
			}
		}
		if got := q.Recommended(); fmt.Sprint(got) != row[2] {
			t.Errorf("%q %q: got %d, want %s", row[0], row[1], got, row[2])
		}
	}
}

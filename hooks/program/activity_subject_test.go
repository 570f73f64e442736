package program

import (
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func TestSubject(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/subjects.tsv", 3) {
		input, err := hooks.Parse(row[1])
		musttest.Do(t, err)
		if got := subject(row[0], input); got != row[2] {
			t.Errorf("%s %s: %q, want %q", row[0], row[1], got, row[2])
		}
	}
}

package program

import (
	"fmt"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func TestResult(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/responses.tsv", 3) {
		v, err := hooks.Parse(row[1])
		musttest.Do(t, err)
		if got := readResult(row[0], v); fmt.Sprint(got.empty) != row[2] || got.readable != (row[0] == "") {
			t.Errorf("%q %s: %+v", row[0], row[1], got)
		}
	}
	if !readResult("x", hooks.Value{}).empty || !readResult("", hooks.Value{}).empty {
		t.Error("no response at all is not empty")
	}
}

package prompt

import (
	"strings"
	"testing"
)

func colors(multi, other bool) Question {
	return Question{Text: "Which color?", Multi: multi, Other: other, Leave: "stops", Options: []Option{{"Red", "as blood"}, {"Blue, dark", ""}, {"Green", ""}}}
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		multi bool
		other bool
		in    string
		want  string // "" for an error
	}{
		{false, false, "Red", "Red"},
		{false, false, " red ", "Red"},
		{false, false, "2", "Blue, dark"},
		{false, false, "4", ""},
		{false, true, "4", ""},
		{false, false, "yellow", ""},
		{false, true, "yellow", "yellow"},
		{false, true, "  ", ""},
		{false, false, "1,2", ""},
		{true, false, "1,3", "Red, Green"},
		{true, false, "Green, red", "Green, Red"},
		{true, false, "Blue, dark", "Blue, dark"},
		{true, false, "1,9", ""},
		{true, true, "1 and a half", "1 and a half"},
	} {
		labels, err := colors(tt.multi, tt.other).Read(tt.in)
		if got := strings.Join(labels, ", "); (err != nil) != (tt.want == "") || got != tt.want {
			t.Errorf("%q, several %v: got %q, %v; want %q", tt.in, tt.multi, got, err, tt.want)
		}
	}
}

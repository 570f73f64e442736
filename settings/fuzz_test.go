package settings

import (
	"encoding/json"
	"testing"
)

func FuzzRoundTrip(f *testing.F) {
	for _, s := range wild {
		f.Add(s, "PreToolUse", "Stop")
	}
	for _, tt := range appended {
		f.Add(tt.before, "PreToolUse", "a.b|c")
	}
	f.Fuzz(func(t *testing.T, text, first, second string) {
		revert(t, text, first, second)
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range wild {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := Parse(b)
		if err != nil {
			return
		}
		if string(d.Bytes()) != string(b) {
			t.Errorf("Bytes returned something else")
		}
		if r, ok := d.Get(); ok && !json.Valid([]byte(r.Raw)) {
			t.Errorf("accepted what encoding/json refuses: %q", b)
		}
	})
}

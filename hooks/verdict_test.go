package hooks

import "testing"

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		text   string
		want   Verdict
		result Result
	}{
		{`{"ok":true}`, Verdict{OK: true}, Result{}},
		{`{"ok":false,"reason":"<no>"}`, Verdict{Reason: "<no>"}, Result{Decision: Deny, Message: "<no>"}},
		{`{"ok":true,"reason":"fine"}`, Verdict{true, "fine"}, Result{}},
	} {
		got, err := ParseVerdict(tt.text)
		if err != nil || got != tt.want || string(got.JSON()) != tt.text || !same(got.Result(), tt.result) {
			t.Errorf("%s: got %+v, %v; written as %s", tt.text, got, err, got.JSON())
		}
	}
	for _, text := range []string{``, `{}`, `true`, `{"ok":"true"}`, `{"ok":null}`, `{"ok":false,"reason":1}`, `{"ok":true,"ok":false}`} {
		if got, err := ParseVerdict(text); err == nil {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

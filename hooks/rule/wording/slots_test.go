package wording

import (
	"strings"
	"testing"
)

func TestSlots(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Run the tests?", ""},
		{"Fix the 3 failing tests in `a.go`?", "n=3 name=a.go"},
		{"<qid:x1> FIX\n  the 1,204 TESTS in  src/Main.go:12:3 or \"b c\"?", "n=1,204 name=src/Main.go:12:3 name=b c"},
		{"Merge ```fix/b``` into `main` by November 21st, 2026?", "name=fix/b date=November 21st, 2026"},
		{"Set it to `true` at https://x.y/z or in A1B2C3D?", "url=https://x.y/z hash=A1B2C3D"},
		{"Upgrade to v1.2 or 'v1.3', keep v2 and the 2nd?", "n=v1.2 n=v1.3 n=2 n=2nd"},
		{"CAFE\u0301 «x\u0301» 修复3个", "name=x\u0301 n=3"},
		{"It’s the «ΣΊΣΥΦΟΣ»\u00a0?", "name=ΣΊΣΥΦΟΣ"},
		{"<QID:1> <qi<qid:a>d:b> 7?", "n=7"},
		{"'' and ``?", "name="},
		{"What is {n} of 3?", ""}, // which {n} is meant?
		{"{name", ""},
	} {
		var got []string
		for _, s := range Slots(tt.text) {
			got = append(got, s.Name+"="+tt.text[s.From:s.To])
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, text, tt.want)
		}
		if want := tt.want != "" || strings.Contains(tt.text, "3"); HasValues(tt.text) != want {
			t.Errorf("%q: has values: %v", tt.text, !want)
		}
	}
}

// FuzzSlots: what is between the slots is untouched by them, and with the placeholders
// in their place a text has the same fingerprint.
func FuzzSlots(f *testing.F) {
	for _, s := range []string{"Fix the 3 failing tests in `a.go`?", "'a' \"b", "1.2.3 v4-5", "a/b.c/2026-01-02T03:04", "nov 3, ’x’", "<qid:a>b 3", "<qiD:>", "<qi<qid:a>d:b> `x`", "0T\u0308\u0301", "v0.00 ‘a’ 5\" \"e\u0301\" 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		o := newOrigin(s)
		if got, want := fingerprint(s, o), Fingerprint(s); got != want || len(o.of) != len(got) {
			t.Fatalf("%q: %q with an account of its origin, else %q; %d bytes", s, got, want, len(o.of))
		}
		var text strings.Builder
		at := 0
		for _, slot := range Slots(s) {
			if slot.Start < at || slot.End > len(s) || slot.From < slot.Start || slot.To < slot.From || slot.End < slot.To {
				t.Fatalf("%q: %+v", s, slot)
			}
			text.WriteString(s[at:slot.Start] + "{" + slot.Name + "}")
			at = slot.End
		}
		text.WriteString(s[at:])
		if got, want := Fingerprint(text.String()), Fingerprint(s); got != want {
			t.Errorf("%q is %q, and %q is %q", s, want, text.String(), got)
		}
	})
}

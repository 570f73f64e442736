package diffview

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"ASCII", "plain ~ text", "plain ~ text"},
		{"scripts", "grüße 你好 עברית العربية", "grüße 你好 עברית العربية"},
		{"emoji", "👍 🇩🇪 ❤️ 1️⃣ e\u0301", "👍 🇩🇪 ❤️ 1️⃣ e\u0301"},
		{"icon fonts", "\ue0b0 \U000f0001", "\ue0b0 \U000f0001"},
		{"C0", "a\tb\rc\nd\x00\x1b[31m\x7f", "a␉b␍c␊d␀␛[31m␡"},
		{"C1", "\u0085\u009b31m\u0090", `\u0085\u009b31m\u0090`},
		{"bidi", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c", `\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c`},
		{"emoji of several", "👩\u200d👩\u200d👧 👩🏽\u200d💻 ❤️\u200d🔥 👩\u200dx x\u200d👩 👩\u200d\u200d👩 \u200d👩", "👩\u200d👩\u200d👧 👩🏽\u200d💻 ❤️\u200d🔥 👩\\u200dx x\\u200d👩 👩\\u200d\\u200d👩 \\u200d👩"},
		{"zero width", "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00ad", `a\u200bb\u200cc\u200dd\u2060e\ufefff\u00ad`},
		{"separators", "\u2028\u2029", `\u2028\u2029`},
		{"tags", "🏴\U000e0067\U000e007f", `🏴\U000e0067\U000e007f`},
		{"annotation", "\ufff9a\ufffab\ufffb", `\ufff9a\ufffab\ufffb`},
		{"fillers", "\u115f\u3164\u034f\u180e", `\u115f\u3164\u034f\u180e`},
		{"selectors after letters", "a\ufe0f1\ufe0f\ufe0f", `a\ufe0f1\ufe0f\ufe0f`},
		{"selectors in a row", "❤\ufe0f\ufe0f\ufe01\U000e0100", "❤\ufe0f" + `\ufe0f\ufe01\U000e0100`},
		{"selectors after what is written out", "\xa3\ufe0f\xda1\ufe0f\u20e3", `\xa3\ufe0f\xda` + "1\ufe0f\u20e3"},
		{"no UTF-8", "a\xff\xc3(\x9b\xed\xa0\x80", `a\xff\xc3(\x9b\xed\xa0\x80`},
		{"replacement character", "\ufffd", "\ufffd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Visible(tt.in); got != tt.want {
				t.Errorf("Visible(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func FuzzVisible(f *testing.F) {
	for _, s := range []string{"a\x1b[2Jb", "\u202e\xff", "1\ufe0f\u20e3", "\U000e0041", "❤\ufe0f", "日本"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		if !utf8.ValidString(got) {
			t.Errorf("Visible(%q) = %q is not UTF-8", s, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || r == '\u200b' || r == '\u200d' {
				t.Errorf("Visible(%q) holds %U", s, r)
			}
		}
		if again := Visible(got); again != got {
			t.Errorf("Visible is not idempotent on %q: %q, then %q", s, got, again)
		}
	})
}

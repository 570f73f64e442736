package diffview

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
)

func TestJSONWriter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"plain", `{"a": [1, "grüße 你好 👍"]}` + "\n\t", `{"a": [1, "grüße 你好 👍"]}` + "\n\t"},
		{"DEL and C1", "\"a\x7f\u009b31m\"", `"a\u007f\u009b31m"`},
		{"bidi", "\"\u202egnp.exe\u2066\"", `"\u202egnp.exe\u2066"`},
		{"beyond 16 bits", "\"\U000e0041👍\"", `"\udb40\udc41👍"`},
		{"zero width", "\"👩\u200d👧\ufeff\"", `"👩\u200d👧\ufeff"`},
		{"no UTF-8", "\"a\xff\xc3(\"", `"a\ufffd\ufffd("`},
		{"what is escaped", `"\u001b[31m\\u202e"`, `"\u001b[31m\\u202e"`},
		{"carriage returns", "{\r\n\"a\":\r1}", "{ \n\"a\": 1}"},
		{"no JSON", "\x1b[31m", `\u001b[31m`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 3, len(tt.in)} {
				if got := writeJSON(t, tt.in, size); got != tt.want {
					t.Errorf("%d bytes at a time: %q becomes %q, want %q", size, tt.in, got, tt.want)
				}
			}
		})
	}
}

// writeJSON writes text in pieces.
func writeJSON(t *testing.T, text string, size int) string {
	t.Helper()
	var out bytes.Buffer
	w := JSONWriter(&out)
	for in := text; in != ""; {
		n := min(size, len(in))
		if written, err := w.Write([]byte(in[:n])); err != nil || written != n {
			t.Fatalf("%d of %d bytes written: %v", written, n, err)
		}
		in = in[n:]
	}
	return out.String()
}

func FuzzJSONWriter(f *testing.F) {
	for _, s := range []string{`"a"`, "{\"\u202e\":[\"\U000e0041\x7f\", 1]}\r\n", "\"\xff\u009b\"", "\"é\xc3\""} {
		f.Add(s, 2)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		got := writeJSON(t, text+"\n", max(1, size%64))
		for _, r := range got {
			if r != '\n' && r != '\t' && (unicode.IsControl(r) || hidden(r)) {
				t.Errorf("%q becomes %q, with %U", text, got, r)
			}
		}
		if strings.Contains(text, "\xff") && !strings.Contains(got, `\ufffd`) {
			t.Errorf("%q becomes %q", text, got)
		}
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil {
			return
		}
		if err := json.Unmarshal([]byte(got), &after); err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%q becomes %q: %v", text, got, err)
		}
	})
}

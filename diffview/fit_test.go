package diffview

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// marked draws spans with their styles: [[new]] and ((remark)).
func marked(r Row) string {
	var b strings.Builder
	for _, s := range r.Spans {
		switch {
		case s.Emphasis:
			b.WriteString("[[" + s.Text + "]]")
		case s.Muted:
			b.WriteString("((" + s.Text + "))")
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func spans(texts ...string) Row {
	r := Row{Kind: Added, New: 7}
	for i, text := range texts {
		r.Spans = append(r.Spans, Span{Text: text, Emphasis: i%2 == 1})
	}
	return r
}

func TestFit(t *testing.T) {
	tests := []struct {
		name  string
		row   Row
		width int
		want  string
	}{
		{"fits", spans("abc", "def"), 6, "abc[[def]]"},
		{"cut in a span", spans("abc", "def"), 5, "abc[[d…]]"},
		{"cut between spans", spans("abc", "def"), 4, "abc[[…]]"},
		{"cut in the first span", spans("abc", "def"), 3, "ab…"},
		{"one column", spans("abc"), 1, "…"},
		{"no column", spans("abc"), 0, ""},
		{"negative", spans("abc"), -3, ""},
		{"nothing", spans(), 0, ""},
		{"wide", spans("日本語"), 5, "日本…"},
		{"wide, odd", spans("日本語"), 4, "日…"},
		{"combining", spans("e\u0301e\u0301e\u0301"), 2, "e\u0301…"},
		{"emoji", spans("👍🏽👍🏽"), 3, "👍🏽…"},
		{"flag", spans("🇩🇪🇫🇷"), 3, "🇩🇪…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Fit(tt.row, tt.width)
			if m := marked(got); m != tt.want {
				t.Errorf("got %q, want %q", m, tt.want)
			}
			if got.Kind != Added || got.New != 7 {
				t.Errorf("kind or line number lost: %+v", got)
			}
		})
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name  string
		row   Row
		width int
		want  string
	}{
		{"fits", spans("abc", "def"), 6, "abc[[def]]"},
		{"cut in a span", spans("abc", "defgh"), 5, "abc[[de]]|[[fgh]]"},
		{"many", spans("abcdefg"), 2, "ab|cd|ef|g"},
		{"indented", spans("  abcdef"), 5, "  abc|  def"},
		{"indented too far", spans("    abcd"), 6, "    ab|cd"},
		{"wide", spans("日本語"), 5, "日本|語"},
		{"wider than the width", spans("a日b"), 1, "a|…|b"},
		{"combining", spans("e\u0301e\u0301"), 1, "e\u0301|e\u0301"},
		{"no column", spans("abc"), 0, ""},
		{"nothing", spans(), 3, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lines []string
			for i, r := range Wrap(tt.row, tt.width) {
				lines = append(lines, marked(r))
				if r.Kind != Added || (r.New == 7) != (i == 0) {
					t.Errorf("row %d: kind or line number wrong: %+v", i, r)
				}
			}
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzFitAndWrap(f *testing.F) {
	for _, s := range []string{"  abc 日本 def", "👍🏽🇩🇪e\u0301", "\u0301\u0301x", ""} {
		f.Add(s, "new", 5)
	}
	f.Fuzz(func(t *testing.T, a, b string, width int) {
		width = min(max(width, -1), 200)
		r := spans(Visible(a), Visible(b))
		if w := ansi.StringWidth(Fit(r, width).String()); w > max(width, 0) {
			t.Errorf("Fit to %d is %d wide", width, w)
		}
		rows := Wrap(r, width)
		var all strings.Builder
		for _, row := range rows {
			if w := ansi.StringWidth(row.String()); w > max(width, 0) {
				t.Errorf("Wrap to %d is %d wide: %q", width, w, row.String())
			}
			all.WriteString(row.String())
		}
		if width >= 2 && leadingBlanks(r) == "" && all.String() != r.String() {
			t.Errorf("Wrap to %d lost text: %q became %q", width, r.String(), all.String())
		}
	})
}

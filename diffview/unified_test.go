package diffview

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/redact"
	"neverask/settings/musttest"
)

func TestUnified(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"equal", "a\n", "a\n", ""},
		{"both empty", "", "", ""},
		{"new file", "", "a\nb\n", "@@ -0,0 +1,2 @@|+a|+b"},
		{"file goes", "a", "", `@@ -1,1 +0,0 @@|-a|\ No newline at end of file`},
		{"newline comes", "a", "a\n", `@@ -1,1 +1,1 @@|-a|\ No newline at end of file|+a`},
		{"no newline stays", "a\nb", "c\nb", `@@ -1,2 +1,2 @@|-a|+c| b|\ No newline at end of file`},
		{"words", "  \"timeout\": 5,\n", "  \"timeout\": 10,\n", `@@ -1,1 +1,1 @@|-  "timeout": [[5]],|+  "timeout": [[10]],`},
		{"wide words", "x 日本 y\n", "x 日e\u0301 y\n", "@@ -1,1 +1,1 @@|-x [[日本]] y|+x [[日e\u0301]] y"},
		{"other lines", "aaa\n", "zzz\n", "@@ -1,1 +1,1 @@|-aaa|+zzz"},
		{"hunks apart", "1\n2\n3\n4\n5\n", "1x\n2\n3\n4\n5x\n", "@@ -1,2 +1,2 @@|-[[1]]|+[[1x]]| 2|@@ -4,2 +4,2 @@| 4|-[[5]]|+[[5x]]"},
		{"hunks together", "1\n2\n3\n", "x\n2\ny\n", "@@ -1,3 +1,3 @@|-1|+x| 2|-3|+y"},
		{"block starts with its bracket", "[\n  {\n    a\n  },\n  {\n    b\n  }\n]\n", "[\n  {\n    a\n  },\n  {\n    n\n  },\n  {\n    b\n  }\n]\n",
			"@@ -4,2 +4,5 @@|   },|+  {|+    n|+  },|   {"},
		{"CR LF throughout is not drawn", "a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@| a|-b|+c"},
		{"CR LF that changes is", "a\r\nb\r\n", "a\r\nb\n", "@@ -1,2 +1,2 @@| a␍|-b[[␍]]|+b"},
		{"controls", "a\x1b[31m\u202e\n", "", `@@ -1,1 +0,0 @@|-a␛[31m\u202e`},
		{"secret changes", "{\n\"token\": \"a\"\n}", "{\n\"token\": \"bcd\"\n}", "@@ -1,3 +1,3 @@| {|-\"token\": \"•••\"|+\"token\": \"•••[[ (changed)]]\"| }|\\ No newline at end of file"},
		{"secret stays", "{\n\"token\": \"a\",\n\"b\": 1\n}\n", "{\n\"token\": \"a\",\n\"b\": 2\n}\n", "@@ -2,3 +2,3 @@| \"token\": \"•••\",|-\"b\": [[1]]|+\"b\": [[2]]| }"},
		{"secret in broken JSON", "{env: {\nA: 1 2\n", "{env: {\nA: 1 3\n", "@@ -1,2 +1,2 @@| {env: {|-A: •••|+A: •••[[ (changed)]]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lines []string
			for _, r := range Unified([]byte(tt.before), []byte(tt.after), 1) {
				lines = append(lines, r.Kind.sign()+marked(r))
			}
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPatch lets the real tools apply what Text prints.
func TestPatch(t *testing.T) {
	pairs := [][2]string{
		{"a\nb\nc\nd\ne\nf\ng\n", "a\nB\nc\nd\ne\nf\nG"},
		{"a\nb", "a\nb\nc"},
		{"a\nb\n", "b\na"},
		{"a\nb\nc\n", "c\n"},
	}
	for _, dir := range []string{"install", "settings"} {
		before, after := filepath.Join("testdata", dir, "before.json"), filepath.Join("testdata", dir, "after.json")
		pairs = append(pairs, [2]string{string(readFile(t, before)), string(readFile(t, after))})
	}
	for _, tool := range [][]string{{"git", "apply"}, {"patch", "-p1", "--fuzz=0", "-i"}} {
		t.Run(tool[0], func(t *testing.T) {
			if _, err := exec.LookPath(tool[0]); err != nil {
				t.Skipf("%s is not installed", tool[0])
			}
			for i, p := range pairs {
				for _, context := range []int{3, 1, -1} {
					dir := t.TempDir()
					file := filepath.Join(dir, "f")
					body := "--- a/f\n+++ b/f\n" + Text(Unified([]byte(p[0]), []byte(p[1]), context))
					for name, content := range map[string]string{"f": p[0], "diff": body} {
						musttest.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
					}
					c := exec.Command(tool[0], append(slices.Clone(tool[1:]), "diff")...)
					if tool[0] == "git" && context == 1 {
						c.Args = slices.Insert(c.Args, 2, "-C1")
					}
					c.Dir = dir
					if out, err := c.CombinedOutput(); err != nil {
						t.Fatalf("pair %d, context %d: %v\n%s\n%s", i, context, err, out, body)
					}
					if got, _ := os.ReadFile(file); string(got) != p[1] {
						t.Errorf("pair %d, context %d: patched to %q, want %q", i, context, got, p[1])
					}
				}
			}
		})
	}
}

// rebuild joins the lines of one side of a whole-file diff.
func rebuild(rows []Row, side Kind) string {
	var b strings.Builder
	for i, r := range rows {
		if r.Kind != Context && r.Kind != side {
			continue
		}
		b.WriteString(r.String())
		if i+1 == len(rows) || rows[i+1].Kind != Note {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// FuzzUnified checks that the rows are the files: where nothing is hidden,
// putting the lines of one side together gives the bytes back.
func FuzzUnified(f *testing.F) {
	for _, s := range [][2]string{
		{"a\nb\nc\n", "a\nc\nd"}, {"", "x"}, {"{\n}\n{\n}\n{\n}\n", "{\n}\n"}, {"a\r\n", "a\n"}, {"k: 1 2 3\n", "k: 1 日 3\n"},
		{"{\"env\":{\"A\":\"b\"}}", "{\"env\":{\n\"A\":\"c\"}}\n"},
	} {
		f.Add([]byte(s[0]), []byte(s[1]), 3)
	}
	f.Fuzz(func(t *testing.T, before, after []byte, context int) {
		rows := Unified(before, after, context)
		if (len(rows) == 0) != bytes.Equal(before, after) {
			t.Fatalf("%d rows for %q and %q", len(rows), before, after)
		}
		for _, r := range rows {
			if s := r.String(); Visible(s) != s {
				t.Errorf("row %q is not safe to draw", s)
			}
		}
		checkHeads(t, rows)
		all := Unified(before, after, -1)
		if bytes.Equal(before, after) || !shownAsIs(before) || !shownAsIs(after) {
			return
		}
		if got := rebuild(all, Removed); got != string(before) {
			t.Errorf("before: got %q, want %q", got, before)
		}
		if got := rebuild(all, Added); got != string(after) {
			t.Errorf("after: got %q, want %q", got, after)
		}
	})
}

// shownAsIs reports whether no line is hidden or made visible.
func shownAsIs(text []byte) bool {
	f := newLines(text)
	f.named = redact.Named(f.text, false)
	for i := range f.len() {
		if len(f.secrets(i)) > 0 || f.show(i, nil, nil) != strings.TrimSuffix(f.line(i), "\n") {
			return false
		}
	}
	return true
}

// checkHeads counts the lines that each hunk's head promises.
func checkHeads(t *testing.T, rows []Row) {
	t.Helper()
	var old, after, wantOld, wantNew int
	check := func() {
		if old != wantOld || after != wantNew {
			t.Errorf("a hunk of %d and %d lines has %d and %d", wantOld, wantNew, old, after)
		}
	}
	for _, r := range rows {
		switch r.Kind {
		case Head:
			check()
			old, after = 0, 0
			var at int
			if _, err := fmt.Sscanf(r.String(), "@@ -%d,%d +%d,%d @@", &at, &wantOld, &at, &wantNew); err != nil {
				t.Errorf("head %q: %v", r.String(), err)
			}
		case Context:
			old, after = old+1, after+1
		case Removed:
			old++
		case Added:
			after++
		}
	}
	check()
}

// TestVeryManyLines: they are not compared line by line, and that is said.
func TestVeryManyLines(t *testing.T) {
	t.Parallel()
	before, after := []byte("{"+strings.Repeat("\n", maxLines)+"}"), []byte("{}\n")
	want := "200001 lines become 2: too many to be compared line by line"
	if rows := Unified(before, after, 3); len(rows) != 1 || rows[0].String() != want {
		t.Errorf("%d rows", len(rows))
	}
	if rows := Unified(before, before, -1); len(rows) != 0 {
		t.Errorf("%d rows of the same text", len(rows))
	}
}

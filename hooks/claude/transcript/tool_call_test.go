package transcript

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// used is a line of a transcript in which the model calls a tool.
func used(second int, id, tool, input string) string {
	return fmt.Sprintf(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":%q,"name":%q,"input":%s}]},`+
		`"timestamp":"2026-11-21T06:00:%02d.500Z","cwd":"/work/sub","sessionId":"s1"}`, id, tool, input, second)
}

func TestToolCalls(t *testing.T) {
	root := t.TempDir()
	write := func(name string, age time.Duration, lines ...string) {
		t.Helper()
		path := filepath.Join(root, name)
		musttest.Write(t, path, strings.Join(lines, "\n"))
		when := time.Now().Add(-age)
		musttest.Do(t, os.Chtimes(path, when, when))
	}
	long := `{"command":"` + strings.Repeat("x", 2*blockSize) + `"}`
	write("p/old.jsonl", time.Hour,
		`{"type":"user","permissionMode":"plan","cwd":"/work","message":{"content":"\"tool_use\""}}`,
		used(1, "u1", "Bash", `{"command":"a", "n":1.50}`),
		`not JSON with "tool_use"`,
		`{"type":"user","message":{"content":[{"type":"tool_use","id":"no","name":"Bash","input":{}}]}}`,
		used(2, "u2", "Read", `{}`),
		used(3, "u3", "Bash", long),
		`{"type":"user","permissionMode":"default"}`,
		`{"type":"assistant","message":{"content":"x"},"x":"tool_use"}`,
		used(4, "u4", "Bash", `{"command":"d"}`))
	write("p/deep/new.jsonl", time.Minute,
		`{"cwd":"/a\"b"}`,
		used(1, "u1", "Bash", `{"command":"a"}`), // a session that was resumed
		used(5, "u5", "Edit", `{}`),
		used(6, "", "Edit", `{}`),
		used(7, "", "Edit", `{}`),
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"torn","name":"Bash"`)
	write("p/other.txt", 0, used(1, "u9", "Bash", `{}`))

	var got []string
	err := ToolCalls(context.Background(), root, func(tool string) bool { return tool != "Read" }, func(c ToolCall) bool {
		got = append(got, fmt.Sprintf("%s %s %s %s %s %s %.24s", c.Time.Format("05"), c.ID, c.Tool, c.Project, c.Cwd, c.Mode, c.Input.Raw()))
		return true
	})
	want := []string{
		`01 u1 Bash /a"b /work/sub  {"command":"a"}`, `05 u5 Edit /a"b /work/sub  {}`, `06  Edit /a"b /work/sub  {}`, `07  Edit /a"b /work/sub  {}`,
		`03 u3 Bash /work /work/sub plan {"command":"xxxxxxxxxxxx`, `04 u4 Bash /work /work/sub default {"command":"d"}`,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	n := 0
	if err := ToolCalls(context.Background(), root, func(string) bool { return true }, func(ToolCall) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("enough after 2: %d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n = 0
	err = ToolCalls(ctx, root, func(string) bool { return true }, func(ToolCall) bool { n++; cancel(); return true })
	if !errors.Is(err, context.Canceled) || n > 2 {
		t.Errorf("canceled: %d calls, %v", n, err)
	}
	if err := ToolCalls(context.Background(), filepath.Join(root, "none"), nil, nil); err != nil {
		t.Errorf("without transcripts: %v", err)
	}
}

func FuzzToolCalls(f *testing.F) {
	f.Add(used(1, "u", "Bash", `{}`))
	f.Add(`"cwd":"\`)
	f.Fuzz(func(t *testing.T, line string) {
		s := callScanner{want: func(string) bool { return true }, each: func(c ToolCall) bool { return c.Tool != "stop" }, seen: map[uint64]bool{}}
		if err := s.take([]byte(line)); err != nil && !errors.Is(err, errEnough) {
			t.Fatal(err)
		}
	})
}

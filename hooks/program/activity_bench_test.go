package program

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks/record/eventlog"
)

// BenchmarkActivity is the life of a hook that records the end of a call with an
// output of 2 KB, in a session that is at work.
func BenchmarkActivity(b *testing.B) { benchmarkActivity(b, 2<<10) }

func benchmarkActivity(b *testing.B, output int) {
	b.Helper()
	w := newWorld(b, "")
	stdout := strings.Repeat("a line of a program's output \\n", output/30)
	lives := beside(b, w.install(b), func(i int) string {
		return event("PostToolUse", "Bash", `{"command":"go test ./...","description":"run the tests"}`,
			fmt.Sprintf(`"n":"call %d","effort":{"level":"medium"},"duration_ms":1234`, i),
			`"tool_response":{"stdout":"`+stdout+`","stderr":"","interrupted":false,"isImage":false}`)
	}, "", ActivityArgument)
	files, err := eventlog.OpenActivity(w.paths.Activity()).Files(time.Time{})
	if err != nil || len(files) == 0 {
		b.Fatalf("%v, %v", files, err)
	}
	n, size := lives, int64(0)
	for _, f := range files {
		for a := range f.Activities() {
			if a.Class == eventlog.ClassOK {
				n--
			}
		}
		size += f.Size
	}
	if n != 0 {
		b.Errorf("%d records are missing", n)
	}
	b.ReportMetric(float64(size)/float64(lives), "B/record")
}

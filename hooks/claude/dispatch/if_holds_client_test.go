//go:build linux

package dispatch

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// updateIfs writes what the client does into the table.
var updateIfs = flag.Bool("update-ifs", false, "write what the client does into testdata/if.tsv")

// TestClientAgreesOnIf holds the tables of "if" against the client. The hooks with an "if" are of the type http, which starts no
// process; one without refuses each call, so that no line is run.
func TestClientAgreesOnIf(t *testing.T) {
	t.Parallel()
	tables := ifTables(t)
	for _, table := range tables {
		var lines []*ifLine
		for i, line := range table.lines {
			if *updateIfs && line.runs == "?" || !*updateIfs && ct.Part(i, 60) {
				lines = append(lines, line)
			}
		}
		lab := ct.New(t)
		type object = map[string]any
		groups := []object{{"hooks": []object{{"type": "command", "command": lab.Script("refuse.sh", "echo no >&2; exit 2")}}}}
		for i, rule := range table.rules {
			h := object{"type": "http", "url": fmt.Sprintf("%s/hook/%d", lab.URL(), i)}
			if rule != "" {
				h["if"] = rule
			}
			groups = append(groups, object{"hooks": []object{h}})
		}
		lab.Settings(lab.JSON(object{"hooks": object{"PreToolUse": groups}}))
		for some := range slices.Chunk(lines, 30) {
			for together := range slices.Chunk(some, 10) {
				var turns []ct.Turn
				for _, line := range together {
					turns = append(turns, ct.ToolUse("Bash", map[string]string{"command": line.command, "description": line.command}))
				}
				lab.Turns(ct.Together(turns...))
			}
			before := len(lab.Requests())
			lab.Turns(ct.Text("finished"))
			if r := lab.Headless(strings.NewReader(""), "-p", "hello", "--permission-mode=default"); r.ExitCode != 0 {
				t.Fatalf("%+v", r)
			}
			ran := map[string][]byte{}
			for _, line := range some {
				ran[line.command] = []byte(strings.Repeat("-", len(table.rules)))
			}
			for _, r := range lab.Requests()[before:] {
				rule := 0
				if n, _ := fmt.Sscanf(r.Path, "/hook/%d", &rule); n == 1 {
					ran[gjson.GetBytes(r.Body, "tool_input.description").Str][rule] = '+'
				}
			}
			for _, line := range some {
				got := string(ran[line.command])
				if got != line.runs && !*updateIfs {
					t.Errorf("%q: the client runs\n%s, and the table says\n%s", line.command, got, line.runs)
				}
				line.runs = got
			}
			if *updateIfs {
				musttest.Do(t, os.WriteFile(ifFile, []byte(ifText(tables)), 0o644))
			}
		}
	}
}

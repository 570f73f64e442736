package activity

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

var odd = Call{
	Session: "a\u202e\x1b[31m \xff \"session\"", ToolUse: "toolu_\n1", Tool: "=HYPERLINK(\"x\")", Key: "-rf", Class: eventlog.ClassExit, Exit: 3, Start: noon, End: noon.Add(time.Second),
	Timed: true, Duration: time.Second, Waited: true, Wait: 5 * time.Millisecond, Asked: true, Resumed: 1, In: 5, Out: 6, Arguments: `{"command":"x"}`,
}

func TestCallAsJSON(t *testing.T) {
	var got struct {
		Tool, Class, Start, End string
		Duration                int64 `json:"duration_ms"`
		Wait                    int64 `json:"wait_ms"`
		Exit                    int   `json:"exit_code"`
		Asked                   bool
	}
	if err := json.Unmarshal(odd.JSON(), &got); err != nil || bytes.ContainsAny(odd.JSON(), "\n\x1b") {
		t.Fatalf("%v: %s", err, odd.JSON())
	}
	if got.Tool != odd.Tool || got.Class != "exit" || got.Duration != 1000 || got.Wait != 5 || got.Exit != 3 || !got.Asked || got.Start != "2026-11-20T12:00:00.000Z" {
		t.Errorf("%+v", got)
	}
	running := Call{Tool: "Bash", Class: Running, Start: noon}
	if s := string(running.JSON()); s != `{"tool":"Bash","class":"running","start":"2026-11-20T12:00:00.000Z","input_bytes":0,"output_bytes":0}` {
		t.Error(s)
	}
}

func TestCallAsCSV(t *testing.T) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	musttest.Do(t, w.WriteAll([][]string{Columns(), odd.CSV(), (Call{Tool: "Bash", Class: Running, Start: noon}).CSV()}))
	rows, err := csv.NewReader(&b).ReadAll() // which wants rows of one length
	if err != nil || len(rows) != 3 {
		t.Fatal(rows, err)
	}
	cells := map[string]string{}
	for i, name := range rows[0] {
		cells[name] = rows[1][i]
	}
	if cells["tool"] != "'"+odd.Tool || cells["key"] != "'-rf" || cells["duration_ms"] != "1000" || cells["exit_code"] != "3" || cells["tool_use_id"] != "toolu_\ufffd1" || strings.ContainsAny(cells["session"], "\x1b\u202e") {
		t.Errorf("%v", cells)
	}
}

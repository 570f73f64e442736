package activity

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/settings/must"
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
	must.Do(t, w.WriteAll([][]string{Columns(), odd.CSV(), (Call{Tool: "Bash", Class: Running, Start: noon}).CSV()}))
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

// identifier finds the identifiers. OTLP writes them in hexadecimal, where the
// JSON mapping of protobuf has base64: the one place where the two differ in what
// is written here.
var identifier = regexp.MustCompile(`"(traceId|spanId|parentSpanId)":"([0-9a-f]*)"`)

// otlp reads a line as the published protobuf schema of OTLP wants it, and accepts
// nothing that is not in it.
func otlp(t testing.TB, line []byte) *tracepb.TracesData {
	t.Helper()
	mapped := identifier.ReplaceAllFunc(line, func(m []byte) []byte {
		p := identifier.FindSubmatch(m)
		raw, err := hex.DecodeString(string(p[2]))
		must.Do(t, err)
		return fmt.Appendf(nil, `"%s":"%s"`, p[1], base64.StdEncoding.EncodeToString(raw))
	})
	var data tracepb.TracesData
	if err := (protojson.UnmarshalOptions{DiscardUnknown: false}).Unmarshal(mapped, &data); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return &data
}

func TestTraces(t *testing.T) {
	log := eventlog.OpenActivity(t.TempDir())
	must.Do(t, (activitytest.Record{Lines: 12000, Sessions: 4, Days: 2, End: end}).Write(log.Dir))
	calls, err := Calls(context.Background(), log, Filter{}, end)
	must.Do(t, err)
	var out bytes.Buffer
	w, want := NewTraces(&out, "v1"), map[string]Call{}
	for c := range calls {
		if c.Class != Running {
			want[spanID(c.Session, c.ToolUse)] = c
		}
		must.Do(t, w.Add(c))
	}
	odd := odd
	want[spanID(odd.Session, odd.ToolUse)] = odd
	for _, c := range []Call{odd, {Session: odd.Session, Class: Running, Start: noon}} {
		must.Do(t, w.Add(c))
	}
	must.Do(t, w.Close())
	sessions, parents, seen := map[string]*tracepb.Span{}, map[string]bool{}, 0
	for line := range bytes.Lines(out.Bytes()) {
		for _, r := range otlp(t, line).ResourceSpans {
			if len(r.ScopeSpans) != 1 || r.ScopeSpans[0].Scope.Name != "neverask" {
				t.Fatalf("%v", r)
			}
			for _, s := range r.ScopeSpans[0].Spans {
				if len(s.TraceId) != 16 || len(s.SpanId) != 8 || s.Kind != tracepb.Span_SPAN_KIND_INTERNAL || s.EndTimeUnixNano < s.StartTimeUnixNano {
					t.Fatalf("%v", s)
				}
				if s.Name == "session" {
					sessions[string(s.TraceId)+string(s.SpanId)] = s
					continue
				}
				seen++
				parents[string(s.TraceId)+string(s.ParentSpanId)] = true
				same(t, s, want[hex.EncodeToString(s.SpanId)])
			}
		}
	}
	if seen != len(want) || len(sessions) != 5 || len(parents) != 5 {
		t.Errorf("%d spans of %d, %d sessions, %d parents", seen, len(want), len(sessions), len(parents))
	}
	for p := range parents {
		if sessions[p] == nil {
			t.Error("a call without its session")
		}
	}
}

// same holds a span against its call.
func same(t *testing.T, s *tracepb.Span, c Call) {
	t.Helper()
	attributes := map[string]string{}
	for _, a := range s.Attributes {
		attributes[a.Key] = a.Value.GetStringValue()
		if n := a.Value.GetIntValue(); n != 0 {
			attributes[a.Key] = fmt.Sprint(n)
		}
	}
	if s.Name != "execute_tool "+c.Tool || s.StartTimeUnixNano != uint64(c.Start.UnixNano()) || attributes["neverask.class"] != string(c.Class) ||
		c.Timed && c.Duration > 0 && attributes["neverask.duration_ms"] != fmt.Sprint(c.Duration.Milliseconds()) {
		t.Errorf("%v\n%+v", s, c)
	}
	if failed := s.Status.GetCode() == tracepb.Status_STATUS_CODE_ERROR; failed != Failed(c.Class) || failed != (attributes["error.type"] != "") {
		t.Errorf("%v: %v", c.Class, s.Status)
	}
}

func TestIdentifiers(t *testing.T) {
	if got := traceID(sessionID); got != strings.ReplaceAll(sessionID, "-", "") {
		t.Error(got)
	}
	for _, session := range []string{"", "x", "00000000-0000-0000-0000-000000000000"} {
		if got := traceID(session); len(got) != 32 || strings.Trim(got, "0") == "" {
			t.Errorf("%q: %s", session, got)
		}
	}
}

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999 * time.Millisecond: "999 ms", 1500 * time.Millisecond: "1.5 s", 9949 * time.Millisecond: "9.9 s", 9950 * time.Millisecond: "10 s", 59999 * time.Millisecond: "1 min", 59 * time.Second: "59 s",
		125 * time.Second: "2 min 5 s", 3*time.Hour + 20*time.Minute: "3 h 20 min", 52 * time.Hour: "2 d 4 h", 48 * time.Hour: "2 d",
	} {
		if got := Brief(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

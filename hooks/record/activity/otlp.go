package activity

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
)

// Traces writes calls as OpenTelemetry traces: a trace for each session, with a
// span for the session and below it one for each call. The file is what an
// otlpjsonfile receiver reads, TracesData in the JSON encoding of OTLP, one
// document a line. Calls that run have no end, and are left out.
//
// Identifiers are hexadecimal: that of a trace is the session's, when that is a
// UUID, and that of a span is derived from session and tool use, so that writing
// the same record twice gives the same traces.
type Traces struct {
	out     io.Writer
	version string
	session string
	project string
	first   time.Time
	last    time.Time
	spans   *hooks.Writer
	count   int
}

// perLine is how many spans a line holds at most.
const perLine = 512

// NewTraces returns a writer of traces. version is that of neverask.
func NewTraces(out io.Writer, version string) *Traces { return &Traces{out: out, version: version} }

// Add takes the next call. Those of a session must come one after the other.
func (t *Traces) Add(c Call) error {
	if c.Class == Running {
		return nil
	}
	if c.Session != t.session || t.first.IsZero() {
		if err := t.Close(); err != nil {
			return err
		}
		t.session, t.project, t.first, t.last = c.Session, c.ProjectName, c.Start, c.End
	}
	if c.Start.Before(t.first) {
		t.first = c.Start
	}
	if c.End.After(t.last) {
		t.last = c.End
	}
	if t.count >= perLine {
		if err := t.flush(); err != nil {
			return err
		}
	}
	w := t.span()
	name := c.Tool
	if name == "" {
		name = "unknown"
	}
	begin(w, t.session, c.ToolUse, "execute_tool "+name)
	w.Name("parentSpanId").String(spanID(t.session, ""))
	end := c.End
	if end.Before(c.Start) {
		end = c.Start
	}
	times(w, c.Start, end)
	attributes(w, c)
	if Failed(c.Class) {
		w.Name("status").Begin('{')
		w.Name("message").String(c.Ending())
		w.Name("code").Int(statusError)
		w.End('}')
	}
	w.End('}')
	return nil
}

// attributes are those of the span of a call.
func attributes(w *hooks.Writer, c Call) {
	w.Name("attributes").Begin('[')
	text(w, "gen_ai.operation.name", "execute_tool")
	text(w, "gen_ai.tool.name", c.Tool)
	text(w, "gen_ai.tool.call.id", c.ToolUse)
	text(w, "neverask.class", string(c.Class))
	if c.Timed {
		number(w, "neverask.duration_ms", c.Duration.Milliseconds())
	}
	if c.Waited {
		number(w, "neverask.wait_ms", c.Wait.Milliseconds())
	}
	if c.Class == eventlog.ClassExit {
		number(w, "process.exit.code", int64(c.Exit))
	}
	if Failed(c.Class) {
		text(w, "error.type", string(c.Class))
	}
	for _, a := range [...][2]string{
		{"neverask.by", string(c.By)}, {"neverask.closed_by", string(c.ClosedBy)}, {"neverask.prompt_id", c.Prompt}, {"gen_ai.agent.id", c.Agent},
		{"gen_ai.agent.name", c.AgentType}, {"neverask.mcp_server", c.Server}, {"neverask.key", c.Key}, {"neverask.permission_mode", c.Mode},
	} {
		text(w, a[0], a[1])
	}
	number(w, "neverask.input_bytes", int64(c.In))
	number(w, "neverask.output_bytes", int64(c.Out))
	w.End(']')
}

// The numbers of the enumerations of OTLP; its JSON takes no names.
const (
	kindInternal = 1
	statusError  = 2
)

// span makes room for one more span.
func (t *Traces) span() *hooks.Writer {
	if t.spans == nil {
		t.spans = hooks.NewWriter(64 << 10)
		t.spans.Begin('[')
	}
	t.count++
	return t.spans
}

// Close ends the trace of the last session. The writer may be used on.
func (t *Traces) Close() error {
	if t.first.IsZero() {
		return nil
	}
	w := t.span()
	begin(w, t.session, "", "session")
	times(w, t.first, t.last)
	w.Name("attributes").Begin('[')
	text(w, "session.id", t.session)
	text(w, "neverask.project", t.project)
	w.End(']')
	w.End('}')
	t.first = time.Time{}
	return t.flush()
}

// flush writes the spans so far as one line.
func (t *Traces) flush() error {
	t.spans.End(']')
	w := hooks.NewWriter(len(t.spans.Bytes()) + 512)
	w.Begin('{')
	w.Name("resourceSpans").Begin('[')
	w.Begin('{')
	w.Name("resource").Begin('{')
	w.Name("attributes").Begin('[')
	text(w, "service.name", "claude-code")
	text(w, "session.id", t.session)
	w.End(']')
	w.End('}')
	w.Name("scopeSpans").Begin('[')
	w.Begin('{')
	w.Name("scope").Begin('{')
	w.Name("name").String("neverask")
	w.Text("version", t.version)
	w.End('}')
	w.Name("spans").Value(t.spans.Finish())
	for _, c := range "}]}]}" {
		w.End(byte(c))
	}
	t.spans, t.count = nil, 0
	_, err := t.out.Write(append(w.Bytes(), '\n'))
	return err
}

func begin(w *hooks.Writer, session, call, name string) {
	w.Begin('{')
	w.Name("traceId").String(traceID(session))
	w.Name("spanId").String(spanID(session, call))
	w.Name("name").String(name)
	w.Name("kind").Int(kindInternal)
}

// times writes nanoseconds as texts, as 64-bit numbers are in JSON of OTLP.
func times(w *hooks.Writer, start, end time.Time) {
	w.Name("startTimeUnixNano").String(strconv.FormatInt(max(0, start.UnixNano()), 10))
	w.Name("endTimeUnixNano").String(strconv.FormatInt(max(0, end.UnixNano()), 10))
}

func text(w *hooks.Writer, key, s string) {
	if s != "" {
		attribute(w, key, "stringValue", strings.ToValidUTF8(s, "\ufffd"))
	}
}

func number(w *hooks.Writer, key string, n int64) {
	attribute(w, key, "intValue", strconv.FormatInt(n, 10))
}

func attribute(w *hooks.Writer, key, kind, value string) {
	w.Begin('{')
	w.Name("key").String(key)
	w.Name("value").Begin('{')
	w.Name(kind).String(value)
	w.End('}')
	w.End('}')
}

// traceID is the session as 16 bytes in hexadecimal.
func traceID(session string) string {
	id := strings.ReplaceAll(session, "-", "")
	if b, err := hex.DecodeString(id); err == nil && len(b) == 16 && strings.Trim(id, "0") != "" {
		return strings.ToLower(id)
	}
	sum := sha256.Sum256([]byte(session))
	return hex.EncodeToString(sum[:16])
}

// spanID is a call of a session as 8 bytes in hexadecimal. The call "" is the
// session itself.
func spanID(session, call string) string {
	sum := sha256.Sum256([]byte(session + "\x00" + call))
	return hex.EncodeToString(sum[:8])
}

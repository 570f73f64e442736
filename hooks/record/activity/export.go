package activity

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"neverask/hooks"
)

// Stamp is the time layout for programs: to the millisecond, in UTC.
const Stamp = "2006-01-02T15:04:05.000Z"

// JSON returns the call as one JSON object without a line break. Members without a value and
// unknown durations are left out.
func (c Call) JSON() []byte {
	w := hooks.NewWriter(512)
	w.Begin('{')
	w.Name("tool").String(c.Tool)
	w.Name("class").String(string(c.Class))
	if c.Timed {
		w.Name("duration_ms").Int(c.Duration.Milliseconds())
	}
	if c.Waited {
		w.Name("wait_ms").Int(c.Wait.Milliseconds())
	}
	if c.Exit != 0 {
		w.Name("exit_code").Int(int64(c.Exit))
	}
	w.Text("by", string(c.By))
	w.Text("closed_by", string(c.ClosedBy))
	w.Flag("asked", c.Asked)
	if c.Resumed > 0 {
		w.Name("resumed").Int(int64(c.Resumed))
	}
	w.Name("start").String(c.Start.UTC().Format(Stamp))
	if !c.End.IsZero() {
		w.Name("end").String(c.End.UTC().Format(Stamp))
	}
	w.Text("session", c.Session)
	w.Text("tool_use_id", c.ToolUse)
	w.Text("prompt_id", c.Prompt)
	w.Text("agent_id", c.Agent)
	w.Text("agent_type", c.AgentType)
	w.Text("server", c.Server)
	w.Text("key", c.Key)
	w.Text("mode", c.Mode)
	w.Text("effort", c.Effort)
	w.Name("input_bytes").Int(int64(c.In))
	w.Name("output_bytes").Int(int64(c.Out))
	w.Text("background_id", c.Background)
	w.Text("project", c.ProjectName)
	w.Text("project_hash", c.Project)
	w.Text("arguments", c.Arguments)
	w.End('}')
	return w.Bytes()
}

// Columns returns the column names of [Call.CSV].
func Columns() []string {
	return []string{
		"start", "end", "tool", "class", "duration_ms", "wait_ms",
		"exit_code", "by", "closed_by", "asked", "resumed", "session", "tool_use_id", "prompt_id",
		"agent_id", "agent_type", "server", "key", "mode", "effort",
		"input_bytes", "output_bytes", "background_id", "project", "project_hash",
	}
}

// CSV returns the call as cells. A text that a spreadsheet would take for a formula gets an
// apostrophe in front.
func (c Call) CSV() []string {
	number := func(n int64, known bool) string {
		if !known {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	stamp := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(Stamp)
	}
	return []string{
		stamp(c.Start), stamp(c.End), Cell(c.Tool), string(c.Class),
		number(c.Duration.Milliseconds(), c.Timed), number(c.Wait.Milliseconds(), c.Waited),
		number(int64(c.Exit), c.Exit != 0), Cell(string(c.By)), string(c.ClosedBy),
		strconv.FormatBool(c.Asked), strconv.Itoa(c.Resumed),
		Cell(c.Session), Cell(c.ToolUse), Cell(c.Prompt), Cell(c.Agent),
		Cell(c.AgentType), Cell(c.Server), Cell(c.Key), Cell(c.Mode), Cell(c.Effort),
		strconv.Itoa(c.In), strconv.Itoa(c.Out), Cell(c.Background), Cell(c.ProjectName), Cell(c.Project),
	}
}

// Cell returns a text that neither a spreadsheet nor a terminal would execute.
func Cell(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

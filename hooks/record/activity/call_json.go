package activity

import (
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
		w.Name("duration_ms").Int(Milliseconds(c.Duration))
	}
	if c.Waited {
		w.Name("wait_ms").Int(Milliseconds(c.Wait))
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

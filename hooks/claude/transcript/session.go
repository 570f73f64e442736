package transcript

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/settings/foreign"
)

// A Finished call is one of a session, with what became of it.
type Finished struct {
	ToolCall
	// End is when its result was written down; zero where there is none.
	End    time.Time
	Failed bool   // the model reads an error
	Text   string // what the model reads, its beginning
	// Decision and By are who let it run or did not, in the client's words: "accept" or
	// "reject", and "hook", "config", "user_temporary", … .
	Decision, By string
}

// A HookRun is the record of a run of a handler, which says for which call it ran.
type HookRun struct {
	Name      string // "PreToolUse:Bash"
	ToolUseID string
	Command   string // or the status message
	Time      time.Time
	Took      time.Duration
}

// ofSession finds the transcripts of a session and of its subagents.
func ofSession(root, id string) (files []string) {
	if id == "" || strings.ContainsAny(id, `/\*?[`) {
		return nil
	}
	for _, pattern := range []string{id + ".jsonl", filepath.Join(id, "*.jsonl"), filepath.Join(id, "*", "*.jsonl")} {
		found, _ := filepath.Glob(filepath.Join(root, "*", pattern)) // the pattern is valid
		files = append(files, found...)
	}
	return files
}

// Version is that of the client that wrote a transcript below root last, and empty where
// none of the latest tells.
func Version(root string) string {
	all, _ := Open(root, "").list()
	slices.SortFunc(all, func(a, b found) int { return cmp.Compare(b.stamp.Modified, a.stamp.Modified) })
	for _, f := range all[:min(len(all), 8)] {
		lines := bytes.Split(foreign.ReadTail(filepath.Join(root, filepath.FromSlash(f.path)), 256<<10), []byte("\n"))
		for _, line := range slices.Backward(lines) {
			if v, err := hooks.Parse(line); err == nil && v.Last("version").String() != "" {
				return v.Last("version").String()
			}
		}
	}
	return ""
}

// Session reads what the transcripts of a session, below root, say of its calls and of
// the hooks that ran at them, since a time. What cannot be read is left out.
func Session(ctx context.Context, root, id string, since time.Time) ([]Finished, []HookRun) {
	s := sessionReader{since: since, open: map[string]int{}}
	var lines lineReader
	for _, file := range ofSession(root, id) {
		_ = lines.each(ctx, file, func(line []byte) error {
			s.read(file, line)
			return nil
		})
	}
	slices.SortStableFunc(s.calls, func(a, b Finished) int { return a.Time.Compare(b.Time) })
	return s.calls, s.runs
}

// A sessionReader collects the calls of a session, and the runs of hooks.
type sessionReader struct {
	since time.Time
	calls []Finished
	open  map[string]int // where in calls the one with this id is
	runs  []HookRun
}

// read takes in a line of a transcript, if it holds a call, a result or a run of a hook.
func (s *sessionReader) read(file string, line []byte) {
	if !bytes.Contains(line, useWord) && !bytes.Contains(line, resultWord) && !bytes.Contains(line, []byte(ofHook)) {
		return
	}
	v, err := hooks.Parse(line)
	if err != nil {
		return
	}
	at, err := time.Parse(time.RFC3339, v.Get("timestamp").String())
	if err != nil || at.Before(s.since) {
		return
	}
	switch v.Get("type").String() {
	case "assistant":
		for _, c := range callsIn(v, at, file) {
			if _, known := s.open[c.ID]; !known {
				s.open[c.ID] = len(s.calls)
				s.calls = append(s.calls, c)
			}
		}
	case "user":
		for block := range v.Get("message").Get("content").Elements() {
			if i, known := s.open[block.Get("tool_use_id").String()]; known && s.calls[i].End.IsZero() {
				s.calls[i].finish(v, block, at)
			}
		}
	case "attachment":
		s.runs = append(s.runs, runIn(v.Get("attachment"), at))
	}
}

func callsIn(v hooks.Value, at time.Time, file string) (all []Finished) {
	for block := range v.Get("message").Get("content").Elements() {
		if block.Get("type").String() == "tool_use" {
			all = append(all, Finished{ToolCall: ToolCall{
				Time: at, Session: v.Get("sessionId").String(), ID: block.Get("id").String(), Tool: block.Get("name").String(), Input: block.Get("input"),
				Cwd: v.Get("cwd").String(), File: file,
			}})
		}
	}
	return all
}

// finish takes in the result of the call.
func (c *Finished) finish(v, block hooks.Value, at time.Time) {
	c.End, c.Failed = at, block.Get("is_error").IsTrue()
	content := block.Get("content")
	c.Text = content.String()
	for part := range content.Elements() {
		c.Text += part.Get("text").String()
	}
	c.Text = keep(c.Text, maxStdout)
	decision := v.Get("permissionDecision")
	c.Decision, c.By = decision.Get("decision").String(), decision.Get("source").String()
}

func runIn(a hooks.Value, at time.Time) HookRun {
	command := a.Get("command")
	if blocking := a.Get("blockingError"); blocking.Kind() == hooks.Object {
		command = blocking.Get("command")
	}
	return HookRun{
		Name: a.Get("hookName").String(), ToolUseID: a.Get("toolUseID").String(), Command: command.String(), Time: at, Took: milliseconds(a.Get("durationMs")),
	}
}

package activity

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

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
		number(Milliseconds(c.Duration), c.Timed), number(Milliseconds(c.Wait), c.Waited),
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

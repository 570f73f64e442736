package program

import (
	"fmt"
	"time"

	"neverask/hooks"
	"neverask/hooks/paths"
	"neverask/hooks/record/answers"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// records are the files that the hook writes, and the writes still to do.
type records struct {
	env        Env
	paths      paths.Paths
	afterwards []func()
}

// later postpones what need not happen before the answer is printed.
func (h *records) later(f func()) { h.afterwards = append(h.afterwards, f) }

// finish does what was postponed, even if a part of it fails.
func (h *records) finish() {
	for len(h.afterwards) > 0 {
		f := h.afterwards[0]
		h.afterwards = h.afterwards[1:]
		func() {
			defer func() {
				if r := recover(); r != nil {
					h.writeComplaint(fmt.Errorf("panic: %v", r))
				}
			}()
			f()
		}()
	}
}

// since returns the time since t, or zero if the clock was set back.
func (h *records) since(t time.Time) time.Duration { return max(0, h.env.Now().Sub(t)) }

func (h *records) openCalls() eventlog.OpenCalls {
	return eventlog.OpenCalls{Dir: h.paths.OpenCalls(), Now: h.env.Now}
}

// answers is the answer record. What reading it finds out is saved after the output.
func (h *records) answers() answers.Record {
	return answers.Record{Dir: h.paths.Answers(), Now: h.env.Now, Later: h.later}
}

// past returns the person's answers to questions that may be the same as one in a project.
func (h *records) past(project string) func(question.Call, question.Question) []question.PastAnswer {
	return func(c question.Call, q question.Question) []question.PastAnswer {
		return h.answers().Of(c.Server, h.projectOfServers(project), q)
	}
}

// projectOfServers is the project whose MCP servers a session has: the one in which it was
// started, as the client tells its hooks.
func (h *records) projectOfServers(project string) string {
	if dir := h.env.Getenv("CLAUDE_PROJECT_DIR"); dir != "" {
		return dir
	}
	return project
}

// project is the directory that the session works in.
func (h *records) project(c hooks.Common) string {
	if c.Cwd != "" {
		return c.Cwd
	}
	return h.env.Getenv("CLAUDE_PROJECT_DIR")
}

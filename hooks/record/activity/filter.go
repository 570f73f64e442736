package activity

import (
	"strings"
	"time"

	"neverask/hooks/record/eventlog"
)

// Filter selects calls. The zero value selects all.
type Filter struct {
	Since   time.Time // calls that began then or later
	Session string    // prefix of the session ID
	Project string    // the project's path or base name
	Tool    string    // tool name; a trailing star matches anything
}

// matcher is a filter prepared for fast matching.
type matcher struct {
	Filter
	project string // hash
	prefix  bool   // tool is a prefix
}

func (f Filter) matcher() matcher {
	m := matcher{Filter: f}
	if f.Project != "" {
		m.project = eventlog.ProjectHash(f.Project)
	}
	m.Tool, m.prefix = strings.CutSuffix(f.Tool, "*")
	return m
}

// Selects reports whether the filter selects a call.
func (f Filter) Selects(c Call) bool {
	m := f.matcher()
	return m.call(&c)
}

func (m *matcher) call(c *Call) bool {
	switch {
	case c.Start.Before(m.Since), !m.session(c.Session, c.Project, c.ProjectName):
		return false
	case m.Tool == "" && !m.prefix:
		return true
	case m.prefix:
		return strings.HasPrefix(c.Tool, m.Tool)
	}
	return c.Tool == m.Tool
}

// session reports whether a session in a project is selected.
func (m *matcher) session(session, project, name string) bool {
	return strings.HasPrefix(session, m.Session) && (m.Project == "" || project == m.project || name == m.Project)
}

func (m *matcher) prompt(a *eventlog.Activity) bool {
	return !time.Unix(0, a.Time).Before(m.Since) && m.session(a.Session, a.Project, a.ProjectName)
}

// file reports whether a session's file may hold selected calls. Names that are hashes do not
// rule a file out.
func (m *matcher) file(name string) bool {
	return strings.HasPrefix(name, "hash-") || strings.HasPrefix(name, m.Session)
}

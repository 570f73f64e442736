package activitytest

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
)

// Record describes a made-up record.
type Record struct {
	Lines    int
	Sessions int
	Days     int       // over which the sessions are spread
	End      time.Time // when the last day ends
	Seed     uint64
}

// Write writes the record to a directory. The same Record always yields the same files.
func (r Record) Write(dir string) error {
	for n := range r.Sessions {
		lines := r.Lines / r.Sessions
		if n < r.Lines%r.Sessions {
			lines++
		}
		day := r.End.UTC().AddDate(0, 0, -n%r.Days).Truncate(24 * time.Hour)
		if err := r.session(dir, n, lines, day); err != nil {
			return err
		}
	}
	return nil
}

// session writes a session's file.
func (r Record) session(dir string, n, lines int, day time.Time) error {
	s := &writer{rand: rand.New(rand.NewPCG(r.Seed, uint64(n))), left: lines, number: n}
	s.now = day.Add(time.Duration(6+n%12) * time.Hour)
	s.id = fmt.Sprintf("%08x-0000-4000-8000-%012x", s.rand.Uint32(), n)
	name := filepath.Join(dir, s.now.Format(time.DateOnly), s.id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	s.out = bufio.NewWriterSize(f, 1<<16)
	s.write()
	if err := s.out.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// writer writes one session.
type writer struct {
	rand   *rand.Rand
	out    *bufio.Writer
	now    time.Time
	id     string
	number int
	left   int
	prompt int
	call   int
	agent  string
	kind   string
}

// kinds are tools and the subjects of their calls.
var kinds = []struct {
	tool, server string
	keys         []string
	weight, took int // took is the typical duration in milliseconds
}{
	{"Bash", "", []string{"go", "git", "npm", "make", "ls", "rg"}, 40, 800},
	{"Read", "", []string{".go", ".md", ".ts"}, 30, 12},
	{"Edit", "", []string{".go", ".md", ".ts"}, 14, 20},
	{"Grep", "", nil, 8, 40},
	{"WebFetch", "", []string{"pkg.go.dev", "example.com"}, 2, 1800},
	{"mcp__github__search_issues", "github", nil, 3, 600},
	{"Agent", "", nil, 3, 60000},
}

func (s *writer) line(a eventlog.Activity) {
	if s.left == 0 {
		return
	}
	s.left--
	a.Time, a.Session, a.Prompt = s.now.UnixNano(), s.id, fmt.Sprintf("%08d-0000-4000-8000-%012x", s.prompt, s.number)
	a.Mode, a.Effort = "default", "medium"
	a.Project, a.ProjectName = eventlog.ProjectHash([]string{"/home/you/shop", "/home/you/blog"}[s.number%2]),
		[]string{"shop", "blog"}[s.number%2]
	a.Agent, a.AgentType = s.agent, s.kind
	s.out.Write(a.JSON())
	s.out.WriteByte('\n')
}

func (s *writer) pass(ms int) { s.now = s.now.Add(time.Duration(ms) * time.Millisecond) }

func (s *writer) write() {
	s.line(eventlog.Activity{Event: hooks.EventSessionStart})
	for s.left > 1 {
		s.prompt++
		s.pass(1000 + s.rand.IntN(240000))
		s.line(eventlog.Activity{Event: hooks.EventUserPromptSubmit})
		for range 1 + s.rand.IntN(12) {
			s.calls(1 + s.rand.IntN(3)/2)
		}
		if s.rand.IntN(12) == 0 {
			s.subagent()
		}
		s.line(eventlog.Activity{Event: hooks.EventStop})
	}
	s.line(eventlog.Activity{Event: hooks.EventSessionEnd})
}

// calls writes a batch of concurrent calls.
func (s *writer) calls(n int) {
	var begun []eventlog.Activity
	batch := eventlog.Activity{Event: hooks.EventPostToolBatch}
	for range n {
		a := s.begin()
		begun = append(begun, a)
		batch.Calls = append(batch.Calls, eventlog.BatchResult{
			ToolUse: a.ToolUse, Tool: a.Tool, In: a.In, Out: 900, Key: a.Key,
		})
		if s.rand.IntN(20) == 0 {
			s.pass(5)
			s.line(eventlog.Activity{Event: hooks.EventPermissionRequest, Tool: a.Tool, Server: a.Server, Key: a.Key, In: a.In})
			s.pass(500 + s.rand.IntN(8000))
		}
	}
	for i, a := range begun {
		if !s.end(a) {
			batch.Calls[i].Class, batch.Calls[i].By = eventlog.ClassDenied, eventlog.DeniedByPerson
		}
	}
	s.pass(3)
	s.line(batch)
}

func (s *writer) begin() eventlog.Activity {
	w := s.rand.IntN(100)
	k := kinds[0]
	for _, k = range kinds {
		if w -= k.weight; w < 0 {
			break
		}
	}
	s.call++
	a := eventlog.Activity{
		Event: hooks.EventPreToolUse, ToolUse: fmt.Sprintf("toolu_%06x%018x", s.number, s.call),
		Tool: k.tool, Server: k.server, In: 40 + s.rand.IntN(400),
	}
	if len(k.keys) > 0 {
		a.Key = k.keys[s.rand.IntN(len(k.keys))]
	}
	a.Took = int64(float64(k.took) * s.rand.ExpFloat64())
	s.line(a)
	s.pass(2)
	return a
}

// end writes the end of a call, unless the user refuses it.
func (s *writer) end(a eventlog.Activity) bool {
	how := s.rand.IntN(100)
	if how == 0 {
		return false
	}
	a.Event, a.Class, a.Timed, a.Out = hooks.EventPostToolUse, eventlog.ClassOK, true, 100+s.rand.IntN(5000)
	if how < 6 {
		a.Event, a.Class = hooks.EventPostToolUseFailure, eventlog.ClassOther
		switch {
		case a.Tool == "Bash" && how == 1:
			a.Class, a.Exit, a.Took = eventlog.ClassTimeout, 143, 120000
		case a.Tool == "Bash":
			a.Class, a.Exit = eventlog.ClassExit, 1+how%2
		case a.Tool == "Read":
			a.Class = eventlog.ClassNotFound
		}
	}
	s.pass(int(a.Took))
	s.line(a)
	return true
}

// subagent writes a run of a subagent.
func (s *writer) subagent() {
	s.call++
	s.agent, s.kind = fmt.Sprintf("a%06x%08x", s.number, s.call), []string{"general-purpose", "Explore"}[s.rand.IntN(2)]
	s.line(eventlog.Activity{Event: hooks.EventSubagentStart})
	for range 1 + s.rand.IntN(6) {
		s.calls(1)
	}
	s.line(eventlog.Activity{Event: hooks.EventSubagentStop})
	s.agent, s.kind = "", ""
}

package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/trust"
	"neverask/hooks/claude/transcript"
	hook "neverask/hooks/program"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings/foreign"
	"neverask/tui"
)

// memory is what the screens are told of rules and questions.
type memory struct {
	in *installer.Installer

	reading  sync.Mutex // of the questions, which takes long
	progress atomic.Pointer[func(transcript.Progress)]
	archive  *transcript.Archive
	log      foreign.Stamp // when it was last read
	read     bool          // at least once
	behind   bool          // the archive has more than was read last
	past     []conflict.Observation
	timing   conflict.Timing

	deciding sync.Mutex
	rules    *question.Lookup // of the preferences with the stamp
	stamp    foreign.Stamp
}

func newMemory(in *installer.Installer) *memory {
	return &memory{in: in}
}

func (m *memory) Book() (tui.Book, string) {
	path := m.in.Paths.Preferences()
	return preferences.Open(path, m.in.Store, time.Now), path
}

func (m *memory) watch() *preferences.Watch {
	return preferences.New(preferences.Open(m.in.Paths.Preferences(), m.in.Store, time.Now), m.in.Paths.State)
}

func (m *memory) Outside() ([]preferences.Outside, error) {
	return m.watch().Outside(context.Background())
}

func (m *memory) ConfirmOutside(shown []preferences.Outside) error {
	return m.watch().Confirm(context.Background(), shown...)
}

func (m *memory) Proposals(trusted []question.Trusted) (here, elsewhere []trust.Review) {
	here = trust.Around(m.in.Locations.Dir, m.in.Locations.Home, trusted)
	for _, t := range trusted {
		if !slices.ContainsFunc(here, func(r trust.Review) bool { return r.Project == t.Project }) {
			elsewhere = append(elsewhere, trust.Of(t.Project, trusted))
		}
	}
	return here, elsewhere
}

func (m *memory) QuestionLog() string { return m.in.Paths.Questions() }

// Asked reads the transcripts and the log. What could not be remembered for the
// next time is only read again then.
func (m *memory) Asked(ctx context.Context, progress func(transcript.Progress)) ([]transcript.Question, bool, error) {
	m.progress.Store(&progress) // of whoever is reading
	m.reading.Lock()
	defer m.reading.Unlock()
	news, err := m.update(ctx)
	if err != nil {
		return nil, false, err
	}
	log := foreign.StampOf(m.in.Paths.Questions())
	if m.read && !news && !m.behind && log == m.log {
		return nil, false, nil
	}
	m.log, m.read, m.behind = log, true, false
	return m.all(), true, nil
}

// update reads what is new in the transcripts.
func (m *memory) update(ctx context.Context) (news bool, err error) {
	if m.archive == nil {
		m.archive = transcript.Open(filepath.Join(m.in.Locations.Config(), "projects"), m.in.Paths.State)
	}
	news, err = m.archive.Update(ctx, func(p transcript.Progress) {
		if tell := m.progress.Load(); tell != nil && *tell != nil {
			(*tell)(p)
		}
	})
	if news && err == nil {
		_ = m.archive.Save()
	}
	return news, err
}

// loadHooks adds to a review what transcripts tell of hooks. What it reads that
// is new, the next call of Asked has not seen yet.
func (m *memory) loadHooks(ctx context.Context, o *conflicts.Options) error {
	m.reading.Lock()
	defer m.reading.Unlock()
	news, err := m.update(ctx)
	m.behind = m.behind || news
	if err != nil {
		return err
	}
	if news || m.past == nil {
		records := m.archive.Hooks()
		m.past, m.timing = conflict.Past(records, m.archive.Questions()), conflict.Measured(records)
	}
	o.Past, o.Timing = m.past, m.timing
	return nil
}

// Counts counts the questions since a time, those of which transcripts tell too.
func (m *memory) Counts(since time.Time) transcript.Counts {
	m.reading.Lock()
	defer m.reading.Unlock()
	news, _ := m.update(context.Background())
	m.behind = m.behind || news
	return transcript.Count(m.all(), since)
}

// all are the questions of the transcripts as they were last read, and of the log.
func (m *memory) all() []transcript.Question {
	return transcript.Merge(m.archive.Questions(), eventlog.OpenLog(m.in.Paths.Questions()).Questions(time.Time{}))
}

func (m *memory) Decide(call question.Call, project string) (question.Decision, []question.Step, error) {
	m.deciding.Lock()
	defer m.deciding.Unlock()
	path := m.in.Paths.Preferences()
	if s := foreign.StampOf(path); m.rules == nil || s != m.stamp {
		content, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			return question.Decision{}, nil, err
		}
		l, _, err := question.Compile(content)
		if err != nil {
			return question.Decision{}, nil, err
		}
		m.rules, m.stamp = l, s
	}
	var trace question.Trace
	d := question.Decide(call, m.rules, question.Situation{
		Within:   question.NewLocation(project).Within,
		Dir:      project,
		Tally:    eventlog.Tally{Dir: m.in.Paths.Tally()}.Count,
		Seen:     eventlog.Evidence{Dir: m.in.Paths.Evidence()}.Of,
		Proposal: func(project string) []byte { content, _ := question.ReadProposal(project); return content },
		CanMerge: func() bool { return true },
	}, &trace)
	steps, answering, err := hook.ChainedSteps(call, d, project, m.in.Paths, hook.Env{Getenv: func(string) string { return "" }})
	if err != nil {
		return question.Decision{}, nil, err
	}
	for i := range d.Choices {
		if c := &d.Choices[i]; len(answering) > 0 && c.Verdict == question.Asked {
			c.Why += "; a hook that neverask runs may answer: " + strings.Join(answering, ", ")
		}
	}
	return d, append(trace.Steps, steps...), m.rules.Err()
}

// Suggestions works on rules of its own, so that decisions need not wait.
func (m *memory) Suggestions(asked []transcript.Question) ([]suggest.Suggestion, error) {
	content, err := os.ReadFile(m.in.Paths.Preferences())
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	rules, _, err := question.Compile(content)
	if err != nil {
		return nil, err
	}
	found := suggest.Find(asked, rules, m.decisions().Decisions(time.Now()))
	return found, rules.Err()
}

func (m *memory) Lint(asked []transcript.Question) ([]preferences.Finding, error) {
	content, err := os.ReadFile(m.in.Paths.Preferences())
	if err != nil {
		if os.IsNotExist(err) {
			err = nil
		}
		return nil, err
	}
	return preferences.LintPast(content, asked)
}

func (m *memory) Seen(r question.Rule) []question.Seen {
	return eventlog.Evidence{Dir: m.in.Paths.Evidence()}.Of(r.EvidenceID())
}

func (m *memory) Learn(r question.Rule, seen ...question.Seen) error {
	return eventlog.Evidence{Dir: m.in.Paths.Evidence()}.Add(r.EvidenceID(), seen...)
}

func (m *memory) RecordDecision(id string, d suggest.Decision) error {
	return m.decisions().Record(id, d, time.Now())
}

// decisions is what was decided about suggestions.
func (m *memory) decisions() suggest.Memory {
	return suggest.Memory{Path: filepath.Join(m.in.Paths.State, "suggestions.jsonl")}
}

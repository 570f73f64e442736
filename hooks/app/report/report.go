package report

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/suggest"
	"neverask/settings"
)

// Input says what to report on.
type Input struct {
	Planner *planner.Planner
	Since   time.Time
	Env     []string       // the client's
	Rules   question.Rules // the person's
	Lines   []standinganswer.Line
	// Decisions are the user's decisions about earlier suggestions.
	Decisions map[string]suggest.Decision
	// Progress, which may be nil, is called while transcripts are read.
	Progress func(transcript.Progress)
}

// Report summarises the time since Input.Since.
type Report struct {
	Since     time.Time `json:"since"`
	Until     time.Time `json:"until"`
	Installed *bool     `json:"installed"` // neverask's hooks for questions, in the user's settings; nil for unknown
	Rules     int       `json:"rules"`     // for questions
	Questions Questions `json:"questions"`
	Plans     Waited    `json:"plans"` // plans that Claude wanted approval for
	// Permissions are an estimate: the transcripts do not say which calls needed one. An edit
	// that took longer than any file system needs was waiting for somebody.
	Permissions Waited  `json:"permissions"`
	Alike       []Alike `json:"alike"` // questions answered alike at least 9 times in 10, the most frequent first
	// Irreversible is how many more are left out because they are about irreversible actions.
	Irreversible int `json:"irreversible"`
	// WouldAnswer is how many of the questions rules for the Alike ones would have answered.
	WouldAnswer int `json:"wouldAnswer"`
	// Answerable is how many of the questions such rules can answer once they have been seen.
	Answerable int `json:"answerable"`
	// Told is the effect of the standing answers.
	Told        suggest.Totals   `json:"told"`
	Hooks       []Hook           `json:"hooks"` // hooks that do not do what they should, the worst first
	Next        Next             `json:"next"`
	Skipped     int              `json:"skipped"` // lines of transcripts that were not understood
	Transcripts transcript.Stats `json:"-"`
	Lost        planner.Problem  `json:"-"` // that the file of rules is gone
}

// Questions counts everything that Claude asked with its question tool, and with those of MCP
// servers.
type Questions struct {
	Asked    int `json:"asked"`
	Sessions int `json:"sessions"`
	Projects int `json:"projects"`
	ForYou   int `json:"forYou"` // answered by neverask
	Waited
}

// Alike is a question that the user keeps answering the same way.
type Alike struct {
	Suggestion  string `json:"suggestion"` // its ID, for neverask rules suggest
	Question    string `json:"question"`
	Header      string `json:"header"`
	Answer      string `json:"answer"`
	Asked       int    `json:"asked"`
	Times       int    `json:"alike"`
	WouldAnswer int    `json:"wouldAnswer"`
}

// Hook is a hook that does not do what it should.
type Hook struct {
	Trouble string `json:"trouble"` // "broken", of a file, "cannot-run", "slow" or "conflict"
	Command string `json:"command"` // of a conflict
	File    string `json:"file"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	Fix     string `json:"fix"` // what the user can do about it
}

// Next is the one next step.
type Next struct {
	Command string `json:"command"` // "" if nothing needs to be done
	Why     string `json:"why"`     // what the command does, as the rest of a sentence
}

// String returns the step as a sentence.
func (n Next) String() string { return strings.TrimPrefix(n.Command+" "+n.Why+".", " ") }

// Make makes the report. It fails only if the context ends, or a directory is unreadable.
func Make(ctx context.Context, in Input) (Report, error) {
	i := in.Planner
	r := Report{Since: in.Since, Until: i.Now(), Alike: []Alike{}, Hooks: []Hook{}}
	now := status.Inspect(i, i.Target(settings.User, ""))
	if r.Rules = now.Rules; len(now.Presences) > 0 {
		r.Installed = &now.Installed
	}
	r.Lost, _ = status.LostPreferences(i)

	root := filepath.Join(i.Locations.Config(), "projects")
	archive := transcript.Open(root, i.Paths.State)
	if _, err := archive.Update(ctx, in.Progress); err != nil {
		return r, err
	}
	r.Transcripts = archive.Stats()
	r.Skipped = r.Transcripts.Skipped.Broken + r.Transcripts.Skipped.Foreign + r.Transcripts.Skipped.Long
	all := transcript.Merge(archive.Questions(), eventlog.OpenLog(i.Paths.Questions()).Questions(time.Time{}))
	asked := slices.DeleteFunc(slices.Clone(all), func(q transcript.Question) bool { return q.Time.Before(in.Since) })
	r.addQuestions(asked)
	waits := make(chan error)
	go func() { waits <- r.addWaits(ctx, root) }()
	alike, irreversible := suggest.FindHabits(asked, in.Rules, in.Decisions)
	r.addAlike(alike)
	r.Irreversible = irreversible
	r.Told = suggest.Total(suggest.Effects(in.Lines, all, r.Until))
	if err := <-waits; err != nil {
		return r, err
	}

	options := doctor.Options{Planner: i, Stats: archive.HookStats(), Asked: all, Env: in.Env}
	records := archive.Hooks()
	review, err := conflicts.Find(ctx, i, conflicts.Options{
		Past: conflict.Past(records, archive.Questions()), Timing: conflict.Measured(records), Env: in.Env,
	})
	if err != nil {
		return r, err
	}
	r.addHooks(doctor.Hooks(options), review.Open())
	r.Next = r.nextStep()
	return r, ctx.Err()
}

func (r *Report) addQuestions(asked []transcript.Question) {
	sessions, projects := map[string]bool{}, map[string]bool{}
	var waits []time.Duration
	for _, q := range asked {
		r.Questions.Asked++
		sessions[q.Session], projects[q.Project] = true, true
		switch {
		case q.By == transcript.Neverask:
			r.Questions.ForYou++
		case q.By == transcript.Person && q.Wait > 0:
			waits = append(waits, q.Wait)
		}
	}
	r.Questions.Sessions, r.Questions.Projects = len(sessions), len(projects)
	r.Questions.Waited = waited(waits)
}

func (r *Report) addAlike(found []suggest.Suggestion) {
	for _, s := range found {
		r.Alike = append(r.Alike, Alike{
			Suggestion: s.ID, Question: s.Latest.Text, Header: s.Latest.Header,
			Answer: s.Answer, Asked: s.Asked, Times: s.Alike, WouldAnswer: s.Answered,
		})
		r.WouldAnswer, r.Answerable = r.WouldAnswer+s.Answered, r.Answerable+s.Answerable()
	}
}

// addHooks adds what keeps hooks from working.
func (r *Report) addHooks(found []doctor.Finding, open []conflict.Conflict) {
	for _, f := range found {
		trouble := "broken"
		switch {
		case f.ID == "hook-slow":
			trouble = "slow"
		case f.StopsHook():
			trouble = "cannot-run"
		case f.Severity == doctor.Info:
			continue
		}
		r.Hooks = append(r.Hooks, Hook{Trouble: trouble, File: f.File, Line: f.Line, Message: f.Message, Fix: f.Fix})
	}
	for _, c := range open {
		r.Hooks = append(r.Hooks, Hook{
			Trouble: "conflict", Command: c.Hook.Handler.Summary(), File: c.Hook.Source.File,
			Line: c.Hook.Handler.Line, Message: c.Sentence, Fix: "neverask hooks conflicts",
		})
	}
	rank := map[string]int{"broken": 0, "cannot-run": 1, "conflict": 2, "slow": 3}
	slices.SortStableFunc(r.Hooks, func(a, b Hook) int { return cmp.Compare(rank[a.Trouble], rank[b.Trouble]) })
}

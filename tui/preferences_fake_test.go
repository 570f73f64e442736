package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"neverask/hooks/app/trust"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/follow"
)

// fakeMemory is what a fake knows of questions.
type fakeMemory struct {
	asked     []transcript.Question // the oldest first
	news      bool                  // there is something new to read
	slow      bool                  // reading ends only with its context
	halfway   func()                // called while it is slow; or nil
	outside   []preferences.Outside
	idle      bool // nothing is read when the program starts
	advised   []suggest.Suggestion
	decisions map[string]suggest.Decision
	// learnt is the evidence of rules; unlearnt is why it cannot be kept.
	learnt   []string
	unlearnt error
}

const rulesFile = home + "/.config/neverask/preferences.json"

func (f *fake) Book() (follow.Book, string) {
	return fakeBook{preferences.Open(f.Root+rulesFile, f.In.Store, func() time.Time { return noon }), f}, rulesFile
}

func (f *fake) Outside() ([]preferences.Outside, error) { return f.outside, nil }

func (f *fake) ConfirmOutside(list []preferences.Outside) error {
	if len(list) != len(f.outside) {
		return errors.New("something else was shown")
	}
	f.outside = nil
	return nil
}

// Proposals reads real files, and shows them without the directory of the test.
func (f *fake) Proposals(trusted []question.Trusted) (here, elsewhere []trust.Review) {
	resolved := slices.Clone(trusted)
	for i := range resolved {
		resolved[i].Project = f.Root + resolved[i].Project
	}
	show := func(r trust.Review) trust.Review {
		r.Project = f.shown(r.Project)
		if r.Before != nil {
			before := *r.Before
			before.Project = r.Project
			r.Before = &before
		}
		if r.Err != nil {
			r.Err = errors.New(f.shown(r.Err.Error()))
		}
		return r
	}
	around := trust.Around(f.In.Locations.Dir, f.In.Locations.Home, resolved)
	for _, r := range around {
		here = append(here, show(r))
	}
	for _, t := range resolved {
		if !slices.ContainsFunc(around, func(r trust.Review) bool { return r.Project == t.Project }) {
			elsewhere = append(elsewhere, show(trust.Of(t.Project, resolved)))
		}
	}
	return here, elsewhere
}

func (f *fake) QuestionLog() string { return home + "/.local/state/neverask/questions.jsonl" }

func (f *fake) Asked(ctx context.Context, progress func(transcript.Progress)) ([]transcript.Question, bool, error) {
	if f.slow {
		progress(transcript.Progress{Bytes: 1000, BytesDone: 420})
		if f.halfway != nil {
			f.halfway()
		}
		return nil, false, context.Canceled
	}
	changed := f.news
	f.news = false
	return f.asked, changed, nil
}

// Seen is what was answered under a rule, of all that was asked.
func (f *fake) Seen(r question.Rule) []question.Seen { return transcript.Evidence(r, f.asked) }

func (f *fake) Decide(call question.Call, project string) (question.Decision, []question.Step, error) {
	content, err := os.ReadFile(f.Root + rulesFile)
	if err != nil {
		content = nil
	}
	l, _, err := question.Compile(content)
	if err != nil {
		return question.Decision{}, nil, err
	}
	rules, _, err := question.ParsePreferences(content)
	if err != nil {
		return question.Decision{}, nil, err
	}
	var trace question.Trace
	d := question.Decide(call, l, question.Situation{
		Within: question.NewLocation(project).Within,
		Tally:  func(string) map[string]int { return nil },
		// The person has seen all that their rules are about, but for what cannot be undone.
		Seen: func(id string) []question.Seen {
			i := slices.IndexFunc(rules.Rules, func(r question.Rule) bool { return r.EvidenceID() == id && r.OneWay == "" })
			if i < 0 {
				return nil
			}
			seen := rules.Rules[i].Confirmed(call, question.Situation{}).Seen(id)
			for i := range seen {
				seen[i].At = noon.AddDate(0, 0, -1)
			}
			return seen
		},
		Proposal: func(project string) []byte { content, _ := question.ReadProposal(f.Root + project); return content },
		CanMerge: func() bool { return true },
	}, &trace)
	return d, trace.Steps, l.Err()
}

// fakeBook is a real book whose errors show its path without the directory of
// the test.
type fakeBook struct {
	*preferences.Book
	f *fake
}

func (b fakeBook) Read() (question.Preferences, []question.Problem, error) {
	p, problems, err := b.Book.Read()
	return p, problems, b.shown(err)
}

func (b fakeBook) Change(ctx context.Context, id, op string, edit func(question.Rule) (question.Rule, error)) (question.Rule, error) {
	r, err := b.Book.Change(ctx, id, op, edit)
	return r, b.shown(err)
}

func (b fakeBook) shown(err error) error {
	if err == nil || errors.Is(err, preferences.ErrNoRule) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), b.f.Root, ""))
}

func (f *fake) Suggestions([]transcript.Question) ([]suggest.Suggestion, error) {
	var open []suggest.Suggestion
	for _, s := range f.advised {
		if d, done := f.decisions[s.ID]; !done || d == suggest.Undecided {
			open = append(open, s)
		}
	}
	return open, nil
}

func (f *fake) Lint(asked []transcript.Question) ([]preferences.Finding, error) {
	content, err := os.ReadFile(f.Root + rulesFile)
	if err != nil || len(content) == 0 {
		return nil, nil
	}
	return preferences.LintPast(content, asked)
}

func (f *fake) Learn(r question.Rule, seen ...question.Seen) error {
	for _, s := range seen {
		f.learnt = append(f.learnt, fmt.Sprintf("%s: %s %s by %s", r.ID, s.Question.Text, strings.Join(s.Labels, "+"), s.By))
	}
	return f.unlearnt
}

func (f *fake) RecordDecision(id string, d suggest.Decision) error {
	if f.decisions == nil {
		f.decisions = map[string]suggest.Decision{}
	}
	f.decisions[id] = d
	return nil
}

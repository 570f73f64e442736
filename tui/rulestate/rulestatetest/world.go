package rulestatetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/suggest"
	"neverask/settings"
	"neverask/settings/saferead"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
)

// A World has rules, questions that were asked, and suggestions. What it reads
// and writes is real; what was asked and what is suggested its test says.
type World struct {
	*changetest.World
	// Base is what shown paths are without: empty, or Root where a test shows "/home/me".
	Base string

	Questions   []transcript.Question // that were asked, the oldest first
	News        bool                  // there is something new to read
	Slow        bool                  // reading ends only with its context
	Halfway     func()                // called while it is slow; or nil
	FromOutside []string              // IDs of rules that appeared
	Idle        bool                  // nothing is read when the program starts
	Advised     []suggest.Suggestion
	Decisions   map[string]suggest.Decision
	Acts        map[string]int // of tool rules, by ID
	Ruled       []eventlog.RuleAct
	Hooked      bool // the tool-rule hook is installed
	// Learnt are the answers that went on record; Unlearnt is why it cannot be kept.
	Learnt   []string
	Unlearnt error
}

// New returns the world of somebody without rules.
func New(t testing.TB) *World {
	return &World{World: changetest.New(t), Decisions: map[string]suggest.Decision{}}
}

// RulesFile is where the rules are.
const RulesFile = "~/.config/neverask/preferences.json"

func (w *World) shown(path string) string {
	if w.Base == "" {
		return path
	}
	return strings.ReplaceAll(path, w.Base, "")
}

// Stamp looks at a file.
func (w *World) Stamp(path string) saferead.Stamp { return saferead.StampOf(w.Base + path) }

// LostPreferences tells that preferences that were there are gone.
func (w *World) LostPreferences() (planner.Problem, bool) {
	p, lost := status.LostPreferences(w.In)
	p.Message = w.shown(p.Message)
	return p, lost
}

// Book returns the real one.
func (w *World) Book() (rulestate.Book, string) {
	return book{preferences.Open(w.Path(RulesFile), w.In.Store, func() time.Time { return kittest.Noon }), w}, w.shown(w.Path(RulesFile))
}

// RuleActs returns nil.
func (w *World) RuleActs(time.Time) []eventlog.RuleAct { return w.Ruled }

// ToolActs returns those that the test says.
func (w *World) ToolActs() map[string]int { return w.Acts }

// ToolsInstalled is what the test says.
func (w *World) ToolsInstalled() bool { return w.Hooked }

// RemoveTool plans to delete a tool rule.
func (w *World) RemoveTool(id string) (planner.Plan, error) {
	return install.Rules(w.In, "rules", preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).Removing(id))
}

// ReadLines reads the standing answers.
func (w *World) ReadLines() ([]standinganswer.Line, []strictjson.Problem, error) {
	return preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).ReadLines()
}

// AddLine plans to add a standing answer.
func (w *World) AddLine(l standinganswer.Line) (planner.Plan, error) {
	return install.Rules(w.In, "rules add", preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).AddLine(&l, "a suggestion"))
}

// ChangeLine plans to word one anew.
func (w *World) ChangeLine(id, text string) (planner.Plan, error) {
	return install.Rules(w.In, "rules set", preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).ChangeLine(id, func(l standinganswer.Line) (standinganswer.Line, error) {
		l.Text = text
		return l, nil
	}))
}

// Effects returns the real ones.
func (w *World) Effects(asked []transcript.Question) ([]suggest.Effect, error) {
	lines, _, err := preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).ReadLines()
	return suggest.Effects(lines, asked, kittest.Noon), err
}

// Appeared returns those that the test says.
func (w *World) Appeared(context.Context) ([]string, error) { return w.FromOutside, nil }

// SeeRules forgets them.
func (w *World) SeeRules(context.Context) error {
	w.FromOutside = nil
	return nil
}

// QuestionLog returns where our own log is.
func (w *World) QuestionLog() string { return w.shown(w.In.Paths.State) + "/questions.jsonl" }

// Asked returns what the test says.
func (w *World) Asked(ctx context.Context, progress func(transcript.Progress)) ([]transcript.Question, bool, error) {
	if w.Slow {
		progress(transcript.Progress{Bytes: 1000, BytesDone: 420})
		if w.Halfway != nil {
			w.Halfway()
		}
		return nil, false, context.Canceled
	}
	changed := w.News
	w.News = false
	return w.Questions, changed, nil
}

// Decide decides by the rules as they are.
func (w *World) Decide(asked *transcript.Question) (question.Decision, []question.Step, error) {
	call, err := asked.ShownCall()
	if err != nil {
		return question.Decision{}, nil, err
	}
	content, err := os.ReadFile(w.Path(RulesFile))
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
		Within: question.NewLocation(asked.Project).Within,
		// The person has answered all that their rules are about, but for what cannot be undone.
		Past: func(c question.Call, q question.Question) (all []question.PastAnswer) {
			for _, r := range rules.Rules {
				if r.OneWay == "" {
					all = append(all, r.Confirmed(c, question.Situation{}).Past(c, q)...)
				}
			}
			for i := range all {
				all[i].At = kittest.Noon.AddDate(0, 0, -1)
			}
			return all
		},
		CanMerge: func() bool { return true },
	}, &trace)
	return d, trace.Steps, nil
}

// book is a real book whose errors show its path without the directory of
// the test.
type book struct {
	*preferences.Book
	w *World
}

func (b book) Read() (question.Preferences, []question.Problem, error) {
	p, problems, err := b.Book.Read()
	return p, problems, b.shown(err)
}

func (b book) Change(ctx context.Context, id, op string, edit func(question.Rule) (question.Rule, error)) (question.Rule, error) {
	r, err := b.Book.Change(ctx, id, op, edit)
	return r, b.shown(err)
}

func (b book) shown(err error) error {
	if err == nil || b.w.shown(err.Error()) == err.Error() {
		return err
	}
	return errors.New(b.w.shown(err.Error()))
}

// Suggestions returns those that nothing was decided about.
func (w *World) Suggestions([]transcript.Question) ([]suggest.Suggestion, error) {
	var open []suggest.Suggestion
	for _, s := range w.Advised {
		if d, done := w.Decisions[s.ID]; !done || d == suggest.Undecided {
			open = append(open, s)
		}
	}
	return open, nil
}

// Lint returns the real one.
func (w *World) Lint(asked []transcript.Question) ([]preferences.Finding, error) {
	content, err := os.ReadFile(w.Path(RulesFile))
	if err != nil || len(content) == 0 {
		return nil, nil
	}
	if len(asked) > 1000 { // what was answered of each is no matter there
		return preferences.LintPast(content, asked, nil)
	}
	var answered []question.PastAnswer
	for _, q := range w.Questions {
		if a, ok := q.PastAnswer(); ok {
			answered = append(answered, a)
		}
	}
	return preferences.LintPast(content, asked, answered)
}

// Learn keeps what is learnt.
func (w *World) Learn(all ...question.PastAnswer) error {
	for _, a := range all {
		w.Learnt = append(w.Learnt, fmt.Sprintf("%s %s by %s", a.Question.Text, strings.Join(a.Labels, "+"), a.By))
	}
	return w.Unlearnt
}

// RecordDecision remembers it.
func (w *World) RecordDecision(id string, d suggest.Decision) error {
	if w.Decisions == nil {
		w.Decisions = map[string]suggest.Decision{}
	}
	w.Decisions[id] = d
	return nil
}

// Last returns the change that undo takes back.
func (w *World) Last() (settings.Receipt, error) { return w.In.Store.Last() }

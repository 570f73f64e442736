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

// A World has rules, past questions and suggestions. It reads and writes real
// files; the test sets the questions and the suggestions.
type World struct {
	*changetest.World
	// Base is the prefix that is cut from shown paths: empty, or Root if a test shows "/home/me".
	Base string

	Questions   []transcript.Question // the oldest first
	News        bool                  // whether there is something new to read
	Slow        bool                  // whether reading ends only with its context
	Halfway     func()                // called during a slow reading; may be nil
	FromOutside []string              // IDs of rules added outside neverask
	Idle        bool                  // whether nothing is read at the start
	Advised     []suggest.Suggestion
	Decisions   map[string]suggest.Decision
	Acts        map[string]int // of tool rules, by ID
	Ruled       []eventlog.RuleAct
	Hooked      bool // whether the tool-rule hook is installed
	// Learnt are the recorded answers; Unlearnt is the error of recording them.
	Learnt   []string
	Unlearnt error
}

// New returns a world without rules.
func New(t testing.TB) *World {
	return &World{World: changetest.New(t), Decisions: map[string]suggest.Decision{}}
}

// RulesFile is the path of the file of rules.
const RulesFile = "~/.config/neverask/preferences.json"

func (w *World) shown(path string) string {
	if w.Base == "" {
		return path
	}
	return strings.ReplaceAll(path, w.Base, "")
}

// Stamp returns the stamp of a file.
func (w *World) Stamp(path string) saferead.Stamp { return saferead.StampOf(w.Base + path) }

// LostPreferences reports that the file of rules was deleted outside neverask.
func (w *World) LostPreferences() (planner.Problem, bool) {
	p, lost := status.LostPreferences(w.In)
	p.Message = w.shown(p.Message)
	return p, lost
}

// Book returns the real book.
func (w *World) Book() (rulestate.Book, string) {
	return book{preferences.Open(w.Path(RulesFile), w.In.Store, func() time.Time { return kittest.Noon }), w},
		w.shown(w.Path(RulesFile))
}

// RuleActs returns Ruled.
func (w *World) RuleActs(time.Time) []eventlog.RuleAct { return w.Ruled }

// ToolActs returns Acts.
func (w *World) ToolActs() map[string]int { return w.Acts }

// ToolsInstalled returns Hooked.
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
	return install.Rules(w.In, "rules add",
		preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).AddLine(&l, preferences.BySuggestion))
}

// ChangeLine plans to reword a standing answer.
func (w *World) ChangeLine(id, text string) (planner.Plan, error) {
	return install.Rules(w.In, "rules set", preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).ChangeLine(id,
		func(l standinganswer.Line) (standinganswer.Line, error) {
			l.Text = text
			return l, nil
		}))
}

// Effects returns the real effects.
func (w *World) Effects(asked []transcript.Question) ([]suggest.Effect, error) {
	lines, _, err := preferences.Open(w.Path(RulesFile), w.In.Store, w.In.Now).ReadLines()
	return suggest.Effects(lines, asked, kittest.Noon), err
}

// Appeared returns FromOutside.
func (w *World) Appeared(context.Context) ([]string, error) { return w.FromOutside, nil }

// SeeRules empties FromOutside.
func (w *World) SeeRules(context.Context) error {
	w.FromOutside = nil
	return nil
}

// QuestionLog returns the path of neverask's log of questions.
func (w *World) QuestionLog() string { return w.shown(w.In.Paths.State) + "/questions.jsonl" }

// Asked returns Questions.
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

// Decide decides under the current rules.
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
		// The person has answered everything that the rules match, except irreversible questions.
		Past: func(c question.Call, q question.Question) (all []question.PastAnswer) {
			for _, r := range rules.Rules {
				if r.OneWay == "" {
					all = append(all, r.Confirmed(c, question.Situation{}).Past(c, q)...)
				}
			}
			for i := range all {
				all[i].At, all[i].By = kittest.Noon.AddDate(0, 0, -1), question.AnsweredInDialog
			}
			return all
		},
		CanMerge: func() bool { return true },
	}, &trace)
	return d, trace.Steps, nil
}

// book is a real book whose errors have its path without the directory of the test.
type book struct {
	*preferences.Book
	w *World
}

func (b book) Read() (question.Preferences, []question.Problem, error) {
	p, problems, err := b.Book.Read()
	return p, problems, b.shown(err)
}

func (b book) Change(ctx context.Context, id, op string,
	edit func(question.Rule) (question.Rule, error)) (question.Rule, error) {
	r, err := b.Book.Change(ctx, id, op, edit)
	return r, b.shown(err)
}

func (b book) shown(err error) error {
	if err == nil || b.w.shown(err.Error()) == err.Error() {
		return err
	}
	return errors.New(b.w.shown(err.Error()))
}

// Suggestions returns the undecided suggestions.
func (w *World) Suggestions([]transcript.Question) ([]suggest.Suggestion, error) {
	var open []suggest.Suggestion
	for _, s := range w.Advised {
		if d, done := w.Decisions[s.ID]; !done || d == suggest.Undecided {
			open = append(open, s)
		}
	}
	return open, nil
}

// Hidden returns the suggestions that were declined.
func (w *World) Hidden([]transcript.Question) (hidden []suggest.Suggestion, _ error) {
	for _, s := range w.Advised {
		if w.Decisions[s.ID].Hides() {
			hidden = append(hidden, s)
		}
	}
	return hidden, nil
}

// Lint returns the real findings.
func (w *World) Lint(asked []transcript.Question) ([]preferences.Finding, error) {
	content, err := os.ReadFile(w.Path(RulesFile))
	if err != nil || len(content) == 0 {
		return nil, nil
	}
	if len(asked) > 1000 { // with so many, the answers do not matter
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

// Learn adds to Learnt.
func (w *World) Learn(all ...question.PastAnswer) error {
	for _, a := range all {
		w.Learnt = append(w.Learnt, fmt.Sprintf("%s %s by %s", a.Question.Text, strings.Join(a.Labels, "+"), a.By))
	}
	return w.Unlearnt
}

// RecordDecision stores the decision.
func (w *World) RecordDecision(id string, d suggest.Decision) error {
	if w.Decisions == nil {
		w.Decisions = map[string]suggest.Decision{}
	}
	w.Decisions[id] = d
	return nil
}

// Last returns the change that undo takes back.
func (w *World) Last() (settings.Receipt, error) { return w.In.Store.Last() }

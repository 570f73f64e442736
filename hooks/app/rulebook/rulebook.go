package rulebook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/answers"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings"
	"neverask/settings/saferead"
)

// Rulebook holds one user's rules.
type Rulebook struct {
	in *planner.Planner

	deciding sync.Mutex
	rules    *question.Compiled // of the preferences with the stamp
	stamp    saferead.Stamp
}

// Open returns the rules of in's user. It reads nothing yet.
func Open(in *planner.Planner) *Rulebook { return &Rulebook{in: in} }

// Book returns the file of rules.
func (r *Rulebook) Book() *preferences.Book {
	return preferences.Open(r.in.Paths.Preferences(), r.in.Store, r.in.Now)
}

// Appeared lists the IDs of the rules that were added to the file outside neverask and not
// looked at since.
func (r *Rulebook) Appeared(ctx context.Context) ([]string, error) { return r.watch().Appeared(ctx) }

// SeeRules marks the rules as looked at.
func (r *Rulebook) SeeRules(ctx context.Context) error { return r.watch().See(ctx) }

func (r *Rulebook) watch() *preferences.Watch { return preferences.New(r.Book(), r.in.Paths.State) }

// Decide says what the hook would do if a past question came again, and why.
func (r *Rulebook) Decide(q *transcript.Question) (question.Decision, []question.Step, error) {
	call, whole, err := r.again(q)
	if err != nil {
		return question.Decision{}, nil, err
	}
	r.deciding.Lock()
	defer r.deciding.Unlock()
	if s := saferead.StampOf(r.in.Paths.Preferences()); r.rules == nil || s != r.stamp {
		l, err := r.Compile()
		if err != nil {
			return question.Decision{}, nil, err
		}
		r.rules, r.stamp = l, s
	}
	trace := question.Trace{LabelsOnly: !whole}
	d := question.Decide(call, r.rules, question.Situation{
		Within: question.NewLocation(q.Project).Within,
		Past: func(c question.Call, one question.Question) []question.PastAnswer {
			return r.Answers().Of(c.Server, q.Project, one)
		},
		CanMerge: func() bool { return true },
	}, &trace)
	return d, trace.Steps, nil
}

// again returns the call of a question as the user was shown it. The log does not keep the
// texts about the options; they come from the last answered question with the same text and
// options. whole is false if there is none.
func (r *Rulebook) again(q *transcript.Question) (call question.Call, whole bool, err error) {
	call, err = q.ShownCall()
	if err != nil || !q.FromLogAlone() {
		return call, true, err
	}
	asked := call.Questions[0]
	for _, a := range slices.Backward(r.Answers().Of(call.Server, q.Project, asked)) {
		if a.Question.Text == asked.Text && a.Question.Header == asked.Header && a.Question.Multi == asked.Multi &&
			slices.Equal(a.Question.Labels(), asked.Labels()) {
			return a.Asked(), true, nil
		}
	}
	return call, false, nil
}

// Compile reads the question rules.
func (r *Rulebook) Compile() (*question.Compiled, error) {
	content, err := r.content()
	if err != nil {
		return nil, err
	}
	l, _, err := question.Compile(content)
	return l, err
}

// content returns the file of rules; nil if there is none.
func (r *Rulebook) content() ([]byte, error) {
	content, err := saferead.ReadFile(r.in.Paths.Preferences(), settings.MaxSize)
	if os.IsNotExist(err) {
		err = nil
	}
	return content, err
}

// Suggestions returns the suggestions that questions give rise to, the oldest question first,
// under the present rules and decisions. It uses its own copy of the rules, so that Decide
// need not wait.
func (r *Rulebook) Suggestions(asked []transcript.Question) ([]suggest.Suggestion, error) {
	return r.SuggestionsDespite(asked, nil)
}

// SuggestionsDespite is Suggestions, and includes those with the given IDs whatever was
// decided about them.
func (r *Rulebook) SuggestionsDespite(asked []transcript.Question, ids []string) ([]suggest.Suggestion, error) {
	l, err := r.Compile()
	if err != nil {
		return nil, err
	}
	lines, _, err := r.Book().ReadLines()
	if err != nil {
		return nil, err
	}
	decisions := r.Decisions().Decisions(r.in.Now())
	for _, id := range ids {
		delete(decisions, id)
	}
	return suggest.All(asked, l, lines, decisions), nil
}

// SuggestionFor returns the ID of the suggestion that there would be if a rule did not exist; "" if there would be none.
func (r *Rulebook) SuggestionFor(rule question.Rule, asked []transcript.Question) string {
	l, err := r.Compile()
	if err != nil {
		return ""
	}
	id := suggest.ID(rule)
	for _, s := range suggest.Find(asked, without{l, rule.ID}, nil) {
		if s.ID == id {
			return id
		}
	}
	return ""
}

// without are rules except the one with an ID.
type without struct {
	question.Rules
	id string
}

// For returns the other rules that may match a question.
func (w without) For(c question.Call, q question.Question, id question.Identity) []question.Rule {
	return slices.DeleteFunc(slices.Clone(w.Rules.For(c, q, id)), func(r question.Rule) bool { return r.ID == w.id })
}

// Hidden returns the suggestions that are not shown because the user declined them, or removed their rules.
func (r *Rulebook) Hidden(asked []transcript.Question) ([]suggest.Suggestion, error) {
	var declined []string
	for id, d := range r.Decisions().Decisions(r.in.Now()) {
		if d.Hides() {
			declined = append(declined, id)
		}
	}
	if declined == nil {
		return nil, nil
	}
	found, err := r.SuggestionsDespite(asked, declined)
	return slices.DeleteFunc(found, func(s suggest.Suggestion) bool { return !slices.Contains(declined, s.ID) }), err
}

// Effects returns the effects of the standing answers, in file order.
func (r *Rulebook) Effects(asked []transcript.Question) ([]suggest.Effect, error) {
	lines, _, err := r.Book().ReadLines()
	return suggest.Effects(lines, asked, r.in.Now()), err
}

// Decisions returns the person's decisions about suggestions.
func (r *Rulebook) Decisions() suggest.Memory {
	return suggest.Memory{Path: filepath.Join(r.in.Paths.State, "suggestions.jsonl")}
}

// RecordDecision stores the user's decision about a suggestion.
func (r *Rulebook) RecordDecision(id string, d suggest.Decision) error {
	return r.Decisions().Record(id, d, r.in.Now())
}

// Replay says what each of some rules would have done with past questions, the oldest first,
// if it had always existed.
func (r *Rulebook) Replay(rules []question.Rule, asked []transcript.Question) ([]transcript.Replay, error) {
	l, err := r.Compile()
	if err != nil {
		return nil, err
	}
	var contents transcript.Contents
	all := make([]transcript.Asked, len(asked))
	for i := range asked {
		all[i] = transcript.Asked{Question: &asked[i], Content: contents.Of(&asked[i])}
	}
	replayer := transcript.Replayer{Settings: l}
	replays := make([]transcript.Replay, len(rules))
	for i, rule := range rules {
		replays[i] = replayer.Replay(rule, all)
	}
	return replays, nil
}

// Lint returns the past questions that contradict the rules.
func (r *Rulebook) Lint(asked []transcript.Question) ([]preferences.Finding, error) {
	content, err := r.content()
	if err != nil || content == nil {
		return nil, err
	}
	found, err := preferences.LintPast(content, asked, r.Answered())
	if err != nil {
		return found, err
	}
	effects, err := r.Effects(asked)
	for _, e := range effects {
		if n := len(e.Contrary); n > 0 {
			q := e.Contrary[n-1]
			found = append(found, preferences.Finding{Kind: preferences.Contrary, Rule: e.Line.ID,
				Message: fmt.Sprintf("it says %q, and on %s you answered %q",
					e.Line.Text, q.Time.Local().Format("2 January"), q.Answer)})
		}
	}
	return found, err
}

// Findings returns the faults in the rules, by themselves and compared with past questions.
func (r *Rulebook) Findings(asked []transcript.Question) ([]preferences.Finding, error) {
	p, problems, err := r.Book().Read()
	if err != nil {
		return nil, err
	}
	_, broken, errTools := r.Book().ReadTools()
	_, untold, errLines := r.Book().ReadLines()
	past, err := r.Lint(asked)
	return preferences.MergeFindings(preferences.Lint(p, slices.Concat(problems, broken, untold)), past),
		errors.Join(errTools, errLines, err)
}

// Answers returns the answer record.
func (r *Rulebook) Answers() answers.Record {
	return answers.Record{Dir: r.in.Paths.Answers(), Now: r.in.Now}
}

// Answered returns all recorded answers, in the order of time.
func (r *Rulebook) Answered() []question.PastAnswer {
	return append([]question.PastAnswer{}, r.Answers().All()...)
}

// Learn records the user's answers. In a session of Claude Code, where they may be the
// model's, it records nothing.
func (r *Rulebook) Learn(all ...question.PastAnswer) error {
	if len(all) > 0 && r.in.Store.Guard != nil {
		return &session.Refusal{Path: r.in.Paths.Answers(), Why: []string{"neverask would give your answers for you"}}
	}
	return r.Answers().Add(all...)
}

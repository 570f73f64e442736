package rulestate

import (
	"context"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/suggest"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/saferead"
)

// Backend is what this package needs from outside.
type Backend interface {
	RulesBackend
	QuestionsBackend
	SuggestionsBackend
}

// RulesBackend reads and changes the rules.
type RulesBackend interface {
	// Book returns the person's rules, and the path of their file.
	Book() (Book, string)
	// Stamp tells whether a file has changed.
	Stamp(path string) saferead.Stamp
	// LostPreferences reports that the file of rules was deleted outside neverask.
	LostPreferences() (planner.Problem, bool)
	// Appeared returns the IDs of the rules that were added outside neverask and that the
	// person has not seen yet.
	Appeared(context.Context) ([]string, error)
	// ToolActs returns how often each tool rule acted in the last seven days, by its ID.
	ToolActs() map[string]int
	// ReadLines reads the standing answers.
	ReadLines() ([]standinganswer.Line, []strictjson.Problem, error)
	// ToolsInstalled reports whether any settings file has the tool-rule hook.
	ToolsInstalled() bool
	// Undo plans to take back a change; Apply writes a plan.
	Undo(settings.Receipt) (planner.Plan, error)
	Apply(context.Context, planner.Plan) (settings.Receipt, error)
}

// QuestionsBackend reads the questions.
type QuestionsBackend interface {
	// QuestionLog returns the path of neverask's log of questions, which grows while Claude works.
	QuestionLog() string
	// Stamp tells whether a file has changed.
	Stamp(path string) saferead.Stamp
	// Asked returns all past questions, the oldest first, and whether anything has
	// changed since the last call; nil if nothing has. The first call may take long.
	Asked(ctx context.Context, progress func(transcript.Progress)) (asked []transcript.Question, changed bool, err error)
}

// SuggestionsBackend finds rules that the person's own answers suggest.
type SuggestionsBackend interface {
	// Suggestions returns the suggestions from all past questions, the oldest first,
	// under the current rules and decisions. It may take a second.
	Suggestions(asked []transcript.Question) ([]suggest.Suggestion, error)
	// Hidden returns the suggestions that are not shown because the person declined them, or
	// removed their rules. It may take a second.
	Hidden(asked []transcript.Question) ([]suggest.Suggestion, error)
	// Lint returns what past questions say against the rules. It may take a second.
	Lint(asked []transcript.Question) ([]preferences.Finding, error)
	// Effects returns the effects of the standing answers.
	Effects(asked []transcript.Question) ([]suggest.Effect, error)
}

// Book is the file of rules; outside of tests, a *preferences.Book. Every method
// that changes it changes the current file, not the file as shown, and makes one
// change that one undo takes back.
type Book interface {
	Read() (question.Preferences, []question.Problem, error)
	ReadTools() ([]toolrule.Rule, []toolrule.Problem, error)
	// Line returns the line of the file on which a rule of any kind begins.
	Line(id string) int
	Add(ctx context.Context, r question.Rule, by preferences.Maker) (question.Rule, error)
	AddNew(ctx context.Context, rules []question.Rule, by preferences.Maker) ([]question.Rule, error)
	Change(ctx context.Context, id, op string, edit func(question.Rule) (question.Rule, error)) (question.Rule, error)
	Remove(ctx context.Context, ids ...string) error
	SetOption(ctx context.Context, name, value string) error // see preferences.Options
	// RemoveShown deletes rules, if they are still as shown.
	RemoveShown(ctx context.Context, shown ...question.Rule) error
	MoveTo(ctx context.Context, id, other string) error
}

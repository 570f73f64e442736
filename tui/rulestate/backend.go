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

// Backend is everything that is asked of the world here.
type Backend interface {
	RulesBackend
	QuestionsBackend
	SuggestionsBackend
}

// RulesBackend is what the rules ask of the world.
type RulesBackend interface {
	// Book is the person's rules, and the path of the file that keeps them.
	Book() (Book, string)
	// Stamp tells whether a file has changed.
	Stamp(path string) saferead.Stamp
	// LostPreferences tells that others have deleted the file of the rules.
	LostPreferences() (planner.Problem, bool)
	// Appeared lists the IDs of the rules that came into the file outside neverask, and
	// were not looked at since.
	Appeared(context.Context) ([]string, error)
	// ToolActs counts what each tool rule did in seven days, by its ID.
	ToolActs() map[string]int
	// ReadLines reads the standing answers.
	ReadLines() ([]standinganswer.Line, []strictjson.Problem, error)
	// ToolsInstalled reports whether some settings file has the tool-rule hook.
	ToolsInstalled() bool
	// Undo plans to take a change back, and Apply writes a plan.
	Undo(settings.Receipt) (planner.Plan, error)
	Apply(context.Context, planner.Plan) (settings.Receipt, error)
}

// QuestionsBackend is what the questions ask of the world.
type QuestionsBackend interface {
	// QuestionLog is the path of the log that grows while Claude works.
	QuestionLog() string
	// Stamp tells whether a file has changed.
	Stamp(path string) saferead.Stamp
	// Asked returns all questions that were asked, the oldest first, and
	// whether anything is new since the last call; nil when nothing is. It may
	// take long the first time. The context ends it.
	Asked(ctx context.Context, progress func(transcript.Progress)) (asked []transcript.Question, changed bool, err error)
}

// SuggestionsBackend finds rules that the person's own answers speak for.
type SuggestionsBackend interface {
	// Suggestions returns them for all questions, the oldest first, by the
	// rules and the decisions as they are now. It may take a second.
	Suggestions(asked []transcript.Question) ([]suggest.Suggestion, error)
	// Lint returns what those questions say against the rules. It may take a
	// second too.
	Lint(asked []transcript.Question) ([]preferences.Finding, error)
	// Effects returns what came of the standing answers.
	Effects(asked []transcript.Question) ([]suggest.Effect, error)
}

// Book is the file of rules; *preferences.Book is the one outside of tests.
// Every method that changes it makes one change that one undo takes back, and
// works on the file as it is then, not as it was shown.
type Book interface {
	Read() (question.Preferences, []question.Problem, error)
	ReadTools() ([]toolrule.Rule, []toolrule.Problem, error)
	// Line is the line of the file on which a rule of any kind begins.
	Line(id string) int
	Add(ctx context.Context, r question.Rule, by string) (question.Rule, error)
	AddNew(ctx context.Context, rules []question.Rule, by string) ([]question.Rule, error)
	Change(ctx context.Context, id, op string, edit func(question.Rule) (question.Rule, error)) (question.Rule, error)
	Remove(ctx context.Context, ids ...string) error
	SetOption(ctx context.Context, name, value string) error // see preferences.Options
	// RemoveShown deletes rules that are still as they were shown.
	RemoveShown(ctx context.Context, shown ...question.Rule) error
	MoveTo(ctx context.Context, id, other string) error
}

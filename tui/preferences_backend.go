package tui

import (
	"context"

	"neverask/hooks/app/trust"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// Memory is what the screens about rules and questions ask of the world.
type Memory interface {
	Adviser
	// Book is the person's rules, and the path of the file that keeps them.
	Book() (Book, string)
	// Outside lists the changes of the preferences that were not made through
	// neverask and let more be answered; ConfirmOutside marks them as seen when
	// they are still as they were listed.
	Outside() ([]preferences.Outside, error)
	ConfirmOutside([]preferences.Outside) error
	// Proposals reviews what projects propose, by what is accepted: what matters
	// to a session in the directory that the person works in, and what was
	// accepted for other projects. It is called twice a second while a tab that
	// tells of them is shown.
	Proposals([]question.Trusted) (here, elsewhere []trust.Review)
	// QuestionLog is the path of the log that grows while Claude works.
	QuestionLog() string
	// Asked returns all questions that were asked, the oldest first, and
	// whether anything is new since the last call; nil when nothing is. It may
	// take long the first time. The context ends it.
	Asked(ctx context.Context, progress func(transcript.Progress)) (asked []transcript.Question, changed bool, err error)
	// Seen is what the person has seen under a rule, the oldest first.
	Seen(r question.Rule) []question.Seen
	// Decide says what the hook would do with a call in a project, by the
	// rules as they are now.
	Decide(call question.Call, project string) (question.Decision, []question.Step, error)
}

// Book is the file of rules; *preferences.Book is the one outside of tests.
// Every method that changes it makes one change that one undo takes back, and
// works on the file as it is then, not as it was shown.
type Book interface {
	Read() (question.Preferences, []question.Problem, error)
	Add(ctx context.Context, r question.Rule, by string) (question.Rule, error)
	Change(ctx context.Context, id, op string, edit func(question.Rule) (question.Rule, error)) (question.Rule, error)
	Remove(ctx context.Context, ids ...string) error
	SetOption(ctx context.Context, name, value string) error // see preferences.Options
	// RemoveShown deletes rules that are still as they were shown.
	RemoveShown(ctx context.Context, shown ...question.Rule) error
	MoveTo(ctx context.Context, id, other string) error
	// Trust keeps a proposal that the person has accepted, Distrust forgets what
	// was accepted of a project, or says preferences.ErrNotTrusted.
	Trust(ctx context.Context, t question.Trusted) (settings.Receipt, error)
	Distrust(ctx context.Context, project string) (settings.Receipt, error)
}

package cli

// The exit codes. They are part of the interface, like the JSON.
const (
	Failed    = 1
	Usage     = 2 // wrong usage, or an answer is needed
	Invalid   = 3 // a settings file is not valid
	Conflicts = 4 // conflicts need a decision
	Changed   = 5 // the file changed, is being written, or is locked
	NotWhole  = 6 // status --exit-code: not installed, or incomplete
	Open      = 7 // run, answer: a question was left open
	Stopped   = 130
)

// An ExitCode is an exit code, with its meaning for the reference.
type ExitCode struct {
	Code    int
	Meaning string
}

// ExitCodes returns all exit codes, in ascending order.
func ExitCodes() []ExitCode {
	return []ExitCode{
		{0, "done, or nothing to do"},
		{Failed, "failed"},
		{Usage, "wrong usage, or an answer is needed and there is no terminal"},
		{Invalid, "refused: a settings file or the preferences are not valid"},
		{Conflicts, "refused: conflicts need a decision"},
		{Changed, "refused: the file changed, another program is writing it, or it is locked"},
		{NotWhole, "`status --exit-code`: not installed, or hooks were lost"},
		{Open, "`run`, `run answer`: a question was left open, and the run was stopped or deferred"},
		{Stopped, "interrupted"},
	}
}

package conflict

// A Severity says how much a third-party hook interferes.
type Severity string

const (
	Blocks Severity = "blocks" // our answer does not count, whoever is first; perhaps only for some questions
	Races  Severity = "races"  // whether it counts depends on time
	Slows  Severity = "slows"  // it counts, but the client waits long for the other hook
	Info   Severity = "info"
)

// Decide reports whether the user must choose a resolution before neverask is installed.
func (s Severity) Decide() bool { return s == Blocks || s == Races }

var severities = map[Severity]int{Info: 0, Slows: 1, Races: 2, Blocks: 3}

// A Certainty says how sure an outcome is.
type Certainty string

const (
	Certain  Certainty = "certain"
	Likely   Certainty = "likely"
	Possible Certainty = "possible"
)

// An Outcome predicts what our hook and another one do together on a question
// that has an answer in the preferences.
type Outcome struct {
	Severity  Severity
	Sentence  string
	Certainty Certainty
}

package hooks

// Decision says what to do with a tool call, or another act that is about to happen.
type Decision string

// The decisions. Only the first four work wherever a tool call is decided. Defer parks
// the call: in a headless run it ends the session with the call unanswered, in a
// terminal it does nothing (Claude Code 2.1.329).
const (
	NoDecision Decision = ""      // leave the call to the client's own permissions
	Allow      Decision = "allow" // run the tool without asking for permission
	Ask        Decision = "ask"   // ask the person, with the updated input if there is one
	Deny       Decision = "deny"  // refuse; the reason goes to the model as an error
	Defer      Decision = "defer" // leave the call for a later session; PreToolUse only
)

// rank orders decisions by their precedence in the client; an unknown one has no rank.
func (d Decision) rank() int {
	switch d {
	case NoDecision:
		return 0
	case Allow:
		return 1
	case Ask:
		return 2
	case Defer:
		return 3
	case Deny:
		return 4
	}
	return -1
}

package question

// Version is the version of the preferences format that this package reads and
// writes.
const Version = 1

// Preferences are a person's rules, in the shape of the preferences file.
type Preferences struct {
	Version int               `json:"version"`
	Partial Switch            `json:"partial,omitempty"` // whether part of a call may be answered; on unless "off"
	MCP     map[string]Policy `json:"mcp,omitempty"`     // by server name
	Session Session           `json:"session,omitempty"` // what to assume when asking fails
	Rules   []Rule            `json:"rules"`
}

// Switch is "on" or "off".
type Switch string

// Policy says how to answer an MCP lookalike of the question tool.
type Policy string

// The policies.
const (
	PolicyAsk     Policy = "ask"     // never answered; the default
	PolicyAnswers Policy = "answers" // like the client's own tool
	PolicyDeny    Policy = "deny"    // refused, with the answer as the reason
)

// Session is the kind of session to assume when asking fails.
type Session string

// The kinds of sessions. Auto looks at the environment.
const (
	Auto       Session = "auto"
	Attended   Session = "attended"   // a person reads along
	Unattended Session = "unattended" // nobody does
	Spawned    Session = "spawned"    // an orchestrator started the session
)

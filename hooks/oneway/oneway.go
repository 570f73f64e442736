// Package oneway finds, in a question that is about to be answered for a
// person, the acts that cannot be taken back or that reach the outside world.
package oneway

import "strings"

// Question is what is shown to the person, and what a rule would answer.
type Question struct {
	Text    string
	Header  string
	Options []Option
	Chosen  []string // labels or free text that a rule would pick; may be empty
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
}

// Finding explains one reason for asking.
type Finding struct {
	Class string // one of the Class constants
	Word  string // the words that were seen, as written
	Where string // "question", "header", `option "Yes"`, `description of "Yes"`
}

// Classes of one-way acts. They are stable: logs and rules may name them.
const (
	Delete         = "delete"         // data or files deleted, overwritten, lost
	History        = "history"        // force push, rewritten history, work thrown away
	Database       = "database"       // dropped, truncated or migrated
	Release        = "release"        // deployed, published, released, merged to a protected branch
	Message        = "message"        // mail, messages, posts, comments, pull requests
	Payment        = "payment"        // money spent, plans bought or cancelled
	Credentials    = "credentials"    // secrets, permissions, access, security switched off
	Infrastructure = "infrastructure" // resources applied, destroyed, scaled, restarted; DNS
	Legal          = "legal"          // licences and terms accepted, contracts signed
)

// Classify returns one finding for each reason to treat the question as
// one-way, in the order question, header, options. No finding means that
// nothing irreversible or outward was seen.
func Classify(q Question) []Finding {
	var found []Finding
	look := func(text, where string) {
		if strings.Contains(strings.ToLower(text), "delete") {
			found = append(found, Finding{Class: Delete, Word: "delete", Where: where})
		}
	}
	look(q.Text, "question")
	return found
}

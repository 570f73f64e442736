package suggest

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"neverask/hooks/record/eventlog"
)

// Decision is a person's decision about a suggestion.
type Decision string

// The decisions.
const (
	Accepted     Decision = "accepted"         // its rule was added
	AcceptedHere Decision = "accepted-project" // its rule was added for one project only
	Later        Decision = "later"            // not for the next 30 days
	Never        Decision = "never"
	Undecided    Decision = "undecided" // an earlier decision is withdrawn
)

// Rest is how long a suggestion declined with Later stays hidden.
const Rest = 30 * 24 * time.Hour

// Hides reports whether a suggestion with this decision is not shown.
func (d Decision) Hides() bool { return d == Later || d == Never }

// None says why there is no suggestion, other than as many as are hidden.
func None(hidden int) string {
	switch hidden {
	case 0:
		return "no suggestions: one comes after 3 equal answers to a question without a rule"
	case 1:
		return "no more suggestions: 1 is hidden, because you declined it or removed its rule"
	}
	return fmt.Sprintf("no more suggestions: %d are hidden, because you declined them or removed their rules", hidden)
}

// Memory is the file with the decisions: JSON lines, of which the last one for an ID counts. Several processes may
// write at once.
type Memory struct{ Path string }

// decided is one line of the file.
type decided struct {
	Time     time.Time `json:"time"`
	ID       string    `json:"id"`
	Decision Decision  `json:"decision"`
}

func (m Memory) log() eventlog.Log {
	return eventlog.Log{Path: m.Path, MaxSize: math.MaxInt64, Keep: 1}
}

// Record keeps a decision. It creates the file and its directory if need be.
func (m Memory) Record(id string, d Decision, now time.Time) error {
	line, err := json.Marshal(decided{now.UTC(), id, d})
	if err != nil {
		return err
	}
	return m.log().Append(line)
}

// Decisions returns the decisions in effect, by suggestion ID. It skips torn and unknown lines.
func (m Memory) Decisions(now time.Time) map[string]Decision {
	hold := map[string]Decision{}
	for line := range m.log().Lines() {
		var d decided
		if json.Unmarshal(line, &d) != nil || d.ID == "" {
			continue
		}
		over := d.Decision == Undecided || d.Decision == Later && !now.Before(d.Time.Add(Rest))
		if delete(hold, d.ID); !over {
			hold[d.ID] = d.Decision
		}
	}
	return hold
}

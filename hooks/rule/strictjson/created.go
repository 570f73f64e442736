package strictjson

import (
	"strings"

	"neverask/hooks"
)

// Created records where a rule came from.
type Created struct {
	At string `json:"at,omitempty"` // RFC 3339
	By string `json:"by,omitempty"`
}

// readCreated ignores the values of the members.
func readCreated(m hooks.Member, to *Created) *Fault {
	return Members(`"created"`, m.Value, func(m hooks.Member) *Fault {
		switch m.Name {
		case "at":
			to.At = m.Value.String()
		case "by":
			to.By = m.Value.String()
		default:
			return Unknown(m, "at", "by")
		}
		return nil
	})
}

// String returns the day and the origin.
func (c Created) String() string {
	day, _, _ := strings.Cut(c.At, "T")
	if day != "" && c.By != "" {
		day += ", by "
	}
	return day + c.By
}

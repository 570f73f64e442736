package hookstate

import (
	"neverask/hooks/app/doctor"
	"neverask/tui/kit"
)

// A Noticed is something that needs a look, found outside the doctor's examination: a lost hook,
// or a rule that does nothing.
type Noticed struct {
	Key      string // unique
	Severity doctor.Severity
	Message  string // safe to draw, like all texts here
	Why, Fix string
	File     string // the file that it is about; or ""
	Line     int
	Detail   func(width int, st *kit.Styles) []string // draws more about it; or nil
	Keys     []kit.Binding                            // the actions on it, first the one of enter
}

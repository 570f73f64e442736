package off

import (
	"time"
)

// Period is how long, and where, neverask is off.
type Period struct {
	Since   time.Time
	Until   time.Time // zero for as long as nobody switches it on
	Project string    // a directory; empty for everywhere
}

// Usual is how long a person is away, and neverask off from a screen, unless they say otherwise.
const Usual = 2 * time.Hour

// Over reports whether a period has ended.
func (p Period) Over(now time.Time) bool { return !p.Until.IsZero() && !now.Before(p.Until) }

func (p Period) covers(within func(dir string) bool) bool {
	return p.Project == "" || within(p.Project)
}

// String says for how long, as a person reads it on the same day or later.
func (p Period) String() string {
	if p.Until.IsZero() {
		return "until you switch it on"
	}
	until := p.Until.Local()
	if y, m, d := until.Date(); time.Date(y, m, d, 0, 0, 0, 0, until.Location()).After(p.Since) {
		return "until " + until.Format("2 January 15:04")
	}
	return "until " + until.Format("15:04")
}

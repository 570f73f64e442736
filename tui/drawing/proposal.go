package drawing

import (
	"fmt"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/tui/kit"
)

// ProposalBadge is how a proposal stands, as a sign and a word.
func ProposalBadge(s trust.State) kit.Badge {
	switch s {
	case trust.Proposed:
		return kit.Mark("·", "proposed", kit.Calm)
	case trust.Accepted:
		return kit.Mark("□", "project", kit.Calm)
	case trust.Gone:
		return kit.Mark("▲", "gone", kit.Warn)
	case trust.Refused:
		return kit.Mark("▲", "refused", kit.Warn)
	default:
		return kit.Mark("▲", "changed", kit.Warn)
	}
}

// ProposalText says what a proposal comes to.
func ProposalText(home string, r trust.Review) string {
	project := kit.Short(home, r.Project)
	switch r.State {
	case trust.Proposed:
		return fmt.Sprintf("%s proposes %s, off until you accept them", project, diffview.Count(len(r.Rules), "rule"))
	case trust.Accepted:
		return fmt.Sprintf("%s proposes what you accepted on %s", project, Day(r.Before.Accepted))
	case trust.Refused:
		return project + " proposes rules that are invalid and have no effect"
	case trust.Gone:
		if r.Before == nil {
			return project + " no longer proposes anything"
		}
		return fmt.Sprintf("%s no longer proposes anything, so the rules you accepted on %s are off", project, Day(r.Before.Accepted))
	default:
		return fmt.Sprintf("%s has changed its proposal since you accepted it on %s, so its rules are off", project, Day(r.Before.Accepted))
	}
}

// Day is the date of a time as it is kept, or what stands in its place.
func Day(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return diffview.Visible(at)
	}
	return kit.Day(t)
}

// Brief is the beginning of a digest.
func Brief(digest string) string { return diffview.Visible(digest[:min(len(digest), 12)]) }

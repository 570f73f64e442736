package conflict

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
)

// RunStats returns what the transcripts say about each hook's runs; nothing, with Seen 0, if no
// record is certainly the hook's. Groups that run the same thing at the same event cannot be
// told apart and have the same figures, and a background hook leaves none. All counts are
// lower bounds, see [transcript.HookStat].
func RunStats(all []config.Hook, stats []transcript.HookStat) []transcript.HookStat {
	owned := owners{}
	for _, h := range all {
		if h.Handler.Background() {
			continue
		}
		who := program(h)
		for _, name := range names(h) {
			owned.add(h.Group.Event, name, who)
		}
	}
	seen := map[label]transcript.HookStat{}
	for _, s := range stats {
		l := label{string(s.Event), plain(s.Name)}
		if one, twice := seen[l]; twice {
			s = one.Add(s)
		}
		seen[l] = s
	}
	figures := make([]transcript.HookStat, len(all))
	for i, h := range all {
		if h.Handler.Background() {
			continue
		}
		for _, name := range names(h) {
			s, ok := seen[label{h.Group.Event, name}]
			switch {
			case !ok || !owned.certain(h.Group.Event, name):
			case figures[i].Seen == 0:
				figures[i] = s
			default:
				figures[i] = figures[i].Add(s)
			}
		}
	}
	return figures
}

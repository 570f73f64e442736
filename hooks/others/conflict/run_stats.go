package conflict

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
)

// owners maps the names in records to the hooks that they may mean. The client does not record
// which hook ran, only its command, or its status message if it has one (Claude Code 2.1.329), so
// a name that several hooks share identifies none of them.
type owners map[label]owner

// owner is what the hooks with a name run, if they all run the same thing.
type owner struct {
	program string
	several bool
}

func (o owners) add(event, name, program string) {
	l := label{event, name}
	if one, known := o[l]; !known {
		o[l] = owner{program: program}
	} else if one.program != program {
		o[l] = owner{several: true}
	}
}

// certain reports whether all records with that name come from one hook.
func (o owners) certain(event, name string) bool {
	one, known := o[label{event, name}]
	return known && !one.several
}

// RunStats returns what the transcripts say about each hook's runs; nothing, with Seen 0, if no
// record is certainly the hook's. Groups that run the same thing at the same event cannot be
// told apart and have the same figures, and a background hook leaves none. All counts are
// lower bounds, see [transcript.HookStat].
func RunStats(all []config.Hook, stats []transcript.HookStat) []transcript.HookStat {
	owned := owners{}
	for _, h := range all {
		if h.Handler.Async {
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
		if h.Handler.Async {
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

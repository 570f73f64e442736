package conflict

import "neverask/hooks/claude/config"

// pastRuns finds the observations of a hook.
type pastRuns struct {
	runs   map[label][]Observation
	owners owners
}

func remember(past []Observation, all []config.Hook, tools []string) pastRuns {
	m := pastRuns{map[label][]Observation{}, owners{}}
	spelled := map[string]string{}
	for _, o := range past {
		name, ok := spelled[o.Command]
		if !ok {
			name = plain(o.Command)
			spelled[o.Command] = name
		}
		l := label{string(o.Event), name}
		m.runs[l] = append(m.runs[l], o)
	}
	for _, h := range all {
		if h.Source.Off != "" || h.Handler.Background() || len(Firing(h, tools)) == 0 {
			continue
		}
		who := program(h)
		for _, name := range append(names(h), "") {
			m.owners.add(h.Group.Event, name, who)
		}
	}
	return m
}

// observed looks for past runs of a hook.
func (m pastRuns) observed(h config.Hook) finding {
	var f finding
	seen := map[Verdict]int{}
	var last Observation
	named := names(h)
	for _, name := range append(named, "") {
		if !m.owners.certain(h.Group.Event, name) {
			continue
		}
		for _, o := range m.runs[label{h.Group.Event, name}] {
			if o.Tool != "" && !config.Fires(h.Group, h.Handler, o.Tool) {
				continue
			}
			f.unnamed = f.unnamed || name == ""
			seen[o.Effect.Verdict()]++
			f.effects = appendNew(f.effects, o.Effect)
			if o.Took > 0 {
				f.took = append(f.took, o.Took)
			}
			if !o.Time.Before(last.Time) {
				last = o
			}
		}
	}
	if len(f.effects) == 0 {
		return f
	}
	detail := "in past sessions: " + counted(seen)
	if f.unnamed {
		detail += "; no record names it, but no other hook could have done it"
	}
	f.proof = []Evidence{{Observed, detail, last.Time, measured(f.took).known()}}
	return f
}

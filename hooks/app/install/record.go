package install

import (
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// A Recording is how much neverask records about tool calls.
type Recording string

const (
	RecordOn        Recording = "on"        // calls, without their inputs
	RecordOff       Recording = "off"       // nothing
	RecordArguments Recording = "arguments" // calls with the beginning of each input
)

// Recordings lists all values.
var Recordings = []Recording{RecordOn, RecordOff, RecordArguments}

// RecordTargets returns the settings files that [Record] changes, at least one: those that have
// activity recording already, or else the first with other hooks of neverask, or the person's own.
func RecordTargets(in *planner.Planner) []planner.Target {
	all := in.Watched()
	at := slices.DeleteFunc(slices.Clone(all), func(t planner.Target) bool {
		return !slices.Contains(WantedIn(in, t), config.ActivityRecording)
	})
	if len(at) > 0 {
		return at
	}
	i := slices.IndexFunc(all, func(t planner.Target) bool { return t.Scope != "" && len(WantedIn(in, t)) > 0 })
	if i < 0 {
		i = slices.IndexFunc(all, func(t planner.Target) bool { return t.Scope == settings.User })
	}
	return []planner.Target{all[i]}
}

// Record plans to change how much is recorded.
func Record(in *planner.Planner, how Recording) (planner.Plan, error) {
	var plans []planner.Plan
	for _, t := range RecordTargets(in) {
		p, err := recordIn(in, t, how)
		if err != nil {
			return planner.Plan{}, err
		}
		also := p.Also
		p.Also = nil
		plans = append(append(plans, p), also...)
	}
	p := planner.Joined(plans)
	for _, part := range p.Also {
		p.Problems = append(p.Problems, part.Problems...)
	}
	return p, nil
}

// recordIn plans the recording in one settings file. The permission rules that protect
// neverask's files come with its first hook there.
func recordIn(in *planner.Planner, t planner.Target, how Recording) (planner.Plan, error) {
	if how == RecordOff {
		return Uninstall(in, t, config.ActivityRecording)
	}
	there, arguments := WantedIn(in, t), how == RecordArguments
	p, err := Install(in, t, Options{
		NoDenyRules: len(there) > 0, What: append(there, config.ActivityRecording), Arguments: &arguments,
	})
	p.Asked = []config.Installable{config.ActivityRecording}
	return p, err
}

package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
)

// own are the problems of [status.Inspect] that become findings; doctor finds its other
// problems itself, with line numbers.
var own = map[string]string{
	"hook-missing": "", "hook-altered": "Claude Code runs it at every question",
	"hook-outdated":          "it may lack features that this neverask has",
	"entry-missing":          "it does not work: questions are not answered, or nothing is recorded",
	"matcher-stale":          "your rules do not apply to tools they name, or the hook runs needlessly",
	"preferences-unreadable": "every question is asked", "preferences-gone": "every question is asked",
	"preferences-broken": "every question is asked", "rule-disabled": "its questions are asked",
	"hook-complaints": "those questions were asked",
}

// installed examines what neverask has installed, and its records.
func (o Options) installed(ctx context.Context, sources config.Sources, all []config.Hook) (found []Finding) {
	in := o.Planner
	seen := map[string]bool{}
	for _, t := range in.Watched() {
		status := status.Inspect(in, t)
		found = append(found, o.unrecorded(status)...)
		differing, _ := in.OutsideChanges(ctx, t) // without an answer, nothing differs
		for _, p := range status.Beside(differing) {
			why, mine := own[p.ID]
			if !mine || seen[p.ID+p.Message] && p.ID != "entry-missing" {
				continue
			}
			seen[p.ID+p.Message] = true
			f := Finding{
				ID: p.ID, Severity: Severity(p.Severity), File: t.Path, Message: p.Message, Each: p.Each, Why: why, Fix: p.Fix,
			}
			if strings.HasPrefix(p.ID, "hook-") {
				f.File = in.Paths.Hook()
			}
			switch {
			case p.ID == "entry-missing" || p.ID == "matcher-stale" || p.ID == "hook-missing" || p.ID == "hook-altered" ||
				p.ID == "hook-outdated":
				f = f.by(func() (planner.Plan, error) {
					return install.Install(in, t, install.Options{NoDenyRules: true, Repair: true})
				})
			case strings.HasPrefix(p.ID, "preferences") || p.ID == "rule-disabled":
				f.File = in.Paths.Preferences()
			case p.ID == "hook-complaints":
				f.File = in.Paths.HookErrors()
			}
			found = append(found, f)
		}
		found = append(found, o.lost(ctx, t, differing)...)
	}
	return slices.Concat(found, o.moved(all), o.modes(sources))
}

// moved finds entries that run a hook named like neverask's at another path, each path once.
func (o Options) moved(all []config.Hook) (found []Finding) {
	hook := o.Planner.Paths.Hook()
	first := map[string]int{}
	for _, h := range all {
		command, other := status.RunsOther(h.Handler, hook)
		if !other {
			continue
		}
		f := at(h)
		if i, ok := first[command]; ok {
			one := &found[i]
			if one.Each == nil {
				one.Each = []string{fmt.Sprintf("%s:%d", one.File, one.Line)}
			}
			one.Each = append(one.Each, fmt.Sprintf("%s:%d", f.File, f.Line))
			one.Message = status.Moved(len(one.Each), command, hook)
			continue
		}
		first[command] = len(found)
		f.ID, f.Severity, f.Message = "entry-moved", Warning, status.Moved(1, command, hook)
		f.Why, f.Fix = "that binary has other preferences and records, or none", status.MovedFix
		found = append(found, f)
	}
	return found
}

package doctor

import (
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// A Failure is a command that Claude Code should run but cannot, or never runs.
type Failure struct {
	Hook config.Hook // a setting other than hooks has its name as event
	Why  string
}

// Moot ends the reason for a hook that cannot run but would not run anyway.
const Moot = ", which does not matter while all hooks are off"

// Failing lists the hooks that should run but cannot, then the commands of other settings.
// While all hooks are off, it includes those that could not run either.
func (o Options) Failing(sources config.Sources) (all []Failure) {
	hooks, programs := sources.Hooks(), o.programs()
	standings := programs.standings(sources, hooks)
	failing := dispatch.Failing(standings)
	all = slices.Grow(all, len(failing))
	for _, i := range failing {
		all = append(all, Failure{hooks[i], standings[i].Why})
	}
	off := slices.ContainsFunc(sources.Switches, func(s config.Switch) bool {
		return s.Blocks && s.Name == "disableAllHooks"
	})
	for _, h := range programs.settingsCommands(sources) {
		f, _, bad := programs.broken(h)
		if !bad || f.Severity != Error {
			continue
		}
		why := h.Group.Event + ": " + f.Message
		if off && h.Group.Event == "statusLine" { // which the switch turns off too (Claude Code 2.1.329)
			why += Moot
		}
		all = append(all, Failure{h, why})
	}
	for i, h := range hooks {
		if !off || standings[i].State != dispatch.Off {
			continue
		}
		if f, _, bad := programs.broken(h); bad && f.Off == config.OffHook {
			all = append(all, Failure{h, f.Message + Moot})
		}
	}
	return all
}

// Failed names what failed: hooks, or commands if other settings are among them.
func Failed(all []Failure) string {
	for _, f := range all {
		if aSetting(f.Hook) {
			return "command"
		}
	}
	return "hook"
}

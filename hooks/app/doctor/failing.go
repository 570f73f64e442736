package doctor

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// A Failure is a command that Claude Code should run and cannot, or that it never runs.
type Failure struct {
	Hook config.Hook // a setting other than hooks has its name as event
	Why  string
}

// Failing lists the hooks that should run and cannot, and then the commands of other settings.
func (o Options) Failing(sources config.Sources) (all []Failure) {
	hooks := sources.Hooks()
	standings := o.StandingsOf(sources, hooks)
	for _, i := range dispatch.Failing(standings) {
		all = append(all, Failure{hooks[i], standings[i].Why})
	}
	programs := o.programs()
	for _, h := range programs.settingsCommands(sources) {
		if f, _, bad := programs.broken(h); bad && f.Severity == Error {
			all = append(all, Failure{h, h.Group.Event + ": " + f.Message})
		}
	}
	return all
}

// Failed names what failures are of: hooks, or commands where other settings are among them.
func Failed(all []Failure) string {
	for _, f := range all {
		if aSetting(f.Hook) {
			return "command"
		}
	}
	return "hook"
}

package doctor

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// Standings says for each hook, by its index in [config.Sources.Hooks], whether it runs at
// all; for those that should, whether they ever fire and their program can be run.
func (o Options) Standings(sources config.Sources) []dispatch.HookState {
	return o.programs().standings(sources, sources.Hooks())
}

func (o programs) standings(sources config.Sources, hooks []config.Hook) []dispatch.HookState {
	all, judge := dispatch.Standings(sources, hooks), judge{}
	for i, h := range hooks {
		if all[i].State != dispatch.Active {
			continue
		}
		if why, never := judge.never(h); never {
			all[i] = dispatch.HookState{State: dispatch.Never, Why: why}
			continue
		}
		if h.Handler.Type == "command" && h.Handler.Command == "" {
			all[i] = dispatch.HookState{State: dispatch.Fails, Why: "its command is empty"}
		} else if f, _, bad := o.broken(h); bad && f.Off == config.OffHook {
			all[i] = dispatch.HookState{State: dispatch.Fails, Why: f.Message}
		}
	}
	return all
}

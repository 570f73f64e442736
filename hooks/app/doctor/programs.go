package doctor

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings/worktree"
)

// commands finds hooks, and settings with a command, whose program cannot be run, or soon will
// not be runnable.
func (o Options) commands(sources config.Sources, hooks []config.Hook) (found []Finding) {
	owner, all := o.Planner.Owner(), o.programs()
	for _, h := range hooks {
		if owner.Owns(h.Handler) {
			continue
		}
		if f, bad := all.command(h); bad {
			found = append(found, f)
		} else if f, bad := all.input(h); bad {
			found = append(found, f)
		} else if f, bad := all.output(h); bad {
			found = append(found, f)
		}
	}
	for _, s := range all.settingsCommands(sources) {
		if f, bad := all.command(s); bad {
			found = append(found, f)
		}
	}
	return found
}

// programs examines what hooks run.
type programs struct {
	Options
	around conflict.CommandEnv
	// variables returns the variables of the settings' own env. They are read from all files,
	// once.
	variables func() []string
}

func (o Options) programs() programs {
	return programs{
		Options: o, around: o.Planner.CommandEnv(o.Env).Remembering(),
		variables: sync.OnceValue(func() []string { return config.Variables(o.Planner.Site()) }),
	}
}

// command reports a fault in the programs that a hook runs, if there is one.
func (o programs) command(h config.Hook) (Finding, bool) {
	f, gone, bad := o.broken(h)
	if bad && gone != nil && !f.ByName && reaches(h) &&
		!worktree.Below(h.Source.File, filepath.Join(o.around.Project, ".claude")) && moves(o.around, h, *gone) {
		f.ByName = true
		f.Why = "the hook cannot run in this project; another project may have the program"
	}
	return f, bad
}

// broken reports the first fault in the programs that a hook runs. gone is the faulty program
// if it does not exist.
func (o programs) broken(h config.Hook) (f Finding, gone *conflict.Program, bad bool) {
	if h.Handler.Type != "command" || h.Handler.Command == "" {
		return f, nil, false
	}
	if f, bad := o.literal(h); bad {
		return f, nil, true
	}
	if h.Handler.Shell == "powershell" && !h.Handler.Exec && len(o.Env) > 0 && !inPath("pwsh", o.Env) &&
		!inPath("powershell", o.Env) && o.Planner.GOOS != "windows" {
		f := failing(h, "command-interpreter", `its shell is "powershell", and neither pwsh nor powershell is in PATH`)
		f.Fix = `install PowerShell, or remove "shell" so that the default shell runs it`
		return f, nil, true
	}
	for _, p := range o.around.Programs(h) {
		if f, bad := o.program(h, p); bad && !p.There {
			return f, &p, true
		} else if bad {
			return f, nil, true
		}
	}
	return f, nil, false
}

// reaches reports whether a hook applies to more projects than this one.
func reaches(h config.Hook) bool {
	return h.Source.Kind != config.Project && h.Source.Kind != config.Local
}

// moves reports whether a hook's program has a different path in another project.
func moves(around conflict.CommandEnv, h config.Hook, p conflict.Program) bool {
	if !p.Loose && !strings.Contains(h.Handler.Summary(), "$") {
		return false // no variable in the command names the project
	}
	around.Project = filepath.Join(around.Project, "another")
	return !slices.ContainsFunc(around.Programs(h), func(there conflict.Program) bool { return there.Path == p.Path })
}

// failing begins the finding about a hook that always fails.
func failing(h config.Hook, id, message string) Finding {
	f := at(h)
	f.ID, f.Message, f.Severity, f.Off = id, message, Error, config.OffHook
	f.Why = "the hook cannot run, and Claude Code carries on without it"
	if aSetting(h) {
		f.Off, f.Why = config.OffNothing, h.Group.Event+" cannot run"
	}
	return f
}

// program reports a fault in a program that a hook runs.
func (o programs) program(h config.Hook, p conflict.Program) (Finding, bool) {
	switch {
	case !p.There && p.Tested: // the command checks first
		return Finding{}, false
	case !p.There:
		return o.missing(h, p), true
	case p.Direct && !executable(p.Path):
		return notExecutable(h, p), true
	case p.Direct:
		if f, bad := o.interpreter(h, p); bad {
			return f, true
		}
	}
	if p.Loose && h.Source.Kind != config.Plugin {
		return relative(h, p), true
	}
	return Finding{}, false
}

// relative is the finding about a program that is named relative to Claude's current directory.
func relative(h config.Hook, p conflict.Program) Finding {
	f := failing(h, "command-relative", p.Name+" is looked for in Claude's current directory, which changes")
	f.Severity, f.Off, f.Why = Warning, config.OffNothing,
		"once Claude changes directory, the hook cannot run, and Claude Code carries on without it"
	if p.Tested {
		f.Why = "once Claude changes directory, the hook does not find it and does nothing"
	}
	f.Fix = "name it from the root of the project: $CLAUDE_PROJECT_DIR, or ${CLAUDE_PROJECT_DIR} beside \"args\""
	return f
}

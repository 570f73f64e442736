package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
	"neverask/settings"
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
	if bad && gone != nil && !f.ByName && reaches(h) && !worktree.Below(h.Source.File, filepath.Join(o.around.Project, ".claude")) && moves(o.around, h, *gone) {
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
	if h.Handler.Shell == "powershell" && !h.Handler.Exec && len(o.Env) > 0 && !inPath("pwsh", o.Env) && !inPath("powershell", o.Env) && o.Planner.GOOS != "windows" {
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
		f := failing(h, "command-not-executable", p.Path+" may not be executed")
		f.Fix = "chmod +x " + quoted(p.Path)
		return f, true
	case p.Direct:
		if f, bad := o.interpreter(h, p); bad {
			return f, true
		}
	}
	if p.Loose && h.Source.Kind != config.Plugin {
		f := failing(h, "command-relative", p.Name+" is looked for in Claude's current directory, which changes")
		f.Severity, f.Off, f.Why = Warning, config.OffNothing, "once Claude changes directory, the hook cannot run, and Claude Code carries on without it"
		if p.Tested {
			f.Why = "once Claude changes directory, the hook does not find it and does nothing"
		}
		f.Fix = "name it from the root of the project: $CLAUDE_PROJECT_DIR, or ${CLAUDE_PROJECT_DIR} beside \"args\""
		return f, true
	}
	return Finding{}, false
}

// missing returns the finding about a program that does not exist.
func (o programs) missing(h config.Hook, p conflict.Program) Finding {
	if whole := spaced(h.Handler, p); whole != "" {
		f := failing(h, "command-unquoted", "the path "+whole+" has spaces and no quotes, so another program is looked for")
		f.Fix = "put it in quotes"
		return f
	}
	if f, is := o.mangled(h, p); is {
		return f
	}
	f := failing(h, "command-missing", p.Path+" is not there")
	f.Fix = "restore it, or park the hook for now"
	if !strings.ContainsRune(p.Path, '/') {
		f.Message, f.Fix = p.Path+" is not in PATH", "install it, or park the hook for now"
	} else if root := h.Source.Root; p.Loose && root != "" && there(filepath.Join(root, p.Name)) {
		f.Fix = fmt.Sprintf("write ${CLAUDE_PLUGIN_ROOT}/%s: hooks run in Claude's directory, not in that of their %s", filepath.ToSlash(filepath.Clean(p.Name)), h.Source.Kind)
	}
	if !p.Direct && !aSetting(h) {
		f.Why = "the hook cannot run; python3 and some shells then exit with 2, so Claude Code refuses the call"
	}
	switch {
	case h.Source.ReadOnly != "":
	case aSetting(h):
		f.Fix, f.ByName = "restore it, or remove the setting", true
		f.Loses = []string{h.Group.Event + ": " + h.Handler.Command}
		f = f.by(func() (planner.Plan, error) {
			return o.Planner.Repair(o.Planner.Target("", h.Source.File), remove(settings.Path{h.Group.Event}))
		})
	default:
		f.Parks, f.ByName = true, p.Source == "" && !h.Handler.Exec
		f = f.by(func() (planner.Plan, error) {
			if o.shellFinds(h, p) {
				return planner.Plan{}, fmt.Errorf("%s: %w", p.Name, ErrFound)
			}
			return conflicts.Park(o.Planner, h, false)
		})
	}
	return f
}

// ErrFound is the error of a repair that would park a hook although a shell finds its program.
var ErrFound = errors.New("a shell finds the program, so the hook was not parked")

// shellFinds lets a shell look for a hook's program. It is safe: the name computes nothing, or
// it would be unknown, and no variable in the settings makes the shell run or load anything.
// On Windows the shell itself would be looked for in a PATH that the settings can set, so
// nothing is started, and nothing parked.
func (o programs) shellFinds(h config.Hook, p conflict.Program) bool {
	switch {
	case p.Source == "":
		return false
	case o.Planner.GOOS == "windows":
		return true
	}
	look := "test -e " + p.Source
	if p.Direct {
		look = "command -v -- " + p.Source
	}
	if p.Dir != "" {
		look = "cd -- " + quoted(p.Dir) + " && " + look
	}
	env := slices.DeleteFunc(o.around.Environ(h, "-"), hasShellAct)
	out := trial.Command{Line: look, Limit: patience}.Run(context.Background(), nil, env, o.around.Project)
	return out.Fault == "" && out.Status == 0
}

// hasShellAct reports whether a variable makes a shell, or the system's loader, run or load a
// file.
func hasShellAct(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return name == "ENV" || strings.HasPrefix(name, "BASH_") || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") || name == "GLIBC_TUNABLES" || name == "CDPATH"
}

// mangled finds a path that is not what the user wrote, or that this machine cannot have.
// Whether such a program exists says nothing about the hook.
func (o programs) mangled(h config.Hook, p conflict.Program) (Finding, bool) {
	switch {
	case conflict.OfWindows(p.Source) && strings.Contains(p.Source, `\`):
		f := failing(h, "command-backslash", fmt.Sprintf("a shell makes %s of %s", p.Name, p.Source))
		f.Why = "a shell removes unquoted backslashes, so it does not find the program, and Claude Code carries on without the hook"
		f.Fix = fmt.Sprintf(`write "%s" with the quotes, or %s`, p.Source, strings.ReplaceAll(p.Source, `\`, "/"))
		return f, true
	case conflict.OfWindows(p.Name) && o.Planner.GOOS != "windows":
		f := failing(h, "command-missing", p.Name+" is not there")
		f.Fix = "it is a Windows path, but this is another system: use the hook only on Windows"
		return f, true
	case !strings.Contains(p.Source, "$"):
		return Finding{}, false
	}
	for _, v := range o.variables() {
		name, value, _ := strings.Cut(v, "=")
		if strings.ContainsAny(value, "$~") && (strings.Contains(p.Source, "$"+name) || strings.Contains(p.Source, "${"+name)) {
			f := failing(h, "command-missing", fmt.Sprintf("%s is not there: %s in the settings' env is %s, and nothing in it is expanded", p.Name, name, value))
			f.Fix = "write the whole path in env"
			return f, true
		}
	}
	return Finding{}, false
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.Mode().Perm()&0o111 != 0 || filepath.Separator == '\\')
}

// spaced returns the path of a file, with spaces, that begins with the path of a program.
func spaced(h config.Handler, p conflict.Program) string {
	_, rest, found := strings.Cut(h.Command, p.Source)
	if h.Exec || !found || p.Source == "" {
		return ""
	}
	for i := len(rest); i > 0; i-- {
		if i < len(rest) && rest[i] != ' ' {
			continue
		}
		path := p.Path + rest[:i]
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && strings.Contains(path, " ") {
			return path
		}
	}
	return ""
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// quoted quotes a word for a shell.
func quoted(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

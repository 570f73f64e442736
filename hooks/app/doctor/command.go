package doctor

import (
	"os"
	"path/filepath"
	"strings"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/worktree"
)

// commands finds hooks whose program cannot be run, or soon will not be.
func (o Options) commands(sources config.Sources) (found []Finding) {
	owner, around := o.Installer.Owner(), o.around()
	for _, h := range sources.Hooks() {
		if owner.Owns(h.Handler) {
			continue
		}
		if f, bad := o.command(around, h); bad {
			found = append(found, f)
		}
	}
	return found
}

// Standings says of each hook, by its place in [config.Sources.Hooks], whether it
// runs at all, and of those that should whether their program can be run.
func (o Options) Standings(sources config.Sources) []dispatch.HookState {
	all, around := dispatch.Standings(sources), o.around()
	for i, h := range sources.Hooks() {
		if all[i].State != dispatch.Active {
			continue
		}
		if f, bad := o.command(around, h); bad && f.Off == config.OffHook {
			all[i] = dispatch.HookState{State: dispatch.Fails, Why: f.Message}
		}
	}
	return all
}

func (o Options) around() conflict.CommandEnv {
	return conflict.CommandEnv{Home: o.Installer.Locations.Home, Project: o.Installer.Locations.Dir, Env: o.Env}.Remembering()
}

// command says what is wrong with the programs that a hook runs, if anything is.
func (o Options) command(around conflict.CommandEnv, h config.Hook) (Finding, bool) {
	if h.Handler.Type != "command" || h.Handler.Command == "" {
		return Finding{}, false
	}
	for i, p := range around.Programs(h) {
		if f, bad := o.program(h, p); bad {
			if !p.There && !f.ByName && reaches(h) && moves(around, h, i) {
				f.ByName = true
				f.Why = "the hook fails every time in this project; in another one the program may be there"
			}
			return f, true
		}
	}
	return Finding{}, false
}

// reaches reports whether a hook is there for more projects than this one.
func reaches(h config.Hook) bool {
	return h.Source.Kind != config.Project && h.Source.Kind != config.Local
}

// moves reports whether the program of a hook with this number is looked for at
// another place in another project.
func moves(around conflict.CommandEnv, h config.Hook, i int) bool {
	here := around.Programs(h)
	around.Project = filepath.Join(around.Project, "another")
	there := around.Programs(h)
	return i >= len(there) || there[i].Path != here[i].Path
}

// program says what is wrong with a program that a hook runs.
func (o Options) program(h config.Hook, p conflict.Program) (Finding, bool) {
	f := at(h)
	f.Severity, f.Off = Warning, config.OffHook
	f.Why = "the hook fails every time that it should run, and Claude Code goes on as if it were not there"
	park := func() (installer.Plan, error) { return o.Installer.Park(h, false) }
	if h.Source.ReadOnly != "" {
		park = nil
	}
	switch {
	case !p.There:
		if whole, rest, ok := spaced(h.Handler); ok {
			f.ID, f.Message, f.Fix = "command-unquoted", "the path "+whole+" has spaces and no quotes, so another program is looked for", "put it in quotes"
			if park != nil {
				f = f.by(func() (installer.Plan, error) {
					return o.Installer.Revise(h, config.Revision{Members: map[string]string{"command": settings.Quote(quoted(whole) + rest)}})
				})
			}
			return f, true
		}
		f.ID, f.Message, f.Fix = "command-missing", p.Path+" is not there", "put it back, or park the hook until it is"
		if why := o.fleeting(p.Path); why != "" {
			f.ID, f.Message = "command-temporary", p.Path+" is not there: "+why
		}
		return f.by(park), true
	case p.Direct && !executable(p.Path):
		f.ID, f.Message, f.Fix = "command-not-executable", p.Path+" may not be executed", "chmod +x "+quoted(p.Path)
		return f, true
	}
	if why := o.fleeting(p.Path); why != "" {
		f.ID, f.Off, f.Message = "command-temporary", config.OffNothing, p.Path+": "+why
		f.Why, f.Fix = "the hook stops working when it is cleared away", "put the program in a place that stays"
		return f, true
	}
	return f, false
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.Mode().Perm()&0o111 != 0 || filepath.Separator == '\\')
}

// spaced finds a file whose path, with spaces, the command begins with.
func spaced(h config.Handler) (whole, rest string, ok bool) {
	if h.Exec || !strings.HasPrefix(h.Command, "/") {
		return "", "", false
	}
	for i := len(h.Command); i > 0; i-- {
		if i < len(h.Command) && h.Command[i] != ' ' {
			continue
		}
		path := h.Command[:i]
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && strings.Contains(path, " ") {
			return path, h.Command[i:], true
		}
	}
	return "", "", false
}

// quoted writes a word for a shell.
func quoted(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// fleeting says why a path does not stay, or nothing.
func (o Options) fleeting(path string) string {
	switch c := worktree.Find(filepath.Dir(path)); {
	case c.Gone:
		return "it is in a worktree that was deleted"
	case c.Linked():
		return "it is in a worktree"
	}
	if strings.Contains(path, "/worktrees/") {
		return "it is in a worktree"
	}
	for _, dir := range o.temporary() {
		if strings.HasPrefix(path, dir+string(filepath.Separator)) {
			return "it is in a folder for temporary files"
		}
	}
	return ""
}

// temporary are the folders that are cleared, unless the home directory is in
// one of them itself.
func (o Options) temporary() (dirs []string) {
	for _, dir := range append([]string{"/tmp", "/var/tmp", "/private/tmp"}, o.variable("TMPDIR")) {
		if dir = filepath.Clean(dir); dir != "." && dir != "/" && !strings.HasPrefix(o.Installer.Locations.Home+"/", dir+"/") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

func (o Options) variable(name string) string {
	for _, e := range o.Env {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}

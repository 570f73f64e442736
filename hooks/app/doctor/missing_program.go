package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

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
		f.Fix = fmt.Sprintf("write ${CLAUDE_PLUGIN_ROOT}/%s: hooks run in Claude's directory, not in that of their %s",
			filepath.ToSlash(filepath.Clean(p.Name)), h.Source.Kind)
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
	return name == "ENV" || strings.HasPrefix(name, "BASH_") || strings.HasPrefix(name, "LD_") ||
		strings.HasPrefix(name, "DYLD_") || name == "GLIBC_TUNABLES" || name == "CDPATH"
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
		if strings.ContainsAny(value, "$~") &&
			(strings.Contains(p.Source, "$"+name) || strings.Contains(p.Source, "${"+name)) {
			f := failing(h, "command-missing",
				fmt.Sprintf("%s is not there: %s in the settings' env is %s, and nothing in it is expanded", p.Name, name, value))
			f.Fix = "write the whole path in env"
			return f, true
		}
	}
	return Finding{}, false
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

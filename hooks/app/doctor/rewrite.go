package doctor

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/app/handlers"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/foreign"
)

// A rewrite is another way to write the command of a hook.
type rewrite struct {
	command string
	args    []string // as they were where it is nil
	shell   bool     // without "args", for a shell
}

func (r rewrite) of(k config.Handler) config.Handler {
	k.Command = r.command
	if r.args != nil {
		k.Args = r.args
	}
	if r.shell {
		k.Args, k.Exec = nil, false
	}
	return k
}

// rewriting gives a finding the first of some rewrites with which nothing is wrong.
func (o programs) rewriting(h config.Hook, f Finding, ways []rewrite) Finding {
	if h.Source.ReadOnly != "" || o.judging {
		return f
	}
	o.judging = true // of a rewrite no other is looked for
	for _, w := range ways {
		better := h
		better.Handler = w.of(h.Handler)
		if better.Handler.Command == h.Handler.Command && slices.Equal(better.Handler.Args, h.Handler.Args) && better.Handler.Exec == h.Handler.Exec || len(o.around.Programs(better)) == 0 {
			continue
		}
		if left, bad := o.command(better); bad && left.ID != "command-temporary" {
			continue
		}
		f.Fix += ", or write " + strings.TrimSpace(strings.Join(append([]string{better.Handler.Command}, better.Handler.Args...), " "))
		return f.by(func() (installer.Plan, error) { return o.rewrite(h, better.Handler) })
	}
	return f
}

func (o programs) rewrite(h config.Hook, better config.Handler) (installer.Plan, error) {
	if aSetting(h) {
		path := settings.Path{h.Group.Event}
		if h.Group.Event != "apiKeyHelper" {
			path = append(path, "command")
		}
		return o.Installer.Repair(o.Installer.Target("", h.Source.File), func(d settings.Document) (settings.Document, error) {
			return d.Set(path, settings.Quote(better.Command))
		})
	}
	members := map[string]string{"command": settings.Quote(better.Command)}
	if h.Handler.Exec {
		members["args"] = ""
		if better.Exec {
			b, err := json.Marshal(better.Args)
			if err != nil {
				return installer.Plan{}, err
			}
			members["args"] = string(b)
		}
	}
	return handlers.Revise(o.Installer, h, config.Revision{Members: members})
}

// aSetting reports whether a hook is none, but a setting that names a command.
func aSetting(h config.Hook) bool { return slices.Contains(commandSettings, h.Group.Event) }

// commandSettings are settings with a command that Claude Code runs.
var commandSettings = []string{"statusLine", "apiKeyHelper"}

// settingsCommands are the commands of settings other than hooks, as if they were hooks.
func (o programs) settingsCommands(sources config.Sources) (found []config.Hook) {
	for _, path := range o.files(sources) {
		b, err := foreign.ReadFile(path, settings.MaxSize)
		doc, wrong := settings.Parse(b)
		if err != nil || wrong != nil {
			continue
		}
		for _, name := range commandSettings {
			v, _ := doc.Get(name)
			if name != "apiKeyHelper" {
				v = v.Get("command")
			}
			if v.Type != gjson.String || v.Str == "" {
				continue
			}
			line, _ := doc.Position(v.Index)
			found = append(found, config.Hook{Source: config.Source{File: path, ReadOnly: o.readOnly(sources, path)}, Group: config.Group{Event: name},
				Handler: config.Handler{Type: "command", Command: v.Str, Line: line}})
		}
	}
	return found
}

// rooted is a path of the project as a command can write it.
func rooted(h config.Hook, path string) string {
	if h.Handler.Exec {
		return "${CLAUDE_PROJECT_DIR}/" + path
	}
	return `"$CLAUDE_PROJECT_DIR"/` + quoted(path)
}

// renaming writes another path for a program, wherever the command or its arguments
// name it, with quotes around it or without.
func renaming(h config.Hook, name, better string) (ways []rewrite) {
	if h.Handler.Exec {
		w := rewrite{command: h.Handler.Command, args: append([]string{}, h.Handler.Args...)}
		if w.command == name {
			w.command = better
		}
		for i, arg := range w.args {
			if arg == name {
				w.args[i] = better
			}
		}
		return []rewrite{w}
	}
	for _, written := range []string{`"` + name + `"`, `'` + name + `'`, strings.ReplaceAll(name, " ", `\ `), name} {
		if strings.Contains(h.Handler.Command, written) {
			ways = append(ways, rewrite{command: strings.Replace(h.Handler.Command, written, better, 1)})
		}
	}
	return ways
}

// elsewhere are places at which a program that is not there may have been meant: from
// the project, from the settings file, from home.
func (o programs) elsewhere(h config.Hook, p conflict.Program) (ways []rewrite) {
	if !p.Loose {
		if h.Handler.Exec && strings.Contains(h.Handler.Command, " ") && len(h.Handler.Args) == 0 {
			ways = append(ways, rewrite{command: h.Handler.Command, shell: true})
		}
		return ways
	}
	if h.Handler.Exec && len(h.Handler.Args) == 0 && strings.Contains(p.Name, " ") {
		ways = append(ways, rewrite{command: h.Handler.Command, shell: true})
	}
	rest := strings.TrimPrefix(p.Name, "./")
	project, home := o.Installer.Locations.Dir, o.Installer.Locations.Home
	for _, dir := range []string{project, filepath.Join(project, ".claude"), filepath.Join(home, ".claude"), home} {
		whole := filepath.Join(dir, rest)
		if info, err := os.Stat(whole); err != nil || !info.Mode().IsRegular() {
			continue
		}
		better := quoted(whole)
		switch in, below := strings.CutPrefix(whole, project+"/"); {
		case below:
			better = rooted(h, in)
		case h.Handler.Exec:
			better = whole
		default:
			better = strings.Replace(better, home, `"$HOME"`, 1)
		}
		ways = append(ways, renaming(h, p.Name, better)...)
	}
	return ways
}

// in starts a program by an interpreter.
func in(interpreter string, h config.Hook, p conflict.Program) []rewrite {
	if h.Handler.Exec {
		if h.Handler.Command == p.Name || filepath.Base(h.Handler.Command) == filepath.Base(p.Path) {
			return []rewrite{{command: interpreter, args: append([]string{h.Handler.Command}, h.Handler.Args...)}}
		}
		return nil
	}
	return []rewrite{{command: interpreter + " " + strings.TrimLeft(h.Handler.Command, " ")}}
}

package doctor

import (
	"slices"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
)

// aSetting reports whether a hook is really a setting that names a command.
func aSetting(h config.Hook) bool { return slices.Contains(commandSettings, h.Group.Event) }

// commandSettings are the settings with a command that Claude Code runs.
var commandSettings = []string{"statusLine", "apiKeyHelper"}

// settingsCommands returns the commands of settings other than hooks, in the form of hooks.
func (o programs) settingsCommands(sources config.Sources) (found []config.Hook) {
	for _, path := range o.files(sources) {
		f, err := o.Planner.Store.Load(path)
		if err != nil {
			continue
		}
		doc := f.Document
		for _, name := range commandSettings {
			v, _ := doc.Get(name)
			if name != "apiKeyHelper" {
				v = v.Get("command")
			}
			if v.Type != gjson.String || v.Str == "" {
				continue
			}
			line, _ := doc.Position(v.Index)
			found = append(found, config.Hook{Source: config.Source{File: path, ReadOnly: o.readOnly(sources, path)},
				Group:   config.Group{Event: name},
				Handler: config.Handler{Type: "command", Command: v.Str, Line: line}})
		}
	}
	return found
}

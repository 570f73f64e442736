package config

import (
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// Variables returns the variables that settings add to the environment of hooks, as
// NAME=value. If several files set one, the strongest decides (Claude Code 2.1.329).
func Variables(site Site) []string {
	f := newFinder(site)
	f.settingsFiles()
	values := variablesIn(f.files)
	delete(values, "")
	all := make([]string, 0, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		text := values[name].Raw
		if values[name].Type == gjson.String {
			text = values[name].Str
		}
		all = append(all, name+"="+text)
	}
	return all
}

// variablesIn returns the variables that settings files set, each from the strongest file.
func variablesIn(files []settingsFile) map[string]gjson.Result {
	values := map[string]gjson.Result{}
	for _, kind := range slices.Backward(strongest) {
		for _, file := range files {
			if file.kind != kind || file.off != "" && kind == Managed {
				continue
			}
			env, _ := file.doc.Get("env")
			maps.Copy(values, membersOf(env))
		}
	}
	return values
}

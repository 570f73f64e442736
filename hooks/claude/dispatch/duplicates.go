package dispatch

import (
	"strings"

	"neverask/hooks/claude/config"
)

// identity is equal for hooks that the client (2.1.329) treats as the same and runs once: by
// what they run, and the plugin that they belong to.
func identity(h config.Hook) string {
	k := h.Handler
	if k.Shell == "bash" {
		k.Shell = ""
	}
	exec := ""
	if k.Exec {
		exec = "exec"
	}
	parts := append([]string{k.Type, k.Command, k.Shell, exec, k.URL,
		k.Server, k.Tool, k.Prompt, k.Model, k.If, h.Source.Root}, k.Args...)
	return strings.Join(parts, "\x00")
}

// Duplicates says for each hook, by its index in [config.Sources.Hooks], which hook runs instead
// when both match; empty for most.
func Duplicates(all []config.Hook) []string {
	why := make([]string, len(all))
	for i, first := range Twins(all) {
		if first != i {
			why[i] = "the same command runs already, for " + matcherOf(all[first])
		}
	}
	return why
}

// Twins returns for each hook the index of the hook that runs when both match: its own for most.
func Twins(all []config.Hook) []int {
	twins := make([]int, len(all))
	first := map[string]int{}
	for i, h := range all {
		twins[i] = i
		if h.Source.Off != "" {
			continue
		}
		matcher := "\x01"
		if h.Group.Matcher != nil {
			matcher = *h.Group.Matcher
		}
		key := h.Group.Event + "\x00" + matcher + "\x00" + identity(h)
		if other, twice := first[key]; twice {
			twins[i] = other
		} else {
			first[key] = i
		}
	}
	return twins
}

func matcherOf(h config.Hook) string {
	if h.Source.Name != "" {
		return string(h.Source.Kind) + " " + h.Source.Name
	}
	return h.Source.File
}

package doctor

import (
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings/worktree"
)

// doubled finds duplicate hooks.
func (o Options) doubled(all []config.Hook) (found []Finding) {
	why := dispatch.Duplicates(all)
	for i, first := range dispatch.Twins(all) {
		if first == i {
			continue
		}
		f := at(all[i])
		f.ID, f.Severity, f.Message = "hook-duplicate", Info, all[i].Handler.Summary()+" occurs twice: "+why[i]
		f.Why, f.Fix = "only one of them runs; changing the other has no effect", "remove one of them"
		// In two files, it may serve two groups of people or projects.
		f.ByName = all[first].Source.File != all[i].Source.File
		if all[i].Source.Uneditable() == "" {
			h := all[i]
			f = f.by(func() (planner.Plan, error) { return conflicts.Remove(o.Planner, h) })
		}
		found = append(found, f)
	}
	return found
}

// repeated finds hooks that a plugin and another file share, so that they run for each: the
// same program with the same arguments, at calls for which both matchers fire.
func (o Options) repeated(all []config.Hook) (found []Finding) {
	plugin := func(h config.Hook) bool { return h.Source.Kind == config.Plugin }
	if !slices.ContainsFunc(all, plugin) {
		return nil
	}
	programs, first := o.programs(), map[string][]config.Hook{}
	for _, h := range all {
		if h.Source.Off != "" || h.Handler.Type != "command" {
			continue
		}
		key := h.Group.Event + "\x00" + programs.run(h)
		for _, other := range first[key] {
			if !plugin(h) && !plugin(other) || other.Source.Root == h.Source.Root || !overlap(h.Group, other.Group) {
				continue
			}
			if plugin(other) {
				other, h = h, other
			}
			f := at(other)
			f.ID, f.Severity, f.Message =
				"hook-repeated", Info, other.Handler.Summary()+" runs twice: the plugin "+h.Source.Name+" has it, too"
			f.Why, f.Fix =
				"Claude Code treats a plugin's hooks as different from those in settings, even if they run the same thing",
				"remove one of them, if it is not intended"
			found = append(found, f)
			break
		}
		first[key] = append(first[key], h)
	}
	return found
}

// run returns a key for what a hook runs, however it is written: its programs and their arguments.
func (o programs) run(h config.Hook) string {
	var parts []string
	words := append(strings.Fields(h.Handler.Command), h.Handler.Args...)
	for _, p := range o.around.Programs(h) {
		parts = append(parts, worktree.Real(p.Path))
		words = slices.DeleteFunc(words, func(w string) bool { return strings.Contains(w, filepath.Base(p.Name)) })
	}
	return strings.Join(append(parts, words...), "\x00")
}

// overlap reports whether both groups' matchers fire for some call, judging by the names in
// them.
func overlap(a, b config.Group) bool {
	x, y := config.ParseMatcher(a.Matcher), config.ParseMatcher(b.Matcher)
	return x.All() || y.All() || *a.Matcher == *b.Matcher || slices.ContainsFunc(x.Names(), y.May) ||
		slices.ContainsFunc(y.Names(), x.May)
}

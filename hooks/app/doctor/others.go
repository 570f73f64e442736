package doctor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/settings/worktree"
)

// others finds in plugins and front matter what [Options.file] finds in settings files: what the client accepts but
// was hardly intended. Their author has to correct it.
func (o Options) others(sources config.Sources, all []config.Hook) (found []Finding) {
	files, judge := o.files(sources), judge{}
	told := map[string]bool{} // already reported for a group
	for _, h := range all {
		if h.Source.Off != "" || slices.Contains(files, h.Source.File) {
			continue
		}
		add := func(f Finding, line int) {
			f.File, f.Line, f.ByName = h.Source.File, line, false
			if f.Why == "" {
				f.Why = f.Off.String()
			}
			key := fmt.Sprintf("%s\x00%d\x00%s", f.File, line, f.Message)
			if h.Source.ReadOnly != "" && !told[key] {
				told[key] = true
				found = append(found, f)
			}
		}
		if !config.Known(h.Group.Event) {
			add(unknownEvent(h.Group.Event), h.Group.Line)
			continue
		}
		if text := h.Group.Matcher; text != nil {
			if f, _, wrong := judge.ofMatcher(h.Group.Event, *text); wrong {
				add(f, h.Group.Line)
			}
		}
		if f, _, wrong := ofIf(h); wrong {
			add(f, h.Handler.Line)
		}
		if h.Handler.Type == "command" && h.Handler.Command == "" {
			add(emptyCommand, h.Handler.Line)
		}
		if f, _, long := milliseconds(h.Handler.Timeout); long {
			add(f, h.Handler.Line)
		}
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
			f.ID, f.Severity, f.Message = "hook-repeated", Info, other.Handler.Summary()+" runs twice: the plugin "+h.Source.Name+" has it, too"
			f.Why, f.Fix = "Claude Code treats a plugin's hooks as different from those in settings, even if they run the same thing", "remove one of them, if it is not intended"
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
	return x.All() || y.All() || *a.Matcher == *b.Matcher || slices.ContainsFunc(x.Names(), y.May) || slices.ContainsFunc(y.Names(), x.May)
}

// unread reports files with hooks that Claude Code does not read.
func (o Options) unread(sources config.Sources) (found []Finding) {
	for _, u := range sources.Unread {
		n := 0
		for _, g := range u.Groups {
			n += len(g.Handlers)
		}
		found = append(found, Finding{ID: "hooks-unread", Severity: Info, File: u.File, Line: u.Groups[0].Line,
			Message: diffview.Count(n, "hook") + " that Claude Code does not read here", Why: u.Why, Fix: u.Hint})
	}
	return found
}

package doctor

import (
	"fmt"
	"slices"

	"neverask/diffview"
	"neverask/hooks/claude/config"
)

// inOtherSources finds in plugins and front matter what [Options.file] finds in settings files: what the client accepts but
// was hardly intended. Their author has to correct it.
func (o Options) inOtherSources(sources config.Sources, all []config.Hook) (found []Finding) {
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

// brokenSources finds mistakes in plugins and front matter, which are not settings files.
func (o Options) brokenSources(sources config.Sources) (found []Finding) {
	files := o.files(sources)
	for _, f := range sources.Findings {
		if slices.Contains(files, f.File) {
			continue
		}
		broken := Finding{
			ID: "source-broken", Severity: Error, File: f.File, Line: f.Line,
			Message: f.Msg, Why: f.Off.In(f.File), Off: f.Off, Fix: f.Hint,
		}
		if f.Off == config.OffNothing {
			broken.Severity, broken.Why = Warning, "hooks that should come from it may not run"
		}
		found = append(found, broken)
	}
	return found
}

// unreadSources reports files with hooks that Claude Code does not read.
func (o Options) unreadSources(sources config.Sources) (found []Finding) {
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

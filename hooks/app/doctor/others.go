package doctor

import (
	"fmt"
	"slices"

	"neverask/hooks/claude/config"
)

// others finds in plugins and front matter what [Options.file] finds in settings files: what
// the client accepts, and what is hardly meant. The one who wrote them has to correct it.
func (o Options) others(sources config.Sources, all []config.Hook) (found []Finding) {
	files, judge := o.files(sources), judge{}
	told := map[string]bool{} // what was said of a group
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

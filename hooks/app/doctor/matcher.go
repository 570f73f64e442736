package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
)

// matcher says what is wrong with the matcher of a group.
func (f *file) matcher(doc settings.Document, path settings.Path, g gjson.Result) (wrong bool) {
	v := g.Get("matcher")
	if v.Type != gjson.String {
		return false
	}
	found, mistake, wrong := f.judge.ofMatcher(path[1], v.Str)
	if !wrong {
		return false
	}
	found.Line, _ = doc.Position(v.Index)
	member := append(slices.Clone(path), "matcher")
	switch {
	case mistake.Ignored:
		found = found.by(f.repair(remove(member)))
	case mistake.Nearest != "":
		found = found.by(f.name(member, mistake.Nearest))
	}
	f.add(found)
	return wrong
}

// ofMatcher is the finding about a matcher, without its place.
func (j judge) ofMatcher(event, text string) (found Finding, mistake dispatch.Mistake, wrong bool) {
	parsed := config.ParseMatcher(&text)
	mistake = j.matcher(event, text)
	found = Finding{Severity: Warning, Fix: "give it another matcher in the file", Why: mistake.Why}
	switch {
	case parsed.Err() != nil:
		found.ID, found.Severity, found.Off, found.Why = "matcher-invalid", Error, config.OffGroup, ""
		found.Message = fmt.Sprintf("the matcher %q is not a regular expression: %v", text, parsed.Err())
	case mistake.Why == "":
		return found, mistake, false
	case mistake.Never:
		found.ID, found.Severity, found.Off, found.Message = "matcher-never", Error, config.OffGroup, fmt.Sprintf("the matcher %q never fires", text)
	case mistake.Ignored:
		found.ID, found.Severity, found.Message, found.Fix = "matcher-ignored", Info, fmt.Sprintf("the matcher %q does nothing", text), "take it out"
	default:
		found.ID, found.Message = "matcher-partly", fmt.Sprintf("a part of the matcher %q never fires", text)
	}
	switch tools := dispatch.OfTool(hooks.Event(event)); {
	case mistake.Nearest != "" && !mistake.Ignored:
		found.Fix = fmt.Sprintf("write %q", mistake.Nearest)
	case tools && found.Off == config.OffGroup && strings.ContainsAny(text, "(:."):
		found.Fix = `name only tools in the matcher: files and commands belong into "if" of the hook, as "Edit(*.py)" or "Bash(git *)"`
	}
	return found, mistake, true
}

// name writes the nearest name for one that there is not.
func (f *file) name(path settings.Path, nearest string) func() (installer.Plan, error) {
	return f.repair(func(d settings.Document) (settings.Document, error) { return d.Set(path, settings.Quote(nearest)) })
}

// maxMatchers is how many different matchers are judged.
const maxMatchers = 200

// A judge looks at every matcher once: by its event and text.
type judge map[string]dispatch.Mistake

func (j judge) matcher(event, text string) dispatch.Mistake {
	key := event + "\x00" + text
	m, known := j[key]
	if !known && len(j) < maxMatchers {
		m, _ = dispatch.MatcherMistake(hooks.Event(event), &text)
		j[key] = m
	}
	return m
}

// never says why a hook certainly runs at no call.
func (j judge) never(h config.Hook) (why string, ok bool) {
	if text := h.Group.Matcher; text != nil {
		parsed, m := config.ParseMatcher(text), j.matcher(h.Group.Event, *text)
		switch {
		case m.Never:
			return m.Why, true
		case parsed.Err() != nil:
			return "its matcher is not a regular expression", true
		case m.Why != "":
			return "", false // a part of it fires
		}
	}
	m, _ := dispatch.IfMistake(h)
	return m.Why, m.Never
}

// ifs says which handlers of a group have an "if" that never holds.
func (f *file) ifs(doc settings.Document, path settings.Path, g gjson.Result) {
	group := config.Group{Event: path[1]}
	if m := g.Get("matcher"); m.Type == gjson.String {
		group.Matcher = &m.Str
	}
	for i, h := range g.Get("hooks").Array() {
		rule := h.Get("if")
		if rule.Type != gjson.String {
			continue
		}
		found, mistake, wrong := ofIf(config.Hook{Group: group, Handler: config.Handler{If: rule.Str}})
		if !wrong {
			continue
		}
		found.Line, _ = doc.Position(h.Index)
		if mistake.Nearest != "" {
			found = found.by(f.name(append(slices.Clone(path), "hooks", strconv.Itoa(i), "if"), mistake.Nearest))
		}
		f.add(found)
	}
}

// ofIf is the finding about the "if" of a hook, without its place.
func ofIf(h config.Hook) (found Finding, mistake dispatch.Mistake, wrong bool) {
	mistake, wrong = dispatch.IfMistake(h)
	found = Finding{ID: "if-never", Severity: Error, Off: config.OffHook, Message: fmt.Sprintf("the \"if\" %q never holds", h.Handler.If), Why: mistake.Why,
		Fix: "give it another one in the file"}
	if mistake.Nearest != "" {
		found.Fix = fmt.Sprintf("write %q", mistake.Nearest)
	}
	return found, mistake, wrong
}

package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
)

// matcher reports a mistake in a group's matcher.
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

// ofMatcher returns the finding about a matcher, without its position.
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
		found.ID, found.Severity, found.Off, found.Message =
			"matcher-never", Error, config.OffGroup, fmt.Sprintf("the matcher %q never fires", text)
	case mistake.Ignored:
		found.ID, found.Severity, found.Message, found.Fix =
			"matcher-ignored", Info, fmt.Sprintf("the matcher %q does nothing", text), "remove it"
	default:
		found.ID, found.Message = "matcher-partly", fmt.Sprintf("a part of the matcher %q never fires", text)
	}
	switch tools := dispatch.OfTool(hooks.Event(event)); {
	case mistake.Nearest != "" && !mistake.Ignored:
		found.Fix = fmt.Sprintf("write %q", mistake.Nearest)
	case tools && found.Off == config.OffGroup && strings.ContainsAny(text, "(:."):
		found.Fix = `name only tools in the matcher: files and commands belong in the hook's "if", such as "Edit(*.py)" or "Bash(git *)"`
	}
	return found, mistake, true
}

// headline returns what a finding says on one line.
func (f Finding) headline() string {
	if f.Why == "" {
		return f.Message
	}
	return f.Message + ": " + f.Why
}

// name replaces an unknown name with the nearest one.
func (f *file) name(path settings.Path, nearest string) func() (planner.Plan, error) {
	return f.repair(func(d settings.Document) (settings.Document, error) { return d.Set(path, settings.Quote(nearest)) })
}

// maxMatchers is how many different matchers are examined.
const maxMatchers = 200

// A judge examines each matcher once, by event and text.
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

// never says why a hook certainly never runs.
func (j judge) never(h config.Hook) (why string, ok bool) {
	if text := h.Group.Matcher; text != nil {
		found, m, wrong := j.ofMatcher(h.Group.Event, *text)
		switch {
		case wrong && found.Off == config.OffGroup:
			return found.headline(), true
		case m.Why != "":
			return "", false // part of the matcher fires
		}
	}
	m, _ := dispatch.IfMistake(h)
	return m.Why, m.Never
}

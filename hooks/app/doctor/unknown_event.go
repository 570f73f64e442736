package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// unknownEvent reports an event that the client does not know, and suggests the one that was
// meant. It ignores an event that is only a note.
func (f *file) unknownEvent(doc settings.Document, event, list gjson.Result) {
	if meantEvent(event.Str) == "" && isNote(list) {
		return
	}
	found := unknownEvent(event.Str)
	if len(list.Get("#.hooks.0").Array()) == 0 {
		found.Severity, found.Off, found.Why = Warning, config.OffNothing, "nothing in it is a hook"
		if event.Str == "hooks" && list.IsObject() {
			found.Why, found.Fix = "no hook in it runs", `move its contents into the outermost "hooks"`
		}
	}
	found.Line, _ = doc.Position(event.Index)
	if name := meantEvent(event.Str); name != "" {
		edit := renamed(event.Str, name)
		// A mistake that the client ignores under an unknown name may make it ignore the whole
		// file under a known one.
		if after, err := edit(doc); err == nil && len(config.Rejected(after)) <= len(config.Rejected(doc)) {
			found = found.by(f.repair(edit))
		} else {
			found.Fix = correctName
		}
	}
	f.add(found)
}

const correctName = "correct the name: it must match exactly"

// unknownEvent returns the finding about an event's name, without its position.
func unknownEvent(name string) Finding {
	found := Finding{
		ID: "event-unknown", Severity: Error, Off: config.OffEvent,
		Message: fmt.Sprintf("Claude Code knows no event %q", name), Fix: correctName,
	}
	if meant := meantEvent(name); meant != "" {
		found.Fix = "write " + meant
	} else if instead := insteadOfEvent(name); instead != "" {
		found.Fix = instead
	}
	return found
}

// insteadOfEvent suggests what to use for an event that people expect but that does not exist.
func insteadOfEvent(name string) string {
	for _, e := range []struct{ words, instead string }{
		{"commit push",
			`there is none for git: PreToolUse with the matcher Bash and "if": "Bash(git commit *)" runs before a commit`},
		{"command bash shell exec",
			"commands are calls of the tool Bash: use PreToolUse or PostToolUse with the matcher Bash"},
		{"beforetool aftertool", "use PreToolUse, before a tool runs, or PostToolUse, after it"},
		{"edit write save file",
			"changes of files are tool calls: use PreToolUse or PostToolUse with the matcher Edit|Write"},
	} {
		for word := range strings.FieldsSeq(e.words) {
			if strings.Contains(strings.ToLower(name), word) {
				return e.instead
			}
		}
	}
	return ""
}

// isNote reports whether a value cannot contain a hook: it is a text, a number or the like, or
// a list of these.
func isNote(v gjson.Result) bool {
	if v.IsArray() {
		return len(v.Array()) > 0 && !slices.ContainsFunc(v.Array(), func(e gjson.Result) bool { return !isNote(e) })
	}
	return !v.IsObject()
}

// meantEvent returns the event that a name was probably meant to be, or "".
func meantEvent(name string) string {
	var names []string
	for _, e := range hooks.Events() {
		names = append(names, string(e))
	}
	return strictjson.Nearest(name, names)
}

// renamed moves the groups of an event to another event, after its own.
func renamed(from, to string) func(settings.Document) (settings.Document, error) {
	return func(d settings.Document) (settings.Document, error) {
		list, ok := d.Get("hooks", from)
		if !ok || !list.IsArray() {
			return d, settings.ErrChanged
		}
		for _, g := range list.Array() {
			var err error
			if d, err = d.Append(settings.Path{"hooks", to}, g.Raw); err != nil {
				return d, err
			}
		}
		return d.Delete(settings.Path{"hooks", from})
	}
}

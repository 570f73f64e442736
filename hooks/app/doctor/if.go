package doctor

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
)

// ifs reports the handlers of a group whose "if" never holds.
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

// ofIf returns the finding about a hook's "if", without its position.
func ofIf(h config.Hook) (found Finding, mistake dispatch.Mistake, wrong bool) {
	mistake, wrong = dispatch.IfMistake(h)
	found = Finding{ID: "if-never", Severity: Error, Off: config.OffHook,
		Message: fmt.Sprintf("the \"if\" %q never holds", h.Handler.If), Why: mistake.Why,
		Fix: "give it another one in the file"}
	if mistake.Nearest != "" {
		found.Fix = fmt.Sprintf("write %q", mistake.Nearest)
	}
	return found, mistake, wrong
}

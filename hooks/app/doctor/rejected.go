package doctor

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// rejected reports what the client does not accept, with the repair that loses least.
func (f *file) rejected(r config.Rejection) {
	found := Finding{ID: "entry-rejected", Severity: Error, Off: r.Off, Line: r.Line, Message: r.Msg, Fix: r.Hint}
	v, event := r.Part, ""
	if len(r.Path) > 1 {
		event = r.Path[1]
	}
	last := r.Path[len(r.Path)-1]
	switch {
	case r.Path[0] != "hooks" && config.Known(last) && len(r.Path) == 1 && v.IsArray():
		found.ID, found.Fix = "event-misplaced", `move it into "hooks"`
		f.add(found.by(f.repair(moveIn(last))))
		return
	case r.Path[0] != "hooks" && config.Known(last), r.Path[0] == "hooks" && len(r.Path) > 2 && !config.Known(event):
		found.ID = "event-misplaced"
		f.add(found)
		return
	case r.Path[0] != "hooks":
		found.ID = "setting-rejected"
		found.Loses = []string{r.Path.String() + ": " + v.Raw}
		found.Fix = "remove it; correcting it by hand is better"
		found.ByName = true
		f.add(found.by(f.repair(remove(r.Path))))
		return
	}
	if better, how := repaired(r); better != "" {
		found.Fix = how
		f.add(found.by(f.repair(func(d settings.Document) (settings.Document, error) { return d.Set(r.Path, better) })))
		return
	}
	found.Loses = []string{r.Path.String() + ": " + v.Raw}
	if f.fixed {
		found.Fix += "; or let neverask remove the entry (undo restores it)"
	}
	if len(r.Path) == 1 && v.Type != gjson.Null {
		found.ByName = true // that is every hook of the file
	}
	f.add(found.by(f.repair(remove(r.Path))))
}

func remove(path settings.Path) func(settings.Document) (settings.Document, error) {
	return func(d settings.Document) (settings.Document, error) { return d.Delete(path) }
}

// moveIn moves an event from the root into "hooks", after its content.
func moveIn(event string) func(settings.Document) (settings.Document, error) {
	return func(d settings.Document) (settings.Document, error) {
		list, ok := d.Get(event)
		if !ok {
			return d, settings.ErrChanged
		}
		for _, g := range list.Array() {
			var err error
			if d, err = d.Append(settings.Path{"hooks", event}, g.Raw); err != nil {
				return d, err
			}
		}
		return d.Delete(settings.Path{event})
	}
}

// repaired rewrites a part so that the client accepts it with the same meaning, or returns ""
// if the meaning is unclear.
func repaired(r config.Rejection) (better, how string) {
	v := r.Part
	switch len(r.Path) {
	case 2: // an event
		if v.IsObject() && v.Get("hooks").IsArray() {
			return accepted(r, "["+v.Raw+"]", "put the group into a list")
		}
	case 3: // a group
		return repairedGroup(r, v)
	case 5: // a handler
		return repairedHandler(r, v)
	}
	return "", ""
}

func repairedGroup(r config.Rejection, g gjson.Result) (better, how string) {
	hooks := g.Get("hooks")
	switch {
	case r.Member == "matcher" && g.Get("matcher").Type == gjson.Null:
		text, _ := sjson.Delete(g.Raw, "matcher")
		return accepted(r, text, "remove the matcher null: without one, it matches everything")
	case hooks.IsObject():
		text, _ := sjson.SetRaw(g.Raw, "hooks", "["+hooks.Raw+"]")
		return accepted(r, text, "put the handler into a list")
	case g.IsObject() && !hooks.Exists():
		handler, group := g.Raw, "{"
		if m := g.Get("matcher"); m.Type == gjson.String {
			group += `"matcher": ` + m.Raw + ", "
			handler, _ = sjson.Delete(handler, "matcher")
		}
		if !g.Get("type").Exists() && g.Get("command").Type == gjson.String {
			handler, _ = sjson.SetRaw(handler, "type", `"command"`)
		}
		return accepted(r, group+`"hooks": [`+strings.TrimSpace(handler)+"]}", `put the handler into the "hooks" of a group`)
	}
	return "", ""
}

func repairedHandler(r config.Rejection, h gjson.Result) (better, how string) {
	v := h.Get(r.Member)
	switch {
	case r.Member == "timeout" && v.Type == gjson.String:
		n := strings.TrimSpace(v.Str)
		if _, err := strconv.ParseFloat(n, 64); err == nil && gjson.Valid(n) {
			text, _ := sjson.SetRaw(h.Raw, "timeout", n)
			return accepted(r, text, "write the timeout as the number "+n)
		}
	case r.Member == "timeout" && v.Type != gjson.String:
		text, _ := sjson.Delete(h.Raw, "timeout")
		return accepted(r, text, "remove the timeout: without one, the hook has its event's default")
	case r.Member == "type" && !v.Exists() && h.Get("command").Type == gjson.String:
		text, _ := sjson.SetRaw(h.Raw, "type", `"command"`)
		return accepted(r, text, `give it the type "command"`)
	case r.Member == "type" && v.Type == gjson.String && v.Str != strings.ToLower(v.Str):
		text, _ := sjson.SetRaw(h.Raw, "type", settings.Quote(strings.ToLower(v.Str)))
		return accepted(r, text, "write the type in lower case")
	case r.Member == "type" && !v.Exists() && h.Get("hooks").IsArray():
		return "", ""
	}
	return "", ""
}

// accepted returns the repair of a part if the client accepts it.
func accepted(r config.Rejection, text, how string) (string, string) {
	event := r.Path[1]
	whole := text
	switch len(r.Path) {
	case 3:
		whole = "[" + text + "]"
	case 5:
		whole = `[{"hooks": [` + text + "]}]"
	}
	doc, err := settings.Parse([]byte(`{"hooks": {` + settings.Quote(event) + ": " + whole + "}}"))
	if err != nil || len(config.Rejected(doc)) > 0 {
		return "", ""
	}
	return text, how
}

package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
)

// Around is what there is beside the client's own tools: MCP servers that are
// configured. Plugins may bring more.
func (o Options) Around(sources config.Sources) dispatch.Around {
	var a dispatch.Around
	for _, tool := range config.QuestionTools(config.Site{Locations: o.Installer.Locations}) {
		if server, ok := strings.CutPrefix(tool, "mcp__"); ok {
			a.Servers = append(a.Servers, server[:strings.LastIndex(server, "__")])
		}
	}
	a.Closed = len(a.Servers) == 0 && !slices.ContainsFunc(sources.List, func(s config.Source) bool { return s.Kind == config.Plugin })
	return a
}

// matcher says what is wrong with the matcher of a group.
func (f *file) matcher(doc settings.Document, path settings.Path, g gjson.Result) (wrong bool) {
	v := g.Get("matcher")
	if v.Type != gjson.String {
		return false
	}
	found := Finding{Severity: Warning}
	found.Line, _ = doc.Position(v.Index)
	parsed := config.ParseMatcher(&v.Str)
	mistake := f.judge.matcher(path[1], v.Str)
	wrong = mistake.Why != ""
	switch parsed.Match("AskUserQuestion"); {
	case invalid(parsed, mistake):
		found.ID, found.Severity, found.Off = "matcher-invalid", Error, config.OffGroup
		found.Message = fmt.Sprintf("the matcher %q is not a regular expression: %v", v.Str, parsed.Err())
		if wrong = true; len(mistake.Meant) > 0 {
			found.Why = mistake.Why
		}
	case parsed.Slow():
		found.ID, found.Message, found.Why = "matcher-slow", fmt.Sprintf("the matcher %q backtracks", v.Str), config.SlowText
	case !wrong:
		return false
	case mistake.Never:
		found.ID, found.Severity, found.Off, found.Message, found.Why = "matcher-never", Error, config.OffGroup, fmt.Sprintf("the matcher %q never fires", v.Str), mistake.Why
	case len(mistake.Meant) == 1 && mistake.Meant[0].Matcher == "":
		found.ID, found.Severity, found.Message, found.Why = "matcher-ignored", Info, fmt.Sprintf("the matcher %q does nothing", v.Str), mistake.Why
	default:
		found.ID, found.Message, found.Why = "matcher-partly", fmt.Sprintf("a part of the matcher %q never fires", v.Str), mistake.Why
	}
	found.Fix = "give it another matcher in the file"
	f.mean(found, path, mistake)
	return wrong
}

// invalid reports whether a matcher is no regular expression, and its mistake no better
// account of it.
func invalid(parsed config.Matcher, m dispatch.Mistake) bool {
	return parsed.Err() != nil && (m.Why == "" || m.Meant == nil || m.Never)
}

// maxMatchers is how many different matchers are judged.
const maxMatchers = 200

// A judge looks at every matcher once.
type judge struct {
	around dispatch.Around             // what matchers can name beside the client's own tools
	judged map[string]dispatch.Mistake // matchers, by their event and text
}

func judging(around dispatch.Around) judge {
	return judge{around, map[string]dispatch.Mistake{}}
}

func (j judge) matcher(event, text string) dispatch.Mistake {
	key := event + "\x00" + text
	m, known := j.judged[key]
	if !known && len(j.judged) < maxMatchers {
		m, _ = j.around.MatcherMistake(hooks.Event(event), &text)
		j.judged[key] = m
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
		case invalid(parsed, m):
			return "its matcher is not a regular expression", true
		case m.Why != "":
			return "", false // a part of it fires
		}
	}
	m, _ := j.around.IfMistake(h)
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
		mistake, wrong := f.judge.around.IfMistake(config.Hook{Group: group, Handler: config.Handler{If: rule.Str}})
		if !wrong {
			continue
		}
		found := Finding{ID: "if-never", Severity: Error, Off: config.OffHook, Message: fmt.Sprintf("the \"if\" %q never holds", rule.Str), Why: mistake.Why,
			Fix: "give it another one in the file"}
		found.Line, _ = doc.Position(h.Index)
		f.mean(found, append(slices.Clone(path), "hooks", strconv.Itoa(i)), mistake)
	}
}

// mean adds a finding with the repair that writes what was meant.
func (f *file) mean(found Finding, path settings.Path, m dispatch.Mistake) {
	if len(m.Meant) > 0 {
		found.ByName, found.Fix = m.Chooses, fixOf(m.Meant, len(path) > 3)
		if len(path) > 3 {
			found = found.by(f.repair(conditioned(path, m.Meant[0])))
		} else {
			found = found.by(f.repair(regrouped(path, m.Meant)))
		}
	}
	f.add(found)
}

// fixOf words a repair.
func fixOf(parts []dispatch.Meant, handler bool) string {
	var all []string
	for _, p := range parts {
		how := fmt.Sprintf("write %q", p.Matcher)
		if p.Matcher == "" {
			how = "take it out"
		}
		switch {
		case p.If != "" && p.Matcher == "":
			how = fmt.Sprintf("write %q", p.If)
		case p.If != "" && handler:
			how = fmt.Sprintf("give the group the matcher %q", p.Matcher)
		case p.If != "":
			how += fmt.Sprintf(" with \"if\": %q", p.If)
		}
		all = append(all, how)
	}
	return strings.Join(all, ", and ")
}

// conditioned gives a handler another "if", or its group the matcher for the one it has.
func conditioned(path settings.Path, p dispatch.Meant) func(settings.Document) (settings.Document, error) {
	return func(d settings.Document) (settings.Document, error) {
		switch at := append(slices.Clone(path), "if"); {
		case p.Matcher != "":
			return d.Set(append(slices.Clone(path[:3]), "matcher"), settings.Quote(p.Matcher))
		case p.If != "":
			return d.Set(at, settings.Quote(p.If))
		default:
			return d.Delete(at)
		}
	}
}

// regrouped gives a group the first of some matchers, and each of the others to a copy
// behind it.
func regrouped(path settings.Path, parts []dispatch.Meant) func(settings.Document) (settings.Document, error) {
	return func(d settings.Document) (settings.Document, error) {
		g, ok := d.Get(path...)
		at, err := strconv.Atoi(path[2])
		if !ok || err != nil {
			return d, settings.ErrChanged
		}
		for i, p := range slices.Backward(parts) {
			if i == 0 {
				break
			}
			raw, _ := sjson.SetRaw(g.Raw, "matcher", settings.Quote(p.Matcher))
			for j := range g.Get("hooks").Array() {
				raw = withIf(raw, j, p.If)
			}
			if d, err = d.Insert(path[:2], at+1, raw); err != nil {
				return d, err
			}
		}
		if matcher := append(slices.Clone(path), "matcher"); parts[0].Matcher == "" {
			d, err = d.Delete(matcher)
		} else {
			d, err = d.Set(matcher, settings.Quote(parts[0].Matcher))
		}
		for j, h := range g.Get("hooks").Array() {
			if err == nil && parts[0].If != "" && !h.Get("if").Exists() {
				d, err = d.Set(append(slices.Clone(path), "hooks", strconv.Itoa(j), "if"), settings.Quote(parts[0].If))
			}
		}
		return d, err
	}
}

// withIf gives a handler of a group an "if", unless it has one.
func withIf(raw string, handler int, rule string) string {
	at := fmt.Sprintf("hooks.%d.if", handler)
	if rule == "" || gjson.Get(raw, at).Exists() {
		return raw
	}
	raw, _ = sjson.SetRaw(raw, at, settings.Quote(rule))
	return raw
}

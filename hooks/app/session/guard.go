package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/redact"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/saferead"
)

// Inside reports whether Claude Code has started this process: it sets these variables for
// everything that it starts, whatever a repository says (Claude Code 2.1.329).
func Inside(getenv func(string) string) bool {
	return getenv("CLAUDECODE") != "" || getenv("CLAUDE_CODE_ENTRYPOINT") != "" || getenv("CLAUDE_CODE_SESSION_ID") != ""
}

// A Refusal is the error about a change that lets Claude ask less.
type Refusal struct {
	Path string
	Why  []string // may contain third-party names
}

func (r *Refusal) Error() string {
	const named = 3
	why := strings.Join(r.Why[:min(len(r.Why), named)], "; ")
	if more := len(r.Why) - named; more > 0 {
		why += fmt.Sprintf("; and %d more", more)
	}
	return "nothing was changed: this is a Claude Code session, and only you can make Claude ask less or do more: " + why
}

// A Guard compares changed files with their earlier content.
type Guard struct {
	Preferences string       // the file of rules
	Hook        string       // the installed hook binary
	Owner       config.Owner // of the entries that run it, or ran an earlier one
	// IsOwn reports whether a file is one of neverask's own.
	IsOwn func(path string) bool
}

// Check returns a [Refusal] if one of the plans, which belong together, lets Claude ask less.
// Preferences are recognised by their path; every other file must be a settings file.
func (g Guard) Check(plans ...settings.Plan) error {
	for _, p := range plans {
		if p.Empty() {
			continue
		}
		check := g.settings
		switch {
		case p.Path == g.Preferences:
			check = loosened
		case g.IsOwn != nil && (g.IsOwn(p.Path) || g.IsOwn(p.Target)), !isSettingsFile(p.Path):
			return &Refusal{p.Path, []string{"it is not a Claude Code settings file"}}
		}
		if why := check(p.Before, after(p), plans); len(why) > 0 {
			return &Refusal{p.Path, why}
		}
	}
	return nil
}

// isSettingsFile reports whether Claude Code looks for files with this name.
func isSettingsFile(path string) bool {
	switch filepath.Base(path) {
	case "settings.json", "settings.local.json", "managed-settings.json":
		return true
	}
	return false
}

func after(p settings.Plan) []byte {
	if p.Removed {
		return nil
	}
	return p.After
}

// loosened says what a change of the preferences allows.
func loosened(before, after []byte, _ []settings.Plan) (why []string) {
	found, err := preferences.Loosened(before, after)
	if err != nil {
		return []string{err.Error()}
	}
	for _, o := range found {
		why = append(why, o.ID+": "+o.Message)
	}
	return why
}

// rules returns the content of the preferences after the plans are applied.
func (g Guard) rules(plans []settings.Plan) []byte {
	for _, p := range plans {
		if p.Path == g.Preferences {
			return after(p)
		}
	}
	content, _ := saferead.ReadFile(g.Preferences, settings.MaxSize) // without it there are no rules
	return content
}

// settings says what a change of a settings file takes away or adds: every hook, and every
// rule that denies or asks, must stay unchanged, and only such rules and neverask's own hooks
// may be added.
func (g Guard) settings(before, after []byte, plans []settings.Plan) (why []string) {
	was, errBefore := read(before)
	is, errAfter := read(after)
	if errBefore != nil || errAfter != nil {
		return []string{"the file cannot be read as settings before and after the change"}
	}
	for _, name := range union(was.members, is.members) {
		if name != "hooks" && name != "permissions" && !reflect.DeepEqual(was.members[name], is.members[name]) {
			why = append(why, fmt.Sprintf("%q is changed", name))
		}
	}
	why = append(why, permissions(was.members["permissions"], is.members["permissions"])...)
	for _, r := range is.rejected {
		if !slices.ContainsFunc(was.rejected,
			func(old config.Rejection) bool { return old.Msg == r.Msg && old.Off == r.Off }) {
			why = append(why, r.Msg+"; "+r.Off.String())
		}
	}
	return append(why, g.hooks(was.groups, is.groups, plans)...)
}

// content is the meaning of a settings file.
type content struct {
	members  map[string]any
	groups   []config.Group
	rejected []config.Rejection // what the client does not accept in it
}

func read(b []byte) (c content, err error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return content{}, nil
	}
	doc, err := settings.Parse(b)
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(doc.Bytes(), &c.members); err != nil {
		return c, err
	}
	c.rejected = config.Rejected(doc)
	c.groups, err = config.Read(doc)
	return c, err
}

func union(a, b map[string]any) (names []string) {
	for _, m := range []map[string]any{a, b} {
		for name := range m {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// permissions says what a change of the permission rules lets through.
func permissions(before, after any) (why []string) {
	was, okBefore := before.(map[string]any)
	is, okAfter := after.(map[string]any)
	if before != nil && !okBefore || after != nil && !okAfter {
		return []string{`"permissions" is not an object`}
	}
	for _, name := range union(was, is) {
		old, okOld := list(was[name])
		now, okNow := list(is[name])
		switch {
		case (name == "deny" || name == "ask") && okOld && okNow:
			for _, rule := range old {
				if !slices.Contains(now, rule) {
					why = append(why, fmt.Sprintf("permissions.%s loses %v", name, rule))
				}
			}
		case name == "allow" && okOld && okNow:
			for _, rule := range now {
				if !slices.Contains(old, rule) {
					why = append(why, fmt.Sprintf("permissions.allow gets %v", rule))
				}
			}
		case !reflect.DeepEqual(was[name], is[name]):
			why = append(why, fmt.Sprintf("permissions.%s is changed", name))
		}
	}
	return why
}

// list returns a list of texts; an absent one is empty.
func list(v any) (texts []string, ok bool) {
	if v == nil {
		return nil, true
	}
	all, ok := v.([]any)
	for _, e := range all {
		text, isText := e.(string)
		texts, ok = append(texts, text), ok && isText
	}
	return texts, ok
}

// hooks says which hooks a change removes, and which it adds that are not neverask's own as
// installed.
func (g Guard) hooks(before, after []config.Group, plans []settings.Plan) (why []string) {
	was, is := g.handlers(before), g.handlers(after)
	runs := map[string]bool{} // what neverask's own hooks do
	for key, h := range is {
		if h.ours {
			runs[h.does] = true
		}
		if h.count <= was[key].count {
			continue
		}
		if h.ours && g.asInstalled(h, plans) {
			continue
		}
		why = append(why, fmt.Sprintf("a hook is added at %s: %s", h.group.Event, redact.Command(h.handler.Summary())))
	}
	for key, h := range was {
		switch {
		case h.ours && runs[h.does] || is[key].count >= h.count:
		case h.ours:
			why = append(why, "neverask's own hook is removed from "+h.group.Event)
		default:
			why = append(why,
				fmt.Sprintf("a hook is removed from %s, or changed: %s", h.group.Event, redact.Command(h.handler.Summary())))
		}
	}
	slices.Sort(why)
	return why
}

// handler is a handler that a file has once or more.
type handler struct {
	group   config.Group
	handler config.Handler
	ours    bool
	does    string // what neverask's own handler does, and where
	count   int
}

func (g Guard) handlers(groups []config.Group) map[string]handler {
	all := map[string]handler{}
	for _, group := range groups {
		for _, h := range group.Handlers {
			var raw bytes.Buffer
			if json.Compact(&raw, []byte(h.Raw)) != nil {
				continue // cannot happen: it was read as JSON
			}
			key := fmt.Sprintf("%s %q %s", group.Event, matcher(group), raw.String())
			all[key] = handler{group, h, g.Owner.Owns(h),
				group.Event + " " + string(config.InstallableOf(h)), all[key].count + 1}
		}
	}
	return all
}

// matcher distinguishes matchers; an absent one equals an empty one.
func matcher(g config.Group) string {
	if g.Matcher == nil {
		return ""
	}
	return *g.Matcher
}

// asInstalled reports whether neverask's entry is as installing would write it: with another matcher or a condition
// it might do nothing.
func (g Guard) asInstalled(h handler, plans []settings.Plan) bool {
	does := config.InstallableOf(h.handler)
	needs := config.Needs{Tell: true} // without a standing answer the entry does nothing
	if does == config.ToolRuleHook {
		list, _, err := toolrule.Parse(g.rules(plans))
		if err != nil {
			return false
		}
		needs.Matcher = toolrule.Matcher(list)
	}
	return slices.ContainsFunc(does.Entries(g.Hook, needs), func(e config.Entry) bool {
		if e.Event != h.group.Event || e.Matcher != matcher(h.group) || h.handler.Timeout < float64(e.Timeout) {
			return false
		}
		e.Timeout = int(h.handler.Timeout) // longer if third-party hooks run inside it
		return settings.SameValue(e.JSON(), groupOf(h))
	})
}

// groupOf returns a handler's group as if it were alone in it.
func groupOf(h handler) string {
	group := map[string]any{"hooks": []any{json.RawMessage(h.handler.Raw)}}
	if m := matcher(h.group); m != "" {
		group["matcher"] = m
	}
	b, _ := json.Marshal(group) // of texts and of JSON
	return string(b)
}

package control

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks"
)

// Destination is where a permission update is written to.
type Destination string

// The destinations. There is no "project": the client drops an update to it
// without a word (Claude Code 2.1.329).
const (
	ToSession         Destination = "session"         // forgotten with the session
	ToUserSettings    Destination = "userSettings"    // ~/.claude/settings.json
	ToProjectSettings Destination = "projectSettings" // .claude/settings.json
	ToLocalSettings   Destination = "localSettings"   // .claude/settings.local.json
)

// Behavior is the effect of a permission rule.
type Behavior string

// The behaviours of a rule.
const (
	BehaviorAllow Behavior = "allow"
	BehaviorDeny  Behavior = "deny"
	BehaviorAsk   Behavior = "ask"
)

// Rule is a permission rule, as in "Bash(npm test)".
type Rule struct {
	Tool    string // "Bash"
	Content string // "npm test", or empty for every call of the tool
}

// PermissionUpdate is a change to the client's permissions. It is made by the
// functions below, which check it, because the client drops an update it does
// not understand without a word.
type PermissionUpdate struct{ wire hooks.Value }

// Wire is the update as the client reads it.
func (u PermissionUpdate) Wire() hooks.Value { return u.wire }

// AddRules adds rules.
func AddRules(to Destination, b Behavior, rules ...Rule) (PermissionUpdate, error) {
	return update{kind: "addRules", to: to, behavior: b, rules: rules}.build()
}

// ReplaceRules replaces all rules of one behaviour at one destination.
func ReplaceRules(to Destination, b Behavior, rules ...Rule) (PermissionUpdate, error) {
	return update{kind: "replaceRules", to: to, behavior: b, rules: rules}.build()
}

// RemoveRules removes rules.
func RemoveRules(to Destination, b Behavior, rules ...Rule) (PermissionUpdate, error) {
	return update{kind: "removeRules", to: to, behavior: b, rules: rules}.build()
}

// SetMode sets the permission mode.
func SetMode(to Destination, mode string) (PermissionUpdate, error) {
	return update{kind: "setMode", to: to, mode: mode}.build()
}

// AddDirectories lets the client work in more directories.
func AddDirectories(to Destination, directories ...string) (PermissionUpdate, error) {
	return update{kind: "addDirectories", to: to, directories: directories}.build()
}

// RemoveDirectories removes directories that the client may work in.
func RemoveDirectories(to Destination, directories ...string) (PermissionUpdate, error) {
	return update{kind: "removeDirectories", to: to, directories: directories}.build()
}

// ParsePermissionUpdate reads an update in the client's own form, and keeps it as spelt.
func ParsePermissionUpdate(v hooks.Value) (PermissionUpdate, error) {
	u := update{
		kind:     v.Get("type").String(),
		to:       Destination(v.Get("destination").String()),
		behavior: Behavior(v.Get("behavior").String()),
		mode:     v.Get("mode").String(),
	}
	for r := range v.Get("rules").Elements() {
		u.rules = append(u.rules, Rule{Tool: r.Get("toolName").String(), Content: r.Get("ruleContent").String()})
	}
	for d := range v.Get("directories").Elements() {
		u.directories = append(u.directories, d.String())
	}
	if err := u.check(); err != nil {
		return PermissionUpdate{}, err
	}
	return PermissionUpdate{wire: v}, nil
}

// update is an update before it is checked.
type update struct {
	kind        string
	to          Destination
	behavior    Behavior
	rules       []Rule
	mode        string
	directories []string
}

// modes are the permission modes of Claude Code 2.1.329.
func modes() []string {
	return []string{"default", "manual", "acceptEdits", "plan", "auto", "bypassPermissions", "dontAsk"}
}

func (u update) check() error {
	if u.kind == "" {
		return fmt.Errorf("permission update: no type")
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("permission update %s: %w", u.kind, fmt.Errorf(format, args...))
	}
	switch u.to {
	case ToSession, ToUserSettings, ToProjectSettings, ToLocalSettings:
	default:
		return fail("no destination is called %q", u.to)
	}
	switch u.kind {
	case "addRules", "replaceRules", "removeRules":
		return u.checkRules(fail)
	case "setMode":
		if !slices.Contains(modes(), u.mode) {
			return fail("no mode is called %q", u.mode)
		}
	case "addDirectories", "removeDirectories":
		if len(u.directories) == 0 {
			return fail("no directories")
		}
		for i, d := range u.directories {
			if !filepath.IsAbs(d) {
				return fail("directory %d: %q is not an absolute path", i+1, d)
			}
		}
	default:
		return fail("there is no such type")
	}
	return nil
}

func (u update) checkRules(fail func(string, ...any) error) error {
	switch u.behavior {
	case BehaviorAllow, BehaviorDeny, BehaviorAsk:
	default:
		return fail("no behavior is called %q", u.behavior)
	}
	// Replacing with nothing clears the list; adding or removing nothing has no effect.
	if len(u.rules) == 0 && u.kind != "replaceRules" {
		return fail("no rules")
	}
	for i, r := range u.rules {
		if r.Tool == "" || strings.ContainsAny(r.Tool, "() \t\n") {
			return fail("rule %d: %q is not the name of a tool", i+1, r.Tool)
		}
	}
	return nil
}

func (u update) build() (PermissionUpdate, error) {
	if err := u.check(); err != nil {
		return PermissionUpdate{}, err
	}
	var w hooks.Writer
	w.Begin('{')
	w.Text("type", u.kind)
	if u.behavior != "" {
		w.Name("rules").Begin('[')
		for _, r := range u.rules {
			w.Begin('{')
			w.Text("toolName", r.Tool)
			w.Text("ruleContent", r.Content)
			w.End('}')
		}
		w.End(']')
	}
	w.Text("behavior", string(u.behavior))
	w.Text("mode", u.mode)
	if u.directories != nil {
		w.Name("directories").Begin('[')
		for _, d := range u.directories {
			w.String(d)
		}
		w.End(']')
	}
	w.Text("destination", string(u.to))
	w.End('}')
	return PermissionUpdate{wire: w.Finish()}, nil
}

// writeUpdates writes updates as an array, which is absent when there are none,
// and fails for one that was not made by a function of this package.
func writeUpdates(updates []PermissionUpdate) (hooks.Value, error) {
	if len(updates) == 0 {
		return hooks.Value{}, nil
	}
	var w hooks.Writer
	w.Begin('[')
	for i, u := range updates {
		if u.wire.Kind() == hooks.Absent {
			return hooks.Value{}, fmt.Errorf("permission update %d is empty", i+1)
		}
		w.Value(u.wire)
	}
	w.End(']')
	return w.Finish(), nil
}

package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"
)

// A Switch is a setting other than a hook that determines whether a question reaches the user
// or our answer reaches the model.
type Switch struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	File  string `json:"file"`
	Line  int    `json:"line"`
	// Blocks reports that it keeps our hook from answering.
	Blocks bool   `json:"blocks"`
	Effect string `json:"effect"`
}

// decide finds the switches and marks the sources that they turn off.
func (f *finder) decide() {
	noStart(f)
	f.allOff()
	f.managedOnly()
	f.pluginOnly()
	if v, s, ok := f.setting(personal, "askUserQuestionTimeout"); ok && v.Str != "never" {
		f.add(s, v, "askUserQuestionTimeout", v.String(), false,
			"a question that waits longer than "+v.String()+" continues without you, with whatever was selected so far")
	}
	for _, s := range f.files {
		if s.off != "" && s.kind == Managed {
			continue
		}
		for _, list := range []string{"deny", "ask", "allow"} {
			f.permissions(s, list)
		}
	}
}

func (f *finder) add(s settingsFile, v gjson.Result, name, value string, blocks bool, effect string) {
	line, _ := s.doc.Position(v.Index)
	f.switches = append(f.switches, Switch{name, value, s.path, line, blocks, effect})
}

// turnOff marks every source for which the test returns true.
func (f *finder) turnOff(why string, named func(Source) bool) {
	for i := range f.list {
		if f.list[i].Off == "" && named(f.list[i]) {
			f.list[i].Off = why
		}
	}
}

func managed(s Source) bool { return s.Kind == Managed }

// noStart turns everything off if a mistake in some file keeps the client from starting.
func noStart(f *finder) {
	for _, found := range f.findings {
		if found.Off == OffClient {
			f.turnOff(fmt.Sprintf("Claude Code does not start: %s in %s", found.Msg, found.File), func(Source) bool {
				return true
			})
		}
	}
}

// allOff handles disableAllHooks: a file that is not managed cannot turn managed hooks off.
func (f *finder) allOff() {
	v, s, ok := f.setting(strongest, "disableAllHooks")
	if !ok || v.Type != gjson.True {
		return
	}
	f.add(s, v, "disableAllHooks", "true", true, "no hook runs, not even neverask's")
	f.turnOff("disableAllHooks is set in "+s.path, func(source Source) bool {
		return s.kind == Managed || !managed(source)
	})
}

// isSet reports whether a restricting setting is set to anything but false.
func isSet(v gjson.Result) bool {
	return v.Type != gjson.False && v.Type != gjson.Null && v.Str != "false"
}

func (f *finder) managedOnly() {
	v, s, ok := f.setting(administrator, "allowManagedHooksOnly")
	if !ok || !isSet(v) {
		return
	}
	f.add(s, v, "allowManagedHooksOnly", v.String(), true,
		"only hooks that the administrator sets run, so neverask's do not")
	f.turnOff("allowManagedHooksOnly is set in "+s.path, func(source Source) bool {
		return !managed(source) && source.When != forcedPlugin
	})
}

// pluginOnly handles a setting that is true, or lists the kinds of things that may come only from
// plugins.
func (f *finder) pluginOnly() {
	v, s, ok := f.setting(administrator, "strictPluginOnlyCustomization")
	locked := func(what string) bool {
		return v.Type == gjson.True || v.Type == gjson.String && isSet(v) || v.Get(what).Type == gjson.True ||
			slices.ContainsFunc(v.Array(), func(e gjson.Result) bool { return e.Str == what })
	}
	if !ok || !locked("hooks") && !locked("skills") && !locked("agents") {
		return
	}
	effect := "your own skills and subagents are not used"
	if locked("hooks") {
		effect = "only hooks from plugins and managed settings run, so neverask's do not"
	}
	f.add(s, v, "strictPluginOnlyCustomization", v.Raw, locked("hooks"), effect)
	f.turnOff("strictPluginOnlyCustomization is set in "+s.path, func(source Source) bool {
		switch source.Kind {
		case User, Project, Local, Extra:
			return locked("hooks")
		case Skill, Command:
			return locked("skills") && !strings.Contains(source.Name, ":")
		case Agent:
			return locked("agents") && !strings.Contains(source.Name, ":")
		}
		return false
	})
}

// permissions finds the permission rules for question tools.
func (f *finder) permissions(s settingsFile, list string) {
	rules, _ := s.doc.Get("permissions", list)
	rules.ForEach(func(_, rule gjson.Result) bool {
		tool, _, _ := strings.Cut(rule.Str, "(")
		if tool != askTool && !isLookalike(tool) {
			return true
		}
		effect := map[string]string{
			"deny":  "the tool is removed: Claude cannot ask with it, and no hook sees it",
			"ask":   "the dialog is always shown, whatever a hook answers",
			"allow": "none: Claude Code shows the dialog anyway",
		}[list]
		f.add(s, rule, "permissions."+list, rule.Str, list != "allow", effect)
		return true
	})
}

// allowedTools finds a skill or command that allows the tool in advance.
func (f *finder) allowedTools(source Source, tools *yaml.Node) {
	names := []*yaml.Node{tools}
	if tools.Kind == yaml.SequenceNode {
		names = tools.Content
	}
	for _, n := range names {
		for _, name := range strings.FieldsFunc(n.Value, func(r rune) bool { return r == ',' || r == ' ' }) {
			tool, _, _ := strings.Cut(name, "(")
			if tool == askTool || isLookalike(tool) {
				f.switches = append(f.switches, Switch{
					"allowed-tools", name, source.File, n.Line, false,
					fmt.Sprintf("none with Claude Code 2.1.329, which shows the dialog; older versions may treat the question as answered with nothing while the %s is used", source.Kind),
				})
			}
		}
	}
}

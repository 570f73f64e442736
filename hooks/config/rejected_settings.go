package config

import (
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/settings"
)

// Known reports whether Claude Code 2.1.329 knows an event.
func Known(event string) bool { return slices.Contains(hooks.Events(), hooks.Event(event)) }

// outside finds hooks that may guard permissions and stand elsewhere than in the
// "hooks" of the document, however deep: the client then uses nothing of the
// file, because it takes them for guards that do not work.
func (r *rejecter) outside(v gjson.Result, path settings.Path) {
	i := -1
	v.ForEach(func(key, value gjson.Result) bool {
		name := key.Str
		if i++; v.IsArray() {
			name = strconv.Itoa(i)
		}
		at := append(slices.Clip(path), name)
		switch {
		case len(path) == 0 && name == "hooks" && value.IsObject():
			value.ForEach(func(event, list gjson.Result) bool {
				if !Known(event.Str) {
					r.outside(list, settings.Path{"hooks", event.Str})
				}
				return true
			})
		case v.IsObject() && guards(name) && misplaced(value):
			r.add(key, OffFile, at, "", name+` stands outside "hooks"`, `move it into "hooks": { … }`)
		case value.IsObject() || value.IsArray():
			r.outside(value, at)
		}
		return true
	})
}

// misplaced reports whether the value of a member with the name of an event looks
// like hooks to the client: it holds something.
func misplaced(v gjson.Result) bool {
	if v.IsObject() || v.IsArray() {
		return filled(v)
	}
	return v.Type != gjson.Null && v.String() != ""
}

// filled reports whether an array or object has anything in it.
func filled(v gjson.Result) (some bool) {
	v.ForEach(func(_, _ gjson.Result) bool {
		some = true
		return false
	})
	return some
}

// A setting is a member of a settings file whose type is known.
type setting struct {
	path []string
	ok   func(gjson.Result) bool
	want string
}

func anArray(v gjson.Result) bool { return v.IsArray() }

func isNumber(v gjson.Result) bool { return v.Type == gjson.Number }

var typed = []setting{
	{[]string{"model"}, isString, "a string"},
	{[]string{"apiKeyHelper"}, isString, "a string"},
	{[]string{"outputStyle"}, isString, "a string"},
	{[]string{"language"}, isString, "a string"},
	{[]string{"cleanupPeriodDays"}, isNumber, "a number"},
	{[]string{"includeCoAuthoredBy"}, gjson.Result.IsBool, "true or false"},
	{[]string{"disableAllHooks"}, gjson.Result.IsBool, "true or false"},
	{[]string{"enableAllProjectMcpServers"}, gjson.Result.IsBool, "true or false"},
	{[]string{"allowManagedHooksOnly"}, gjson.Result.IsBool, "true or false"},
	{[]string{"verbose"}, gjson.Result.IsBool, "true or false"},
	{[]string{"$schema"}, isString, "a string"},
	{[]string{"sandbox"}, gjson.Result.IsObject, "an object"},
	{[]string{"enabledPlugins"}, gjson.Result.IsObject, "an object"},
	{[]string{"statusLine"}, gjson.Result.IsObject, "an object"},
	{[]string{"env"}, gjson.Result.IsObject, "an object"},
	{[]string{"permissions"}, gjson.Result.IsObject, "an object"},
	{[]string{"permissions", "allow"}, anArray, "a list"},
	{[]string{"permissions", "ask"}, anArray, "a list"},
	{[]string{"permissions", "deny"}, anArray, "a list"},
	{[]string{"permissions", "additionalDirectories"}, anArray, "a list"},
	{[]string{"permissions", "defaultMode"}, oneOf("acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"), "one of acceptEdits, auto, bypassPermissions, default, dontAsk, plan"},
}

// settings finds settings other than hooks whose type turns the file off.
func (r *rejecter) settings() {
	for _, s := range typed {
		if v, ok := r.doc.Get(s.path...); ok && !s.ok(v) {
			p := settings.Path(s.path)
			r.add(v, OffFile, p, "", "the setting "+dot(p)+" is not "+s.want, "correct it, or remove it")
		}
	}
}

func dot(p settings.Path) string {
	text := p[0]
	for _, part := range p[1:] {
		text += "." + part
	}
	return text
}

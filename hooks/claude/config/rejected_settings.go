package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// A place is the path of a value: its parent is nil at the root.
type place struct {
	above *place
	name  string
	index int // in a list, else -1
}

func (p *place) path() (path settings.Path) {
	for ; p != nil; p = p.above {
		name := p.name
		if p.index >= 0 {
			name = strconv.Itoa(p.index)
		}
		path = append(path, name)
	}
	slices.Reverse(path)
	return path
}

// outside finds hooks, at any depth, that may guard permissions but are outside the document's
// "hooks": the client ignores the whole file, because these guards would not work.
func (r *rejecter) outside(tree settings.Tree, v gjson.Result, above *place) {
	i := -1
	tree.Each(v, func(key, value gjson.Result) bool {
		at := place{above, key.Str, -1}
		if i++; v.IsArray() {
			at.index = i
		}
		switch {
		case above == nil && key.Str == "hooks" && value.IsObject():
			tree.Each(value, func(event, list gjson.Result) bool {
				if !Known(event.Str) {
					r.outside(tree, list, &place{&at, event.Str, -1})
				}
				return true
			})
		case v.IsObject() && guards(key.Str) && misplaced(value):
			path := at.path()
			if path[0] == "hooks" {
				r.add(key, OffFile, path, value, "", key.Str+` is not directly in "hooks"`, `move it into the outermost "hooks"`)
			} else {
				r.add(key, OffFile, path, value, "", key.Str+` is outside "hooks"`, `move it into "hooks": { … }`)
			}
		case above == nil && Known(key.Str) && value.IsArray() && !guards(key.Str):
			r.add(key, OffEvent, at.path(), value, "", key.Str+` is outside "hooks"`, `move it into "hooks": { … }`)
		case value.IsObject() || value.IsArray():
			r.outside(tree, value, &at)
		}
		return true
	})
}

// misplaced reports whether the value of a member named like an event looks like hooks to the
// client: it is not empty.
func misplaced(v gjson.Result) bool {
	if v.IsObject() || v.IsArray() {
		return filled(v)
	}
	return v.Type != gjson.Null && v.String() != ""
}

// A setting is a member of a settings file whose type is known.
type setting struct {
	path []string
	ok   func(gjson.Result) bool
	want string
}

func anArray(v gjson.Result) bool { return v.IsArray() }

func isNumber(v gjson.Result) bool { return v.Type == gjson.Number }

func isBoolOrNull(v gjson.Result) bool { return v.IsBool() || v.Type == gjson.Null }

var typedSettings = []setting{
	{[]string{"model"}, isString, "a string"},
	{[]string{"apiKeyHelper"}, isString, "a string"},
	{[]string{"outputStyle"}, isString, "a string"},
	{[]string{"language"}, isString, "a string"},
	{[]string{"cleanupPeriodDays"}, isNumber, "a number"},
	{[]string{"includeCoAuthoredBy"}, gjson.Result.IsBool, "true or false"},
	{[]string{"disableAllHooks"}, gjson.Result.IsBool, "true or false"},
	{[]string{"enableAllProjectMcpServers"}, gjson.Result.IsBool, "true or false"},
	{[]string{"allowManagedHooksOnly"}, isBoolOrNull, "true or false"},
	{[]string{"verbose"}, gjson.Result.IsBool, "true or false"},
	{[]string{"$schema"}, isString, "a string"},
	{[]string{"sandbox"}, gjson.Result.IsObject, "an object"},
	{[]string{"sandbox", "enabled"}, gjson.Result.IsBool, "true or false"},
	{[]string{"enabledPlugins"}, gjson.Result.IsObject, "an object"},
	{[]string{"statusLine"}, gjson.Result.IsObject, "an object"},
	{[]string{"env"}, gjson.Result.IsObject, "an object"},
	{[]string{"permissions"}, gjson.Result.IsObject, "an object"},
	{[]string{"permissions", "allow"}, anArray, "a list"},
	{[]string{"permissions", "ask"}, anArray, "a list"},
	{[]string{"permissions", "deny"}, anArray, "a list"},
	{[]string{"permissions", "additionalDirectories"}, anArray, "a list"},
	{[]string{"permissions", "defaultMode"}, oneOf("acceptEdits", "auto", "bypassPermissions",
		"default", "dontAsk", "plan"), "one of acceptEdits, auto, bypassPermissions, default, dontAsk, plan"},
}

// settings finds settings other than hooks whose wrong type makes the client ignore the file.
func (r *rejecter) settings(root gjson.Result) {
	members := membersOf(root)
	below := map[string]map[string]gjson.Result{
		"permissions": membersOf(members["permissions"]), "sandbox": membersOf(members["sandbox"]),
	}
	for _, s := range typedSettings {
		v, ok := members[s.path[0]]
		if len(s.path) == 2 {
			v, ok = below[s.path[0]][s.path[1]]
		}
		if ok && !s.ok(v) {
			p := settings.Path(s.path)
			r.add(v, OffFile, p, v, "", "the setting "+strings.Join(p, ".")+" is not "+s.want, "correct it, or remove it")
		}
	}
}

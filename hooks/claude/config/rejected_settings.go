package config

import (
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

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

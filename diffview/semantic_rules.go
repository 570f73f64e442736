package diffview

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// ruleKinds are what people call the elements of lists in the file of rules.
var ruleKinds = map[string]string{"rules": "rule", "toolRules": "tool rule", "tell": "standing answer"}

// rules draws a rule or a list of rules: one that comes or goes member by member, one that
// changes its position by its name.
func (o *outline) rules(c Change) {
	value := valueOf(c)
	if c.Op == OpChange {
		o.add(Changed, append([]Span{{Text: "   " + cmp.Or(RuleName(value), value.Get("id").String()) + "   "}},
			fieldSpans(c.Fields[1:])...)...)
		return
	}
	for _, rule := range value.Array() {
		indent := "   "
		if name := RuleName(rule); name != "" {
			o.add(kindOf(c.Op), Span{Text: indent + name})
			indent = "     "
		}
		say := func(name, text string) {
			o.add(kindOf(c.Op), Span{Text: indent + name + ": " + text})
			indent = "     "
		}
		note, act := rule.Get("note").Str, rule.Get("act").Str
		// A rule that asks or denies is safe to summarise.
		told := note != "" && rule.Get("id").Exists() && (act == "ask" || act == "deny")
		rule.ForEach(func(name, v gjson.Result) bool {
			all := []gjson.Result{v}
			if v.Get("0").IsObject() {
				all = v.Array()
			}
			for _, one := range all {
				switch {
				case !told:
					say(name.Str, plain(one))
				case name.Str != "note":
					say(name.Str, summedUp(one))
				}
			}
			if told && name.Str == "id" {
				say("note", note)
			}
			return true
		})
	}
}

// RuleName returns what people call a rule: its question, or the text of a standing answer; "" if it has neither. It
// is redacted.
func RuleName(rule gjson.Result) string {
	name := rule.Get("line").Str
	if match := rule.Get("match"); match.IsObject() {
		match.ForEach(func(_, first gjson.Result) bool {
			var all []string
			for _, v := range first.Array() {
				all = append(all, v.String())
			}
			name = strings.Join(all, " / ")
			return false
		})
	}
	if name == "" {
		return ""
	}
	return "“" + RedactCommand(name) + "”"
}

// longPattern is the length above which a pattern is left out, if a note says the same.
const longPattern = 40

// summedUp returns a part of a rule that a note describes, without its long patterns: the
// unified diff has them.
func summedUp(part gjson.Result) string {
	text := plain(part)
	for _, name := range []string{"matches", "replace"} {
		if pattern := part.Get(name).Str; len(pattern) > longPattern {
			text = strings.Replace(text, pattern, fmt.Sprintf("a pattern of %d characters", len(pattern)), 1)
		}
	}
	return text
}

// plain returns a value without JSON punctuation.
func plain(v gjson.Result) string {
	if v.Type != gjson.JSON {
		return v.String()
	}
	var parts []string
	v.ForEach(func(name, value gjson.Result) bool {
		parts = append(parts, strings.TrimLeft(name.Str+" ", " ")+plain(value))
		return true
	})
	return strings.Join(parts, map[bool]string{true: ", ", false: " · "}[v.IsArray()])
}

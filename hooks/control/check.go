package control

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// question is the tool that the client routes to the permission callback
// whatever is allowed.
const question = "AskUserQuestion"

// Check looks at the flags that the client is to be started with. It fails when
// they name a permission tool beside the permission callback, and warns of
// permissions that keep calls from the callback. Settings files are not read.
func (r *Registry) Check(args []string) (warnings []string, err error) {
	if r.CanUseTool() == nil {
		return nil, nil
	}
	for name, values := range flags(args) {
		value := strings.Join(values, " ")
		switch name {
		case "--permission-prompt-tool":
			return nil, errors.New("a permission callback and --permission-prompt-tool cannot both be set")
		case "--bare":
			warnings = append(warnings, "--bare: the client offers no "+question)
		case "--dangerously-skip-permissions":
			warnings = append(warnings, name+": the permission callback is asked about "+question+" alone")
		case "--permission-mode":
			if value == "bypassPermissions" {
				warnings = append(warnings, name+" "+value+": the permission callback is asked about "+question+" alone")
			}
			if value == "dontAsk" {
				warnings = append(warnings, name+" "+value+": the permission callback is not asked about anything")
			}
		case "--permission-prompts":
			if value == "none" {
				warnings = append(warnings, name+" "+value+": the permission callback is not asked about anything")
			}
		case "--allowedTools", "--allowed-tools":
			for _, rule := range rules(value) {
				if rule != question {
					warnings = append(warnings, fmt.Sprintf("%s: the permission callback is not asked about %s", name, rule))
				}
			}
		}
	}
	slices.Sort(warnings)
	return warnings, nil
}

// flags reads the flags of a command line, each with the words up to the next
// flag as its values.
func flags(args []string) map[string][]string {
	all := map[string][]string{}
	current := ""
	for _, arg := range args {
		switch {
		case arg == "--":
			return all
		case strings.HasPrefix(arg, "-"):
			name, value, has := strings.Cut(arg, "=")
			current = name
			values := all[name]
			if has {
				values = append(values, value)
				current = ""
			}
			all[name] = values
		case current != "":
			all[current] = append(all[current], arg)
		}
	}
	return all
}

// rules splits a list of permission rules at commas and spaces outside of
// parentheses.
func rules(list string) []string {
	depth := 0
	return strings.FieldsFunc(list, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ' ', ',':
			return depth <= 0
		}
		return false
	})
}

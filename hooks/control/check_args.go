package control

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// questionTool is the tool that the client routes to the permission callback, whatever the
// permissions are.
const questionTool = "AskUserQuestion"

// Check examines the flags that the client is to be started with. It fails when they name a
// permission tool beside the permission callback, and warns of permissions that keep calls from
// the callback. It does not read settings files; [Start] warns of the permission mode that
// results.
func (r *Registry) Check(args []string) (warnings []string, err error) {
	if r.CanUseTool() == nil {
		return nil, nil
	}
	for name, values := range flags(args) {
		switch name {
		case "--permission-prompt-tool":
			return nil, errors.New("a permission callback and --permission-prompt-tool cannot both be set")
		case "--bare":
			warnings = append(warnings, "--bare: the client offers no "+questionTool)
		case "--dangerously-skip-permissions":
			warnings = append(warnings, name+": "+keptFromCallback("bypassPermissions"))
		case "--permission-mode":
			for _, mode := range values { // a prompt may follow
				if effect := keptFromCallback(mode); effect != "" {
					warnings = append(warnings, name+" "+mode+": "+effect)
				}
			}
		case "--permission-prompts":
			if slices.Contains(values, "none") {
				warnings = append(warnings, name+" none: the permission callback is not asked about anything")
			}
		case "--allowedTools", "--allowed-tools":
			for _, rule := range splitRules(strings.Join(values, " ")) {
				if rule != questionTool && isRule().MatchString(rule) {
					warnings = append(warnings, fmt.Sprintf("%s: the permission callback is not asked about %s", name, rule))
				}
			}
		}
	}
	slices.Sort(warnings)
	return warnings, nil
}

// isRule matches what the client accepts as a permission rule; it asks about calls that any other
// text names (Claude Code 2.1.329).
var isRule = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][\w-]*\*?(\(.*\))?$`) })

// keptFromCallback says what a permission mode keeps from the callback; for most modes it is
// empty (Claude Code 2.1.329).
func keptFromCallback(mode string) string {
	switch mode {
	case "bypassPermissions":
		return "the permission callback is only asked about " + questionTool
	case "dontAsk":
		return "the permission callback is not asked about anything"
	}
	return ""
}

// checkMode warns of the permission mode of a session, unless a flag sets it.
func (r *Registry) checkMode(mode string, args []string) (warning string) {
	effect := keptFromCallback(mode)
	if r.CanUseTool() == nil || effect == "" {
		return ""
	}
	given := flags(args)
	if _, skip := given["--dangerously-skip-permissions"]; skip || slices.Contains(given["--permission-mode"], mode) {
		return ""
	}
	return "permission mode " + mode + ", from the settings: " + effect
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

// splitRules splits a list of permission rules at commas and spaces outside of
// parentheses.
func splitRules(list string) []string {
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

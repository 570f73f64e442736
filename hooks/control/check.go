package control

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// questionTool is the tool that the client routes to the permission callback
// whatever is allowed.
const questionTool = "AskUserQuestion"

// Check looks at the flags that the client is to be started with. It fails when
// they name a permission tool beside the permission callback, and warns of
// permissions that keep calls from the callback. Settings files are not read;
// [Start] warns of the permission mode that they lead to.
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
				if rule != questionTool && isRule.MatchString(rule) {
					warnings = append(warnings, fmt.Sprintf("%s: the permission callback is not asked about %s", name, rule))
				}
			}
		}
	}
	slices.Sort(warnings)
	return warnings, nil
}

// isRule matches the permission rules that the client takes for such; it asks about
// what any others name (Claude Code 2.1.329).
var isRule = regexp.MustCompile(`^[A-Za-z_][\w-]*\*?(\(.*\))?$`)

// keptFromCallback says what a permission mode keeps from the callback; it is
// empty for most (Claude Code 2.1.329).
func keptFromCallback(mode string) string {
	switch mode {
	case "bypassPermissions":
		return "the permission callback is asked about " + questionTool + " alone"
	case "dontAsk":
		return "the permission callback is not asked about anything"
	}
	return ""
}

// checkMode warns of the permission mode that a session has begun in, where no
// flag says it.
func (r *Registry) checkMode(mode string, args []string) (warning string) {
	effect := keptFromCallback(mode)
	if r.CanUseTool() == nil || effect == "" {
		return ""
	}
	given := flags(args)
	if _, skip := given["--dangerously-skip-permissions"]; skip || slices.Contains(given["--permission-mode"], mode) {
		return ""
	}
	return "permission mode " + mode + ", of the settings: " + effect
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

// splitRules splits a list of permission splitRules at commas and spaces outside of
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

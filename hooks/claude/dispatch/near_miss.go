package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/strictjson"
)

// A Miss is a hook of the same event that does not run although people might expect it to.
type Miss struct {
	Hook config.Hook
	Why  string
}

// near says why a matcher does not fire for a value although it looks as if it did, or "".
func near(m config.Matcher, text *string, c Call) string {
	if err := m.Err(); err != nil {
		if rest, ok := strings.CutPrefix(*text, "(?i)"); ok {
			return fmt.Sprintf("JavaScript has no (?i), so it never fires: write (?i:%s)", rest)
		}
		return fmt.Sprintf("its matcher is not a regular expression (%v), so it never fires", err)
	}
	if strings.Trim(*text, ",| ") == "" {
		return "its matcher names nothing, so it never fires"
	}
	if len(m.Names()) == 0 {
		return nearPattern(*text, c.Value)
	}
	for _, name := range m.Names() {
		if why := nearName(name, c); why != "" {
			return why
		}
	}
	return ""
}

func nearName(name string, c Call) string {
	switch {
	case strings.EqualFold(name, c.Value):
		return fmt.Sprintf("matchers are case-sensitive: %s is not %s", name, c.Value)
	case strings.HasPrefix(c.Value, name+"__") && strings.HasPrefix(name, "mcp__"):
		return fmt.Sprintf("%s alone matches nothing: write %s__.* for all tools of the server", name, name)
	case !(known(name, c.Event) && known(c.Value, c.Event)) && len(name) > 3 &&
		strictjson.Nearest(name, []string{c.Value}) != "":
		return fmt.Sprintf("%s is not %s: is one of them misspelled?", name, c.Value)
	case len(name) >= 3 && strings.HasPrefix(c.Value, name):
		return fmt.Sprintf("a name must match exactly: write %s.* for everything that begins like this", name)
	}
	return ""
}

// known reports whether the client itself uses a name.
func known(name string, e hooks.Event) bool {
	about, _ := Describe(e)
	return slices.Contains(about.Values, name)
}

// nearPattern guesses what was meant by a pattern.
func nearPattern(text, value string) string {
	fires := func(pattern string) bool {
		pattern = "(?:" + pattern + ")"
		return config.ParseMatcher(&pattern).Match(value)
	}
	if from, ok := config.Narrowed(text); ok && config.ParseMatcher(&from).Match(value) {
		return "it was narrowed, so that it leaves questions out"
	}
	if fires("(?i:" + text + ")") {
		return "matchers are case-sensitive"
	}
	loose := strings.TrimSuffix(strings.TrimPrefix(text, "^"), "$")
	if loose != text && fires(loose) {
		return "its pattern is anchored: it would fire without ^ or $"
	}
	return ""
}

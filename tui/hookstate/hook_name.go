package hookstate

import (
	"cmp"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/tui/kit"
)

// HookName returns what a handler runs, safe to draw.
func HookName(home string, h config.Handler) string {
	name := cmp.Or(kit.Clean(home, h.Summary()), "runs nothing")
	if h.Type != "command" && h.Type != "" {
		name = kit.Clean(home, h.Type) + " " + name
	}
	return name
}

// FitCommand fits what a handler runs into a width. What comes before the name of its script is cut first.
func FitCommand(text string, h config.Handler, width int) string {
	if kit.Width(text) > width && h.Type == "command" {
		if i := strings.Index(text, "/"+scriptName("", h)); i > 0 {
			text = "…" + text[i:]
		}
	}
	return kit.Fit(text, width)
}

// SourceName returns the kind of a source, and its name.
func SourceName(s config.Source) string {
	name := cmp.Or(string(s.Kind), "other")
	if s.Name != "" {
		name += " " + kit.Clean("", s.Name)
	}
	return name
}

// scriptName returns the name of a handler's script or program; "" if it runs none.
func scriptName(home string, h config.Handler) string {
	words := strings.Fields(h.Summary())
	for len(words) > 1 && strings.Contains(words[0], "=") { // a variable, which may be secret
		words = words[1:]
	}
	if len(words) > 1 && strings.Contains(words[1], "/") && !strings.ContainsAny(words[1], "=:@") {
		words = words[1:]
	}
	if len(words) > 0 {
		word := strings.Trim(words[0], `"'`)
		if i := strings.LastIndexByte(word, '/'); i >= 0 && i+1 < len(word) && !strings.Contains(word, "=") {
			return kit.Clean(home, word[i+1:])
		}
	}
	return ""
}

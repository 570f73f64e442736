package hookstate

import (
	"cmp"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// Texts about hooks and conflicts. All are safe to draw.

// Then returns the end of a text that says which key to press, in one piece.
func Then(press string) string { return kit.Tied(" ·") + " " + kit.Tied(press) }

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

// FindingRows draws a file that cannot be used.
func FindingRows(home string, f config.Finding, width int, st *kit.Styles) []string {
	all := kit.Noted(kit.Mark("✗", "broken", kit.Bad), kit.Clean(home, f.Msg), width, st)
	all = append(all, kit.Styled(kit.Indented(kit.FileAt(home, f.File, f.Line, f.Col), 3, width), st.Muted)...)
	if f.Hint == "" {
		return all
	}
	return append(all, kit.Styled(kit.Indented("→ "+kit.Clean(home, f.Hint), 3, width), st.Muted)...)
}

// Name returns what the hook of a conflict runs, safe to draw.
func Name(home string, c conflict.Conflict) string {
	return cmp.Or(kit.Clean(home, c.Hook.Handler.Summary()), "a handler that runs nothing")
}

// ScriptName returns what people call a hook: the name of its script or program.
func ScriptName(home string, c conflict.Conflict) string {
	return cmp.Or(scriptName(home, c.Hook.Handler), Name(home, c))
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

// SeverityBadge returns a severity as a sign and a word.
func SeverityBadge(s conflict.Severity) kit.Badge {
	switch s {
	case conflict.Blocks:
		return kit.Mark("✗", "blocks", kit.Bad)
	case conflict.Races:
		return kit.Mark("▲", "races", kit.Warn)
	case conflict.Slows:
		return kit.Mark("△", "slows", kit.Warn)
	default:
		return kit.Mark("·", "info", kit.Calm)
	}
}

// Contested says what third-party hooks that are in the way do with questions, see [conflicts.Review.Contested].
func (o *ThirdParty) Contested(home string, installed bool) string {
	if o.Found == nil {
		return ""
	}
	return kit.Clean(home, o.Found.Contested(installed))
}

// OpenBadge says how many conflicts are open, the worst first; there is one at least.
func OpenBadge(open []conflict.Conflict) kit.Badge {
	b := SeverityBadge(open[0].Severity)
	b.Word = diffview.Count(len(open), "conflict")
	return b
}

// Theirs says what third-party hooks are known to do with questions, see [conflicts.Review.Theirs].
func (o *ThirdParty) Theirs(home string, installed bool) string {
	if o.Found == nil {
		return ""
	}
	return kit.Clean(home, o.Found.Theirs(installed))
}

package survey

import (
	"cmp"
	"fmt"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
)

// What is said of hooks and conflicts. All of it is safe to draw.

// HookName is what a handler runs, safe to draw.
func HookName(home string, h config.Handler) string {
	name := cmp.Or(kit.Clean(home, h.Summary()), "runs nothing")
	if h.Type != "command" {
		name = kit.Clean(home, h.Type) + " " + name
	}
	return name
}

// SourceName says which kind of source it is, and which of them.
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

// Name is what the hook of a conflict runs, safe to draw.
func Name(home string, c conflict.Conflict) string {
	return cmp.Or(kit.Clean(home, c.Hook.Handler.Summary()), "a handler that runs nothing")
}

// ScriptName is what people call a hook: the name of its script or program.
func ScriptName(home string, c conflict.Conflict) string {
	words := strings.Fields(c.Hook.Handler.Summary())
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
	return Name(home, c)
}

// SeverityBadge is a severity as a sign and a word.
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

// Entry is the line about third-party hooks on questions. With installed, neverask is
// there for them to get in the way of.
func (o *ThirdParty) Entry(home string, installed bool) kit.Entry {
	s := o.Found
	switch {
	case o.Err != nil:
		return kit.Entry{Label: "Conflicts", Badge: kit.Mark("✗", "unknown", kit.Bad), Text: kit.Clean(home, o.Err.Error()), Urgent: true}
	case s == nil:
		return kit.Entry{Label: "Conflicts", Text: "checking third-party hooks …"}
	}
	e := kit.Entry{Label: "Conflicts", Badge: kit.Mark("○", "none", kit.Calm)}
	open := s.Open()
	theirs := o.Theirs(home, installed)
	switch n, blocking := len(s.Conflicts), s.Blocking(); {
	case len(open) > 0:
		e.Urgent = true
		worst := open[0]
		b := SeverityBadge(worst.Severity)
		alike := 1
		for alike < len(open) && open[alike].Severity == worst.Severity {
			alike++
		}
		e.Badge = kit.Mark(b.Sign, fmt.Sprint(alike), b.Style)
		if more := len(open) - alike; more > 0 {
			e.Badge.Word += fmt.Sprintf(" %s %d", SeverityBadge(open[alike].Severity).Sign, more)
		}
		e.Text = kit.Fit(ScriptName(home, worst), 44) + ": " + kit.Clean(home, worst.Sentence)
		if worst.Verdict == conflict.Answers && !installed {
			e.Text = kit.Fit(ScriptName(home, worst), 44) + " would answer before you"
		}
		e.Text += " " + kit.Tied("· press 5 to decide")
	case len(blocking) > 0:
		e.Urgent = true
		e.Badge = kit.Mark("✗", fmt.Sprint(len(blocking)), kit.Bad)
		e.Text = kit.Clean(home, blocking[0].Name+": "+blocking[0].Effect) + " " + kit.Tied("· press 5 to see")
	case len(s.Findings) > 0:
		f := s.Findings[0]
		e.Urgent = true
		e.Badge = kit.Mark("✗", "unknown", kit.Bad)
		e.Text = kit.FileAt(home, f.File, f.Line, f.Col) + " is broken"
		if more := len(s.Findings) - 1; more > 0 {
			e.Text += fmt.Sprintf(", and %d more", more)
		}
	case n > 0 && s.Conflicts[0].Severity == conflict.Slows:
		e.Badge = kit.Mark("△", fmt.Sprint(n), kit.Warn)
		e.Text = kit.Fit(ScriptName(home, s.Conflicts[0]), 44) + ": " + kit.Clean(home, s.Conflicts[0].Sentence)
	case len(s.Resolved) > 0:
		e.Badge, e.Text = kit.Mark("✓", fmt.Sprintf("%d resolved", len(s.Resolved)), kit.Good), theirs
	case theirs != "":
		e.Badge, e.Text = SeverityBadge(conflict.Info), theirs
	case n > 0:
		e.Text = diffview.Count(n, "other hook") + " on questions"
	}
	return e
}

// Theirs says what is known that hooks do with questions, see [conflicts.Review.Theirs].
func (o *ThirdParty) Theirs(home string, installed bool) string {
	if o.Found == nil {
		return ""
	}
	return kit.Clean(home, o.Found.Theirs(installed))
}

package conflicts

import (
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Texts about conflicts. All of them are safe to draw.

// verdictAbout says what a verdict means.
var verdictAbout = map[conflict.Verdict]string{
	conflict.Answers:  "answers questions for you",
	conflict.Rewrites: "replaces questions or their result",
	conflict.Allows:   "allows the tool without answering",
	conflict.Asks:     "insists that you are asked",
	conflict.Denies:   "denies questions",
	conflict.Defers:   "defers questions",
	conflict.Silent:   "leaves questions alone",
	conflict.Fails:    "fails, or prints something Claude Code ignores",
	conflict.Unknown:  "unknown: nothing shows what it does",
}

// does says what a hook does with questions.
func does(home string, c conflict.Conflict) string {
	if c.Missing != "" {
		return "✗ cannot run: " + kit.Clean(home, c.Missing) + " is not there"
	}
	about := verdictAbout[c.Verdict]
	if c.Stops() {
		about = "stops Claude at questions"
	}
	if c.LeavesSome() {
		about = strings.Replace(about, "questions", "some questions", 1)
	}
	if len(c.Evidence) > 0 && c.Evidence[0].Basis == conflict.Tested {
		about += " (in one run)"
	}
	return about
}

// outcome returns the outcome of a conflict in words.
func outcome(home string, c conflict.Conflict) string {
	b, s := hookstate.SeverityBadge(c.Severity), kit.Clean(home, c.Sentence)
	if c.Severity == conflict.Info {
		return b.Sign + " " + s
	}
	return b.Sign + " " + b.Word + ": " + s
}

// origin says where a hook comes from, and its type if that is not command.
func origin(home string, h config.Hook) string {
	parts := []string{string(h.Source.Kind)}
	if h.Source.Name != "" {
		parts[0] += " " + diffview.Visible(h.Source.Name)
	}
	if h.Handler.Type != "command" {
		parts = append(parts, diffview.Visible(h.Handler.Type))
	}
	return strings.Join(append(parts, kit.FileAt(home, h.Source.File, h.Handler.Line, 0)), " · ")
}

// occasion says when a hook runs.
func occasion(home string, h config.Hook) string {
	parts := []string{diffview.Visible(h.Group.Event)}
	switch m := h.Group.Matcher; {
	case m == nil || *m == "" || *m == "*":
		parts = append(parts, "every tool")
	default:
		parts = append(parts, "matcher "+kit.Clean(home, *m))
	}
	if h.Handler.If != "" {
		parts = append(parts, "if "+kit.Clean(home, h.Handler.If))
	}
	if h.Source.When != "" {
		parts = append(parts, kit.Clean(home, h.Source.When))
	}
	return strings.Join(parts, " · ")
}

// proof returns a piece of evidence.
func proof(home string, e conflict.Evidence, now time.Time) string {
	s := kit.Clean(home, e.String())
	if !e.When.IsZero() {
		s += " · " + kit.Tied(diffview.Last(now, e.When))
	}
	if e.Took > 0 {
		s += " · " + kit.Tied(conflict.Took(e.Took))
	}
	return s
}

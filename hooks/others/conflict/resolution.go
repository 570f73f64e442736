package conflict

import "neverask/hooks/claude/config"

// A Resolution is what can be done about a conflict.
type Resolution string

const (
	Leave  Resolution = "leave"  // both hooks stay as they are
	Narrow Resolution = "narrow" // their hook no longer runs on questions
	Park   Resolution = "park"   // their hook is taken out and kept
)

// Resolutions lists all resolutions.
var Resolutions = []Resolution{Leave, Narrow, Park}

// Explain says in a sentence what a resolution does.
func (w Resolution) Explain() string {
	return map[Resolution]string{
		Leave:  "leave the hook as it is",
		Narrow: "the hook skips questions and otherwise runs as before",
		Park:   "the hook is removed until you restore it or uninstall neverask",
	}[w]
}

// Done says of a resolution that it is in force.
func (w Resolution) Done() string {
	return map[Resolution]string{Leave: "left", Narrow: "narrowed", Park: "parked"}[w]
}

// About says what a resolution does to this conflict.
func (c *Conflict) About(w Resolution) string {
	if w == Park && c.servesOthers() {
		return "the hook is removed, for all its tools, until you restore it or uninstall neverask"
	}
	return w.Explain()
}

// chooseResolutions lists the resolutions and chooses the suggested one.
func (c *Conflict) chooseResolutions() {
	h := c.Hook
	c.Resolutions = []Resolution{Leave}
	if why := h.Source.Uneditable(); why != "" {
		c.AskFor = askFor(h)
		c.Suggested, c.Because = Leave, why
		if c.Severity.Decide() {
			c.Because += "; " + c.AskFor
		} else {
			c.AskFor = ""
		}
		return
	}
	narrow := c.servesOthers()
	if narrow {
		c.Resolutions = append(c.Resolutions, Narrow)
	}
	c.Resolutions = append(c.Resolutions, Park)
	c.suggest(narrow)
}

// Testable reports whether a test can show what the hook does. Another copy of neverask's own
// would log the made-up question as the user's.
func (c *Conflict) Testable() bool {
	h := c.Hook.Handler
	return h.Type == "command" && h.Command != "" && !ownCopy(h)
}

// servesOthers reports whether the hook also runs for other tools, for which it can stay.
func (c *Conflict) servesOthers() bool {
	_, others := config.Narrow(c.Hook.Group.Matcher)
	return others && c.Hook.Handler.If == ""
}

// Warning is the first thing that the user should know about a hook; empty for most hooks.
func (c *Conflict) Warning() string {
	if c.Verdict != Answers {
		return ""
	}
	return "It may answer irreversible questions for you, too."
}

// Unclear reports whether nothing is known about a hook: it stays, but cannot be called
// harmless.
func (c *Conflict) Unclear() bool {
	return c.Severity == Info && c.Verdict == Unknown && c.Certainty != Certain
}

func (c *Conflict) suggest(narrow bool) {
	switch {
	case !c.Severity.Decide() && !c.Unclear():
		c.Suggested, c.Because = Leave, "it does not conflict"
	case narrow && c.Severity.Decide():
		c.Suggested, c.Because = Narrow, "the hook serves other tools too, and keeps working for them"
	case c.Verdict == Unknown:
		c.Suggested, c.Because = Leave, "no known problem"
		if c.Hook.Handler.Type == "command" {
			c.Because += "; test it to be sure"
		}
	default:
		c.Suggested, c.Because = Park, "nothing else resolves the conflict"
	}
}

// askFor says what the user can do about a file that neverask does not edit.
func askFor(h config.Hook) string {
	matcher := "a matcher without AskUserQuestion"
	if narrowed, ok := config.Narrow(h.Group.Matcher); ok {
		matcher = "the matcher " + narrowed
	}
	switch h.Source.Kind {
	case config.Managed:
		return "ask your administrator to give the hook " + matcher + " in " + h.Source.File
	case config.Plugin:
		return "disable the plugin " + h.Source.Name + " under /plugin, or ask its author for " + matcher
	case config.Skill, config.Agent, config.Command:
		return "edit the front matter of " + h.Source.File + ": give the hook " + matcher
	}
	return "make " + h.Source.File + " writable and free of mistakes, or give the hook " + matcher + " yourself"
}

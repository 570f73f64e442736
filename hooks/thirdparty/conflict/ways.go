package conflict

import (
	"fmt"
	"slices"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/chain"
)

// A Way is something that can be done about a conflict.
type Way string

const (
	Keep     Way = "keep"      // keep both hooks
	Narrow   Way = "narrow"    // their hook no longer runs on questions
	Chain    Way = "chain"     // neverask runs their hook itself
	Park     Way = "park"      // their hook is taken out and kept
	ChainAll Way = "chain-all" // Chain, and their hook may answer what cannot be undone
	Stop     Way = "stop"      // do not install
)

// Ways are all ways out.
var Ways = []Way{Keep, Narrow, Chain, Park, ChainAll, Stop}

// Chains reports whether neverask runs their hook itself.
func (w Way) Chains() bool { return w == Chain || w == ChainAll }

// Explain says what a way does, in a sentence.
func (w Way) Explain() string {
	return map[Way]string{
		Keep:     "leave both hooks as they are",
		Narrow:   "the hook skips questions and otherwise runs as before",
		Chain:    "neverask runs the hook itself and combines both answers",
		Park:     "the hook is removed until you restore it or uninstall neverask",
		ChainAll: "neverask runs the hook itself and lets it answer irreversible questions, too",
		Stop:     "do not install",
	}[w]
}

// About says what a way does to this conflict.
func (c *Conflict) About(w Way) string {
	text := w.Explain()
	switch {
	case w == Chain && c.Verdict == Denies:
		text = "neverask answers by your rules; the hook still denies every question that no rule answers"
	case w == Chain && c.ChainMode() == chain.Fallback:
		text = "neverask answers by your rules; the hook still decides about every question that no rule answers"
	case w == Chain && c.mayAnswer():
		text = "neverask runs the hook first and combines both answers; you are still asked about irreversible actions"
	case w == Chain:
		text = "neverask runs the hook first and combines both answers"
	case w == Park && c.servesOthers():
		text = "the hook is removed, for all its tools, until you restore it or uninstall neverask"
	}
	return text
}

// ChainMode is the mode in which a hook is chained: one that decides against
// the person is asked last, any other first.
func (c *Conflict) ChainMode() chain.Mode {
	switch c.Verdict {
	case Denies, Asks, Defers:
		return chain.Fallback
	}
	return chain.First
}

// ChainTools are the tools for which a chained hook is run.
func (c *Conflict) ChainTools() []string {
	tools := slices.Clone(c.Tools)
	if i := slices.Index(tools, anyServer); i >= 0 {
		tools[i] = chain.AnyMCP
	}
	return tools
}

// waysOut lists what can be done and chooses the best.
func (c *Conflict) waysOut() {
	h := c.Hook
	c.Ways = []Way{Keep}
	if h.Source.ReadOnly != "" {
		c.Ways = append(c.Ways, Stop)
		c.AskFor = askFor(h)
		c.Suggested, c.Because = Keep, h.Source.ReadOnly
		if c.Severity.Decide() {
			c.Because += "; " + c.AskFor
		} else {
			c.AskFor = ""
		}
		return
	}
	narrow := c.servesOthers()
	// The hook binary does not know which files the client was started with.
	chainable := c.Missing == "" && h.Handler.Type == "command" && !h.Handler.Async && !h.Handler.Once && h.Source.Kind != config.Extra &&
		(h.Group.Event == "PreToolUse" || h.Group.Event == "PostToolUse")
	for _, w := range []struct {
		way Way
		ok  bool
	}{{Narrow, narrow}, {Chain, chainable}, {Park, true}, {ChainAll, chainable && c.mayAnswer()}, {Stop, true}} {
		if w.ok {
			c.Ways = append(c.Ways, w.way)
		}
	}
	c.suggest(narrow, chainable)
}

// servesOthers reports whether the hook runs for tools besides questions, for which it
// can stay.
func (c *Conflict) servesOthers() bool {
	_, others := config.Narrow(c.Hook.Group.Matcher)
	return others && c.Hook.Handler.If == ""
}

// Warning is what a person should know of a hook before anything else; it is empty
// for most.
func (c *Conflict) Warning() string {
	if c.Verdict != Answers {
		return ""
	}
	return "It may answer irreversible questions for you, too."
}

// mayAnswer reports whether the hook is known to answer questions, or nothing is
// known of it.
func (c *Conflict) mayAnswer() bool {
	return c.Verdict == Answers || c.Verdict == Rewrites || c.Verdict == Unknown
}

// Unclear reports whether nothing is known of a hook that is probably not about questions.
// Nobody can call it harmless.
func (c *Conflict) Unclear() bool {
	return c.Severity == Info && c.Verdict == Unknown && c.Certainty != Certain
}

// long is a time limit with which a chained hook could hold a question up for
// longer than anybody would wait.
const long = time.Minute

func (c *Conflict) suggest(narrow, chainable bool) {
	switch {
	case !c.Severity.Decide() && !c.Unclear():
		c.Suggested, c.Because = Keep, "it does not conflict"
	case narrow && c.Severity.Decide():
		c.Suggested, c.Because = Narrow, "the hook serves other tools too, and keeps working for them"
	case c.Verdict == Unknown:
		c.Suggested, c.Because = Keep, "no known problem"
		if c.Hook.Handler.Type == "command" {
			c.Because += "; probe it to be sure"
		}
	case chainable && c.ChainMode() == chain.Fallback:
		c.Suggested, c.Because = Chain, "your answers stand, and the hook still decides the rest"
	case chainable && Command(c.Hook).Limit <= long:
		c.Suggested, c.Because = Chain, "the hook still runs, and your answer stands"
	case c.Hook.Group.Event == string(hooks.EventPreToolUse) && chainable:
		c.Suggested, c.Because = Chain, fmt.Sprintf("the hook still runs, and your answer stands; note that it may take up to %v s", Command(c.Hook).Limit.Seconds())
	default:
		c.Suggested, c.Because = Park, "nothing else resolves the conflict"
	}
}

// askFor says what a person can do about a file that neverask does not edit.
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

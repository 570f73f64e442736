package conflict

import (
	"slices"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// A Conflict is a third-party hook that affects questions.
type Conflict struct {
	// ID stays the same as long as the hook does not change in its file.
	ID    string
	Hook  config.Hook
	Tools []string // the question tools it runs for

	Verdict  Verdict
	Effects  []Effect // everything it may do; empty if unknown
	Evidence []Evidence
	Timing   Timing
	Outcome

	Resolutions []Resolution // the possible resolutions, the mildest first
	Suggested   Resolution
	Because     string // why that resolution is suggested
	// AskFor says what to ask whom for, if neverask cannot edit the file.
	AskFor string
	// Doubt says why the client's reaction is uncertain, see [Options].
	Doubt string

	// Missing is the program of a hook that fails because the program does not exist.
	Missing string

	unsure bool // whether its matcher fires
}

// investigate collects the evidence. The strongest evidence that says anything decides; all of it
// is kept.
func (c *Conflict) investigate(o Options, past pastRuns) {
	h := c.Hook
	if idleOwnCopy(h.Handler) {
		c.takeVerdict([]finding{{
			effects: []Effect{{}},
			proof:   []Evidence{{Basis: Known, Detail: "neverask's own hook, for something other than questions"}},
		}})
		return
	}
	all := []finding{past.observed(h)}
	if h.Handler.Type != "command" {
		c.takeVerdict(append(all, remote(h.Handler)))
		return
	}
	c.takeVerdict(append(all, o.Around.tested(o.Tests, h), known(h), o.Around.read(h).finding(hooks.Event(h.Group.Event))))
}

// remote says why nothing is known about a hook that runs no local command.
func remote(h config.Handler) finding {
	why := map[string]string{
		"http": "a server decides", "mcp_tool": "a tool of an MCP server decides",
		"prompt": "a model decides", "agent": "a model with tools decides",
	}[h.Type]
	if why == "" {
		why = "its type is not known"
	}
	return unreadable(why)
}

// takeVerdict takes the verdict from the first finding that has one. Of weaker findings, only the
// details are kept.
func (c *Conflict) takeVerdict(all []finding) {
	c.Timing = assumed
	for _, f := range all {
		c.Evidence = append(c.Evidence, f.proof...)
		if len(c.Effects) == 0 {
			c.Effects = f.effects
		}
		if len(f.took) > 0 && !c.Timing.Measured {
			c.Timing = measured(f.took)
		}
	}
	_, c.Verdict = worst(c.Effects)
	if i := slices.IndexFunc(all, func(f finding) bool { return f.missing != "" }); i >= 0 && c.Verdict == Fails {
		c.Missing = all[i].missing
	}
}

// conclude sets the outcome and the resolutions.
func (c *Conflict) conclude(o Options) {
	event := hooks.Event(c.Hook.Group.Event)
	switch {
	case c.Hook.Handler.Background():
		c.Outcome = Outcome{Info, "harmless: it runs in the background, so its output is ignored", Certain}
	case ownCopy(c.Hook.Handler) && !idleOwnCopy(c.Hook.Handler):
		c.Outcome = ownCopyOutcome(event)
		c.ownCopyResolutions()
		c.hedge()
		return
	case c.Verdict == Unknown:
		c.Outcome = unknownOutcome(event, c.forQuestions())
	default:
		c.Outcome = predictAll(o.Host, event, c.Effects, o.Timing, c.Timing)
		if c.doubt(); c.Missing != "" {
			c.Severity, c.Sentence = Info, "harmless: it cannot run"
		}
	}
	c.chooseResolutions()
	c.hedge()
}

const ifFires = "if its matcher fires for questions: "

// hedge notes that the hook may not run at questions at all.
func (c *Conflict) hedge() {
	if c.unsure {
		c.Evidence = append(c.Evidence, Evidence{Basis: ReadIn, Detail: config.SlowText})
		c.Certainty, c.Sentence = Possible, ifFires+c.Sentence
	}
}

// doubt lowers the certainty if the outcome rests on evidence: a text or a name may mislead, and
// what a hook did before says only what it did then.
func (c *Conflict) doubt() {
	if len(c.Evidence) > 0 && c.Certainty == Certain {
		c.Certainty = Likely
	}
}

// forQuestions reports whether the hook is for questions alone.
func (c *Conflict) forQuestions() bool {
	_, more := config.Narrow(c.Hook.Group.Matcher)
	return !more || c.Hook.Handler.If != ""
}

package hooks

import (
	"strconv"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
)

// seenWords describes a hook's past runs; "" if there are none.
func seenWords(past transcript.HookStat) string {
	if past.Seen == 0 {
		return ""
	}
	words := "seen " + times(past.Seen)
	if past.Median() > 0 {
		words += ", " + conflict.Took(past.Median()) + " in the middle"
	}
	if past.Failed() > 0 {
		words += ", failed " + times(past.Failed())
	}
	return words
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// hookJSON is the documented shape of a hook.
type hookJSON struct {
	ID       string      `json:"id"`
	Event    string      `json:"event"`
	Source   config.Kind `json:"source"`
	Name     string      `json:"name,omitempty"` // of the plugin, skill, subagent or command
	File     string      `json:"file"`
	Line     int         `json:"line"`
	ReadOnly string      `json:"readOnly,omitempty"`
	Matcher  *string     `json:"matcher,omitempty"`
	Fires    string      `json:"fires"`          // what it runs for, in words
	Does     string      `json:"does,omitempty"` // one of neverask's own
	If       string      `json:"if,omitempty"`
	Type     string      `json:"type"`
	Command  string      `json:"command"`
	Timeout  float64     `json:"timeout,omitempty"`
	Flags    []string    `json:"flags,omitempty"`
}

func jsonOfHook(a *cli.App, h config.Hook) hookJSON {
	return hookJSON{
		ID: h.ID, Event: h.Group.Event, Source: h.Source.Kind, Name: h.Source.Name,
		File: h.Source.File, Line: h.Handler.Line, ReadOnly: h.Source.ReadOnly,
		Matcher: h.Group.Matcher, Fires: cli.FiresFor(h), Does: a.Planner.Owner().Purpose(h.Group.Event, h.Handler),
		If: h.Handler.If, Type: h.Handler.Type,
		Command: diffview.RedactCommand(h.Handler.Summary()), Timeout: h.Handler.Timeout, Flags: cli.FlagsOf(h.Handler),
	}
}

func printHook(a *cli.App, l listedHook) {
	cli.PrintHook(a, l.hook)
	if words := seenWords(l.past); words != "" {
		a.Line("      ", "%s", words)
	}
	if l.why != "" {
		a.Line("      ", "%s: %s", l.state.Words(), l.why)
	}
	if l.open != nil {
		a.Line("      ", "%s: %s: neverask hooks conflicts", l.open.Severity, l.open.Sentence)
	}
}

package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
)

// FlagsOf returns the names of the flags that are set in a handler.
func FlagsOf(h config.Handler) (flags []string) {
	for _, f := range []struct {
		name string
		on   bool
	}{{"async", h.Async}, {"asyncRewake", h.AsyncRewake}, {"once", h.Once}, {"exec", h.Exec}} {
		if f.on {
			flags = append(flags, f.name)
		}
	}
	return flags
}

// FiresFor says in words what a hook runs for.
func FiresFor(h config.Hook) string {
	about, _ := dispatch.Describe(hooks.Event(h.Group.Event))
	return dispatch.FiresFor(about, h.Group.Matcher)
}

// PrintHook prints a hook's command, what it runs for, and where it is defined.
func PrintHook(a *App, h config.Hook) {
	a.Line("  ", "%s", cmp.Or(diffview.RedactCommand(h.Handler.Summary()), "runs nothing"))
	a.Line("      ", "%s", PlaceOfHook(a, h))
}

// PlaceOfHook says what a hook runs for, and where it is defined.
func PlaceOfHook(a *App, h config.Hook) string {
	words := []string{FiresFor(h)}
	if does := a.Planner.Owner().Purpose(h.Group.Event, h.Handler); does != "" {
		words = append(words, does)
	}
	if h.Handler.If != "" {
		words = append(words, "if "+h.Handler.If)
	}
	if h.Handler.Type != "command" {
		words = append(words, h.Handler.Type)
	}
	if h.Handler.Timeout > 0 {
		words = append(words, strconv.FormatFloat(h.Handler.Timeout, 'f', -1, 64)+" s")
	}
	words = append(words, FlagsOf(h.Handler)...)
	source := string(h.Source.Kind)
	if h.Source.Name != "" {
		source += " " + h.Source.Name
	}
	return fmt.Sprintf("%s   %s   %s:%d   id %s", strings.Join(words, " · "),
		source, a.Short(h.Source.File), h.Handler.Line, h.ID)
}

// ForeignJSON is a third-party hook that can run at a question.
type ForeignJSON struct {
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Event   string  `json:"event"`
	Matcher *string `json:"matcher,omitempty"`
	Type    string  `json:"type"`
	Command string  `json:"command"`
}

// ForeignList returns the documented shape of the hooks of conflicts.
func ForeignList(found []conflict.Conflict) []ForeignJSON {
	list := []ForeignJSON{}
	for _, c := range found {
		list = append(list, ForeignOf(c.Hook))
	}
	return list
}

// ForeignOf returns the documented shape of a third-party hook.
func ForeignOf(h config.Hook) ForeignJSON {
	return ForeignJSON{h.Source.File, h.Handler.Line, h.Group.Event,
		h.Group.Matcher, h.Handler.Type, diffview.RedactCommand(h.Handler.Summary())}
}

package cli

import (
	"context"
	"fmt"
	"strings"

	"neverask/tui/prompt"
)

// Consent asks the person between showing something and doing it.
type Consent struct {
	DryRun, Yes, JSON bool   // as the flags say
	Ask               string // the question
	Word              string // what must be typed instead of yes, if anything
	Hint              string // what to do without a terminal
	Done              string // the participle for the refusal; "changed" if empty
	Each              bool   // one of several, so it may be skipped; quitting is [prompt.ErrEnded]
	// Session is the error in a Claude Code session, where a yes may be the model's. If empty, sessions are allowed,
	// or checked elsewhere.
	Session string
}

// Agreed reports whether the person agrees, by a flag or when asked. If not, it says that nothing was changed.
func (a *App) Agreed(ctx context.Context, c Consent) (bool, error) {
	nothing := "nothing was changed"
	if c.Done != "" {
		nothing = "nothing was " + c.Done
	}
	switch {
	case c.DryRun:
		return false, nil
	case c.Session != "" && a.InSession():
		return false, Misuse(OutsideHint, "%s", c.Session)
	case c.Yes:
		return true, nil
	case !a.Terminal || c.JSON:
		return false, Misuse(c.Hint, "%s: there is no terminal to ask on", nothing)
	}
	ok, err := a.ask(ctx, c)
	if err == nil && !ok && !c.Each {
		fmt.Fprintln(a.Stderr, "neverask:", nothing)
	}
	return ok && err == nil, err
}

func (a *App) ask(ctx context.Context, c Consent) (bool, error) {
	switch {
	case c.Each:
		word, err := a.Prompts().Word(ctx, c.Ask, "yes", "quit", "skip")
		if word == "quit" {
			err = prompt.ErrEnded
		}
		return word == "yes", err
	case c.Word != "":
		line, err := a.Prompts().Line(ctx, c.Ask, "")
		return strings.EqualFold(line, c.Word), err
	}
	return a.Prompts().Confirm(ctx, c.Ask)
}

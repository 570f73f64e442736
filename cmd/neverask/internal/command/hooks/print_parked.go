package hooks

import (
	"context"
	"fmt"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// allParked returns the parked hooks, and those parked because of a conflict.
func allParked(a *cli.App) ([]planner.Parked, error) {
	parked, err := a.Planner.Parked()
	if err != nil {
		return nil, err
	}
	resolved, err := conflicts.AllResolved(a.Planner)
	for _, r := range resolved {
		if n := len(parked); n == 0 || parked[n-1].ID() != r.ID() { // it lists all that were parked together
			parked = append(parked, r.Parked)
		}
	}
	return parked, err
}

// takenOut returns the hooks that are parked for whatever reason, and those that were only narrowed.
func takenOut(a *cli.App) (parked, narrowed []planner.Parked, err error) {
	if parked, err = a.Planner.Parked(); err != nil {
		return nil, nil, err
	}
	resolved, err := conflicts.AllResolved(a.Planner)
	for _, r := range resolved {
		one := r.Parked
		one.Handlers = []config.Handler{r.Handler}
		if one.Narrowed {
			narrowed = append(narrowed, one)
		} else {
			parked = append(parked, one)
		}
	}
	return parked, narrowed, err
}

// parkedBy says why a hook was removed from its file.
func parkedBy(p planner.Parked) (op, note string) {
	switch {
	case p.Narrowed:
		return "conflict", "  (narrowed because of a conflict: it runs, and leaves questions out)"
	case p.Move != nil:
		return "conflict", "  (because of a conflict)"
	case p.Repaired():
		return p.Receipt.Op, "  (removed by the doctor)"
	}
	return p.Receipt.Op, ""
}

type parkedJSON struct {
	ID      string  `json:"id"`
	Time    string  `json:"time"`
	File    string  `json:"file"`
	Event   string  `json:"event"`
	Matcher *string `json:"matcher,omitempty"`
	Type    string  `json:"type"`
	Command string  `json:"command"`
	By      string  `json:"by"`
	// Narrowed says that the hook is still in its file, and leaves questions out.
	Narrowed bool `json:"narrowed,omitempty"`
}

func printParked(a *cli.App, parked []planner.Parked, asJSON bool) error {
	if asJSON {
		return a.WriteJSON(jsonOfParked(parked))
	}
	for _, p := range parked {
		for _, h := range p.Handlers {
			_, note := parkedBy(p)
			a.Line("", "%s  %s  %s  %s  %s%s", p.ID(), p.Event, dispatch.Words(p.Matcher),
				a.Short(p.Receipt.Path), parkedName(h), note)
		}
	}
	if len(parked) == 0 {
		fmt.Fprintln(a.Stderr, "neverask: nothing is parked")
	}
	return nil
}

func jsonOfParked(parked []planner.Parked) []parkedJSON {
	list := []parkedJSON{}
	for _, p := range parked {
		by, _ := parkedBy(p)
		for _, h := range p.Handlers {
			list = append(list, parkedJSON{p.ID(), p.Receipt.Time.Format("2006-01-02T15:04:05Z07:00"),
				p.Receipt.Path, p.Event, p.Matcher, h.Type, parkedName(h), by, p.Narrowed})
		}
	}
	return list
}

// parkedName returns the command of a hook, or its JSON if it has none.
func parkedName(h config.Handler) string {
	if name := h.Summary(); name != "" {
		return diffview.RedactCommand(name)
	}
	return cli.OneLine(diffview.Redact(h.Raw))
}

func parkedIDs(_ context.Context, a *cli.App) []string {
	parked, err := allParked(a)
	if err != nil {
		return nil
	}
	var values []string
	for _, p := range parked {
		by, _ := parkedBy(p)
		values = append(values, p.ID()+"\t"+by+" "+a.Short(p.Receipt.Path))
	}
	return values
}

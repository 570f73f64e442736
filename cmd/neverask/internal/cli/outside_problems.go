package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/outsidechanges"
)

// OutsideJSON is the documented shape of a lost or changed hook in status --json and
// hooks restore --list --json.
type OutsideJSON struct {
	ID      string              `json:"id"`
	Kind    outsidechanges.Kind `json:"kind"`
	File    string              `json:"file"`
	Event   string              `json:"event"`
	Matcher *string             `json:"matcher,omitempty"`
	Type    string              `json:"type"`
	Command string              `json:"command,omitempty"`
	Owner   string              `json:"owner"`
	Noticed string              `json:"noticed"`
	Now     *formJSON           `json:"now,omitempty"`
}

// formJSON is the current form of a changed hook.
type formJSON struct {
	Matcher *string `json:"matcher,omitempty"`
	Handler string  `json:"handler"`
}

// OutsideList returns the documented shape of hooks that other programs removed or changed.
func OutsideList(found []planner.OutsideChange) []OutsideJSON {
	list := []OutsideJSON{}
	for _, d := range found {
		g, h := d.Handler()
		j := OutsideJSON{ID: d.ID, Kind: d.Kind, File: d.Path, Event: g.Event, Matcher: g.Matcher, Type: h.Type,
			Command: diffview.RedactCommand(h.Summary()), Owner: diffview.Other, Noticed: d.Noticed.Format(time.RFC3339)}
		if d.Ours {
			j.Owner = diffview.Ours
		}
		if d.Now != nil {
			g, h := d.Now.Parts()
			j.Now = &formJSON{Matcher: g.Matcher, Handler: diffview.Redact(h.Raw)}
		}
		list = append(list, j)
	}
	return list
}

// OutsideProblems returns the problems to report about hooks that other programs removed or changed.
func OutsideProblems(a *App, found []planner.OutsideChange) (problems []planner.Problem) {
	for _, kind := range []struct {
		outsidechanges.Kind
		say, list string
	}{
		{outsidechanges.Lost, "removed", ""},
		{outsidechanges.Changed, "changed", ", which --list shows"},
	} {
		of := slices.DeleteFunc(slices.Clone(found), func(d planner.OutsideChange) bool { return d.Kind != kind.Kind })
		if len(of) == 0 {
			continue
		}
		verb, them := "are", "them"
		if len(of) == 1 {
			verb, them = "is", "it"
		}
		problems = append(problems, planner.Problem{ID: "hooks-" + string(kind.Kind), Severity: "warning",
			Message: fmt.Sprintf("%s %s %s outside neverask: %s", diffview.Count(len(of), "hook"),
				verb, kind.say, outsideNames(a, of)),
			Fix: "neverask hooks restore restores " + them + kind.list + "; neverask hooks restore --keep if it was you"})
	}
	return problems
}

func outsideNames(a *App, found []planner.OutsideChange) string {
	const most = 3
	var names []string
	for i, d := range found {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(found)-most))
			break
		}
		names = append(names, fmt.Sprintf("%s %s (%s)", d.Item.Event, d.What(), a.Short(d.Path)))
	}
	return strings.Join(names, ", ")
}

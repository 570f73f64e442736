package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/thirdparty/outside"
)

// OutsideJSON is the documented shape of a change in status --json and drift --json.
type OutsideJSON struct {
	ID      string       `json:"id"`
	Kind    outside.Kind `json:"kind"`
	File    string       `json:"file"`
	Event   string       `json:"event,omitempty"`
	Matcher *string      `json:"matcher,omitempty"`
	Type    string       `json:"type,omitempty"`
	Command string       `json:"command,omitempty"`
	// Setting is the name of a setting, and Value what it was, in place of what a hook has.
	Setting string          `json:"setting,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
	Owner   string          `json:"owner"`
	Noticed string          `json:"noticed"`
	Now     *formJSON       `json:"now,omitempty"`
}

// formJSON is what a changed hook, or a changed setting, is now.
type formJSON struct {
	Matcher *string         `json:"matcher,omitempty"`
	Handler string          `json:"handler,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
}

// OutsideList is the documented shape of outside changes.
func OutsideList(found []installer.OutsideChange) []OutsideJSON {
	list := []OutsideJSON{}
	for _, d := range found {
		g, h := d.Handler()
		j := OutsideJSON{ID: d.ID, Kind: d.Kind, File: d.Path, Event: g.Event, Matcher: g.Matcher, Type: h.Type,
			Command: diffview.RedactCommand(h.Summary()), Owner: diffview.Other, Noticed: d.Noticed.Format(time.RFC3339)}
		if d.Ours {
			j.Owner = diffview.Ours
		}
		switch {
		case d.Item.IsSetting():
			j.Setting, j.Value = d.Subject(), json.RawMessage(diffview.RedactSetting(d.Subject(), d.Item.Value))
			if d.Now != nil {
				j.Now = &formJSON{Value: json.RawMessage(diffview.RedactSetting(d.Subject(), d.Now.Value))}
			}
		case d.Now != nil:
			g, h := d.Now.Parts()
			j.Now = &formJSON{Matcher: g.Matcher, Handler: diffview.Redact(h.Raw)}
		}
		list = append(list, j)
	}
	return list
}

// OutsideProblems tells what should be known of hooks and settings that are not as the
// person knew them.
func OutsideProblems(a *App, found []installer.OutsideChange) (problems []installer.Problem) {
	for _, noun := range []string{"hook", "setting"} {
		for _, kind := range []struct {
			outside.Kind
			id, severity, say, fix string
		}{
			{outside.Lost, "lost", "warning", "removed outside neverask", "neverask hooks outside restore puts them back; neverask hooks outside accept if it was you"},
			{outside.Changed, "changed", "warning", "changed outside neverask", "neverask hooks outside shows how; neverask hooks outside accept if it was you"},
			{outside.Appeared, "new", "info", "new and added outside neverask", "neverask hooks outside shows them; neverask hooks outside accept if you know them"},
		} {
			of := slices.DeleteFunc(slices.Clone(found), func(d installer.OutsideChange) bool {
				return d.Kind != kind.Kind || d.Item.IsSetting() != (noun == "setting") || d.Item.IsRoutine()
			})
			if len(of) == 0 {
				continue
			}
			verb := "are"
			if len(of) == 1 {
				verb = "is"
			}
			if noun == "setting" && kind.Kind == outside.Changed {
				kind.severity = "info" // Claude Code changes settings itself
			}
			problems = append(problems, installer.Problem{ID: noun + "s-" + kind.id, Severity: kind.severity,
				Message: fmt.Sprintf("%s %s %s: %s", diffview.Count(len(of), noun), verb, kind.say, outsideNames(a, of)), Fix: kind.fix})
		}
	}
	return problems
}

func outsideNames(a *App, found []installer.OutsideChange) string {
	const most = 3
	var names []string
	for i, d := range found {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(found)-most))
			break
		}
		names = append(names, fmt.Sprintf("%s %s (%s)", d.Subject(), d.What(), a.Short(d.Path)))
	}
	return strings.Join(names, ", ")
}

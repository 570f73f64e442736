package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/thirdparty/outside"
	"neverask/settings"
)

func (a *app) hooksOutsideCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "outside",
		Short: "Show hooks and settings that were added, removed or changed outside neverask",
		Long: `Show hooks and other settings that were added, removed or changed outside neverask.
Claude Code and other programs may overwrite these files with an older copy, and so
drop what was added in the meantime.`,
		Example: "  neverask hooks outside\n  neverask hooks outside restore --dry-run\n  neverask hooks outside accept",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, problems := a.drifts(cmd.Context(), a.Installer.Watched())
			if asJSON {
				return a.WriteJSON(map[string]any{"drift": driftList(found), "problems": cli.OrEmpty(problems)})
			}
			a.printDrift(found)
			for _, p := range problems {
				fmt.Fprintln(a.Stderr, "neverask:", diffview.Visible(p.Message))
			}
			if len(found)+len(problems) == 0 {
				fmt.Fprintln(a.Stderr, "neverask: no outside changes")
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(a.outsideRestoreCommand(), a.outsideAcceptCommand())
	return cmd
}

func (a *app) outsideRestoreCommand() *cobra.Command {
	var f changeFlags
	cmd := &cobra.Command{
		Use:   "restore [ID...]",
		Short: "Restore lost hooks and settings, and the earlier form of changed hooks",
		Long: `Restore lost hooks and settings where they were, and changed hooks to their earlier
form: all of them, or those with the given IDs. A changed setting is restored only by
its ID. neverask's own hooks are restored as neverask install would write them.`,
		Example: "  neverask hooks outside restore\n  neverask hooks outside restore 3f9a2b7c --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			found, err := a.driftsToChange(ctx)
			if err != nil {
				return err
			}
			ids, err := a.driftIDs(found, args)
			if err != nil {
				return err
			}
			// A setting that was changed may have been meant; it comes back by its ID alone.
			meant := func(d installer.OutsideChange) bool {
				return ids(d.ID) && (len(args) > 0 || !d.Item.IsSetting() || d.Serious())
			}
			found = slices.DeleteFunc(found, func(d installer.OutsideChange) bool { return !meant(d) })
			if len(found) == 0 {
				fmt.Fprintln(a.Stderr, "neverask: nothing was lost")
				return nil
			}
			p, err := recovery.PutBackShown(ctx, a.Installer, found)
			if err != nil {
				return err
			}
			return a.change(ctx, p, nil, f)
		},
	}
	f.flags(cmd)
	return cmd
}

func (a *app) outsideAcceptCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "accept [ID...]",
		Short:   "Accept hooks and settings as they are now",
		Long:    "Accept hooks and settings as they are now: all that neverask hooks outside lists, or\nthose with the given IDs. No settings file changes.",
		Example: "  neverask hooks outside accept\n  neverask hooks outside accept 3f9a2b7c",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := a.driftsToChange(cmd.Context())
			if err != nil {
				return err
			}
			ids, err := a.driftIDs(found, args)
			if err != nil {
				return err
			}
			found = slices.DeleteFunc(found, func(d installer.OutsideChange) bool { return !ids(d.ID) })
			if err := recovery.AcceptShown(cmd.Context(), a.Installer, found); err != nil {
				return err
			}
			fmt.Fprintf(a.Stdout, "%s accepted.\n", diffview.Count(len(found), "change"))
			return nil
		},
	}
}

// driftIDs says which changes are meant: all when none is named.
func (a *app) driftIDs(found []installer.OutsideChange, named []string) (func(id string) bool, error) {
	for _, id := range named {
		if !slices.ContainsFunc(found, func(d installer.OutsideChange) bool { return d.ID == id }) {
			ids := cli.NamesOf(found, func(d installer.OutsideChange) string { return d.ID })
			return nil, cli.Exit(cli.Failed, fmt.Errorf("there is no such change: %s", id), cli.Meant(id, ids, "neverask hooks outside lists them"))
		}
	}
	return func(id string) bool { return len(named) == 0 || slices.Contains(named, id) }, nil
}

// drifts looks at settings files. One that cannot be looked at is a problem,
// unless the status says so already.
func (a *app) drifts(ctx context.Context, targets []installer.Target) (found []installer.OutsideChange, problems []installer.Problem) {
	for _, t := range targets {
		of, err := a.Installer.OutsideChanges(ctx, t)
		if errors.Is(err, settings.ErrLocked) {
			// Nor can the others be looked at, and each would be waited for.
			return found, append(problems, installer.Problem{ID: lockedID, Severity: "info",
				Message: "cannot tell whether anything was lost: " + err.Error(), Fix: "try again when the other process is done"})
		}
		if err != nil {
			problems = append(problems, installer.Problem{ID: "drift-unknown", Severity: "info",
				Message: "cannot tell whether anything was lost: " + err.Error(), Fix: "correct the file"})
		}
		found = append(found, of...)
	}
	return found, problems
}

// drifted looks at all watched files and at the one that the status is of. What
// cannot be read, the status says itself.
func (a *app) drifted(ctx context.Context, where installer.Target) (found []installer.OutsideChange, problems []installer.Problem) {
	targets := a.Installer.Watched()
	if !slices.ContainsFunc(targets, func(t installer.Target) bool { return t.Path == where.Path }) {
		targets = append(targets, where)
	}
	found, problems = a.drifts(ctx, targets)
	return found, slices.DeleteFunc(problems, func(p installer.Problem) bool { return p.ID != lockedID })
}

// lockedID is the problem that another process is changing files.
const lockedID = "drift-locked"

// driftsToChange is drifts for who goes on with what is found: not to have looked is
// an error.
func (a *app) driftsToChange(ctx context.Context) ([]installer.OutsideChange, error) {
	found, problems := a.drifts(ctx, a.Installer.Watched())
	for _, p := range problems {
		if p.ID == lockedID {
			return nil, cli.Exit(cli.Changed, errors.New(p.Message), p.Fix)
		}
	}
	return found, nil
}

// driftJSON is the documented shape of a change in status --json and drift --json.
type driftJSON struct {
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

func driftList(found []installer.OutsideChange) []driftJSON {
	list := []driftJSON{}
	for _, d := range found {
		g, h := d.Handler()
		j := driftJSON{ID: d.ID, Kind: d.Kind, File: d.Path, Event: g.Event, Matcher: g.Matcher, Type: h.Type,
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

func (a *app) printDrift(found []installer.OutsideChange) {
	for _, d := range found {
		a.Line("", "%s  %s  %s  %s", d.ID, d.Noticed.Local().Format("2006-01-02 15:04"), a.Short(d.Path), driftText(d))
	}
}

// driftText says what became of a hook: "lost: PreToolUse, exactly Bash: cmd". Or of a
// setting: "lost: env.A: 1".
func driftText(d installer.OutsideChange) string {
	if d.Item.IsSetting() {
		text := fmt.Sprintf("%s: %s: %s", d.Kind, d.Subject(), d.What())
		if d.Now != nil {
			text += " (now " + d.WhatNow() + ")"
		}
		return text
	}
	g, _ := d.Handler()
	text := fmt.Sprintf("%s: %s, %s: %s", d.Kind, g.Event, dispatch.Words(g.Matcher), d.What())
	if d.Now == nil {
		return text
	}
	now, handler := d.Now.Parts()
	if was, is := dispatch.Words(g.Matcher), dispatch.Words(now.Matcher); was != is {
		return text + " (now " + is + ")"
	}
	return text + " (now " + cli.OneLine(diffview.Redact(handler.Raw)) + ")"
}

// driftProblems tells what should be known of hooks and settings that are not as the
// person knew them.
func (a *app) driftProblems(found []installer.OutsideChange) (problems []installer.Problem) {
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
				Message: fmt.Sprintf("%s %s %s: %s", diffview.Count(len(of), noun), verb, kind.say, a.driftNames(of)), Fix: kind.fix})
		}
	}
	return problems
}

func (a *app) driftNames(found []installer.OutsideChange) string {
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

package cli

import (
	"fmt"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/rulebook"
	"neverask/hooks/others/conflict"
)

var titles = map[string]string{
	"install": "Install %s into", "uninstall": "Uninstall %s from", "record off": "Stop %s in", "undo": "Undo in",
	"resolve": "Resolve conflicts in", "restore": "Restore hooks in",
	"park": "Park a hook of", "unpark": "Restore a parked hook to", "remove": "Delete a hook from",
	"fix":     "Repair",
	"recover": "Restore lost hooks in",
	OpRules:   "Change the tool rules in",
	OpAdd:     "Add a rule to", OpSet: "Change a rule in", OpRemove: "Remove rules from",
	OpMove: "Move a rule in", OpImport: "Import rules into",
	OpOption: "Change an option in", OpAccept: "Add suggested rules to",
}

// upToDateTitles are the titles of plans that find everything done.
var upToDateTitles = map[string]string{
	"install": "Already installed and up to date: %s in", "uninstall": "No hooks of neverask are installed in",
	"record off": "No activity recording is installed in",
}

// upToDate reports whether there is nothing to do, and the title says so.
func upToDate(a *App, p planner.Plan) bool {
	return !p.Changes() && !a.placesHook(p) && upToDateTitles[p.Op] != ""
}

// titleOf returns a plan's title, up to the name of the file.
func titleOf(a *App, p planner.Plan) string {
	title := titles[p.Op]
	if upToDate(a, p) {
		title = upToDateTitles[p.Op]
	}
	if !strings.Contains(title, "%s") {
		return title
	}
	return fmt.Sprintf(title, p.About())
}

// PrintPlan prints what a plan would change, and the unresolved conflicts.
func (a *App) PrintPlan(p planner.Plan, found []conflict.Conflict, view string) {
	fmt.Fprintln(a.Stdout, titleOf(a, p), diffview.Visible(a.Short(p.Path)))
	for _, c := range found {
		if c.Severity.Decide() && !p.Resolves(c.ID) {
			h := c.Hook
			fmt.Fprintf(a.Stdout, "! %s:%d: %s (%s)\n", diffview.Visible(a.Short(h.Source.File)), h.Handler.Line,
				diffview.Visible(c.Sentence), diffview.Visible(diffview.RedactCommand(h.Handler.Summary())))
		} else if c.Unclear() && !p.Resolves(c.ID) {
			a.Line("· ", "stays, unknown on questions: %s", diffview.RedactCommand(c.Hook.Handler.Summary()))
		}
	}
	for _, problem := range p.Problems {
		a.Line("! ", "%s: %s", SeverityWord(problem.Severity), problem.Message)
		a.Line("  → ", "%s", problem.Fix)
	}
	switch {
	case a.placesHook(p):
		a.Line("", "No settings change. The hook program is replaced by this neverask's: %s", a.Short(a.Planner.Paths.Hook()))
		return
	case upToDate(a, p):
		return
	case !p.Changes():
		fmt.Fprintln(a.Stdout, "Nothing to change.")
		return
	}
	shown := false
	for _, part := range append([]planner.Plan{p}, p.Also...) {
		if part.Empty() {
			continue
		}
		if shown {
			fmt.Fprintln(a.Stdout)
		}
		if shown || part.Path != p.Path {
			fmt.Fprintln(a.Stdout, titleOf(a, part), diffview.Visible(a.Short(part.Path)))
		}
		printPart(a, part, view)
		shown = true
	}
	if p.Keeps {
		fmt.Fprintln(a.Stdout, "Your rules, records and backups stay; neverask uninstall --purge deletes them.")
	}
}

// placesHook reports whether a plan only installs or replaces the hook program.
func (a *App) placesHook(p planner.Plan) bool {
	return !p.Changes() && p.Places() && a.Planner.Binary().State().Stale()
}

func printPart(a *App, p planner.Plan, view string) {
	switch {
	case p.Removed:
		fmt.Fprintln(a.Stdout, "The file is deleted: neverask created it, and nothing else is in it.")
	case p.Created:
		fmt.Fprintln(a.Stdout, "Creates the file.")
	case p.Restores:
		fmt.Fprintln(a.Stdout, "The file is then as it was before install, byte for byte.")
	}
	s := p.Summary()
	rows := diffview.Semantic(s)
	if view == "unified" {
		rows = diffview.Unified(p.Before, p.After, diffview.ContextLines)
	}
	fmt.Fprint(a.Stdout, diffview.Text(rows))
	fmt.Fprintln(a.Stdout, diffview.Tallied(s).Planned())
}

// The names of rule changes in the change log.
const (
	OpRules  = rulebook.OpTools
	OpAdd    = "rules add"
	OpSet    = "rules edit"
	OpRemove = "rules rm"
	OpMove   = "rules move"
	OpImport = "rules import"
	OpOption = "rules option"
	OpAccept = "rules suggest"
)

package command

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/config"
	"neverask/hooks/off"
)

// switchFlags are the flags of off, on, away and back.
type switchFlags struct {
	periodFlags
	project bool
	json    bool
}

// Off returns the command neverask off.
func Off(a *cli.App) *cobra.Command {
	var f switchFlags
	cmd := &cobra.Command{
		Use:        "off",
		SuggestFor: []string{"disable", "pause", "stop"},
		Short:      "Turn neverask off for a while",
		Long: `Turn neverask off for a while.

The hooks pass everything through at once, even in running sessions: Claude asks you every
question, and no tool rule applies, until the given time or "neverask on". Until
then, every question says so.`,
		Example: "  neverask off --for 2h\n  neverask off --until 18:00\n  neverask off --project",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p := off.Period{Since: time.Now()}
			var err error
			if p.Until, err = f.end(cmd, p.Since); err != nil {
				return err
			}
			return switchOff(a, f, &p)
		},
	}
	f.addEnd(cmd)
	cmd.Flags().BoolVar(&f.project, "project", false, "only in this directory and below")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// On returns the command neverask on.
func On(a *cli.App) *cobra.Command {
	var f switchFlags
	cmd := &cobra.Command{
		Use:        "on",
		SuggestFor: []string{"resume"},
		Short:      "Turn neverask on again",
		Example:    "  neverask on\n  neverask on --project",
		Args:       cobra.NoArgs,
		RunE:       func(*cobra.Command, []string) error { return switchOff(a, f, nil) },
	}
	cmd.Flags().BoolVar(&f.project, "project", false, "only in this directory; it stays off elsewhere")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// offJSON is the documented shape of off and on with --json.
type offJSON struct {
	Off []periodJSON `json:"off"`
}

type periodJSON struct {
	Since   time.Time  `json:"since"`
	Until   *time.Time `json:"until,omitempty"`
	Project string     `json:"project,omitempty"`
}

func jsonOfPeriod(p off.Period) periodJSON {
	j := periodJSON{Since: p.Since.UTC(), Project: p.Project}
	if !p.Until.IsZero() {
		until := p.Until.UTC()
		j.Until = &until
	}
	return j
}

// switchOff begins a period or, if begun is nil, ends the current ones.
func switchOff(a *cli.App, f switchFlags, begun *off.Period) error {
	name, project := a.Planner.Paths.Off(), ""
	if f.project {
		project = a.Planner.Locations.Dir
	}
	before, broken := off.Read(name)
	var left []off.Period
	var err error
	if begun == nil {
		left, err = planner.SwitchOn(a.Planner, project)
	} else {
		begun.Project = project
		left, err = planner.SwitchOff(a.Planner, *begun)
	}
	switch refused := (*session.Refusal)(nil); {
	case errors.As(err, &refused):
		return err
	case err != nil && broken != nil:
		return cli.ExitError(cli.Failed, err, "neverask on replaces the broken file")
	case err != nil:
		return cli.ExitError(cli.Failed, err, "")
	}
	if f.json {
		out := offJSON{[]periodJSON{}}
		for _, p := range left {
			out.Off = append(out.Off, jsonOfPeriod(p))
		}
		return a.WriteJSON(out)
	}
	saySwitched(a, before, left, begun, broken)
	return nil
}

// offWhere says where neverask is off.
func offWhere(a *cli.App, p off.Period) string {
	if p.Project == "" {
		return "everywhere"
	}
	return "in " + diffview.Visible(a.Short(p.Project))
}

func saySwitched(a *cli.App, before, left []off.Period, begun *off.Period, broken error) {
	where := func(p off.Period) string { return offWhere(a, p) }
	idle := !install.Anywhere(a.Planner, config.QuestionHooks) && !install.Anywhere(a.Planner, config.ToolRuleHook) &&
		install.Unreadable(a.Planner) == nil
	switch {
	case begun != nil:
		fmt.Fprintf(a.Stdout, "neverask is off %s %s; run \"neverask on\" to end it\n", where(*begun), begun)
	case len(left) > 0:
		fmt.Fprintf(a.Stdout, "neverask is still off %s %s\n", where(left[0]), left[0])
	case len(before) == 0 && broken == nil:
		fmt.Fprintln(a.Stderr, "neverask was not off")
	case idle:
		fmt.Fprintln(a.Stdout, "neverask is on")
	default:
		fmt.Fprintln(a.Stdout, "neverask is on: your rules answer again")
	}
	if idle {
		a.Note("hint", "it does nothing, because its hooks are not installed: neverask install")
	}
}

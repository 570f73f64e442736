package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
	"neverask/tui/prompt"
)

// onConflict is the value of --on-conflict: a resolution for all conflicts, and resolutions for single ones.
type onConflict struct {
	given []string
	all   conflict.Resolution
	byID  map[string]conflict.Resolution
}

// parse reads the values: RESOLUTION, or ID=RESOLUTION.
func (o *onConflict) parse() error {
	o.byID = map[string]conflict.Resolution{}
	for _, value := range o.given {
		id, resolution, single := strings.Cut(value, "=")
		if !single {
			resolution = value
		}
		if !slices.Contains(conflict.Resolutions, conflict.Resolution(resolution)) {
			return cli.Misuse("it is one of: "+cli.JoinResolutions(conflict.Resolutions)+", or ID=RESOLUTION for one conflict",
				"--on-conflict: %q is not a resolution", value)
		}
		switch {
		case single:
			o.byID[id] = conflict.Resolution(resolution)
		case o.all != "" && o.all != conflict.Resolution(resolution):
			return cli.Misuse("name one, and ID=RESOLUTION for single conflicts", "--on-conflict is given twice")
		default:
			o.all = conflict.Resolution(resolution)
		}
	}
	return nil
}

// choose finds a resolution for every conflict that needs one, from the flags, or by asking. It returns the undecided
// conflicts.
func choose(ctx context.Context, a *cli.App, r conflicts.Review,
	o onConflict, ask bool) (choices []conflict.Choice, undecided []conflict.Conflict, err error) {
	for id := range o.byID {
		if !slices.ContainsFunc(r.Conflicts, func(c conflict.Conflict) bool { return c.ID == id }) {
			ids := cli.NamesOf(r.Conflicts, func(c conflict.Conflict) string { return c.ID })
			return nil, nil, cli.ExitError(cli.Failed, fmt.Errorf("--on-conflict: there is no conflict %s", id),
				cli.Meant(id, ids, "neverask hooks conflicts shows them"))
		}
	}
	for _, c := range cli.WorstFirst(r.Conflicts) {
		if _, single := o.byID[c.ID]; !single && !c.Severity.Decide() {
			continue
		}
		resolution := o.of(c)
		if resolution == "" && ask {
			if resolution, err = askForResolution(ctx, a, c); err != nil {
				return nil, nil, err
			}
		}
		if !slices.Contains(c.Resolutions, resolution) {
			undecided = append(undecided, c)
			continue
		}
		choices = append(choices, conflict.Choice{Conflict: c, Resolution: resolution})
	}
	return choices, undecided, nil
}

// of returns the resolution that the flags name for a conflict, or none.
func (o onConflict) of(c conflict.Conflict) conflict.Resolution {
	if resolution, single := o.byID[c.ID]; single {
		return resolution
	}
	return o.all
}

// refuse shows the undecided conflicts, and refuses to go on.
func refuse(a *cli.App, p planner.Plan, found, undecided []conflict.Conflict, o onConflict, asJSON bool) error {
	for i, c := range undecided {
		if asJSON {
			break
		}
		if i > 0 {
			fmt.Fprintln(a.Stdout)
		}
		cli.PrintConflict(a, c)
	}
	return a.Finish(asJSON, cli.JSONOfPlan(p, found), cli.ExitError(cli.Conflicts,
		fmt.Errorf("nothing was changed: %s a decision", countNeed(len(undecided))), howToDecide(undecided, o)))
}

// howToDecide returns a hint that names only possible resolutions: for all conflicts or, if one was given for all,
// for those where it is impossible.
func howToDecide(undecided []conflict.Conflict, o onConflict) string {
	resolutions := slices.Clone(conflict.Resolutions)
	var single []string
	for _, c := range undecided {
		resolutions = slices.DeleteFunc(resolutions, func(w conflict.Resolution) bool {
			return !slices.Contains(c.Resolutions, w)
		})
		single = append(single, fmt.Sprintf("--on-conflict %s=%s", c.ID, c.Suggested))
	}
	if o.all == "" {
		return fmt.Sprintf("decide with --on-conflict %s for all, or with the best for each: %s",
			strings.ReplaceAll(cli.JoinResolutions(resolutions), ", ", " or "), strings.Join(single, " "))
	}
	return fmt.Sprintf("%s is not possible here; add %s", o.all, strings.Join(single, " "))
}

func countNeed(n int) string {
	if n == 1 {
		return "1 conflict needs"
	}
	return fmt.Sprintf("%d conflicts need", n)
}

// askForResolution asks for the resolution of one conflict. The suggested one is preset; without a choice, the conflict
// stays undecided.
func askForResolution(ctx context.Context, a *cli.App, c conflict.Conflict) (conflict.Resolution, error) {
	cli.PrintConflict(a, c)
	q := prompt.Question{Text: "Which resolution?", Preset: string(c.Suggested), Leave: "decides nothing", Tries: 3}
	for _, w := range c.Resolutions {
		q.Options = append(q.Options, prompt.Option{Label: string(w), Description: c.About(w)})
	}
	labels, err := a.Prompts().Choose(ctx, q)
	switch {
	case errors.Is(err, prompt.ErrDeclined):
		return "", nil
	case err != nil:
		return "", err
	}
	return conflict.Resolution(labels[0]), nil
}

// conflictWays returns the values of --on-conflict, for completion.
func conflictWays(ctx context.Context, a *cli.App) []string {
	var values []string
	for _, resolution := range conflict.Resolutions {
		values = append(values, string(resolution)+"\t"+resolution.Explain())
	}
	r, err := cli.ReviewConflicts(ctx, a, conflicts.Options{})
	if err != nil {
		return values
	}
	for _, c := range r.Conflicts {
		for _, resolution := range c.Resolutions {
			values = append(values, c.ID+"="+string(resolution)+"\t"+diffview.RedactCommand(c.Hook.Handler.Summary())+
				": "+c.About(resolution))
		}
	}
	return values
}

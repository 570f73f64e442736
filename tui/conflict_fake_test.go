package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// Review reads the files below the directory of the test. It never runs a hook:
// the test sets the results.
func (f *fake) Review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	if ctx.Err() != nil {
		return conflicts.Review{}, ctx.Err()
	}
	if f.lookErr != nil {
		return conflicts.Review{}, f.lookErr
	}
	o.Past = f.past
	r, err := conflicts.Find(ctx, f.In, o)
	for i := range r.Conflicts {
		f.show(&r.Conflicts[i])
		if f.shows != nil && slices.Contains(f.ran, r.Conflicts[i].Hook.Handler.Summary()) {
			f.shows(&r.Conflicts[i])
		}
	}
	for i := range r.Resolved {
		r.Resolved[i].File = f.shown(r.Resolved[i].File)
	}
	for i := range r.Switches {
		r.Switches[i].File, r.Switches[i].Effect = f.shown(r.Switches[i].File), f.shown(r.Switches[i].Effect)
	}
	for i := range r.Findings {
		r.Findings[i].File, r.Findings[i].Msg = f.shown(r.Findings[i].File), f.shown(r.Findings[i].Msg)
	}
	return r, err
}

func (f *fake) PrepareTest(h config.Hook) (trial.Plan, error) {
	return trial.Prepare(context.Background(), trial.At(f.In, nil), h, trial.Input{Question: true})
}

// RunTest runs nothing.
func (f *fake) RunTest(ctx context.Context, p trial.Plan) error {
	if ctx.Err() == nil {
		f.ran = append(f.ran, p.Command)
	}
	return ctx.Err()
}

func (f *fake) PrepareHook(h config.Hook) (trial.Plan, error) {
	return trial.Prepare(context.Background(), trial.At(f.In, nil), h, trial.Input{})
}

// RunHook runs nothing.
func (f *fake) RunHook(ctx context.Context, p trial.Plan) (trial.Result, error) {
	f.ran = append(f.ran, p.Command)
	return trial.Result{Plan: p, Reading: trial.Reading{Effect: "the call goes on"}}, ctx.Err()
}

func (f *fake) show(c *conflict.Conflict) {
	c.Hook.Source.File, c.Hook.Source.ReadOnly = f.shown(c.Hook.Source.File), f.shown(c.Hook.Source.ReadOnly)
	c.AskFor, c.Because, c.Sentence = f.shown(c.AskFor), f.shown(c.Because), f.shown(c.Sentence)
	for i := range c.Evidence {
		c.Evidence[i].Detail = f.shown(c.Evidence[i].Detail)
	}
}

// realOptions returns options with the files where they are.
func (f *fake) realOptions(o install.Options) install.Options {
	o.Choices = slices.Clone(o.Choices)
	for i := range o.Choices {
		o.Choices[i].Conflict.Hook.Source.File = f.Root + o.Choices[i].Conflict.Hook.Source.File
	}
	return o
}

// applyParts writes the files of a plan in their order.
func (f *fake) applyParts(ctx context.Context, p planner.Plan) (r settings.Receipt, err error) {
	r, _, err = f.ApplyParts(ctx, p, func(part settings.Plan) settings.Plan {
		part.Path, part.Target = f.Root+part.Path, f.Root+part.Target
		return part
	})
	if err != nil {
		return r, err
	}
	return f.shownReceipt(r), nil
}

// denies sets the result of testing a hook that denies every question.
func denies(c *conflict.Conflict) {
	c.Verdict, c.Effects = conflict.Denies, []conflict.Effect{{Decision: "deny"}}
	c.Evidence = append([]conflict.Evidence{{Basis: conflict.Tested, Detail: "ran once: denied", Took: 79 * time.Millisecond}}, c.Evidence...)
	c.Outcome = conflict.Outcome{Severity: conflict.Blocks, Sentence: "the question is denied before you see it", Certainty: conflict.Certain}
}

// observed returns a past run of a command.
func observed(command string, took time.Duration, e conflict.Effect) conflict.Observation {
	return conflict.Observation{Time: noon.Add(-72 * time.Hour), Command: command, Event: "PreToolUse", Tool: "AskUserQuestion", Effect: e, Took: took}
}

// script writes a third-party program.
func (f *fake) script(path string, lines ...string) {
	f.Put(path, "#!/bin/sh\n"+strings.Join(lines, "\n")+"\n")
}

package planner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// A Plan is a change that has not been made yet, of one settings file and of others that belong to it, such as those
// with hooks whose conflicts it resolves.
type Plan struct {
	settings.Plan
	Op     string // install, record off, resolve, uninstall, restore, recover, park, …, or undo
	Target Target
	// Also are the changes of other files that belong to this one.
	Also []Plan
	// Problems are what will keep the hooks from working despite the plan, or what
	// the person should know before it is applied.
	Problems []Problem

	Owner   config.Owner
	Asked   []config.Installable // the installables it was made for, if named
	Choices []conflict.Choice    // the resolutions of conflicts in this file
	Last    bool                 // the others are changed first
	// Restores reports that the file is then as it was before neverask changed it, byte for byte.
	Restores bool
	Keeps    bool   // it uninstalls, and rules, records and backups stay
	latest   string // the newest change of the file when the plan was made
}

// Parts returns the changes of the single files, in the order in which they are made: third-party
// hooks are removed before neverask's own are added, and restored after those are removed.
func (p Plan) Parts() []Plan {
	own := p
	own.Also = nil
	if p.Last {
		return append(slices.Clone(p.Also), own)
	}
	return append([]Plan{own}, p.Also...)
}

// Joined joins the plans of several files into one; without any, it is empty.
func Joined(plans []Plan) Plan {
	if len(plans) == 0 {
		return Plan{}
	}
	p := plans[0]
	p.Also = plans[1:]
	return p
}

// Changes reports whether the plan changes any file.
func (p Plan) Changes() bool {
	return slices.ContainsFunc(p.Parts(), func(part Plan) bool { return !part.Empty() })
}

// Resolves reports whether the plan keeps the hook of a conflict away from questions.
func (p Plan) Resolves(id string) bool {
	return slices.ContainsFunc(p.Parts(), func(part Plan) bool {
		return slices.ContainsFunc(part.Choices, func(c conflict.Choice) bool { return c.Conflict.ID == id })
	})
}

// Places reports whether the plan installs the hook binary, unless it is there and current: if a
// file begins to run it, or if hooks are installed or conflicts resolved.
func (p Plan) Places() bool {
	return slices.ContainsFunc(p.Parts(), func(part Plan) bool {
		return part.runsAfter() && (p.Op == OpInstall || p.Op == OpResolve || !part.runsBefore())
	})
}

// runsBefore and runsAfter report whether the plan's own file runs the hook binary.
func (p Plan) runsBefore() bool {
	doc, err := p.Was()
	return err == nil && Runs(doc, p.Owner)
}

func (p Plan) runsAfter() bool {
	doc, err := p.Is()
	return err == nil && Runs(doc, p.Owner)
}

// Summary describes the change of the plan's own file in terms of hooks. It is computed from the
// bytes that will be written.
func (p Plan) Summary() diffview.Summary {
	s := diffview.Changes(p.Before, p.After, func(_ string, h diffview.Handler) bool {
		return p.Owner.Owns(config.Handler{Type: h.Type, Command: h.Command, Exec: h.Args != nil, Args: h.Args})
	}, settings.Moved(p.Edits)...)
	for i, c := range s.Changes {
		switch {
		case c.Owner == diffview.Ours && (c.Op == diffview.OpAdd || c.Op == diffview.OpChange && changes(c, "args")):
			s.Changes[i].Note = config.Purpose(c.Event, config.Handler{Args: c.Handler.Args})
		case c.Op == diffview.OpAdd && p.guards(c):
			s.Changes[i].Owner = diffview.Ours
			s.Changes[i].Note = "keeps Claude's own tools from changing neverask's files"
		case c.Owner == diffview.Other:
			s.Changes[i].Note = p.wayNote(c)
		}
	}
	return s
}

// changes reports whether a change is of a field.
func changes(c diffview.Change, field string) bool {
	return slices.ContainsFunc(c.Fields, func(f diffview.Field) bool { return f.Name == field })
}

// guards reports whether a change adds only neverask's permission rules.
func (p Plan) guards(c diffview.Change) bool {
	if len(c.Fields) == 0 || c.Fields[0].New == nil {
		return false
	}
	value := *c.Fields[0].New
	rules := gjson.Get(value, "deny").Array() // a whole "permissions" object
	others := slices.ContainsFunc(rules, func(r gjson.Result) bool { return !slices.Contains(p.Owner.Rules, r.Str) })
	return slices.Contains(p.Owner.Rules, value) || len(rules) > 0 && !others
}

// Permits returns the error with which Apply would refuse the plan because of who makes it: in a
// session of Claude Code, nothing is applied that lets Claude ask less.
func (in *Planner) Permits(p Plan) error {
	if in.Store.Guard == nil {
		return nil
	}
	var parts []settings.Plan
	for _, part := range p.Parts() {
		parts = append(parts, part.Plan)
	}
	return in.Store.Guard(parts...)
}

// Apply makes the change that was shown. It installs the hook binary before a file starts to
// run it, and removes it once no file does. Of several files either all are changed or none: if
// one cannot be, those before it are restored. The receipt is that of the plan's own file, or of
// the first that changed. If there is a receipt, the files were changed, and an error is about
// something left behind. Even a plan that changes nothing finishes the change of a process that
// was stopped.
func (in *Planner) Apply(ctx context.Context, p Plan) (r settings.Receipt, err error) {
	// One process must not remove the binary that another is about to use.
	err = in.Store.Exclusive(ctx, func(apply settings.ApplyFunc) error {
		if err := in.Permits(p); err != nil {
			return err
		}
		if p.Places() {
			if err := in.Binary().Place(); err != nil {
				return err
			}
		}
		receipts, err := changeAll(in, apply, p)
		for i, made := range receipts {
			if i == 0 || made.Target == p.Plan.Target {
				r = made
			}
		}
		return errors.Join(err, dropHook(in, p))
	})
	return r, err
}

// changeAll changes the files of a plan, all or none.
func changeAll(in *Planner, apply settings.ApplyFunc, p Plan) (done []settings.Receipt, err error) {
	if !p.Changes() {
		return nil, nil
	}
	for _, part := range p.Parts() {
		if part.Empty() {
			continue
		}
		if len(done) > 0 {
			part.Follows = done[0].ID
		}
		history, err := in.Store.History()
		if err == nil {
			err = part.upToDate(history)
		}
		var r settings.Receipt
		if err == nil {
			r, err = apply(part.Plan, part.Op)
		}
		if err == nil {
			done = append(done, r)
			continue
		}
		for _, made := range slices.Backward(done) {
			back, undoErr := in.Store.Undo(made)
			if undoErr == nil {
				_, undoErr = apply(back, settings.Rollback)
			}
			if undoErr != nil {
				err = fmt.Errorf("%w; and %s could not be changed back: %w", err, made.Path, undoErr)
			}
		}
		return nil, err
	}
	return done, nil
}

// upToDate refuses a plan if its file was changed since: with the change log from before that
// change and the file from after it, the plan would undo what is already undone.
func (p Plan) upToDate(history []settings.Receipt) error {
	if latest(history, p.Plan.Target) != p.latest {
		return fmt.Errorf("%s: %w", p.Path, settings.ErrChanged)
	}
	return nil
}

// Runs reports whether settings run one of the owner's commands, for one of what, if any are
// given.
func Runs(doc settings.Document, owner config.Owner, what ...config.Installable) bool {
	if !mentions(doc, owner) {
		return false
	}
	groups, err := config.Read(doc)
	return err == nil && slices.ContainsFunc(groups, func(g config.Group) bool {
		return slices.ContainsFunc(g.Handlers, func(h config.Handler) bool {
			return owner.Owns(h) && (len(what) == 0 || slices.Contains(what, config.InstallableOf(h)))
		})
	})
}

// mentions reports whether a document may name one of the owner's commands.
func mentions(doc settings.Document, owner config.Owner) bool {
	return slices.ContainsFunc(owner.Commands, func(command string) bool { return doc.Mentions(filepath.Base(command)) })
}

// Answers reports whether any settings file runs neverask's hook at questions, or may because it
// cannot be read.
func Answers(in *Planner) bool {
	owner := in.Owner()
	return slices.ContainsFunc(in.Watched(), func(t Target) bool {
		f, err := in.Store.Load(t.Path)
		return err != nil || Runs(f.Document, owner, config.QuestionHooks)
	})
}

package install

import (
	"fmt"
	"io/fs"
	"slices"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Uninstall plans to remove some hooks, or everything if none is named or no other would be
// left. Removing the question hooks also restores what resolutions of conflicts removed. A
// file that neverask created is removed if nothing else was added to it.
func Uninstall(in *planner.Planner, t planner.Target, what ...config.Installable) (planner.Plan, error) {
	f, before, err := in.Open(t)
	if err != nil {
		return planner.Plan{}, err
	}
	if len(what) > 0 {
		rest := slices.DeleteFunc(Wanted(in, t, f.Document, before), func(p config.Installable) bool {
			return slices.Contains(what, p)
		})
		if len(rest) > 0 {
			p, err := reduce(in, t, f, before, rest)
			p.Asked = what
			return p, err
		}
	}
	p, left, err := Withdrawal(in, t, f, before)
	if err != nil {
		return planner.Plan{}, err
	}
	p.Asked, p.Keeps = what, true
	p.Also, p.Problems, err = restore(in, f.Target)
	p.Problems = slices.Concat(left, p.Problems, besideOthers(in, f, before), stayParked(in, f))
	return p, err
}

// stayParked tells of the hooks of a file that the person or the doctor parked: unlike those parked because of a
// conflict, they do not come back with the uninstall.
func stayParked(in *planner.Planner, f settings.File) (found []planner.Problem) {
	parked, _ := in.Parked() // a broken change log is reported elsewhere
	for _, p := range parked {
		if p.Receipt.Path != f.Path {
			continue
		}
		name := p.Handlers[0].Summary()
		if n := len(p.Handlers) - 1; n > 0 {
			name += fmt.Sprintf(" and %d more", n)
		}
		found = append(found, planner.Problem{ID: "stays-parked", Severity: "info",
			Message: "a hook of this file stays parked: " + p.Event + " " + diffview.RedactCommand(name),
			Fix:     "neverask hooks unpark " + p.ID() + " restores it"})
	}
	return found
}

// besideOthers warns if hooks run at questions again in a file that neverask leaves while it
// stays in another: elsewhere nothing else would run them.
func besideOthers(in *planner.Planner, f settings.File, l planner.Account) []planner.Problem {
	if len(l.ParkedOrNarrowed()) == 0 || !f.Exists {
		return nil
	}
	for _, other := range Answering(in, l.Owner) {
		if other.Target != f.Target {
			return []planner.Problem{{ID: "back-beside", Severity: "warning",
				Message: "the hooks that were moved in " + f.Path + " run at questions again, and " + other.Path +
					" still runs neverask's", Fix: "neverask hooks conflicts shows the outcome and the resolutions"}}
		}
	}
	return nil
}

// Answering returns the settings files that run neverask's hook at questions.
func Answering(in *planner.Planner, owner config.Owner) (all []settings.File) {
	for _, t := range in.Watched() {
		if f, err := in.Store.Load(t.Path); err == nil && planner.Runs(f.Document, owner, config.QuestionHooks) {
			all = append(all, f)
		}
	}
	return all
}

// Unreadable returns why a settings file that may have neverask's hooks cannot be read; nil if all can.
func Unreadable(in *planner.Planner) error {
	_, err := Broken(in)
	return err
}

// Broken returns the first such file, and why it cannot be read.
func Broken(in *planner.Planner) (path string, err error) {
	for _, t := range in.Watched() {
		f, err := in.Store.Load(t.Path)
		if err == nil {
			_, err = config.Read(f.Document)
		}
		if err != nil {
			return t.Path, planner.Located(t.Path, err)
		}
	}
	return "", nil
}

// Withdrawal plans to remove everything of neverask's from a file, and to restore the hooks
// parked or narrowed in it.
func Withdrawal(in *planner.Planner, t planner.Target, f settings.File,
	l planner.Account) (p planner.Plan, left []planner.Problem, err error) {
	doc := f.Document
	if f.Exists {
		doc, err = withdraw(f.Document, l)
	} else if len(l.ParkedOrNarrowed()) > 0 {
		left = []planner.Problem{planner.NotPutBack(t.Path, fs.ErrNotExist)}
	}
	if err != nil {
		return planner.Plan{}, nil, planner.Located(t.Path, err)
	}
	sp := f.Plan(doc)
	original, exact := l.Original(in.Store, f.Document.Bytes())
	dirs, created := l.Created()
	switch {
	case exact && original != nil:
		sp.After = original
	case f.Exists && created && !doc.Used() && !sp.Empty():
		sp = f.PlanRemove(doc, dirs)
	}
	p = in.NewPlan(t, planner.OpUninstall, sp, l)
	p.Restores = exact && original != nil && !sp.Empty()
	return p, left, nil
}

// withdraw removes everything of ours from a document, and restores the parked and narrowed hooks. Edits
// are undone in reverse order, which restores the original bytes; if others have edited our
// items since, each kind is searched for separately, even if another program has restored what
// was removed before.
func withdraw(doc settings.Document, l planner.Account) (settings.Document, error) {
	away := l.ParkedOrNarrowed()
	if back, err := doc.Revert(l.Edits()); err == nil {
		doc, away = back, nil
	}
	doc, err := config.RemoveDenyRules(doc, l.Installs())
	if err == nil {
		doc, err = config.Uninstall(doc, l.Owner, l.Edits())
	}
	if err == nil {
		doc, err = config.PutBack(doc, away)
	}
	return doc, err
}

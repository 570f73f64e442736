package install

import (
	"context"
	"slices"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Packs are those that a file has, or has lost without anybody wanting it.
func Packs(in *installer.Installer, t installer.Target, doc settings.Document, l installer.Account) (found []config.Pack) {
	groups, err := config.Read(doc)
	if err != nil {
		return nil
	}
	var missed []config.Pack
	for _, p := range config.Packs() {
		if len(l.Owner.Groups(groups, p)) > 0 {
			found = append(found, p)
		} else if l.Installed(p) {
			// Telling what was lost takes a look at the whole change log.
			if missed == nil {
				missed = append(Missed(in, t), "")
			}
			if slices.Contains(missed, p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// PacksIn are those of a settings file; one that cannot be read has none.
func PacksIn(in *installer.Installer, t installer.Target) []config.Pack {
	f, l, err := in.Open(t)
	if err != nil {
		return nil
	}
	return Packs(in, t, f.Document, l)
}

// Entries are the entries of packs. While the rules cannot be read, their entry
// stays as it is.
func Entries(in *installer.Installer, packs []config.Pack, groups []config.Group, owner config.Owner) (all []config.Entry) {
	for _, p := range config.Packs() {
		if slices.Contains(packs, p) {
			all = append(all, p.Entries(in.Paths.Hook(), in.NeedsOfRules(groups, owner))...)
		}
	}
	return all
}

// Repack makes the packs of a document exactly the given ones. back reports that
// the questions leave it, and that what was displaced for them came back.
func Repack(in *installer.Installer, doc settings.Document, l installer.Account, packs []config.Pack) (out settings.Document, back bool, err error) {
	groups, err := config.Read(doc)
	if err != nil {
		return doc, false, err
	}
	out, err = config.Install(doc, l.Owner, Entries(in, packs, groups, l.Owner), l.Edits())
	if err != nil {
		return doc, false, err
	}
	if slices.Contains(packs, config.Questions) || len(l.Owner.Groups(groups, config.Questions)) == 0 {
		return out, false, nil
	}
	out, err = config.Replace(out, l.Displaced())
	return out, true, err
}

// reduce plans to leave only some of the packs that a file has.
func reduce(in *installer.Installer, t installer.Target, f settings.File, l installer.Account, rest []config.Pack) (installer.Plan, error) {
	doc, back, err := Repack(in, f.Document, l, rest)
	if err != nil {
		return installer.Plan{}, installer.Located(t.Path, err)
	}
	p := in.NewPlan(t, installer.OpReduce, f.Plan(doc), l)
	if back {
		p.Also, p.Problems, err = putBack(in, &p, f.Target, nil)
	}
	return p, err
}

// putBack adds to a plan by which the questions leave a file what resolutions of
// conflicts have taken away in others.
func putBack(in *installer.Installer, p *installer.Plan, target string, also []installer.Plan) ([]installer.Plan, []installer.Problem, error) {
	p.Marks = append(p.Marks, installer.BackMark)
	more, left, err := restore(in, target)
	return append(also, more...), left, err
}

// Missed are the packs of which a settings file lacks entries that the person
// counts on: they were lost, and that was not accepted. What cannot be found out
// is taken for a loss.
func Missed(in *installer.Installer, t installer.Target) (packs []config.Pack) {
	found, err := in.OutsideChanges(context.Background(), t)
	if err != nil {
		return config.Packs()
	}
	for _, d := range found {
		if _, h := d.Handler(); d.Ours {
			packs = append(packs, config.PackOf(h))
		}
	}
	return packs
}

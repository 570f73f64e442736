package planner

import (
	"slices"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// ChangesFile reports whether a part of the plan changes a file.
func (p Plan) ChangesFile(path string) bool {
	return slices.ContainsFunc(p.Parts(), func(part Plan) bool { return part.Path == path && !part.Empty() })
}

// Brings reports whether the plan adds entries of an installable to a file.
func (p Plan) Brings(of config.Installable) bool {
	return slices.ContainsFunc(p.Parts(), func(part Plan) bool {
		all, now := part.groupTexts()
		before := all[of]
		return slices.ContainsFunc(now[of], func(text string) bool { return !slices.Contains(before, text) })
	})
}

// Affected returns the installables whose entries the plan adds, removes or changes in any file.
func (p Plan) Affected() (what []config.Installable) {
	changed := map[config.Installable]bool{}
	for _, part := range p.Parts() {
		before, after := part.groupTexts()
		for _, of := range config.Installables() {
			changed[of] = changed[of] || !slices.Equal(before[of], after[of])
		}
	}
	return slices.DeleteFunc(config.Installables(), func(p config.Installable) bool { return !changed[p] })
}

// About names the hooks that the plan is about: those that change, else those that were
// asked for, else the question hooks.
func (p Plan) About() string {
	what := p.Affected()
	if len(what) == 0 {
		what = p.Asked
	}
	if len(what) == 0 {
		what = []config.Installable{config.QuestionHooks}
	}
	return config.Join(what)
}

// groupTexts returns, for each installable, the events and texts of its groups in the plan's own file, before and
// after.
func (p Plan) groupTexts() (before, after map[config.Installable][]string) {
	if doc, err := p.Was(); err == nil {
		before = groupTexts(doc, p.Owner)
	}
	if doc, err := p.Is(); err == nil {
		after = groupTexts(doc, p.Owner)
	}
	return before, after
}

func groupTexts(doc settings.Document, owner config.Owner) map[config.Installable][]string {
	all := map[config.Installable][]string{}
	if !mentions(doc, owner) {
		return all
	}
	groups, err := config.Read(doc)
	if err != nil {
		return all
	}
	for _, g := range groups {
		in := map[config.Installable]bool{}
		for _, h := range g.Handlers {
			if !owner.Owns(h) {
				continue
			}
			if p := config.InstallableOf(h); !in[p] {
				in[p], all[p] = true, append(all[p], g.Event, g.Raw)
			}
		}
	}
	return all
}

// wayNote says which resolution a change of a third-party hook applies.
func (p Plan) wayNote(c diffview.Change) string {
	for _, w := range p.Choices {
		h := w.Conflict.Hook
		// a summary's text is redacted
		command := diffview.RedactCommand(h.Handler.Command)
		alike := func(d diffview.Handler) bool { return d.Type == h.Handler.Type && d.Command == command }
		if c.Event == h.Group.Event && (alike(c.Handler) || slices.ContainsFunc(c.Also, alike)) {
			return wayNotes[w.Resolution]
		}
	}
	return ""
}

var wayNotes = map[conflict.Resolution]string{
	conflict.Narrow: "no longer runs on questions (narrow)",
	conflict.Park:   "kept by neverask; uninstall puts it back (park)",
}

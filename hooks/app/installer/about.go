package installer

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

// Brings reports whether a file has entries of a pack after the plan that it had
// not before.
func (p Plan) Brings(pack config.Pack) bool {
	return slices.ContainsFunc(p.Parts(), func(part Plan) bool {
		all, now := part.packTexts()
		before := all[pack]
		return slices.ContainsFunc(now[pack], func(text string) bool { return !slices.Contains(before, text) })
	})
}

// Packs are those of which entries come, go or change in any file of the plan.
func (p Plan) Packs() (packs []config.Pack) {
	changed := map[config.Pack]bool{}
	for _, part := range p.Parts() {
		before, after := part.packTexts()
		for _, pack := range config.Packs() {
			changed[pack] = changed[pack] || !slices.Equal(before[pack], after[pack])
		}
	}
	return slices.DeleteFunc(config.Packs(), func(p config.Pack) bool { return !changed[p] })
}

// About names the hooks that the plan is about: the packs that change, else those
// that were asked for, else the questions.
func (p Plan) About() string {
	packs := p.Packs()
	if len(packs) == 0 {
		packs = p.Asked
	}
	if len(packs) == 0 {
		packs = []config.Pack{config.Questions}
	}
	return config.Join(packs)
}

// packTexts are the events and the texts of the groups that each pack has in the plan's
// own file, before and after.
func (p Plan) packTexts() (before, after map[config.Pack][]string) {
	if doc, err := p.Was(); err == nil {
		before = packTexts(doc, p.Owner)
	}
	if doc, err := p.Is(); err == nil {
		after = packTexts(doc, p.Owner)
	}
	return before, after
}

func packTexts(doc settings.Document, owner config.Owner) map[config.Pack][]string {
	all := map[config.Pack][]string{}
	if !mentions(doc, owner) {
		return all
	}
	groups, err := config.Read(doc)
	if err != nil {
		return all
	}
	for _, g := range groups {
		in := map[config.Pack]bool{}
		for _, h := range g.Handlers {
			if !owner.Owns(h) {
				continue
			}
			if p := config.PackOf(h); !in[p] {
				in[p], all[p] = true, append(all[p], g.Event, g.Raw)
			}
		}
	}
	return all
}

// wayNote says what a change of somebody else's hook is for.
func (p Plan) wayNote(c diffview.Change) string {
	for _, w := range p.Ways {
		h := w.Conflict.Hook
		// What a summary holds is redacted.
		command := diffview.RedactCommand(h.Handler.Command)
		alike := func(d diffview.Handler) bool { return d.Type == h.Handler.Type && d.Command == command }
		if c.Event == h.Group.Event && (alike(c.Handler) || slices.ContainsFunc(c.Also, alike)) {
			return wayNotes[w.Way]
		}
	}
	return ""
}

var wayNotes = map[conflict.Way]string{
	conflict.Narrow: "no longer runs on questions (narrow)",
	conflict.Park:   "kept by neverask; uninstall puts it back (park)",
}

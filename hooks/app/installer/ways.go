package installer

import (
	"fmt"
	"io/fs"
	"slices"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// displace makes the changes that choices ask for in one file. Those for other
// files are left alone.
func displace(f settings.File, choices []conflict.Choice) (doc settings.Document, done []conflict.Choice, err error) {
	groups, err := config.Read(f.Document)
	if err != nil {
		return f.Document, nil, err
	}
	var park, narrow []config.Place
	for _, c := range choices {
		if !c.Moves() || !leadsTo(c.Conflict.Hook.Source.File, f.Path) && !leadsTo(c.Conflict.Hook.Source.File, f.Target) {
			continue
		}
		place, ok := config.PlaceOf(groups, c.Conflict.Hook)
		if !ok {
			return f.Document, nil, fmt.Errorf("%s: %w", f.Path, settings.ErrChanged)
		}
		done = append(done, c)
		if c.Narrows() {
			narrow = append(narrow, place)
		} else {
			park = append(park, place)
		}
	}
	doc, err = config.Displace(f.Document, park, narrow)
	return doc, done, err
}

// resolve plans what choices ask for in the files other than the target.
func (in *Installer) resolve(target string, choices []conflict.Choice) ([]Plan, error) {
	var plans []Plan
	seen := map[string]bool{}
	for _, c := range choices {
		file := c.Conflict.Hook.Source.File
		if !c.Moves() || seen[file] || slices.ContainsFunc(plans, func(p Plan) bool { return slices.ContainsFunc(p.ways, c.SameHook) }) {
			continue
		}
		seen[file] = true
		t := in.Target("", file)
		f, l, err := in.open(t)
		if err != nil {
			return nil, err
		}
		if f.Target == target {
			continue
		}
		doc, done, err := displace(f, choices)
		if err != nil {
			return nil, at(file, err)
		}
		p := in.plan(in.scoped(t), opResolve, f.Plan(doc), l)
		p.ways = done
		plans = append(plans, p)
	}
	return plans, nil
}

// restore plans to put back what ways out have taken away in all files but the
// target, unless another settings file still runs neverask's hook at questions. What cannot
// be put back is told.
func (in *Installer) restore(target string) (plans []Plan, left []Problem, err error) {
	history, err := in.Store.History()
	if err != nil {
		return nil, nil, err
	}
	for _, path := range in.targets(history) {
		l := in.inForceOf(history, path)
		if path == target {
			continue
		}
		f, err := settings.Load(path)
		if err == nil && !f.Exists {
			err = fs.ErrNotExist
		}
		if err != nil {
			// What cannot be read does not run us.
			if len(l.displaced()) > 0 {
				left = append(left, notPutBack(path, err))
			}
			continue
		}
		if runs(f.Document.Bytes(), l.owner, config.Questions) {
			return nil, nil, nil
		}
		doc, err := config.Replace(f.Document, l.displaced())
		if err != nil {
			return nil, nil, at(path, err)
		}
		p := in.plan(in.scoped(Target{Path: path}), opRestore, f.Plan(doc), l)
		if !p.Empty() {
			plans = append(plans, p)
		}
	}
	return plans, left, nil
}

// scoped names the scope of a settings file, where it has one: of several the widest.
func (in *Installer) scoped(t Target) Target {
	for _, scope := range slices.Backward(settings.Scopes) {
		if in.Locations.File(scope) == t.Path {
			t.Scope = scope
		}
	}
	return t
}

// wayNote says what a change of somebody else's hook is for.
func (p Plan) wayNote(c diffview.Change) string {
	for _, w := range p.ways {
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
	conflict.Narrow:   "no longer runs at questions (narrow)",
	conflict.Chain:    "neverask runs it at questions (chain)",
	conflict.ChainAll: "neverask runs it at questions, and it may answer what cannot be undone (chain-all)",
	conflict.Park:     "kept by neverask; uninstall puts it back (park)",
}

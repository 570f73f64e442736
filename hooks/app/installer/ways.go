package installer

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/chain"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// A Choice is the way out of a conflict that a person has chosen.
type Choice struct {
	Conflict conflict.Conflict
	Way      conflict.Way
}

// moves reports whether the way changes a file.
func (c Choice) moves() bool {
	return c.Way == conflict.Narrow || c.Way == conflict.Park || c.Way.Chains()
}

// entry is what the hook binary needs to run a chained hook.
func (c Choice) entry() chain.Entry {
	h := c.Conflict.Hook
	project := ""
	if h.Source.Kind == config.Project || h.Source.Kind == config.Local {
		project = filepath.Dir(filepath.Dir(h.Source.File)) // above .claude
	}
	return chain.Entry{
		ID: c.Conflict.ID, Active: true, File: h.Source.File, Project: project, Event: hooks.Event(h.Group.Event), Tools: c.Conflict.ChainTools(),
		Mode: c.Conflict.ChainMode(), OneWay: c.Way == conflict.ChainAll, Command: conflict.Command(h),
	}
}

// narrows reports whether the hook stays in the file for other tools.
func (c Choice) narrows() bool {
	if c.Way == conflict.Park {
		return false
	}
	_, more := config.Narrow(c.Conflict.Hook.Group.Matcher)
	return more && c.Conflict.Hook.Handler.If == ""
}

// check reports a way that the conflict does not offer.
func (c Choice) check() error {
	if c.Way == conflict.Stop || !slices.Contains(c.Conflict.Ways, c.Way) {
		h := c.Conflict.Hook
		return fmt.Errorf("%s:%d: this hook cannot be settled by %q: possible are %v", h.Source.File, h.Handler.Line, c.Way, c.Conflict.Ways)
	}
	return nil
}

// displace makes the changes that choices ask for in one file. Those for other
// files are left alone.
func displace(f settings.File, choices []Choice) (doc settings.Document, done []Choice, err error) {
	groups, err := config.Read(f.Document)
	if err != nil {
		return f.Document, nil, err
	}
	var park, narrow []config.Place
	for _, c := range choices {
		if !c.moves() || !inFile(c, f) {
			continue
		}
		place, ok := find(groups, c.Conflict.Hook)
		if !ok {
			return f.Document, nil, fmt.Errorf("%s: %w", f.Path, settings.ErrChanged)
		}
		done = append(done, c)
		if c.narrows() {
			narrow = append(narrow, place)
		} else {
			park = append(park, place)
		}
	}
	doc, err = config.Displace(f.Document, park, narrow)
	return doc, done, err
}

func inFile(c Choice, f settings.File) bool {
	return c.Conflict.Hook.Source.File == f.Path || leadsTo(c.Conflict.Hook.Source.File, f.Target)
}

// find looks a reviewed hook up in a file, which may have changed elsewhere
// since it was reviewed.
func find(groups []config.Group, h config.Hook) (config.Place, bool) {
	alike := func(g config.Group) bool { return g.Event == h.Group.Event && g.Raw == h.Group.Raw }
	for _, g := range groups {
		if alike(g) && g.Index == h.Group.Index {
			return config.Place{Event: g.Event, Group: g.Index, Handler: h.Handler.Index}, true
		}
	}
	i := slices.IndexFunc(groups, alike)
	if i < 0 {
		return config.Place{}, false
	}
	return config.Place{Event: groups[i].Event, Group: groups[i].Index, Handler: h.Handler.Index}, true
}

// resolve plans what choices ask for in the files other than the target.
func (in *Installer) resolve(target string, choices []Choice) ([]Plan, error) {
	var plans []Plan
	seen := map[string]bool{}
	for _, c := range choices {
		file := c.Conflict.Hook.Source.File
		if !c.moves() || seen[file] || slices.ContainsFunc(plans, func(p Plan) bool { return slices.ContainsFunc(p.ways, c.same) }) {
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

func (c Choice) same(d Choice) bool { return c.Conflict.ID == d.Conflict.ID }

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

package installer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/app/session"
	"neverask/hooks/claude/config"
	"neverask/hooks/redact"
	"neverask/hooks/thirdparty/outside"
	"neverask/settings"
)

// An OutsideChange is what became of a hook, or a setting, without neverask.
type OutsideChange struct {
	outside.Change
	Path string // of the settings file, as it is called
	Ours bool   // it is neverask's own
}

// Handler returns the group and the handler as they were. A setting has none.
func (d OutsideChange) Handler() (config.Group, config.Handler) { return d.Item.Parts() }

// Serious reports whether hooks do not run that should, or a setting does not hold.
func (d OutsideChange) Serious() bool {
	return d.Kind == outside.Lost && !d.Item.IsRoutine() || d.Kind == outside.Changed && d.Ours
}

// Own is what neverask's own hooks are called where others have a command.
const Own = "neverask's own"

// Subject is the event of a hook, or the name of a setting.
func (d OutsideChange) Subject() string {
	if d.Item.IsSetting() {
		return d.Item.Name()
	}
	return d.Item.Event
}

// What is the command of a hook, or the value of a setting, as it was. It holds no
// secret.
func (d OutsideChange) What() string {
	if d.Ours && !d.Item.IsSetting() {
		return Own
	}
	return whatOf(d.Item)
}

// WhatNow is what a setting that was changed is now.
func (d OutsideChange) WhatNow() string {
	if d.Now == nil {
		return ""
	}
	return whatOf(*d.Now)
}

func whatOf(i outside.Item) string {
	if i.IsSetting() {
		return strings.Join(strings.Fields(redact.Setting(i.Name(), i.Value)), " ")
	}
	_, h := i.Parts()
	return redact.Command(h.Summary())
}

// Same reports whether two are one change of one file.
func (d OutsideChange) Same(o OutsideChange) bool {
	return d.Path == o.Path && d.ID == o.ID && d.Kind == o.Kind
}

func (in *Installer) watch() *outside.Watch { return outside.New(in.Store, in.Paths.State, in.Now) }

// OutsideChanges lists what became of the hooks and the settings of a settings file since
// the person knew it, without neverask.
func (in *Installer) OutsideChanges(ctx context.Context, t Target) ([]OutsideChange, error) {
	return in.outsideChanges(ctx, t, in.watch().Changes)
}

func (in *Installer) outsideChanges(ctx context.Context, t Target, list func(context.Context, string) ([]outside.Change, error)) ([]OutsideChange, error) {
	changes, err := list(ctx, t.Path)
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	history, err := in.Store.History()
	if err != nil {
		return nil, err
	}
	l := in.inForceOf(history, changes[0].Target)
	kept := keptOf(parked(history), l, changes[0].Target)
	var all []OutsideChange
	for _, c := range changes {
		if c.Item.IsSetting() {
			all = append(all, OutsideChange{c, t.Path, in.denies(c.Item)})
			continue
		}
		g, h := c.Item.Parts()
		if c.Kind == outside.Lost && kept(g.Event, h) {
			continue // it was lost before it came back and was moved
		}
		all = append(all, OutsideChange{c, t.Path, l.owner.Owns(h)})
	}
	return all, nil
}

// denies reports whether a setting is a permission rule that keeps sessions from
// neverask's own files.
func (in *Installer) denies(i outside.Item) bool {
	return i.Element && i.Name() == "permissions.deny" && slices.Contains(config.DenyRules(in.Locations.Home, in.Paths.Config, in.Paths.State, in.Paths.Data), settings.Unquote(i.Value))
}

// keptOf returns a function that reports whether neverask keeps a handler of a file
// that it took out. One that it narrowed is still there, in another group.
func keptOf(parked []Parked, l inForce, target string) func(event string, h config.Handler) bool {
	moves := l.displaced()
	return func(event string, h config.Handler) bool {
		holds := func(g config.Group) bool { return g.Event == event && g.Has(h) }
		byHand := func(p Parked) bool {
			return p.Receipt.Target == target && holds(config.Group{Event: p.Event, Handlers: p.Handlers})
		}
		moved := func(e settings.Edit) bool { return holds(config.Lost(e)) }
		stays := func(e settings.Edit) bool {
			g, _ := config.GroupAt(e.Path, e.New)
			return holds(g)
		}
		return slices.ContainsFunc(parked, byHand) || slices.ContainsFunc(moves, moved) && !slices.ContainsFunc(moves, stays)
	}
}

// Watched are the settings files whose hooks neverask looks after, each once:
// those of the scopes, and all others that it has changed. In the home directory
// the file of the project is the person's own.
func (in *Installer) Watched() (all []Target) {
	seen := map[string]bool{}
	add := func(t Target) {
		resolved, err := filepath.EvalSymlinks(t.Path)
		if err != nil {
			resolved = t.Path
		}
		if !seen[resolved] {
			all = append(all, t)
		}
		seen[resolved] = true
	}
	for _, scope := range settings.Scopes {
		add(in.Target(scope, ""))
	}
	history, err := in.Store.History()
	if err != nil {
		return all
	}
	for _, path := range in.targets(history) {
		// The project of another file may be gone altogether.
		if _, err := os.Stat(path); err == nil {
			add(Target{Path: path})
		}
	}
	return all
}

// PutBack plans to put the lost hooks and settings of a settings file back, and to give
// the changed ones the form that they had; want chooses among them.
func (in *Installer) PutBack(ctx context.Context, t Target, want func(OutsideChange) bool) (Plan, error) {
	f, l, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	found, err := in.outsideChanges(ctx, t, in.watch().ChangesToEdit)
	if err != nil {
		return Plan{}, err
	}
	if now, err := settings.Load(t.Path); err != nil || string(now.Document.Bytes()) != string(f.Document.Bytes()) {
		return Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	var theirs []outside.Change
	ours := false
	for _, d := range found {
		if !want(d) {
			continue
		}
		ours = ours || d.Ours && d.Kind != outside.Appeared
		if !d.Ours {
			theirs = append(theirs, d.Change)
		}
	}
	doc, err := in.putBackWide(f, theirs, l)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	if ours {
		if doc, err = in.reinstall(doc, l, in.packs(t, f.Document, l)); err != nil {
			return Plan{}, at(t.Path, err)
		}
	}
	p := in.plan(in.scoped(t), opRecover, f.Plan(doc), l)
	p.Problems = documentProblems(f)
	return p, nil
}

// putBackWide puts hooks of others back. Those that a way out had narrowed when they
// were lost get the matcher that they had before, unless it keeps them narrow still:
// an uninstall cannot widen what is not there.
func (in *Installer) putBackWide(f settings.File, lost []outside.Change, l inForce) (settings.Document, error) {
	doc, err := outside.PutBack(f.Document, lost, in.watch().Past(f.Target)...)
	if err != nil {
		return doc, err
	}
	history, err := in.Store.History()
	if err != nil {
		return doc, err
	}
	var stands []settings.Edit
	lostOurs := func(t Target) bool { return slices.Contains(in.missed(t), config.Questions) }
	if len(in.answering(l.owner)) > 0 || slices.ContainsFunc(in.Watched(), lostOurs) {
		stands = l.displaced()
	}
	for _, c := range lost {
		if c.Item.IsSetting() {
			continue
		}
		until := slices.IndexFunc(history, func(r settings.Receipt) bool { return !r.Time.Before(c.Noticed) })
		if until < 0 {
			until = len(history)
		}
		past := unlike(in.inForceOf(history[:until], f.Target).displaced(), stands)
		if doc, err = config.Rewiden(doc, f.Document, past); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// reinstall puts neverask's own entries back, and its permission rules if it had
// put such into the file.
func (in *Installer) reinstall(doc settings.Document, l inForce, packs []config.Pack) (settings.Document, error) {
	chained, err := in.chained()
	if err != nil {
		return doc, err
	}
	if doc, _, err = in.repack(doc, l, packs, chained); err != nil {
		return doc, err
	}
	if slices.ContainsFunc(l.edits(), func(e settings.Edit) bool { return len(e.Path) > 0 && e.Path[0] == "permissions" }) {
		return config.AddDenyRules(doc, config.DenyRules(in.Locations.Home, in.Paths.Config, in.Paths.State, in.Paths.Data))
	}
	return doc, nil
}

// missed are the packs of which a settings file lacks entries that the person
// counts on: they were lost, and that was not accepted. What cannot be found out
// is taken for a loss.
func (in *Installer) missed(t Target) (packs []config.Pack) {
	found, err := in.OutsideChanges(context.Background(), t)
	if err != nil {
		return config.Packs()
	}
	for _, d := range found {
		if _, h := d.Handler(); d.Ours && !d.Item.IsSetting() && d.Kind != outside.Appeared {
			packs = append(packs, config.PackOf(h))
		}
	}
	return packs
}

// Disown marks neverask's own hooks that a settings file has lost as known: they
// are not wanted any more.
func (in *Installer) Disown(ctx context.Context, t Target) error {
	found, err := in.outsideChanges(ctx, t, in.watch().ChangesToEdit)
	if err != nil || len(found) == 0 {
		return err
	}
	return in.AcceptOutside(ctx, t, func(id string) bool {
		return slices.ContainsFunc(found, func(d OutsideChange) bool { return d.ID == id && d.Ours })
	})
}

// AcceptOutside marks what became of hooks of a settings file as known; want
// chooses among it.
func (in *Installer) AcceptOutside(ctx context.Context, t Target, want func(id string) bool) error {
	if in.Store.Session {
		return &session.Refusal{Path: t.Path, Why: []string{"what others have done to hooks is accepted"}}
	}
	return in.watch().Accept(ctx, t.Path, func(c outside.Change) bool { return want(c.ID) })
}

// Sessions lists the running sessions of the client that may write a settings
// file: all for the person's own, those of the project for a project's.
func (in *Installer) Sessions(t Target) []outside.Session {
	all := outside.Sessions(in.Locations.Config(), in.Now())
	if t.Path == in.Locations.File(settings.User) {
		return all
	}
	return slices.DeleteFunc(all, func(s outside.Session) bool {
		p := settings.Locations{Home: in.Locations.Home, ConfigDir: in.Locations.ConfigDir, Dir: s.Dir}
		return s.PID != 0 && t.Path != p.File(settings.Project) && t.Path != p.File(settings.Local)
	})
}

// Warnings are what is to be known before a plan is applied, whatever it is for:
// how far rules go that allow commands, that the hook binary was altered, that the
// file of a project is another one, that sessions of the client run which may
// undo the plan, because they write settings files from what they read before, and
// what is run besides.
func (in *Installer) Warnings(p Plan) []Problem {
	all := slices.Concat(in.reaching(p), in.altered(p), in.elsewhere(p), in.running(p))
	if sp, ok := p.ofService(); ok {
		s, _ := in.background(false)
		all = append(all, Problem{"service-commands", "info", s.Announce(sp), "a command that fails is told, with what to do by hand"})
	}
	return all
}

// elsewhere warns of settings files of a project that a symlink leads out of it:
// whoever wrote the repository would say what is written.
func (in *Installer) elsewhere(p Plan) (found []Problem) {
	for _, part := range p.Parts() {
		shared := part.Path == in.Locations.File(settings.Project) || part.Path == in.Locations.File(settings.Local)
		if part.Empty() || !shared || part.Path == in.Locations.File(settings.User) {
			continue
		}
		project, err := filepath.EvalSymlinks(filepath.Dir(filepath.Dir(part.Path))) // above .claude
		if err == nil && !strings.HasPrefix(part.Plan.Target, project+string(filepath.Separator)) {
			found = append(found, Problem{"leads-out", "warning",
				part.Path + " leads out of the project: what is written is " + part.Plan.Target, "apply it only if that is the file you mean"})
		}
	}
	return found
}

// altered warns of a hook binary that is not the one that was installed.
func (in *Installer) altered(p Plan) []Problem {
	if !p.Changes() || !in.Binary().State().Altered {
		return nil
	}
	fix := "neverask upgrade-hook replaces it; find out who changed it"
	if slices.ContainsFunc(p.Parts(), func(part Plan) bool { return runs(part.After, part.owner) }) {
		fix = "applying this replaces it; find out who changed it"
	}
	return []Problem{{"hook-altered", "error", in.Paths.Hook() + " is not the binary that neverask installed: its digest is another one", fix}}
}

func (in *Installer) running(p Plan) []Problem {
	var found []outside.Session
	for _, part := range p.Parts() {
		if part.Empty() || part.Service() || part.Path == in.Paths.Preferences() {
			continue
		}
		for _, s := range in.Sessions(part.Target) {
			if !slices.Contains(found, s) {
				found = append(found, s)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	var where []string
	for _, s := range found[:min(len(found), 3)] {
		if s.PID != 0 {
			where = append(where, fmt.Sprintf("process %d in %s", s.PID, s.Dir))
		}
	}
	text := "1 session of Claude Code is running"
	if len(found) > 1 {
		text = fmt.Sprintf("%d sessions of Claude Code are running", len(found))
	}
	if len(where) > 0 {
		text += " (" + strings.Join(where, ", ") + strings.Repeat(", …", min(1, max(0, len(found)-3))) + ")"
	}
	return []Problem{{"sessions-running", "warning",
		text + "; a session that saves a setting writes the file from what it read before, and can so take this change out again",
		"apply it all the same: neverask status tells when that happens, and neverask hooks outside restore mends it"}}
}

// rejoin takes back the edits that took hooks out of a document. A hook whose
// group was edited since comes back into what is left of it.
func rejoin(doc settings.Document, past []settings.Edit) (settings.Document, error) {
	for _, e := range slices.Backward(past) {
		next, err := doc.Do(e.Inverse())
		if err == nil {
			doc = next
			continue
		}
		if len(e.Path) != 2 || e.Old == "" {
			return doc, err
		}
		was, is := config.ParseGroup(e.Path[1], e.Old), config.ParseGroup(e.Path[1], e.New)
		var gone []outside.Change
		for _, h := range was.Handlers {
			if !is.Has(h) {
				gone = append(gone, outside.Change{Kind: outside.Lost, Item: outside.Item{Event: was.Event, Group: e.Old, At: h.Index, Index: e.At}})
			}
		}
		if doc, err = outside.PutBack(doc, gone); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// A KeptContent is what a settings file once held, whoever wrote it.
type KeptContent struct {
	outside.Version
	Target Target
	File   string // symlinks resolved
}

// KeptContents are those of all watched files, the newest first within a file.
func (in *Installer) KeptContents() (all []KeptContent, err error) {
	for _, t := range in.Watched() {
		file, err := filepath.EvalSymlinks(t.Path)
		if err != nil {
			file = t.Path
		}
		versions, err := in.watch().Versions(file)
		if err != nil {
			return nil, err
		}
		for _, v := range versions {
			all = append(all, KeptContent{v, t, file})
		}
	}
	return all, nil
}

// RestoreContent plans to give a whole file a content that was kept. It works on a file
// that is broken.
func (in *Installer) RestoreContent(c KeptContent) (Plan, error) {
	content, err := c.Content()
	if err != nil {
		return Plan{}, fmt.Errorf("%s: %w", c.Target.Path, settings.ErrNoBackup)
	}
	f, err := settings.Load(c.Target.Path)
	var syntax *settings.SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return Plan{}, err
	}
	l, err := in.inForce(f.Target)
	p := in.plan(in.scoped(c.Target), "rewind", f.Rewrite(content), l)
	p.Problems = append(p.Problems, Problem{"others-taken-back", "warning",
		"what was changed in the file since then is taken back as well", "look at the difference; neverask hooks outside restore puts back single hooks and settings"})
	return p, err
}

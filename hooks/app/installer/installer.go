package installer

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks/app/service"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/hooks/thirdparty/chain"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// An Installer works for one person on one machine.
type Installer struct {
	Paths     paths.Paths
	Locations settings.Locations
	Store     *settings.Store
	// Executable is the running program; the hook binary is taken from
	// beside it.
	Executable string
	// Version is the version of the running program.
	Version string
	Now     func() time.Time
	GOOS    string
	// ClientInPath returns the version of the client that a person would start. Where it is
	// nil none is known.
	ClientInPath func() client.Version
	// ManagedDir takes the place of the system's directory of managed settings.
	ManagedDir string
	// Background is what the service that watches in the background is made of.
	Background service.Env
	// RuleMatcher returns the matcher of the tools that the person's rules name,
	// "" when none names one. Where it is nil there are no such rules.
	RuleMatcher func() (string, error)
}

// Env is what an Installer needs to know of the process.
type Env struct {
	GOOS       string
	Getenv     func(string) string
	Dir        string // the working directory, where Claude Code would be started
	Executable string
	Version    string
	Now        func() time.Time
}

// New finds the directories and files of the person that env describes.
func New(env Env) (*Installer, error) {
	home := env.Getenv("HOME")
	if env.GOOS == "windows" {
		home = env.Getenv("USERPROFILE")
	}
	configDir := env.Getenv("CLAUDE_CONFIG_DIR")
	if home == "" && configDir == "" {
		return nil, fmt.Errorf("HOME is not set, so the settings of Claude Code cannot be found; set HOME or CLAUDE_CONFIG_DIR")
	}
	places := settings.Locations{Home: home, ConfigDir: configDir, Dir: env.Dir}
	p, err := directories(env, places)
	if err != nil {
		return nil, err
	}
	in := &Installer{
		Paths: p, Locations: places,
		Store: settings.NewStore(p.State, env.Now), Executable: env.Executable, Version: env.Version, Now: env.Now,
		GOOS: env.GOOS, ClientInPath: client.InPath, Background: service.EnvOf(env.GOOS, env.Getenv, env.Executable, p.Data),
	}
	in.RuleMatcher = in.readRules
	if session.Inside(env.Getenv) {
		in.Store.Session = true
		in.Store.Guard = func(plans ...settings.Plan) error {
			watch, _ := in.background(false)
			return session.Guard{Preferences: in.Paths.Preferences(), Hook: in.Paths.Hook(), Service: watch.File, Owner: in.Owner()}.Check(plans...)
		}
	}
	return in, nil
}

// directories finds the person's files. In a session of Claude Code, where a
// repository can set it, NEVERASK_HOME counts when the hook below it is the one that
// the person's own settings run.
func directories(env Env, locations settings.Locations) (paths.Paths, error) {
	p, err := paths.Resolve(env.GOOS, env.Getenv)
	if !session.Inside(env.Getenv) || env.Getenv("NEVERASK_HOME") == "" {
		return p, err
	}
	f, readErr := settings.Load(locations.File(settings.User))
	if err == nil && readErr == nil && runs(f.Document.Bytes(), config.Owner{Commands: []string{p.Hook()}, Home: locations.Home}) {
		return p, nil
	}
	return paths.Default(env.GOOS, env.Getenv)
}

// A Target is the settings file that hooks go into.
type Target struct {
	Scope settings.Scope // empty for a file that was named
	Path  string
}

// Target returns the settings file of a scope, or the file at path when it is
// not empty.
func (in *Installer) Target(scope settings.Scope, path string) Target {
	if path != "" {
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		return Target{Path: path}
	}
	return Target{Scope: scope, Path: in.Locations.File(scope)}
}

// Options are what a person may choose about an install.
type Options struct {
	// NoDenyRules leaves out the permission rules that keep Claude's own tools
	// from changing the preferences, the records and the hook binary.
	NoDenyRules bool
	// Choices are the ways out of conflicts. What is not chosen stays as it is,
	// and without the questions none counts.
	Choices []conflict.Choice
	// Packs are those that the file has afterwards. Nil are those that it has, or
	// the questions when it has none.
	Packs []config.Pack
}

// Install plans to put packs of hooks into a settings file, and to take the ways
// out of conflicts that were chosen. A plan for a file that has the hooks already
// is empty, but for these.
func (in *Installer) Install(t Target, o Options) (Plan, error) {
	f, before, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	packs := o.Packs
	if packs == nil {
		packs = in.packs(t, f.Document, before)
		if len(packs) == 0 {
			packs = []config.Pack{config.Questions}
		}
	}
	if !slices.Contains(packs, config.Questions) {
		o.Choices = nil
	}
	chained, added, err := in.chain(o.Choices)
	if err != nil {
		return Plan{}, err
	}
	doc, ways, err := displace(f, o.Choices)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	doc, back, err := in.repack(doc, before, packs, chained)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	// A file that a team shares is no place for rules about one person's
	// directories.
	if !o.NoDenyRules && t.Scope != settings.Project {
		rules := config.DenyRules(in.Locations.Home, in.Paths.Config, in.Paths.State, in.Paths.Data)
		if doc, err = config.AddDenyRules(doc, rules); err != nil {
			return Plan{}, at(t.Path, err)
		}
	}
	p := in.plan(t, opInstall, f.Plan(doc), before)
	p.asked, p.ways, p.chained, p.last = packs, ways, added, true
	if p.Also, err = in.resolve(f.Target, o.Choices); err != nil {
		return Plan{}, err
	}
	p.Problems = documentProblems(f)
	if back {
		var left []Problem
		if p.Also, left, err = in.putBack(&p, f.Target, p.Also); err != nil {
			return Plan{}, err
		}
		p.Problems = append(p.Problems, left...)
	}
	if slices.Contains(packs, config.Rules) {
		p.Problems = append(p.Problems, in.rewriterProblems()...)
	}
	if slices.Contains(packs, config.Rules) && !doesRules(doc, before.owner) {
		p.Problems = append(p.Problems, Problem{"rules-idle", "info", "no rule names a tool, so there is no entry for the rules", "add a rule, and install the rules again"})
	}
	if t.Scope == settings.Project {
		p.Problems = append(p.Problems, Problem{"shared-file", "warning",
			"this file is shared with everybody who works on the project, and the hook binary is on this machine alone",
			"use the scope local or user to keep it to yourself"})
	}
	return p, nil
}

// chain returns the entries of chained hooks as they will be with the choices,
// and those among them that come with the choices.
func (in *Installer) chain(choices []conflict.Choice) (all, added []chain.Entry, err error) {
	if all, err = in.chained(); err != nil {
		return nil, nil, err
	}
	for _, c := range choices {
		if err := c.Check(); err != nil {
			return nil, nil, err
		}
		if c.Way.Chains() {
			added = append(added, c.Entry())
		}
	}
	return chain.Merge(all, added), added, nil
}

// Uninstall plans to remove packs of hooks, or everything when none is named or
// no other is left. With the questions goes what ways out of conflicts have taken
// away: it is put back. A file that neverask has made is removed when nothing else
// has come into it.
func (in *Installer) Uninstall(t Target, packs ...config.Pack) (Plan, error) {
	f, before, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	if len(packs) > 0 {
		rest := slices.DeleteFunc(in.packs(t, f.Document, before), func(p config.Pack) bool { return slices.Contains(packs, p) })
		if len(rest) > 0 {
			p, err := in.reduce(t, f, before, rest)
			p.asked = packs
			return p, err
		}
	}
	p, left, err := in.withdrawal(t, f, before)
	if err != nil {
		return Plan{}, err
	}
	p.asked = packs
	p.Also, p.Problems, err = in.restore(f.Target)
	p.Problems = slices.Concat(left, p.Problems, in.besideOthers(f, before))
	if err != nil {
		return Plan{}, err
	}
	return in.withoutService(p)
}

// besideOthers warns where hooks come back to questions in a file that neverask
// leaves, while it stays in another one: elsewhere nothing else would run them.
func (in *Installer) besideOthers(f settings.File, l inForce) []Problem {
	if len(l.displaced()) == 0 || !f.Exists {
		return nil
	}
	for _, other := range in.answering(l.owner) {
		if other.Target != f.Target {
			return []Problem{{"back-beside", "warning",
				"the hooks that were moved in " + f.Path + " run at questions again, and " + other.Path + " still runs neverask's", "neverask hooks conflicts shows what comes of it, and the ways out"}}
		}
	}
	return nil
}

// answering lists the settings files that run neverask's hook at questions.
func (in *Installer) answering(owner config.Owner) (all []settings.File) {
	for _, t := range in.Watched() {
		if f, err := settings.Load(t.Path); err == nil && runs(f.Document.Bytes(), owner, config.Questions) {
			all = append(all, f)
		}
	}
	return all
}

// withdrawal plans to take everything of neverask's out of a file, and to put back
// what was displaced in it.
func (in *Installer) withdrawal(t Target, f settings.File, l inForce) (p Plan, left []Problem, err error) {
	doc := f.Document
	if f.Exists {
		doc, err = withdraw(f.Document, l)
	} else if len(l.displaced()) > 0 {
		left = []Problem{notPutBack(t.Path, fs.ErrNotExist)}
	}
	if err != nil {
		return Plan{}, nil, at(t.Path, err)
	}
	sp := f.Plan(doc)
	if f.Exists && l.created && !doc.Used() && !sp.Empty() {
		sp = f.PlanRemove(doc, l.dirs)
	}
	return in.plan(t, opUninstall, sp, l), left, nil
}

// withdraw takes everything of ours out of a document, and puts back what was
// displaced. What was done is taken back in the reverse order, which gives the
// original bytes; where others have edited our items since, each kind is looked
// for by itself, also when another program has written back what was removed before.
func withdraw(doc settings.Document, l inForce) (settings.Document, error) {
	displaced := l.displaced()
	if back, err := doc.Revert(l.edits()); err == nil {
		doc, displaced = back, nil
	}
	doc, err := config.RemoveDenyRules(doc, l.installs())
	if err == nil {
		doc, err = config.Uninstall(doc, l.owner, l.edits())
	}
	if err == nil {
		doc, err = config.Replace(doc, displaced)
	}
	return doc, err
}

// First is the receipt that the parts of one change have in common.
func First(r settings.Receipt) string {
	if r.Follows != "" {
		return r.Follows
	}
	return r.ID
}

func (in *Installer) plan(t Target, op string, sp settings.Plan, l inForce) Plan {
	watch, _ := in.background(false)
	return Plan{Plan: sp, Op: op, Target: t, owner: l.owner, latest: latest(l.changes, sp.Target), service: sp.Path == watch.File}
}

func (in *Installer) open(t Target) (settings.File, inForce, error) {
	f, err := settings.Load(t.Path)
	if err != nil {
		return f, inForce{}, err
	}
	l, err := in.inForce(f.Target)
	return f, l, err
}

// at gives an error about a document the file it is in.
func at(path string, err error) error {
	if syntax, ok := err.(*settings.SyntaxError); ok {
		syntax.Path = path
	}
	return err
}

// installed tells the hooks that run the binary where it is installed now.
func (in *Installer) installed() config.Owner {
	return config.Owner{Commands: []string{in.Paths.Hook()}, Home: in.Locations.Home}
}

func (in *Installer) inForce(target string) (inForce, error) {
	history, err := in.Store.History()
	return in.inForceOf(history, target), err
}

func (in *Installer) inForceOf(history []settings.Receipt, target string) inForce {
	return inForceOf(history, target, in.installed())
}

// targets are the settings files that neverask has ever changed.
func (in *Installer) targets(history []settings.Receipt) (all []string) {
	own := in.Paths.Config + string(filepath.Separator)
	services := map[string]bool{}
	for _, r := range history {
		services[r.Target] = services[r.Target] || r.Op == opWatch || r.Op == opUnwatch
	}
	for _, r := range history {
		// The directory of the preferences may be a symlink.
		if !strings.HasPrefix(r.Path, own) && !strings.HasPrefix(r.Target, own) && !services[r.Target] && !slices.Contains(all, r.Target) {
			all = append(all, r.Target)
		}
	}
	return all
}

package installer

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/hooks/config"
	"neverask/hooks/paths"
	"neverask/settings"
)

// An Installer works for one person on one machine.
type Installer struct {
	Paths  paths.Paths
	Places settings.Places
	Store  *settings.Store
	// Executable is the running program; the hook binary is taken from
	// beside it.
	Executable string
	// Version is the version of the running program.
	Version string
	Now     func() time.Time
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
	p, err := paths.Resolve(env.GOOS, env.Getenv)
	if err != nil {
		return nil, err
	}
	home := env.Getenv("HOME")
	if env.GOOS == "windows" {
		home = env.Getenv("USERPROFILE")
	}
	configDir := env.Getenv("CLAUDE_CONFIG_DIR")
	if home == "" && configDir == "" {
		return nil, fmt.Errorf("HOME is not set, so the settings of Claude Code cannot be found; set HOME or CLAUDE_CONFIG_DIR")
	}
	return &Installer{
		Paths: p, Places: settings.Places{Home: home, ConfigDir: configDir, Dir: env.Dir},
		Store: settings.NewStore(p.State, env.Now), Executable: env.Executable, Version: env.Version, Now: env.Now,
	}, nil
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
	return Target{Scope: scope, Path: in.Places.File(scope)}
}

// A Plan is a change of one settings file that has not been made.
type Plan struct {
	settings.Plan
	Op     string // install, uninstall, undo or redo
	Target Target
	// Foreign are the hooks of others that can fire on a question.
	Foreign []Foreign
	// Problems are what will keep the hooks from working in spite of the
	// plan, or should be known before it is applied.
	Problems []Problem
	owner    config.Owner
}

// Summary describes the plan in the terms of hooks. It is computed from the
// bytes that will be written.
func (p Plan) Summary() diffview.Summary {
	s := diffview.Changes(p.Before, p.After, func(_ string, h diffview.Handler) bool {
		return p.owner.Owns(config.Handler{Type: h.Type, Command: h.Command, Exec: h.Args != nil, Args: h.Args})
	})
	for i, c := range s.Changes {
		if c.Owner == diffview.Ours && c.Op == diffview.OpAdd {
			s.Changes[i].Note = notes[c.Event]
		}
		if c.Op == diffview.OpAdd && strings.HasPrefix(c.Path, "/permissions") {
			s.Changes[i].Owner = diffview.Ours
			s.Changes[i].Note = "keeps Claude's own tools from changing neverask's files"
		}
	}
	return s
}

// notes say what neverask's entry of each event is for.
var notes = map[string]string{
	"PreToolUse":         "answers questions you chose never to be asked",
	"PostToolUse":        "logs who answered",
	"PostToolUseFailure": "tells Claude what to do when a question could not be asked",
}

// Options are what a person may choose about an install.
type Options struct {
	// NoGuard leaves out the permission rules that keep Claude's own tools
	// from changing the preferences, the records and the hook binary.
	NoGuard bool
}

// Install plans to put the question hooks into a settings file. A plan for a
// file that has them already is empty.
func (in *Installer) Install(t Target, o Options) (Plan, error) {
	f, ledger, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	doc, err := config.Install(f.Document, ledger.owner, config.Questions(in.Paths.Hook()))
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	// A file that a team shares is no place for rules about one person's
	// directories.
	if !o.NoGuard && t.Scope != settings.Project {
		rules := config.GuardRules(in.Places.Home, in.Paths.Config, in.Paths.State, in.Paths.Data)
		if doc, err = config.Guard(doc, rules); err != nil {
			return Plan{}, at(t.Path, err)
		}
	}
	p := in.plan(t, "install", f.Plan(doc), ledger)
	p.Foreign = in.foreign(t, ledger.owner)
	p.Problems = documentProblems(f)
	if t.Scope == settings.Project {
		p.Problems = append(p.Problems, Problem{"shared-file", "warning",
			"this file is shared with everybody who works on the project, and the hook binary is on this machine alone",
			"use the scope local or user to keep it to yourself"})
	}
	return p, nil
}

// Uninstall plans to remove the question hooks. A file that neverask has made
// is removed when nothing else has come into it.
func (in *Installer) Uninstall(t Target) (Plan, error) {
	f, ledger, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	doc, err := config.Unguard(f.Document, ledger.edits)
	if err == nil {
		doc, err = config.Uninstall(doc, ledger.owner, ledger.edits)
	}
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	sp := f.Plan(doc)
	if f.Exists && ledger.created && !doc.Used() && !sp.Empty() {
		sp = f.PlanRemove(doc, ledger.dirs)
	}
	return in.plan(t, "uninstall", sp, ledger), nil
}

// Undo plans to take a change back, and Redo to make an undone one again: a
// redo is the undo of an undo.
func (in *Installer) Undo(r settings.Receipt) (Plan, error) {
	op := "undo"
	if r.Op == "undo" {
		op = "redo"
	}
	sp, err := in.Store.Undo(r)
	if err != nil {
		return Plan{}, err
	}
	t := Target{Path: r.Path}
	for _, scope := range settings.Scopes {
		if in.Places.File(scope) == r.Path {
			t.Scope = scope
		}
	}
	ledger, err := in.ledger(sp.Target)
	return in.plan(t, op, sp, ledger), err
}

func (in *Installer) plan(t Target, op string, sp settings.Plan, l ledger) Plan {
	return Plan{Plan: sp, Op: op, Target: t, owner: l.owner}
}

// Apply makes the change that was shown. The hook binary is put in place
// before a file starts to run it, and removed when no file does any more. An
// error beside a receipt is about the binary: the file was changed.
func (in *Installer) Apply(ctx context.Context, p Plan) (r settings.Receipt, err error) {
	// One process must not remove the binary that another is about to use.
	err = in.Store.Exclusive(ctx, func(apply settings.ApplyFunc) error {
		if runs(p.After, p.owner) {
			if err := in.placeHook(); err != nil {
				return err
			}
		}
		if p.Empty() {
			return nil
		}
		if r, err = apply(p.Plan, p.Op); err != nil {
			return err
		}
		return in.dropHook()
	})
	return r, err
}

// runs reports whether settings run one of the owner's commands.
func runs(content []byte, owner config.Owner) bool {
	doc, err := settings.Parse(content)
	if err != nil {
		return false
	}
	groups, err := config.Read(doc)
	return err == nil && slices.ContainsFunc(groups, func(g config.Group) bool {
		return slices.ContainsFunc(g.Handlers, owner.Owns)
	})
}

func (in *Installer) open(t Target) (settings.File, ledger, error) {
	f, err := settings.Load(t.Path)
	if err != nil {
		return f, ledger{}, err
	}
	l, err := in.ledger(f.Target)
	return f, l, err
}

// ledger is what the journal knows of neverask's entries in one file.
type ledger struct {
	owner   config.Owner
	edits   []settings.Edit // that installing made and that still stand
	created bool            // neverask made the file
	dirs    []string        // and these directories for it
}

func (in *Installer) ledger(target string) (ledger, error) {
	l := ledger{owner: config.Owner{Commands: []string{in.Paths.Hook()}, Home: in.Places.Home}}
	history, err := in.Store.History()
	if err != nil {
		return l, err
	}
	for _, r := range history {
		if r.Target != target || r.State != settings.Applied {
			continue
		}
		switch r.Op {
		case "install":
			l.edits = append(l.edits, r.Edits...)
			if r.Created() {
				l.created, l.dirs = true, r.Dirs
			}
			l.owner.Commands = append(l.owner.Commands, commands(r.Edits)...)
		case "uninstall":
			l.edits, l.created, l.dirs = nil, false, nil
		}
	}
	return l, nil
}

// commands returns the hook binaries that edits have added.
func commands(edits []settings.Edit) (found []string) {
	for _, e := range edits {
		for _, c := range gjson.Get(e.New, "hooks.#.command").Array() {
			if strings.HasPrefix(filepath.Base(c.String()), paths.HookName) {
				found = append(found, c.String())
			}
		}
	}
	return found
}

// at gives an error about a document the file it is in.
func at(path string, err error) error {
	if syntax, ok := err.(*settings.SyntaxError); ok {
		syntax.Path = path
	}
	return err
}

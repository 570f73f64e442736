package planner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/hooks/paths"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/saferead"
	"neverask/settings/worktree"
)

// A Planner knows one person's files on one machine.
type Planner struct {
	Paths     paths.Paths
	Locations settings.Locations
	Store     *settings.Store
	// Executable is the running program, beside which the hook binary is.
	Executable string
	// Version is the version of the running program.
	Version string
	Now     func() time.Time
	GOOS    string
	// FindClient finds the client that the person would start. Nil means that none is known.
	FindClient func() client.Found
	// ManagedDir replaces the system's directory of managed settings.
	ManagedDir string
	// Getenv is the environment that Claude Code is started in; nil for an empty one.
	Getenv func(string) string
	// Extra are settings files, and PluginDirs directories of plugins, that Claude Code is
	// started with.
	Extra, PluginDirs []string
	// Needs returns the entries that the person's rules need. Nil means none.
	Needs func() (config.Needs, error)
}

// Env is what a Planner needs to know about the process.
type Env struct {
	GOOS       string
	Getenv     func(string) string
	Dir        string // the working directory, where Claude Code would be started
	Executable string
	Version    string
	Now        func() time.Time
}

// New finds the directories and files of the person that env describes.
func New(env Env) (*Planner, error) {
	home := env.Getenv("HOME")
	if env.GOOS == "windows" {
		home = env.Getenv("USERPROFILE")
	}
	configDir := env.Getenv("CLAUDE_CONFIG_DIR")
	if home == "" && configDir == "" {
		return nil,
			fmt.Errorf("HOME is not set, so the settings of Claude Code cannot be found; set HOME or CLAUDE_CONFIG_DIR")
	}
	places := settings.Locations{Home: home, ConfigDir: configDir, Dir: env.Dir}
	p, err := directories(env, places)
	if err != nil {
		return nil, err
	}
	in := &Planner{
		Paths: p, Locations: places,
		Store: settings.NewStore(p.State, env.Now), Executable: env.Executable, Version: env.Version, Now: env.Now,
		GOOS: env.GOOS, Getenv: env.Getenv, FindClient: func() client.Found { return client.Find(home) },
	}
	in.Needs = func() (config.Needs, error) { return readNeeds(p.Preferences()) }
	in.Store.Session = session.Inside(env.Getenv) || session.StartedInside(os.Getppid())
	if session.Inside(env.Getenv) {
		in.Store.Guard = func(plans ...settings.Plan) error {
			return session.Guard{IsOwn: func(path string) bool { return isOwn(in.Paths, path) },
				Preferences: in.Paths.Preferences(), Hook: in.Paths.Hook(), Owner: in.Owner()}.Check(plans...)
		}
	}
	return in, nil
}

// directories finds the person's files. In a session of Claude Code, where a repository can
// set NEVERASK_HOME, it counts only if the person's own settings run the hook below it.
func directories(env Env, locations settings.Locations) (paths.Paths, error) {
	p, err := paths.Resolve(env.GOOS, env.Getenv)
	if !session.Inside(env.Getenv) || env.Getenv("NEVERASK_HOME") == "" {
		return p, err
	}
	f, readErr := settings.Load(locations.File(settings.User))
	if err == nil && readErr == nil && Runs(f.Document, config.Owner{Commands: []string{p.Hook()}, Home: locations.Home}) {
		return p, nil
	}
	return paths.Default(env.GOOS, env.Getenv)
}

// A Target is the settings file into which hooks are installed.
type Target struct {
	Scope settings.Scope // empty for a file named by path
	Path  string
}

// CheckSettingsFile fails if a settings file that a person names is one of neverask's own files.
func (in *Planner) CheckSettingsFile(path string) error {
	path, err := filepath.Abs(path)
	if err == nil && isOwn(in.Paths, path) {
		err = fmt.Errorf("%s is one of neverask's own files, and not a settings file of Claude Code", path)
	}
	return err
}

// Target returns the settings file of a scope, or the file at path, if that is not empty.
func (in *Planner) Target(scope settings.Scope, path string) Target {
	if path != "" {
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		return Target{Path: path}
	}
	return Target{Scope: scope, Path: in.Locations.File(scope)}
}

// First returns the receipt that all parts of a change have in common.
func First(r settings.Receipt) string {
	if r.Follows != "" {
		return r.Follows
	}
	return r.ID
}

// NewPlan makes a plan for a change of one file, with its account l.
func (in *Planner) NewPlan(t Target, op string, sp settings.Plan, l Account) Plan {
	return Plan{Plan: sp, Op: op, Target: t, Owner: l.Owner, latest: latest(l.Changes, sp.Target)}
}

// Open reads a settings file, and neverask's account of it.
func (in *Planner) Open(t Target) (settings.File, Account, error) {
	f, err := in.Store.Load(t.Path)
	if err != nil {
		return f, Account{}, err
	}
	l, err := in.Account(f.Target)
	return f, l, err
}

// isOwn reports whether a file is one that neverask keeps for itself, under any name.
func isOwn(p paths.Paths, path string) bool {
	for _, dir := range []string{p.Config, p.State, p.Data} {
		if worktree.Below(path, dir) || worktree.Below(resolve(path, maxLinks), resolve(dir, maxLinks)) {
			return true
		}
	}
	return false
}

// maxLinks is how many symlinks are followed, as by the system.
const maxLinks = 40

// resolve returns a path without symlinks, even of a file that does not exist yet.
func resolve(path string, links int) string {
	resolved, err := filepath.EvalSymlinks(path)
	dir := filepath.Dir(path)
	switch target, linkErr := os.Readlink(path); {
	case err == nil:
		return resolved
	case links == 0 || dir == path:
		return path
	case linkErr == nil && filepath.IsAbs(target):
		return resolve(target, links-1)
	case linkErr == nil:
		return resolve(filepath.Join(resolve(dir, links-1), target), links-1)
	}
	return filepath.Join(resolve(dir, links), filepath.Base(path))
}

// Located adds the file to an error about a document.
func Located(path string, err error) error {
	if syntax, ok := err.(*settings.SyntaxError); ok {
		syntax.Path = path
	}
	return err
}

// Installed recognises the hooks that run the binary where it is installed now.
func (in *Planner) Installed() config.Owner {
	return config.Owner{Commands: []string{in.Paths.Hook()}, Rules: in.DenyRules(), Home: in.Locations.Home}
}

// DenyRules returns the permission rules that keep sessions away from neverask's own files.
func (in *Planner) DenyRules() []string {
	return config.DenyRules(in.Locations.Home, in.Paths.Config, in.Paths.State, in.Paths.Data)
}

// Account returns neverask's account of a file, whose path has no symlinks.
func (in *Planner) Account(target string) (Account, error) {
	history, err := in.Store.History()
	return in.AccountIn(history, target), err
}

// AccountIn is [Planner.Account] for changes that were already read.
func (in *Planner) AccountIn(history []settings.Receipt, target string) Account {
	return AccountOf(history, target, in.Installed())
}

// FilesIn returns the settings files that neverask has ever changed.
func (in *Planner) FilesIn(history []settings.Receipt) (all []string) {
	own := in.Paths.Config + string(filepath.Separator)
	for _, r := range history {
		// The directory of the preferences may be a symlink.
		if !strings.HasPrefix(r.Path, own) && !strings.HasPrefix(r.Target, own) && !slices.Contains(all, r.Target) {
			all = append(all, r.Target)
		}
	}
	return all
}

// NeedsOfRules returns what the rules need, or what is installed if they are unreadable.
func (in *Planner) NeedsOfRules(groups []config.Group, owner config.Owner) (n config.Needs) {
	if in.Needs == nil {
		return n
	}
	if now, err := in.Needs(); err == nil {
		return now
	}
	for _, g := range owner.Groups(groups, config.ToolRuleHook) {
		if g.Matcher != nil && n.Matcher == "" {
			n.Matcher = *g.Matcher
		}
	}
	n.Tell = slices.ContainsFunc(owner.Groups(groups, config.QuestionHooks), func(g config.Group) bool {
		return g.Event == string(hooks.EventSessionStart)
	})
	return n
}

// readNeeds reads what the rules in the preferences need.
func readNeeds(preferences string) (config.Needs, error) {
	b, err := saferead.ReadFile(preferences, settings.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Needs{}, nil
	}
	if err != nil {
		return config.Needs{}, err
	}
	return NeedsIn(b)
}

// NeedsIn returns what the rules in a preferences file need. It fails if no rule can be read.
func NeedsIn(preferences []byte) (config.Needs, error) {
	tools, _, err := toolrule.Parse(preferences)
	if err != nil {
		return config.Needs{}, err
	}
	lines, _, err := standinganswer.Parse(preferences)
	return config.Needs{Matcher: toolrule.Matcher(tools), Tell: len(lines) > 0}, err
}

// Sources finds every source of hooks where Claude Code is started.
func (in *Planner) Sources() config.Sources { return config.Find(in.Site()) }

// Site returns where Claude Code is started; see [Planner.Sources].
func (in *Planner) Site() config.Site {
	return config.Site{
		Parse: in.Store.Parse, Locations: in.Locations, GOOS: in.GOOS,
		ManagedDir: in.ManagedDir, Getenv: in.Getenv, Extra: in.Extra, PluginDirs: in.PluginDirs,
	}
}

// CommandEnv returns the environment of hook commands if Claude Code is started in env; variables of settings win.
func (in *Planner) CommandEnv(env []string) conflict.CommandEnv {
	return conflict.CommandEnv{
		Home: in.Locations.Home, Project: in.Locations.Dir, Env: slices.Concat(env, config.Variables(in.Site())),
	}
}

// LeadsTo reports whether a file, with symlinks followed, is target.
func LeadsTo(file, target string) bool {
	return file == target || worktree.Real(file) == target
}

// Owner returns the owner that recognises neverask's own hooks in all settings files.
func (in *Planner) Owner() config.Owner {
	owner := in.Installed()
	history, err := in.Store.History()
	if err != nil {
		return owner
	}
	for _, r := range history {
		if r.Op == OpInstall {
			owner = owning(owner, r.Edits)
		}
	}
	return owner
}

// Scoped adds the scope of a settings file, if it has one; of several, the widest.
func (in *Planner) Scoped(t Target) Target {
	for _, scope := range slices.Backward(settings.Scopes) {
		if in.Locations.File(scope) == t.Path {
			t.Scope = scope
		}
	}
	return t
}

package installer

import (
	"context"
	"slices"

	"neverask/hooks/config"
	"neverask/hooks/conflict"
)

// Looking says how a review is made.
type Looking struct {
	// Past are the runs of hooks that transcripts tell of.
	Past []conflict.Observation
	// Consent is asked before a hook is run to see what it does. Where it is
	// nil, none is.
	Consent func(conflict.Trial) bool
	Env     []string // of the client, for hooks that are run
	// Extra are settings files and PluginDirs directories of plugins that the
	// client is started with.
	Extra, PluginDirs []string
}

// A Review is everything that has a part in questions where Claude Code is
// started.
type Review struct {
	Conflicts []conflict.Conflict
	Switches  []config.Switch
	Findings  []config.Finding
}

// Review looks at every source of hooks, and at the settings that decide about
// questions without one. It changes nothing. An error comes from the context
// alone.
func (in *Installer) Review(ctx context.Context, o Looking) (Review, error) {
	site := config.Site{Places: in.Places, GOOS: in.GOOS, ManagedDir: in.ManagedDir, Extra: o.Extra, PluginDirs: o.PluginDirs}
	sources := config.Find(site)
	owner := in.owner()
	found, err := conflict.Review(ctx, conflict.Options{
		Sources: sources, Tools: config.QuestionTools(site), Ours: owner.Owns,
		Around: conflict.Surroundings{Home: in.Places.Home, Project: in.Places.Dir, Env: o.Env},
		Past:   o.Past, Consent: o.Consent,
	})
	return Review{found, sources.Switches, sources.Findings}, err
}

// owner tells neverask's hooks in any file.
func (in *Installer) owner() config.Owner {
	owner := config.Owner{Commands: []string{in.Paths.Hook()}, Home: in.Places.Home}
	history, err := in.Store.History()
	if err != nil {
		return owner
	}
	for _, r := range history {
		if r.Op == "install" {
			owner.Commands = append(owner.Commands, commands(r.Edits)...)
		}
	}
	return owner
}

// Open are the conflicts that have to be decided before neverask is installed.
func (r Review) Open() []conflict.Conflict {
	return slices.DeleteFunc(slices.Clone(r.Conflicts), func(c conflict.Conflict) bool { return !c.Severity.Decide() })
}

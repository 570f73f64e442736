package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/settings"
	"neverask/settings/worktree"
)

// Options says what to examine.
type Options struct {
	Planner *planner.Planner
	// Stats summarise the runs of hooks in transcripts.
	Stats []transcript.HookStat
	// Asked are past questions.
	Asked []transcript.Question
	// Rules are the faults in the user's rules.
	Rules []preferences.Finding
	Env   []string // the client's: where programs are looked for
	// Try runs the installed hook with a made-up question.
	Try bool
}

// Examine examines everything and returns its findings, the worst first. It changes nothing.
// If ctx ends, the findings are incomplete.
func Examine(ctx context.Context, o Options) []Finding {
	sources := o.Planner.Sources()
	all := sources.Hooks()
	found := slices.Concat(o.ofHooks(sources, all), o.installed(ctx, sources, all), o.clients(sources), o.rules())
	if o.Try {
		found = append(found, o.try(ctx)...)
	}
	return worstFirst(found)
}

// Hooks is the part of Examine about settings files and the hooks in them, whoever wrote them.
// It starts no program and writes nothing.
func Hooks(o Options) []Finding {
	sources := o.Planner.Sources()
	return worstFirst(o.ofHooks(sources, sources.Hooks()))
}

// ExamineFiles is the part of Examine that starts no program and reads no records: the settings files, the hooks in them,
// and who may write them.
func (o Options) ExamineFiles(sources config.Sources) []Finding {
	all := sources.Hooks()
	return worstFirst(slices.Concat(o.ofHooks(sources, all), o.moved(all), o.modes(sources)))
}

func (o Options) ofHooks(sources config.Sources, all []config.Hook) (found []Finding) {
	for _, path := range o.files(sources) {
		found = append(found, o.file(path, o.kindOf(sources, path), o.readOnly(sources, path))...)
	}
	found = slices.Concat(found, o.brokenSources(sources), o.inOtherSources(sources, all),
		o.unreadSources(sources), o.commands(sources, all), o.called(sources, all),
		o.doubled(all), o.repeated(all), o.switches(sources), o.slow(all))
	return o.inOrder(found)
}

// inOrder says which repairs must wait: no hook is parked in a file that has a mistake.
func (o Options) inOrder(found []Finding) []Finding {
	lines := map[string]int{}
	for i := range found {
		f := &found[i]
		if !f.Parks {
			continue
		}
		if _, known := lines[f.File]; !known {
			lines[f.File] = o.mistake(f.File)
		}
		if f.After = lines[f.File]; f.After > 0 {
			f.Why = fmt.Sprintf("once line %d is repaired, ", f.After) + f.Why
		}
	}
	return found
}

// mistake returns the line of the first mistake in a settings file that prevents every change of its hooks; 0 if
// there is none.
func (o Options) mistake(path string) int {
	file, _, err := o.Planner.Open(o.Planner.Target("", path))
	if err == nil {
		_, err = config.Read(file.Document)
	}
	if wrong, ok := errors.AsType[*settings.SyntaxError](err); ok {
		return wrong.Line
	}
	return 0
}

func worstFirst(found []Finding) []Finding {
	rank := func(f Finding) int {
		if f.Off == config.OffClient || f.Off == config.OffFile || f.Off == config.OffHooks || f.ID == "hooks-switched-off" ||
			f.ID == "preferences-gone" {
			return 0
		}
		return slices.Index([]Severity{"", Error, Warning, Info}, f.Severity)
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(rank(a), rank(b)) })
	return found
}

// files returns the settings files, readable or not.
func (o Options) files(sources config.Sources) (paths []string) {
	in := o.Planner
	for _, scope := range settings.Scopes {
		paths = append(paths, in.Locations.File(scope))
	}
	paths = append(paths, in.Extra...)
	paths = append(paths, sources.Managed...)
	seen := map[string]bool{}
	return slices.DeleteFunc(paths, func(path string) bool {
		resolved := worktree.Real(path)
		twice := seen[resolved]
		seen[resolved] = true
		return twice
	})
}

// kindOf returns the kind of a settings file.
func (o Options) kindOf(sources config.Sources, path string) config.Kind {
	switch {
	case slices.Contains(sources.Managed, path):
		return config.Managed
	case slices.Contains(o.Planner.Extra, path):
		return config.Extra
	}
	return config.User // and project and local settings are treated alike
}

// readOnly says why a file is not changed. A repeated name is not a reason here: repairing
// that is the point.
func (o Options) readOnly(sources config.Sources, path string) string {
	if slices.Contains(sources.Managed, path) {
		return "it is set by your administrator"
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o200 == 0 {
		return "the file is read-only"
	}
	return ""
}

func at(h config.Hook) Finding {
	return Finding{File: h.Source.File, Line: h.Handler.Line}
}

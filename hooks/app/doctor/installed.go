package doctor

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/outsidechanges"
	"neverask/settings/worktree"
)

// own are the problems of [status.Inspect] that become findings; doctor finds its other
// problems itself, with line numbers.
var own = map[string]string{
	"hook-missing": "", "hook-altered": "Claude Code runs it at every question", "hook-outdated": "it may lack features that this neverask has",
	"entry-missing": "it does not work: questions are not answered, or nothing is recorded",
	"matcher-stale": "your rules do not apply to tools they name, or the hook runs needlessly", "preferences-unreadable": "every question is asked", "preferences-gone": "every question is asked",
	"preferences-broken": "every question is asked", "rule-disabled": "its questions are asked", "hook-complaints": "those questions were asked",
}

// installed examines what neverask has installed, and its records.
func (o Options) installed(ctx context.Context, sources config.Sources, all []config.Hook) (found []Finding) {
	in := o.Planner
	seen := map[string]bool{}
	for _, t := range in.Watched() {
		status := status.Inspect(in, t)
		found = append(found, o.unrecorded(status)...)
		lost, ours := o.lost(ctx, t)
		for _, p := range status.Problems {
			why, mine := own[p.ID]
			if !mine || seen[p.ID+p.Message] && p.ID != "entry-missing" || p.ID == "entry-missing" && ours {
				continue
			}
			seen[p.ID+p.Message] = true
			f := Finding{ID: p.ID, Severity: Severity(p.Severity), File: t.Path, Message: p.Message, Each: p.Each, Why: why, Fix: p.Fix}
			if strings.HasPrefix(p.ID, "hook-") {
				f.File = in.Paths.Hook()
			}
			switch {
			case p.ID == "entry-missing" || p.ID == "matcher-stale" || p.ID == "hook-missing" || p.ID == "hook-altered" || p.ID == "hook-outdated":
				f = f.by(func() (planner.Plan, error) {
					return install.Install(in, t, install.Options{NoDenyRules: true, Repair: true})
				})
			case strings.HasPrefix(p.ID, "preferences") || p.ID == "rule-disabled":
				f.File = in.Paths.Preferences()
			case p.ID == "hook-complaints":
				f.File = in.Paths.HookErrors()
			}
			found = append(found, f)
		}
		found = append(found, lost...)
	}
	return slices.Concat(found, o.moved(all), o.modes(sources))
}

// lost finds third-party hooks that were lost, and neverask's own that were lost or changed,
// outside neverask, grouped by kind. It reports whether neverask's own are among them.
func (o Options) lost(ctx context.Context, t planner.Target) (found []Finding, ours bool) {
	differing, err := o.Planner.OutsideChanges(ctx, t)
	if err != nil {
		return nil, false
	}
	later := context.WithoutCancel(ctx) // a repair outlives the examination
	for _, kind := range []outsidechanges.Kind{outsidechanges.Lost, outsidechanges.Changed} {
		f := Finding{ID: "hooks-lost", Severity: Warning, File: t.Path, Why: "another program wrote the file, so Claude Code no longer runs them as before", Fix: "restore them; if you meant the change, neverask hooks restore --keep keeps the file"}
		is := func(d planner.OutsideChange) bool { return d.Serious() && d.Kind == kind }
		for _, d := range differing {
			if is(d) {
				f.Message, f.Each = fmt.Sprintf("a %s hook was %s: %s", d.Item.Event, kind, d.What()), append(f.Each, d.Item.Event+": "+d.What())
				ours = ours || d.Ours
			}
		}
		switch n := len(f.Each); n {
		case 0:
			continue
		case 1:
			f.Each = nil
		default:
			f.Message = fmt.Sprintf("%s were %s", diffview.Count(n, "hook"), kind)
		}
		found = append(found, f.by(func() (planner.Plan, error) { return changes.PutBack(later, o.Planner, t, is) }))
	}
	return found, ours
}

// moved finds entries that run a hook named like neverask's at another path, each path once.
func (o Options) moved(all []config.Hook) (found []Finding) {
	hook := o.Planner.Paths.Hook()
	first := map[string]int{}
	for _, h := range all {
		command := strings.Trim(h.Handler.Command, `"'`)
		if h.Handler.Type != "command" || filepath.Base(command) != filepath.Base(hook) || command == hook || worktree.Real(command) == hook {
			continue
		}
		f := at(h)
		if i, ok := first[command]; ok {
			one := &found[i]
			if one.Each == nil {
				one.Each = []string{fmt.Sprintf("%s:%d", one.File, one.Line)}
			}
			one.Each = append(one.Each, fmt.Sprintf("%s:%d", f.File, f.Line))
			one.Message = fmt.Sprintf("%d hooks run %s, which is not where this neverask installs its hook: %s", len(one.Each), command, hook)
			continue
		}
		first[command] = len(found)
		f.ID, f.Severity, f.Message = "entry-moved", Warning, command+" is not where this neverask installs its hook: "+hook
		f.Why, f.Fix = "that binary has other preferences and records, or none", "run neverask install with the environment it was installed with, or remove it with neverask hooks rm"
		found = append(found, f)
	}
	return found
}

// modes finds files that others may write, or in which they may read what Claude asked.
func (o Options) modes(sources config.Sources) (found []Finding) {
	in := o.Planner
	if in.GOOS == "windows" {
		return nil
	}
	private := []string{in.Paths.Preferences(), in.Paths.Questions(), in.Paths.Changes(), in.Paths.State, in.Paths.Hook()}
	for _, path := range append(o.files(sources), private...) {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			continue // reported elsewhere
		}
		mode := info.Mode().Perm()
		f := Finding{ID: "mode-wide", Severity: Warning, File: path, Fix: "chmod go-w " + quoted(path)}
		switch {
		case mode&0o022 != 0:
			f.Message, f.Why = fmt.Sprintf("others may write it (mode %04o)", mode), "whoever writes it decides which programs Claude Code runs as you, or how neverask answers questions"
		case mode&0o044 != 0 && (path == in.Paths.Questions() || path == in.Paths.State):
			f.Message, f.Why, f.Fix = fmt.Sprintf("others may read it (mode %04o)", mode), "it holds what Claude asked you", "chmod go-r "+quoted(path)
		default:
			continue
		}
		found = append(found, f)
	}
	return found
}

// untried reports that neverask's statements about clients may not hold for the one that would
// be started.
func (o Options) untried() (found []Finding) {
	is := o.Planner.Client()
	if is.Missing() && o.Planner.FindClient != nil {
		found = append(found, Finding{ID: "client-missing", Severity: Warning, Message: client.NotFound,
			Why: "no hook runs without it", Fix: "install Claude Code, or add it to PATH"})
	}
	if is.Version == "" || is.Version.Doubt() == "" {
		return found
	}
	f := Finding{
		ID: "client-untried", Severity: Info, Message: is.Version.Doubt() + "; its version is " + cmp.Or(is.From, "that of "+is.Program),
		Why: "what neverask says about hooks was observed with other versions and may not hold for this one", Fix: "nothing needs to be done; docs/clients.md lists what was tested",
	}
	if is.Version.Before(client.Oldest) {
		f.ID, f.Severity = "client-old", Warning
		f.Why, f.Fix = "older versions may ignore a hook's answer", "update Claude Code and start its sessions again"
	}
	return append(found, f)
}

// clients examines the client, and the directory that it is started in.
func (o Options) clients(sources config.Sources) (found []Finding) {
	in := o.Planner
	found = append(found, o.untried()...)
	if path, untrusted := Untrusted(in); untrusted && slices.ContainsFunc(sources.List, func(s config.Source) bool { return s.Kind == config.Project || s.Kind == config.Local }) {
		found = append(found, Finding{ID: "folder-untrusted", Severity: Warning, File: path, Message: in.Locations.Dir + " is not trusted yet",
			Why: "Claude Code runs no hook from a project's settings until you trust its folder", Fix: "if you trust its contents, start claude in it and say yes"})
	}
	return found
}

package doctor

import (
	"cmp"
	"slices"

	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
)

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
		ID: "client-untried", Severity: Info,
		Message: is.Version.Doubt() + "; its version is " + cmp.Or(is.From, "that of "+is.Program),
		Why:     "what neverask says about hooks was observed with other versions and may not hold for this one",
		Fix:     "nothing needs to be done; docs/clients.md lists what was tested",
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
		found = append(found,
			Finding{ID: "folder-untrusted", Severity: Warning, File: path, Message: in.Locations.Dir + " is not trusted yet",
				Why: "Claude Code runs no hook from a project's settings until you trust its folder",
				Fix: "if you trust its contents, start claude in it and say yes"})
	}
	return found
}

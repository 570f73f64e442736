package config

import (
	"slices"
	"strconv"

	"neverask/settings"
)

// Install makes the given entries the owner's only ones in a document: it adds missing ones,
// removes the owner's stale and duplicate ones, and changes nothing else. Installing twice
// changes nothing. past are the edits of earlier installs, oldest first: see [Uninstall].
func Install(doc settings.Document, owner Owner, entries []Entry, past []settings.Edit) (settings.Document, error) {
	groups, err := Read(doc)
	if err != nil {
		return doc, err
	}
	have := findInstalled(groups, entries)
	out, err := updateMatchers(doc, groups, entries, have)
	if err != nil {
		return doc, err
	}
	out, err = removeOwn(out, groups, owner, have, past)
	if err != nil {
		return doc, err
	}
	for i, e := range entries {
		if have[i] != nil {
			continue
		}
		if err := settings.CheckPath(e.Command); err != nil {
			return doc, err
		}
		if out, err = out.Append(settings.Path{"hooks", e.Event}, e.JSON()); err != nil {
			return doc, err
		}
	}
	return withoutEmpty(out, createdContainers(groups, owner, past), past)
}

// Tidy removes the empty containers that past edits created in a document.
func Tidy(doc settings.Document, past []settings.Edit) (settings.Document, error) {
	return withoutEmpty(doc, createdContainers(nil, Owner{}, past), past)
}

func withoutEmpty(doc settings.Document, paths []settings.Path, past []settings.Edit) (settings.Document, error) {
	out := doc
	for _, path := range paths {
		v, ok := out.Get(path...)
		if !ok || filled(v) {
			continue
		}
		var err error
		if out, err = out.Delete(path, past...); err != nil {
			return doc, err
		}
	}
	return out, nil
}

// updateMatchers gives handlers that differ from an entry only in their matcher the entry's, and
// adds them to have. A handler that shares its group with others stays unchanged.
func updateMatchers(doc settings.Document, groups []Group, entries []Entry, have []*Place) (settings.Document, error) {
	for i, e := range entries {
		for _, g := range groups {
			stale := have[i] == nil && e.Matcher != "" && g.Event == e.Event && g.Matcher != nil && len(g.Handlers) == 1 &&
				e.matches(g.Handlers[0])
			taken := slices.ContainsFunc(have, func(p *Place) bool { return p != nil && *p == Place{g.Event, g.Index, 0} })
			if !stale || taken {
				continue
			}
			var err error
			if doc, err = doc.Set(append(g.Path(), "matcher"), settings.Quote(e.Matcher)); err != nil {
				return doc, err
			}
			have[i] = &Place{g.Event, g.Index, 0}
		}
	}
	return doc, nil
}

// Installed reports for each entry whether the groups have it.
func Installed(groups []Group, entries []Entry) []bool {
	var found []bool
	for _, at := range findInstalled(groups, entries) {
		found = append(found, at != nil)
	}
	return found
}

// findInstalled finds for each entry the handler that already matches it.
func findInstalled(groups []Group, entries []Entry) []*Place {
	have := make([]*Place, len(entries))
	for i, e := range entries {
		for _, g := range groups {
			if g.Event != e.Event || (g.Matcher == nil) != (e.Matcher == "") || g.Matcher != nil && *g.Matcher != e.Matcher {
				continue
			}
			for _, h := range g.Handlers {
				if have[i] == nil && e.matches(h) {
					have[i] = &Place{g.Event, g.Index, h.Index}
				}
			}
		}
	}
	return have
}

// matches reports whether a handler is the entry's. Its time limit may differ, because the user
// may have changed it.
func (e Entry) matches(h Handler) bool {
	return h.Type == "command" && h.Command == e.Command && h.Exec &&
		slices.Equal(h.Args, e.Args) && h.If == "" && !h.Async
}

// Uninstall removes the owner's entries from a document. past are the edits of earlier
// installs, oldest first: containers created for the entries are removed once empty, and the
// white space that they replaced comes back. Without past, every emptied container is removed.
func Uninstall(doc settings.Document, owner Owner, past []settings.Edit) (settings.Document, error) {
	return Install(doc, owner, nil, past)
}

// createdContainers lists the containers that past edits created and that may be removed once
// empty, innermost first.
func createdContainers(groups []Group, owner Owner, past []settings.Edit) []settings.Path {
	var paths []settings.Path
	for _, e := range slices.Backward(past) {
		path := append(slices.Clone(e.Path), e.Key)
		if e.AddsContainer() && (path[0] == "hooks" || path[0] == "permissions") {
			paths = append(paths, path)
		}
	}
	if len(past) > 0 {
		return paths
	}
	for _, g := range groups {
		if slices.ContainsFunc(g.Handlers, owner.Owns) {
			paths = append(paths, settings.Path{"hooks", g.Event})
		}
	}
	if len(paths) > 0 {
		paths = append(paths, settings.Path{"hooks"})
	}
	return paths
}

// removeOwn removes the owner's handlers except those in keep, and the groups left without
// handlers. It goes from the last group to the first, so that positions stay valid.
func removeOwn(doc settings.Document, groups []Group, owner Owner,
	keep []*Place, past []settings.Edit) (settings.Document, error) {
	for _, g := range slices.Backward(groups) {
		own := slices.DeleteFunc(slices.Clone(g.Handlers), func(h Handler) bool {
			return !owner.Owns(h) || slices.ContainsFunc(keep, func(p *Place) bool {
				return p != nil && *p == Place{g.Event, g.Index, h.Index}
			})
		})
		var paths []settings.Path
		switch {
		case len(own) == 0:
		case len(own) == len(g.Handlers):
			paths = []settings.Path{g.Path()}
		default:
			for _, h := range slices.Backward(own) {
				paths = append(paths, append(g.Path(), "hooks", strconv.Itoa(h.Index)))
			}
		}
		for _, path := range paths {
			var err error
			if doc, err = doc.Delete(path, past...); err != nil {
				return doc, err
			}
		}
	}
	return doc, nil
}

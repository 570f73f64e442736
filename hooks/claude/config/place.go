package config

import "slices"

// A Place names a handler of a document by its positions.
type Place struct {
	Event          string
	Group, Handler int
}

// PlaceOf finds a reviewed hook in a file that may have changed elsewhere since the review.
func PlaceOf(groups []Group, h Hook) (Place, bool) {
	alike := func(g Group) bool { return g.Event == h.Group.Event && g.Raw == h.Group.Raw }
	for _, g := range groups {
		if alike(g) && g.Index == h.Group.Index {
			return Place{Event: g.Event, Group: g.Index, Handler: h.Handler.Index}, true
		}
	}
	i := slices.IndexFunc(groups, alike)
	if i < 0 {
		return Place{}, false
	}
	return Place{Event: groups[i].Event, Group: groups[i].Index, Handler: h.Handler.Index}, true
}

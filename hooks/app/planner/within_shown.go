package planner

import (
	"slices"
	"strconv"

	"github.com/tidwall/sjson"

	"neverask/settings"
)

// Within reports whether a plan does only what another one, made earlier for the same files,
// does: it may do less, because somebody else has done the rest. Edits that only make room, such
// as an empty list, do not count.
func (p Plan) Within(shown Plan) bool {
	for _, part := range p.Parts() {
		if part.Empty() {
			continue
		}
		i := slices.IndexFunc(shown.Parts(), func(s Plan) bool {
			return s.Path == part.Path && s.Plan.Target == part.Plan.Target
		})
		if i < 0 || len(part.Edits) == 0 {
			return false // the whole content is rewritten
		}
		left := shown.Parts()[i].Edits
		for _, e := range part.Edits {
			at := slices.IndexFunc(left, func(s settings.Edit) bool { return sameEdit(s, e) })
			if at < 0 && !makesRoom(e) {
				return false
			}
			if at >= 0 {
				left = slices.Delete(slices.Clone(left), at, at+1)
			}
		}
	}
	return true
}

// makesRoom reports whether an edit creates a container, or adds the version of preferences that
// were just created.
func makesRoom(e settings.Edit) bool {
	return e.Root || e.AddsContainer() || len(e.Path) == 0 && e.Key == "version" && e.Added()
}

// sameEdit reports whether two edits do the same, wherever the changed item is in its list.
func sameEdit(e, other settings.Edit) bool {
	return e.Key == other.Key && e.Of == other.Of && settings.SameValue(e.Old, other.Old) &&
		settings.SameValue(newIn(e), newIn(other)) && slices.EqualFunc(e.Path, other.Path, samePart)
}

// samePart reports whether two parts of a path are the same name, or both an index.
func samePart(a, b string) bool {
	_, errA := strconv.Atoi(a)
	_, errB := strconv.Atoi(b)
	return a == b || errA == nil && errB == nil
}

// newIn returns what an edit writes, without the members that a rule gets when it is added.
func newIn(e settings.Edit) string {
	raw := e.New
	if !e.Added() || raw == "" || raw[0] != '{' {
		return raw
	}
	for _, name := range []string{"id", "created"} {
		if without, err := sjson.Delete(raw, name); err == nil {
			raw = without
		}
	}
	return raw
}

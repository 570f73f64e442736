package doctor

import (
	"fmt"
	"slices"

	"neverask/settings"
)

// maxDoubles is how many duplicates are reported singly: a repair removes them all, so each
// finding lists them all.
const maxDoubles = 100

// duplicates examines a file with repeated names, and what the client uses of it.
func (f *file) duplicates(b []byte) {
	doubles := settings.Duplicates(b)
	differ := slices.ContainsFunc(doubles, func(d settings.Duplicate) bool { return !d.Same })
	single := settings.WithoutDuplicates(b, doubles)
	var lost []string
	for _, d := range doubles {
		lost = append(lost, fmt.Sprintf("line %d: %s: %s", d.Line, d.Path, d.Raw))
	}
	told := doubles
	if len(doubles) > maxDoubles {
		told = doubles[:1]
	}
	for _, d := range told {
		found := Finding{ID: "duplicate-key", Severity: Error, Line: d.Line, ByName: differ, Loses: lost,
			Message: fmt.Sprintf("%s occurs twice, on lines %d and %d", d.Path, d.Line, d.LastLine),
			Why: fmt.Sprintf(
				"Claude Code uses only the last one, on line %d, so this one has no effect; neverask does not edit such a file",
				d.LastLine),
			Fix: "remove the first; both have the same value"}
		if !d.Same {
			found.Fix = "decide which one is right: they differ; the repair keeps the one that Claude Code uses"
		}
		if others := len(doubles) - 1; others >= maxDoubles {
			found.Message += fmt.Sprintf(", and there are %d more of this kind", others)
			found.Fix = "remove all but the last of each name"
		}
		f.add(found.by(f.rewrite(b, single)))
	}
	if doc, err := settings.ParseLast(b); err == nil {
		start := len(f.found)
		f.document(doc)
		for i := range f.found[start:] {
			found := &f.found[start+i]
			found.plan, found.Fixable, found.Loses = nil, false, nil
			found.Fix = "remove the duplicate first; then: " + found.Fix
		}
	}
}

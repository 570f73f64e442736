package redact

import "slices"

// Extent is a half-open range of byte offsets that holds a secret.
type Extent struct {
	start, end int
	number     bool // a JSON number, which has no quotes around it
}

// Bounds returns the offsets where the secret starts and ends.
func (e Extent) Bounds() (start, end int) { return e.start, e.end }

// merge sorts extents and joins those that overlap.
func merge(found []Extent) []Extent {
	if len(found) < 2 {
		return found
	}
	slices.SortFunc(found, func(a, b Extent) int { return a.start - b.start })
	out := found[:1]
	for _, e := range found[1:] {
		if last := &out[len(out)-1]; e.start <= last.end {
			last.end = max(last.end, e.end)
		} else {
			out = append(out, e)
		}
	}
	return out
}

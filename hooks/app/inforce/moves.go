package inforce

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// A Move is what one change did to a group of hooks of others to keep them from
// questions. It can be put back by itself, as a whole.
type Move struct {
	By    settings.Receipt
	Edits []settings.Edit
	Marks []string // of the change that puts it back, with [OpRestore]
}

// ID names a move among all of a person's.
func (m Move) ID() string { return strings.TrimPrefix(m.Marks[0], returnMark) }

// Moves are those that stand, oldest first.
func (l Account) Moves() (all []Move) {
	for _, p := range l.Parts {
		by, at := l.receipts[p.by], 0
		for _, edits := range config.Displacements(p.Moves) {
			m := Move{By: by, Edits: edits}
			for _, e := range edits {
				for !reflect.DeepEqual(by.Edits[at], e) {
					at++
				}
				m.Marks = append(m.Marks, returnMark+by.ID+"/"+strconv.Itoa(at))
			}
			all = append(all, m)
		}
	}
	return all
}

// returned are the edits whose moves a change put back, by the change that made them.
func (l *Account) returned(r settings.Receipt) map[string][]settings.Edit {
	all := map[string][]settings.Edit{}
	for _, mark := range r.Marks {
		name, ok := strings.CutPrefix(mark, returnMark)
		id, place, _ := strings.Cut(name, "/")
		if at, err := strconv.Atoi(place); ok && err == nil && at >= 0 && at < len(l.receipts[id].Edits) {
			all[id] = append(all[id], l.receipts[id].Edits[at])
		}
	}
	return all
}

// putBackOnly takes in a change that put back only the moves that it names. It reports
// whether the change names any.
func (l *Account) putBackOnly(r settings.Receipt) bool {
	back := l.returned(r)
	l.Parts = slices.Clone(l.Parts)
	for id := range back {
		if i := slices.IndexFunc(l.Parts, func(p *Part) bool { return p.by == id }); i >= 0 {
			l.Parts[i] = l.Parts[i].without(back[id])
		}
	}
	l.Parts = slices.DeleteFunc(l.Parts, func(p *Part) bool { return len(p.Edits) == 0 })
	return len(back) > 0
}

// again returns a part with moves that it had before.
func (l *Account) again(p *Part, moves []settings.Edit) *Part {
	if len(moves) == 0 {
		return p
	}
	// In the order in which they were made.
	among := func(edits []settings.Edit) []settings.Edit {
		return slices.DeleteFunc(slices.Clone(l.receipts[p.by].Edits), func(e settings.Edit) bool { return !has(edits, e) })
	}
	return &Part{by: p.by, Edits: among(slices.Concat(p.Edits, moves)), Moves: among(slices.Concat(p.Moves, moves)), Marks: p.Marks}
}

package settings

import (
	"maps"
	"slices"
)

// A chain is a change, its undo, the undo of that, and so on. It is known by the
// place of the first in the journal.
type chain int

// standings are the changes of each chain that stand, by their places.
type standings map[chain][]int

// replay marks as undone what does not stand any more. Undoing a change makes its
// chain what it was before that change, whatever was done to it in between: a change
// that was made again, and then undone by its own name, cannot be undone once more
// by undoing that it was made again. A rewind makes all chains of its file what they
// were.
func replay(all []Receipt, index map[string]int) {
	chains := chainsOf(all, index)
	now, before := standings{}, make([][]int, len(all))
	files := filesBefore(all, chains, index)
	for i, r := range all {
		if r.State == Failed {
			continue
		}
		c := chains[i]
		before[i] = now[c]
		if at, wanted := files[i]; wanted {
			maps.Copy(at, now.of(r.Target, all))
		}
		switch j, known := index[r.Undoes]; {
		case r.Rewinds != "":
			if q, ok := index[r.Rewinds]; ok && q < i {
				now.giveBack(files[q], r.Target, all)
			}
			now[c] = []int{i}
		case known && j < i:
			if at, whole := files[j]; whole && all[c].Rewinds != "" {
				now.giveBack(at, r.Target, all)
			}
			now[c] = append(slices.Clip(before[j]), i)
		default:
			now[c] = []int{i}
		}
	}
	stands := map[int]bool{}
	for _, places := range now {
		for _, i := range places {
			stands[i] = true
		}
	}
	for i := range all {
		if all[i].State == Applied && !stands[i] {
			all[i].State = Undone
		}
	}
}

func chainsOf(all []Receipt, index map[string]int) []chain {
	chains := make([]chain, len(all))
	for i, r := range all {
		chains[i] = chain(i)
		if j, known := index[r.Undoes]; known && j < i {
			chains[i] = chains[j]
		}
	}
	return chains
}

// filesBefore makes room for what stood in the whole file before those changes to
// which a rewind, or undoing one, goes back.
func filesBefore(all []Receipt, chains []chain, index map[string]int) map[int]standings {
	files := map[int]standings{}
	for i, r := range all {
		if q, known := index[r.Rewinds]; known {
			files[q] = standings{}
		}
		if all[chains[i]].Rewinds != "" {
			files[i] = standings{}
		}
	}
	return files
}

// of returns the chains of one file.
func (s standings) of(target string, all []Receipt) standings {
	own := standings{}
	for c, places := range s {
		if all[c].Target == target {
			own[c] = places
		}
	}
	return own
}

// giveBack makes the chains of one file what they were.
func (s standings) giveBack(was standings, target string, all []Receipt) {
	maps.DeleteFunc(s, func(c chain, _ []int) bool { return all[c].Target == target })
	maps.Copy(s, was)
}

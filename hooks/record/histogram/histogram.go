package histogram

import (
	"cmp"
	"math/bits"
	"slices"
	"time"
)

// Histogram is how many times fall into each slot, in the order of slots. So it is
// never longer than there are slots. The zero value is empty.
type Histogram []Slot

// Slot is how many times were counted in one slot.
type Slot struct {
	At, Count int
}

// A slot is a millisecond wide for short times; above, there are 32 in each
// doubling.
const fine = 32

// slotOf is the slot of a time. Times below 0 count as 0.
func slotOf(d time.Duration) int {
	ms := uint64(max(0, d.Milliseconds()))
	shift := max(0, bits.Len64(ms)-6)
	return shift*fine + int(ms>>shift)
}

// length is the time in the middle of a slot.
func length(at int) time.Duration {
	shift := max(0, at/fine-1)
	ms := (at - shift*fine) << shift
	return time.Duration(ms)*time.Millisecond + time.Duration(1<<shift-1)*time.Millisecond/2
}

// Of returns the histogram of a single time.
func Of(d time.Duration) Histogram { return Histogram{{slotOf(d), 1}} }

// Add counts one time.
func (s *Histogram) Add(d time.Duration) { s.add(Slot{slotOf(d), 1}) }

func (s *Histogram) add(o Slot) {
	i, ok := slices.BinarySearchFunc(*s, o.At, func(s Slot, at int) int { return cmp.Compare(s.At, at) })
	if ok {
		(*s)[i].Count += o.Count
	} else {
		*s = slices.Insert(*s, i, o)
	}
}

// Plus returns both together; neither is changed.
func (s Histogram) Plus(other Histogram) Histogram {
	s = slices.Clone(s)
	for _, o := range other {
		s.add(o)
	}
	return s
}

// Count is how many times were counted.
func (s Histogram) Count() (all int) {
	for _, slot := range s {
		all += slot.Count
	}
	return all
}

// Quantile is the time that a share q of all times, from 0 to 1, is not longer
// than; 0.5 asks for the median. It is 0 when nothing was counted.
func (s Histogram) Quantile(q float64) time.Duration {
	before, rank := 0, int(q*float64(s.Count()))
	for i, slot := range s {
		if before += slot.Count; before > rank || i == len(s)-1 {
			return length(slot.At)
		}
	}
	return 0
}

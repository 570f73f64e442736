package histogram

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"time"
)

// Histogram holds the count of times in each slot, in the order of slots, so it is never
// longer than the number of slots. The zero value is empty.
type Histogram []Slot

// Slot is the count of times in one slot.
type Slot struct {
	At, Count int
}

// fine is the number of slots in each doubling. Below 64 ms, a slot is a millisecond wide.
const fine = 32

// slotOf returns the slot of a time. Times below 0 count as 0.
func slotOf(d time.Duration) int {
	ms := uint64(max(0, d.Milliseconds()))
	shift := max(0, bits.Len64(ms)-6)
	return shift*fine + int(ms>>shift)
}

// length returns the time in the middle of a slot.
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

// Plus returns the sum of both; neither is changed.
func (s Histogram) Plus(other Histogram) Histogram {
	s = slices.Clone(s)
	for _, o := range other {
		s.add(o)
	}
	return s
}

// Count returns how many times were counted.
func (s Histogram) Count() (all int) {
	for _, slot := range s {
		all += slot.Count
	}
	return all
}

// Quantile returns the time that a share q of all times, from 0 to 1, does not exceed, by the nearest rank: the smallest
// counted time that at least this share does not exceed. So of 20 times, p95 is the 19th. 0.5 is the median, which
// between two times is their mean. It is 0 if nothing was counted. longest is the longest time, or 0 if
// unknown: few times may share a slot, and a high quantile of them is exactly the longest.
func (s Histogram) Quantile(q float64, longest time.Duration) time.Duration {
	n := s.Count()
	if n == 0 {
		return 0
	}
	at := func(rank int) time.Duration {
		switch d := s.nth(rank); {
		case longest == 0:
			return d
		case rank == n-1:
			return longest
		default:
			return min(d, longest)
		}
	}
	low, high := ranks(q, n)
	return (at(low) + at(high)) / 2
}

// ranks returns the positions of the two sorted times, of n, between which the quantile q is: the same one twice, except
// for the median of an even number.
func ranks(q float64, n int) (low, high int) {
	if q == 0.5 {
		return (n - 1) / 2, n / 2
	}
	low = min(max(int(math.Ceil(q*float64(n)-1e-9))-1, 0), n-1)
	return low, low
}

// nth returns the time at a position in the order of times.
func (s Histogram) nth(rank int) time.Duration {
	for _, slot := range s {
		if rank -= slot.Count; rank < 0 {
			return length(slot.At)
		}
	}
	return 0
}

// Median returns the median of sorted times, or 0 of none.
func Median(sorted []time.Duration) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	low, high := ranks(0.5, len(sorted))
	return (sorted[low] + sorted[high]) / 2
}

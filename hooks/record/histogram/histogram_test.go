package histogram

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	var s Histogram
	if got := s.Quantile(0.5, 0); got != 0 || s.Count() != 0 {
		t.Errorf("of nothing: %v", got)
	}
	for _, ms := range []int{3, 1, 2, -5} {
		s.Add(time.Duration(ms) * time.Millisecond)
	}
	for q, want := range map[float64]time.Duration{0: 0, 0.25: 0, 0.3: 1e6, 0.5: 15e5, 0.75: 2e6, 0.95: 3e6, 1: 3e6} {
		if got := s.Quantile(q, 0); got != want {
			t.Errorf("%v: %v, want %v", q, got, want)
		}
	}
}

// TestNearestRank: a percentile of an exact share of the times is one of them, the last of that share, and not the mean
// with the next one.
func TestNearestRank(t *testing.T) {
	for n, want := range map[int]int{1: 1, 19: 19, 20: 19, 21: 20, 40: 38, 100: 95} {
		var s Histogram
		for ms := range n - 1 {
			s.Add(time.Duration(ms+1) * time.Millisecond)
		}
		s.Add(time.Hour) // which a mean would show
		got := s.Quantile(0.95, time.Hour)
		if n == want {
			if got != time.Hour {
				t.Errorf("of %d: %v, want the longest", n, got)
			}
			continue
		}
		if d := got - time.Duration(want)*time.Millisecond; d.Abs() > time.Millisecond {
			t.Errorf("of %d: %v, want %d ms", n, got, want)
		}
	}
}

// TestQuantileOfAFew: of times in one slot, a high quantile is the longest, and none is longer.
func TestQuantileOfAFew(t *testing.T) {
	var s Histogram
	const longest = 313 * time.Millisecond
	for _, d := range []time.Duration{307 * time.Millisecond, longest, 312 * time.Millisecond} {
		s.Add(d)
	}
	for q, want := range map[float64]time.Duration{0.5: longest, 0.95: longest, 1: longest} {
		if got := s.Quantile(q, longest); got != want {
			t.Errorf("%v: %v, want %v", q, got, want)
		}
	}
	s.Add(400 * time.Millisecond)
	if got := s.Quantile(0.95, 400*time.Millisecond); got != 400*time.Millisecond {
		t.Errorf("of four times: %v", got)
	}
}

// Whatever was counted, a quantile is within 2 % or a millisecond of the one of
// the exact times, and the room is bounded.
func TestQuantileIsClose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var all, one, two = []time.Duration{}, Histogram{}, Histogram{}
		for range 1 + r.IntN(5000) {
			d := time.Duration(r.Int64N(1 << (1 + r.IntN(52))))
			all = append(all, d)
			if r.IntN(2) == 0 {
				one.Add(d)
			} else {
				two = two.Plus(Of(d))
			}
		}
		slices.Sort(all)
		s := one.Plus(two)
		if s.Count() != len(all) || len(s) > 40*fine {
			t.Fatalf("%d of %d times in %d slots", s.Count(), len(all), len(s))
		}
		for _, q := range []float64{0, 0.1, 0.5, 0.95, 1} {
			at := q * float64(len(all))
			want, got := all[max(int(math.Ceil(at-1e-9))-1, 0)], s.Quantile(q, 0)
			if q == 0.5 {
				want = Median(all)
			}
			if off := max(got-want, want-got); off > time.Millisecond && off > want/50 {
				t.Errorf("%v: %v, want %v", q, got, want)
			}
		}
	}
}

func TestSlotsAreFine(t *testing.T) {
	for ms := 1; ms < 1<<22; ms += 1 + ms/50 {
		d := time.Duration(ms) * time.Millisecond
		got := length(slotOf(d))
		if off := max(got-d, d-got); off > d*2/100+time.Microsecond {
			t.Fatalf("%v is told as %v", d, got)
		}
	}
}

func TestPlusLeavesBothAsTheyWere(t *testing.T) {
	one, two := Of(time.Second), Of(time.Minute)
	sum := one.Plus(two)
	sum.Add(time.Second)
	if one.Count() != 1 || two.Count() != 1 || sum.Count() != 3 || len(one) != 1 {
		t.Errorf("%v %v %v", one, two, sum)
	}
}

// TestMedian: the median of times in order; without times it is 0.
func TestMedian(t *testing.T) {
	if got := (Histogram{}).nth(0); got != 0 {
		t.Errorf("the first of no times is %v", got)
	}
	for _, c := range []struct {
		sorted []time.Duration
		want   time.Duration
	}{{nil, 0}, {[]time.Duration{7}, 7}, {[]time.Duration{1, 9}, 5}, {[]time.Duration{1, 2, 9}, 2}, {[]time.Duration{1, 2, 4, 9}, 3}} {
		if got := Median(c.sorted); got != c.want {
			t.Errorf("%v: %v, want %v", c.sorted, got, c.want)
		}
	}
}

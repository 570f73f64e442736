// Package histogram keeps how long many things took in little room: times are
// counted in slots, so that the room does not grow with their number, and what
// is asked of them later is right within 2 %, or a millisecond.
//
//	var s histogram.Histogram
//	s.Add(120 * time.Millisecond)
//	p95 := s.Quantile(0.95)
//
// It knows neither the shortest nor the longest time exactly.
package histogram

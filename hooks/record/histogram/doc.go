// Package histogram keeps many durations in little space: it counts them in slots, so the
// space does not grow with their number, and its quantiles are accurate within 2 %, or a
// millisecond.
//
//	var s histogram.Histogram
//	s.Add(120 * time.Millisecond)
//	p95 := s.Quantile(0.95, 0)
//
// It knows neither the shortest nor the longest duration exactly.
package histogram

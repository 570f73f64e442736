package activity

import "time"

// Day counts the calls that began in each hour of a day.
type Day struct {
	Start time.Time // midnight
	Calls [24]int
	All   int
}

// Days puts hours into days of a place, the earliest first. Days without calls
// between others are there, too. Where midnight is not at a full hour of UTC, an
// hour goes to that in which it began.
func Days(hours []Hour, place *time.Location) []Day {
	var all []Day
	for _, h := range hours {
		t := h.Start.In(place)
		midnight := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, place)
		for len(all) > 0 && all[len(all)-1].Start.Before(midnight) && len(all) < maxDays {
			next := all[len(all)-1].Start.AddDate(0, 0, 1)
			all = append(all, Day{Start: next})
		}
		if len(all) == 0 || !all[len(all)-1].Start.Equal(midnight) {
			all = append(all, Day{Start: midnight})
		}
		d := &all[len(all)-1]
		d.Calls[t.Hour()] += h.Calls
		d.All += h.Calls
	}
	return all
}

// maxDays bounds the days that are filled in: a clock may have been wrong.
const maxDays = 400

// Busiest is the most calls that began in one hour of the days.
func Busiest(days []Day) (most int) {
	for i := range days {
		for _, n := range days[i].Calls {
			most = max(most, n)
		}
	}
	return most
}

// Bars draws a day as a bar for each hour, whose height compares it with the
// busiest hour. An hour without calls is a dot.
func (d *Day) Bars(busiest int) string {
	const heights = "▁▂▃▄▅▆▇█"
	levels := []rune(heights)
	bars := make([]rune, len(d.Calls))
	for i, n := range d.Calls {
		bars[i] = '·'
		if n > 0 {
			bars[i] = levels[min((n*len(levels)-1)/max(busiest, 1), len(levels)-1)]
		}
	}
	return string(bars)
}

package home

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// figures are the statistics of the last weeks.
type figures struct {
	of              *rulestate.Asked
	rules           int // the version of the rules
	minute          time.Time
	asked, answered int // number of questions, and of those answered for the person
	overwritten     int
	wrong           int           // of those answered, how many the person marked as wrong
	waited          time.Duration // until the person answered
	days            [pastquestions.Days]day
}

type day struct{ asked, answered int }

// in computes the figures from the questions of the last weeks.
func (f *figures) in(seen *rulestate.Asked, rules *rulestate.Rules, now time.Time) {
	if f.of == seen && f.rules == rules.Version && f.minute.Equal(now.Truncate(time.Minute)) {
		return
	}
	*f = figures{of: seen, rules: rules.Version, minute: now.Truncate(time.Minute)}
	since := pastquestions.Since(now)
	for i := range seen.List {
		q := &seen.List[i]
		if q.Time.Before(since) {
			break // the newest questions come first
		}
		d := &f.days[pastquestions.Days-1-max(min(int(now.Sub(q.Time)/(24*time.Hour)), pastquestions.Days-1), 0)]
		f.asked, d.asked = f.asked+1, d.asked+1
		if q.By == transcript.Neverask {
			f.answered, d.answered = f.answered+1, d.answered+1
		}
		if pastquestions.MarkedWrong(rules.List, q.Question) {
			f.wrong++
		}
		if q.Overwritten {
			f.overwritten++
		}
		if q.By == transcript.Person && q.Wait > 0 {
			f.waited += q.Wait
		}
	}
}

// draw draws the figures: large and, if wanted, with bars of the days if there is room, or else on one line.
func (f *figures) draw(width, height int, bars bool, st *kit.Styles) (all []string) {
	if f.asked == 0 {
		return []string{"  " + st.Muted.Render("Claude asked nothing in four weeks.")}
	}
	waited := strings.ReplaceAll(activity.Brief(f.waited.Truncate(time.Minute)), "0 ms", "0 min")
	if f.waited < time.Minute {
		waited = activity.Brief(f.waited)
	}
	large := [2][3]string{big(strconv.Itoa(f.answered)), big(waited)}
	const gap = 2
	if answered, of := "answered for you", "of "+strconv.Itoa(f.asked)+" in four weeks"; height >= tallFigures && width >= 60 {
		looks := [2]kit.Look{kit.LookOf(st.Ok.Bold(true)), st.Strong}
		if f.answered == 0 {
			looks[0] = st.Strong
		}
		second := max(2+kit.Width(large[0][0])+gap+kit.Width(of)+6, width/2)
		if text := fmt.Sprintf("%s, %d wrong", of, f.wrong); f.wrong > 0 && 2+kit.Width(large[0][0])+gap+kit.Width(text) <= second {
			of = text
		}
		captions := [2][2]string{{answered, of}, {"Claude waited", "for you"}}
		for row := range 3 {
			line := ""
			for i := range large {
				text := "  " + looks[i].Render(large[i][row]) + strings.Repeat(" ", gap)
				if row > 0 {
					text += map[int]kit.Look{1: st.Strong, 2: st.Muted}[row].Render(captions[i][row-1])
				}
				line = kit.Pad(line, map[int]int{0: 0, 1: second}[i]) + text
			}
			all = append(all, line)
		}
		if !bars {
			return all
		}
		return append(append(all, ""), f.bars(width, st)...)
	}
	text := "  " + st.Ok.Render(strconv.Itoa(f.answered)) + " of " + strconv.Itoa(f.asked) +
		" answered for you · Claude waited " + waited
	if f.wrong > 0 {
		more := strings.Replace(text, "answered for you", fmt.Sprintf("answered for you, %d wrong", f.wrong), 1)
		if kit.Width(more) < width {
			text = more
		}
	}
	if kit.Width(text) >= width {
		text = "  " + st.Ok.Render(strconv.Itoa(f.answered)) + " of " + strconv.Itoa(f.asked) + " answered · waited " + waited
	}
	return []string{text}
}

// tallFigures is the minimum height for large figures.
const tallFigures = 17

// bars draws the questions of each day and, if any were answered for the person, these on a second
// line with the same scale.
func (f *figures) bars(width int, st *kit.Styles) []string {
	most, total := 0, kit.Width(strconv.Itoa(f.asked))
	for _, d := range f.days {
		most = max(most, d.asked)
	}
	columns := f.columns(width)
	line := func(name string, n int, look kit.Look, of func(day) int) string {
		s := ""
		for _, d := range f.days {
			s += strings.Repeat(string(bar(of(d), most)), columns)
		}
		return "  " + st.Muted.Render(kit.Pad(name, barLabel)) + look.Render(s) + "  " + kit.Right(strconv.Itoa(n), total)
	}
	all := []string{line("asked", f.asked, st.Muted, func(d day) int { return d.asked })}
	if f.answered > 0 {
		all = append(all, line("for you", f.answered, st.Ok, func(d day) int { return d.answered }))
	}
	return all
}

// barLabel is how wide the names of the bars are.
const barLabel = 11

// columns returns how wide a day of the bars is.
func (f *figures) columns(width int) int {
	room := kit.Prose(width)
	if width >= wideHome {
		room = width - 2
	}
	return max((room-2-barLabel-2-kit.Width(strconv.Itoa(f.asked)))/len(f.days), 1)
}

// scale says below the ends of the bars which days these are; "" if there are no bars.
func (f *figures) scale(width, height int, now time.Time, st *kit.Styles) string {
	if f.asked == 0 || height < tallFigures || width < 60 {
		return ""
	}
	first, last := pastquestions.Since(now).Local().Format("2 Jan"), now.Local().Format("2 Jan")
	return strings.Repeat(" ", 2+barLabel) + st.Muted.Render(kit.Ends(first, last, f.columns(width)*len(f.days)))
}

// bar returns the character of a bar for n of most.
func bar(n, most int) rune {
	eighths := []rune(" ▁▂▃▄▅▆▇█")
	if n == 0 {
		return '·'
	}
	return eighths[max(n*(len(eighths)-1)/most, 1)]
}

// digits are the shapes of digits: three columns by five rows, each row an octal digit.
var digits = [10]int{0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71111, 0o75757, 0o75717}

// big draws a text on three rows, with large digits and everything else on the middle row.
func big(text string) (rows [3]string) {
	large := false // whether the character before is large
	for _, r := range text {
		if r < '0' || r > '9' {
			large = false
			rows[0], rows[1], rows[2] = rows[0]+" ", rows[1]+string(r), rows[2]+" "
			continue
		}
		for i := range rows {
			rows[i] += map[bool]string{true: " "}[large]
		}
		large = true
		bits := digits[r-'0']
		dot := func(row, column int) int {
			if row > 4 {
				return 0
			}
			return bits >> (3*(4-row) + 2 - column) & 1
		}
		for row := range rows {
			for column := range 3 {
				rows[row] += []string{" ", "▀", "▄", "█"}[dot(2*row, column)+2*dot(2*row+1, column)]
			}
		}
	}
	return rows
}

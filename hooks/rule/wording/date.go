package wording

import "strings"

// dateLength returns the length of the date or time of day that a folded text
// starts with, or 0: "2026-11-21", "2026-11-21t10:00:00z", "11/21/2026",
// "21.11.2026", "10:30", "21 nov 2026", "november 21st, 2026".
func dateLength(s string) int {
	if s == "" || !isDigit(s[0]) {
		return dayAfterMonth(s, monthLength(s))
	}
	for _, shape := range [...]string{"dddd-dd-dd", "dddd/dd/dd", "dd/dd/dddd", "dd.dd.dddd", "dd-dd-dddd"} {
		if n := shapeLength(s, shape); n > 0 {
			return n + timeLength(s[n:], "t ")
		}
	}
	if n := timeLength(s, ""); n > 0 {
		return n
	}
	return monthAfterDay(s)
}

// shapeLength matches digits ("d"; two of them may be one) and separators, with
// no digit after them.
func shapeLength(s, shape string) int {
	n := 0
	for i := 0; i < len(shape); {
		if shape[i] != 'd' {
			if n >= len(s) || s[n] != shape[i] {
				return 0
			}
			n++
			i++
			continue
		}
		width := len(shape[i:]) - len(strings.TrimLeft(shape[i:], "d"))
		digits := 0
		for digits < width && n+digits < len(s) && isDigit(s[n+digits]) {
			digits++
		}
		if digits == 0 || width == 4 && digits < 4 {
			return 0
		}
		n += digits
		i += width
	}
	if n < len(s) && (isDigit(s[n]) || s[n] == '-') {
		return 0
	}
	return n
}

// timeLength matches "10:30", "10:30:00.5z" or "10:30 pm", after one of the
// characters of before if there are any.
func timeLength(s, before string) int {
	n := 0
	if before != "" {
		if s == "" || strings.IndexByte(before, s[0]) < 0 {
			return 0
		}
		n = 1
	}
	start := n
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == start || n-start > 2 {
		return 0
	}
	groups := 0
	for n+2 < len(s) && (s[n] == ':' || s[n] == '.' && groups == 2) && isDigit(s[n+1]) && isDigit(s[n+2]) {
		n += 3
		groups++
		for groups == 3 && n < len(s) && isDigit(s[n]) {
			n++
		}
	}
	if groups == 0 || n < len(s) && isDigit(s[n]) {
		return 0
	}
	for _, ending := range [...]string{" am", " pm", "am", "pm", "z"} {
		if rest, ok := strings.CutPrefix(s[n:], ending); ok && !startsWithLetter(rest) {
			return n + len(ending)
		}
	}
	return n
}

// monthLength returns the length of the English name of a month, in full or
// short, that a text starts with.
func monthLength(s string) int {
	n := 0
	for n < len(s) && 'a' <= s[n] && s[n] <= 'z' {
		n++
	}
	if n < 3 || n > len("september") || startsWithLetter(s[n:]) {
		return 0
	}
	switch s[:n] {
	case "january", "february", "march", "april", "may", "june", "july", "august",
		"september", "october", "november", "december":
		return n
	case "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
		if strings.HasPrefix(s[n:], ".") {
			n++
		}
		return n
	}
	return 0
}

// dayAfterMonth matches " 21", " 21st, 2026" after the n bytes of a month, if
// there is one.
func dayAfterMonth(s string, n int) int {
	if n == 0 || !strings.HasPrefix(s[n:], " ") {
		return 0
	}
	day := dayLength(s[n+1:])
	if day == 0 {
		return 0
	}
	n += 1 + day
	return n + yearLength(s[n:])
}

// monthAfterDay matches "21 november 2026" and "21st of november". Before "may" a
// number is a date only with a year: "3 may fail".
func monthAfterDay(s string) int {
	n := dayLength(s)
	if n == 0 || !strings.HasPrefix(s[n:], " ") {
		return 0
	}
	n += len(" ")
	if strings.HasPrefix(s[n:], "of ") {
		n += len("of ")
	}
	month := monthLength(s[n:])
	if month == 0 {
		return 0
	}
	end := n + month
	year := yearLength(s[end:])
	if year == 0 && strings.HasPrefix(s[n:], "may") {
		return 0
	}
	return end + year
}

// dayLength matches the number of a day, with the ending of an ordinal or none.
func dayLength(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == 0 || n > 2 {
		return 0
	}
	for _, ending := range [...]string{"st", "nd", "rd", "th", ""} {
		rest, ok := strings.CutPrefix(s[n:], ending)
		if ok && !startsWithLetter(rest) && (rest == "" || !isDigit(rest[0]) && rest[0] != ':' && rest[0] != '%') {
			return n + len(ending)
		}
	}
	return 0
}

// yearLength matches " 2026" and ", 2026".
func yearLength(s string) int {
	n := len(s) - len(strings.TrimLeft(s, ", "))
	if n == 0 || n > 2 {
		return 0
	}
	if year := shapeLength(s[n:], "dddd"); year > 0 && !startsWithLetter(s[n+year:]) {
		return n + year
	}
	return 0
}
